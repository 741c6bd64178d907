// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QSet>
#include <QString>

namespace lockdesk {

class ActionRunner;
class Classroom;
class CountdownTimer;
class FeedSet;
class FindingBook;
class History;
class LocalAuditRows;
class OwnWorkers;
class Timeline;

/// The connections that the window shows: chosen in the strip (only one) or by the check marks of the sidebar.
class ShownConnections final : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;

    /// Indexes for LiveTableModel::setShownConnections. Empty: all.
    [[nodiscard]] const QSet<int>& indexes() const { return m_indexes; }
    [[nodiscard]] bool shows(int index) const { return m_indexes.isEmpty() || m_indexes.contains(index); }
    void set(const QSet<int>& indexes)
    {
        if (indexes == m_indexes)
            return;
        m_indexes = indexes;
        emit changed();
    }

    /// Names the set of these connections, for what the user arranges: the same in the next run. Empty: not known.
    [[nodiscard]] const QString& layout() const { return m_layout; }
    void setLayout(const QString& name)
    {
        if (name == m_layout)
            return;
        m_layout = name;
        emit layoutChanged();
    }

signals:
    void changed();
    void layoutChanged();

private:
    QSet<int> m_indexes;
    QString m_layout;
};

/// Models and commands that a page may use. All pointers outlive the pages; none is null, except `classroom` if lessons
/// are not built in.
struct PageContext
{
    FeedSet* feeds = nullptr;
    CountdownTimer* countdown = nullptr;
    History* history = nullptr;
    ActionRunner* actions = nullptr;
    OwnWorkers* workers = nullptr;
    ShownConnections* shown = nullptr;
    LocalAuditRows* localAudit = nullptr; ///< null in benchmarks and tests
    Timeline* timeline = nullptr;         ///< null in benchmarks
    Classroom* classroom = nullptr;
    FindingBook* findings = nullptr; ///< what is acknowledged and muted; null in benchmarks and tests
};

} // namespace lockdesk

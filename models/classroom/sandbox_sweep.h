// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backends/scenarios/run.h"
#include "models/classroom/class_stores.h"

#include <QObject>
#include <QSet>

namespace lockdesk {

/// Looks for the sandboxes of lessons whose window is gone (a crash) and removes them when told to. Asks on threads of its own.
class SandboxSweep final : public QObject
{
    Q_OBJECT

public:
    struct Found
    {
        QString store; ///< its id
        QString storeName;
        std::vector<scenarios::LessonSandbox> sandboxes;
    };

    explicit SandboxSweep(ClassStores* stores, QObject* parent = nullptr);

    [[nodiscard]] const std::vector<Found>& found() const { return m_found; }
    [[nodiscard]] int count() const;
    /// Removes all that was found.
    void removeAll();
    /// Each store is asked once it answers, and again while there are sandboxes whose makers live.
    void look();

signals:
    void changed();
    void removed(int sandboxes);
    void problem(const QString& text);

private:
    void ask(const ClassStore& store, bool remove);

    ClassStores* m_stores;
    QSet<QString> m_asked;
    std::vector<Found> m_found;
};

} // namespace lockdesk

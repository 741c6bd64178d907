// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backends/scenarios/run.h"
#include "models/classroom/class_stores.h"

#include <QObject>
#include <QSet>

namespace lockdesk {

/// Finds the sandboxes of lessons whose window is gone (a crash) and removes them on request. Uses its own threads.
class SandboxSweep final : public QObject
{
    Q_OBJECT

public:
    struct Found
    {
        QString store; ///< the store's id
        QString storeName;
        std::vector<scenarios::LessonSandbox> sandboxes;
    };

    explicit SandboxSweep(ClassStores* stores, QObject* parent = nullptr);

    [[nodiscard]] const std::vector<Found>& found() const { return m_found; }
    [[nodiscard]] int count() const;
    /// Removes all sandboxes found.
    void removeAll();
    /// Queries each store once it is connected, and again while it has sandboxes whose makers live.
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

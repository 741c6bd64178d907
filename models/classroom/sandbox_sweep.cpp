// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/classroom/sandbox_sweep.h"

#include "backends/engine/runners/unwaited.h"
#include "models/format/format.h"

#include <QCoreApplication>
#include <QPointer>
#include <QTimer>

#include <algorithm>

namespace lockdesk {

namespace {

constexpr int againMs = 65'000; // slightly longer than a maker may be without a sign of life

} // namespace

SandboxSweep::SandboxSweep(ClassStores* stores, QObject* parent) : QObject(parent), m_stores(stores)
{
    connect(stores, &ClassStores::changed, this, &SandboxSweep::look);
}

int SandboxSweep::count() const
{
    int all = 0;
    for (const Found& one : m_found)
        all += int(one.sandboxes.size());
    return all;
}

void SandboxSweep::look()
{
    QSet<QString> there;
    for (const ClassStore& store : m_stores->stores()) {
        there.insert(store.id);
        // Queries only stores known to be connected and writable.
        if (store.can == nullptr || !store.why.isEmpty() || m_asked.contains(store.id))
            continue;
        m_asked.insert(store.id);
        ask(store, false);
    }
    m_asked.intersect(there);
    const auto gone = std::erase_if(m_found, [&there](const Found& one) { return !there.contains(one.store); });
    if (gone > 0)
        emit changed();
}

void SandboxSweep::removeAll()
{
    const auto stores = m_stores->stores();
    for (const Found& one : std::exchange(m_found, {}))
        for (const ClassStore& store : stores)
            if (store.id == one.store)
                ask(store, true);
    emit changed();
}

void SandboxSweep::ask(const ClassStore& store, bool remove)
{
    auto target = m_stores->target(store.id);
    if (!target)
        return;
    start_unwaited([self = QPointer(this), target = std::move(*target), id = store.id, name = store.name, remove] {
        auto answer = remove ? scenarios::remove_abandoned(*target.store, target.session)
                             : scenarios::lesson_sandboxes(*target.store, target.session);
        // The program may be exiting.
        QCoreApplication* program = QCoreApplication::instance();
        if (program == nullptr)
            return;
        QMetaObject::invokeMethod(
            program,
            [self, answer = std::move(answer), id, name, remove] {
                if (self == nullptr)
                    return;
                if (!answer) {
                    if (remove)
                        emit self->problem(
                            QStringLiteral("%1: %2").arg(name, format::engineSentence(answer.failure().message)));
                    return;
                }
                if (remove) {
                    emit self->removed(int(answer->size()));
                    return;
                }
                Found found{id, name, *answer};
                // Sandboxes whose makers live or cannot be checked yet may be abandoned later.
                if (std::erase_if(found.sandboxes, [](const auto& one) { return !one.abandoned; }) > 0)
                    QTimer::singleShot(againMs, self, [self, id] {
                        self->m_asked.remove(id);
                        self->look();
                    });
                std::erase_if(self->m_found, [&id](const Found& one) { return one.store == id; });
                if (found.sandboxes.empty())
                    return;
                self->m_found.push_back(std::move(found));
                emit self->changed();
            },
            Qt::QueuedConnection);
    });
}

} // namespace lockdesk

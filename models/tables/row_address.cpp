// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tables/row_address.h"

#include "models/actions/lock_record.h"
#include "models/tables/live_table_model.h"
#include "models/tables/workers_model.h"

namespace lockdesk {

std::optional<RowAddress> addressOf(const LiveTableModel& model, int row)
{
    const TableEntry* entry = model.entryAt(row);
    const Feed* feed = entry != nullptr ? model.feeds()->at(entry->connection) : nullptr;
    if (feed == nullptr)
        return std::nullopt;
    if (qobject_cast<const WorkersModel*>(&model) != nullptr)
        return RowAddress{entry->connection, Entity::worker, entry->as<WorkerView>().row.id};
    if (model.entity() == Entity::lock) {
        const auto& lock = entry->as<LockRow>();
        return RowAddress{entry->connection, Entity::lock, lock.name, sourceOf(feed->info(), lock)};
    }
    if (model.entity() == Entity::task)
        return RowAddress{entry->connection, Entity::task, entry->as<TaskRow>().id};
    if (model.entity() == Entity::message)
        return RowAddress{entry->connection, Entity::message, entry->as<MessageRow>().id};
    return std::nullopt;
}

} // namespace lockdesk

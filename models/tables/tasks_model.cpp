// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tables/tasks_model.h"

#include "backends/engine/text/filter_words.h"
#include "backends/engine/contracts/task_state.h"
#include "backends/observe/store_rows.h"
#include "models/format/format.h"
#include "models/tables/engine_spec.h"
#include "models/tables/lease_info.h"

#include <QCoreApplication>

#include <algorithm>

namespace lockdesk {

namespace {

bool hasEnded(const TaskRow& row, TimePoint now) { return is_parked(row) || is_done(row, now); }

// Worst first.
int rank(const TaskRow& row, TimePoint now)
{
    if (is_parked(row))
        return 0;
    switch (task_state(row, now)) {
    case TaskState::expired: return 1;
    case TaskState::due: return 2;
    case TaskState::held: return 3;
    case TaskState::waiting: return is_done(row, now) ? 5 : 4;
    }
    return 6;
}

class TasksSpec final : public EngineSpec<TaskRow, Entity::task, &Update::tasks>
{
public:
    const std::vector<ColumnSpec>& columns() const override
    {
        static const std::vector<ColumnSpec> all{
            {"state", QT_TRANSLATE_NOOP("tables", "state")},
            {"task", QT_TRANSLATE_NOOP("tables", "task"), fixedPitch},
            {"kind", QT_TRANSLATE_NOOP("tables", "kind")},
            {"phase", QT_TRANSLATE_NOOP("tables", "phase")},
            {"desired", QT_TRANSLATE_NOOP("tables", "desired")},
            {"owner", QT_TRANSLATE_NOOP("tables", "owner"), fixedPitch},
            {"token", QT_TRANSLATE_NOOP("tables", "token"), alignRight | fixedPitch},
            {"locked", QT_TRANSLATE_NOOP("tables", "locked"), alignRight | countsDown | instants},
            {"due", QT_TRANSLATE_NOOP("tables", "due"), alignRight | countsDown | instants},
            {"claims", QT_TRANSLATE_NOOP("tables", "claims"), alignRight},
            {"takeovers", QT_TRANSLATE_NOOP("tables", "takeovers"), alignRight},
            {"failures", QT_TRANSLATE_NOOP("tables", "failures"), alignRight},
            {"error", QT_TRANSLATE_NOOP("tables", "last error")},
            {"updated", QT_TRANSLATE_NOOP("tables", "updated"), alignRight | countsDown | instants},
            {"store", QT_TRANSLATE_NOOP("tables", "store")},
        };
        return all;
    }
    std::vector<std::string_view> filterKeys() const override
    {
        return {"name",  "id",  "owner", "state", "kind", "phase",   "desired",
                "store", "env", "token", "claim", "age",  "failures"};
    }
    std::vector<std::string_view> filterValues(std::string_view key) const override
    {
        if (key == "state") {
            const auto all = states_of(Entity::task);
            return {all.begin(), all.end()};
        }
        if (key == "desired")
            return {word(DesiredState::running), word(DesiredState::stopped), word(DesiredState::deleted)};
        if (key == "env")
            return {"development", "staging", "production"};
        return {};
    }
    bool movesByItself(int column) const override { return column == TasksModel::State; }
    std::string_view storeColumn(int column) const override
    {
        switch (column) {
        case TasksModel::Id: return "id";
        case TasksModel::Kind: return "kind";
        case TasksModel::Phase: return "phase";
        case TasksModel::Owner: return "owner";
        case TasksModel::Token: return "token";
        case TasksModel::Locked: return "locked";
        case TasksModel::Claims: return "claims";
        case TasksModel::Takeovers: return "takeovers";
        case TasksModel::Failures: return "failures";
        case TasksModel::Updated: return "updated";
        default: return {};
        }
    }
    SortKey sortKey(const TableEntry& entry, int column, const TableContext& context) const override
    {
        const auto& row = entry.as<TaskRow>();
        switch (column) {
        case TasksModel::State: return SortKey::of_rank(rank(row, context.judgedTask(entry)), task_due_since(row));
        case TasksModel::Id: return SortKey::of(std::string_view(row.id));
        case TasksModel::Kind: return SortKey::of(std::string_view(row.kind));
        case TasksModel::Phase: return SortKey::of(std::string_view(row.phase));
        case TasksModel::Desired: return SortKey::of(std::string_view(word(row.desired_state)));
        case TasksModel::Owner: return SortKey::of(std::string_view(row.owner));
        case TasksModel::Token: return SortKey::of(row.token.number());
        case TasksModel::Locked: return row.locked_at == never_locked ? SortKey{} : SortKey::of(row.locked_at);
        case TasksModel::Due: return SortKey::of(task_due_since(row));
        case TasksModel::Claims: return SortKey::of(row.claims);
        case TasksModel::Takeovers: return SortKey::of(row.takeovers);
        case TasksModel::Failures: return SortKey::of(row.failures);
        case TasksModel::LastError: return SortKey::of(std::string_view(row.last_error));
        case TasksModel::Updated: return SortKey::of(row.updated_at);
        case TasksModel::StoreName: return SortKey::of(std::string_view(context.of(entry).name));
        default: break;
        }
        Q_UNREACHABLE();
    }
    std::optional<FieldValue> field(const TableEntry& entry, std::string_view key,
                                    const TableContext& context) const override
    {
        const auto& row = entry.as<TaskRow>();
        if (key == "name" || key == "id")
            return FieldValue::of(row.id);
        if (key == "owner")
            return FieldValue::of(row.owner);
        if (key == "state")
            return wordField(state_word(row, context.judgedTask(entry)));
        if (key == "kind")
            return FieldValue::of(row.kind);
        if (key == "phase")
            return FieldValue::of(row.phase);
        if (key == "desired")
            return wordField(word(row.desired_state));
        if (key == "store")
            return FieldValue::of(context.of(entry).name);
        if (key == "env")
            return FieldValue::of(context.of(entry).environment);
        if (key == "claim")
            return FieldValue::of(row.claim_id);
        if (key == "token")
            return FieldValue::of(row.token.number());
        if (key == "failures")
            return FieldValue::of(row.failures);
        if (key == "age")
            return FieldValue::of(context.now(entry) - row.updated_at);
        return std::nullopt;
    }
    void texts(const TableEntry& entry, std::vector<std::string_view>& out) const override
    {
        const auto& row = entry.as<TaskRow>();
        out = {row.id, row.kind, row.phase, row.owner, row.last_error};
    }
};

} // namespace

TasksModel::TasksModel(FeedSet* feeds, QObject* parent) : LiveTableModel(feeds, std::make_shared<TasksSpec>(), parent) {}

RowPtr<TaskRow> TasksModel::rowAt(int row) const
{
    const TableEntry* entry = entryAt(row);
    return entry ? std::static_pointer_cast<const TaskRow>(entry->row) : nullptr;
}

QString TasksModel::state(const TableEntry& entry) const
{
    return QString::fromLatin1(state_word(entry.as<TaskRow>(), judgedTask(entry)));
}

bool TasksModel::isAlarm(const TableEntry& entry) const
{
    const auto& row = entry.as<TaskRow>();
    return is_parked(row) || task_state(row, judgedTask(entry)) == TaskState::expired;
}

QVariant TasksModel::rowVariant(const TableEntry& entry) const
{
    return QVariant::fromValue(std::static_pointer_cast<const TaskRow>(entry.row));
}

std::optional<TimePoint> TasksModel::countsTo(const TableEntry& entry) const { return task_due_since(entry.as<TaskRow>()); }

QString TasksModel::wholeText(const TableEntry& entry, int column) const
{
    const auto& row = entry.as<TaskRow>();
    if (column == Owner)
        return format::foreign(row.owner);
    if (column == State && !row.doubt.empty())
        return format::foreign(row.doubt);
    return LiveTableModel::wholeText(entry, column);
}

std::optional<std::string> TasksModel::foreignText(const TableEntry& entry, int column) const
{
    const auto& row = entry.as<TaskRow>();
    switch (column) {
    case Id: return row.id;
    case Kind: return row.kind;
    case Phase: return row.phase;
    case Owner: return row.owner;
    case LastError: return row.last_error;
    default: return {};
    }
}

std::optional<TimePoint> TasksModel::instant(const TableEntry& entry, int column) const
{
    const auto& row = entry.as<TaskRow>();
    if (column == Locked && row.locked_at != never_locked)
        return row.locked_at;
    if (column == Due && !hasEnded(row, judgedTask(entry)))
        return task_due_since(row);
    return column == Updated ? std::optional(row.updated_at) : std::nullopt;
}

QVariant TasksModel::cell(const TableEntry& entry, int column, int role) const
{
    const auto& row = entry.as<TaskRow>();
    const auto at = now(entry);
    if (role == AbsoluteTimeRole) {
        const auto time = instant(entry, column);
        return time ? QVariant(format::absolute(*time)) : QVariant();
    }
    if (role == LeaseRole) {
        if (column != Due)
            return {};
        return QVariant::fromValue(leaseInfo(row, judgedTask(entry), uncertainty(entry.connection)));
    }
    switch (column) {
    case State: return format::state(state_word(row, judgedTask(entry)));
    case Id: return format::foreign(row.id);
    case Kind: return format::foreign(row.kind);
    case Phase: return format::foreign(row.phase);
    case Desired: return format::state(word(row.desired_state));
    case Owner: return role == ShortTextRole ? format::ownerShort(row.owner) : format::owner(row.owner);
    case Token: return format::token(row.token);
    case Locked:
        return row.locked_at == never_locked // as it is again once a task was given back
                   ? row.claims == 0 ? QCoreApplication::translate("tables", "never") : format::dash()
               : row.locked_at > at          ? format::dash() // a relock that waits longer than the lock timeout
                                             : format::past(at - row.locked_at);
    case Due: return format::due(row, judgedTask(entry), uncertainty(entry.connection));
    case Claims: return format::count(row.claims);
    case Takeovers: return format::count(row.takeovers);
    case Failures: return format::count(row.failures);
    case LastError: return format::engineSentence(row.last_error);
    case Updated: return format::past(at - row.updated_at);
    case StoreName: return feeds()->at(entry.connection) ? feeds()->at(entry.connection)->info().name : QString();
    default: return {};
    }
}

} // namespace lockdesk

// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tables/messages_model.h"

#include "backends/engine/text/filter_words.h"
#include "models/format/format.h"
#include "models/tables/engine_spec.h"
#include "models/tables/lease_info.h"

#include <QCoreApplication>

#include <algorithm>

namespace lockdesk {

namespace {

// Worst first.
int rank(MessageState state)
{
    switch (state) {
    case MessageState::dead: return 0;
    case MessageState::sending: return 1;
    case MessageState::pending: return 2;
    case MessageState::sent: return 3;
    }
    return 4;
}

std::optional<TimePoint> dueAt(const MessageRow& row)
{
    return row.state == MessageState::sending   ? row.lease_until
           : row.state == MessageState::pending ? row.next_at
                                                : std::nullopt;
}

class MessagesSpec final : public EngineSpec<MessageRow, Entity::message, &Update::messages>
{
public:
    const std::vector<ColumnSpec>& columns() const override
    {
        static const std::vector<ColumnSpec> all{
            {"state", QT_TRANSLATE_NOOP("tables", "state")},
            {"id", QT_TRANSLATE_NOOP("tables", "id"), fixedPitch},
            {"topic", QT_TRANSLATE_NOOP("tables", "topic"), fixedPitch},
            {"age", QT_TRANSLATE_NOOP("tables", "age"), alignRight | countsDown},
            {"tries", QT_TRANSLATE_NOOP("tables", "tries"), alignRight},
            {"due", QT_TRANSLATE_NOOP("tables", "due"), alignRight | countsDown | instants},
            {"claimed", QT_TRANSLATE_NOOP("tables", "claimed by"), fixedPitch},
            {"error", QT_TRANSLATE_NOOP("tables", "last error")},
            {"token", QT_TRANSLATE_NOOP("tables", "token"), alignRight | fixedPitch},
            {"sequence", QT_TRANSLATE_NOOP("tables", "sequence"), alignRight | fixedPitch},
            {"store", QT_TRANSLATE_NOOP("tables", "store")},
        };
        return all;
    }
    std::vector<std::string_view> filterKeys() const override
    {
        return {"id", "name", "topic", "state", "owner", "claim", "store", "env", "token", "tries", "age"};
    }
    std::vector<std::string_view> filterValues(std::string_view key) const override
    {
        if (key == "state") {
            const auto all = states_of(Entity::message);
            return {all.begin(), all.end()};
        }
        if (key == "env")
            return {"development", "staging", "production"};
        return {};
    }
    SortKey sortKey(const TableEntry& entry, int column, const TableContext& context) const override
    {
        const auto& row = entry.as<MessageRow>();
        switch (column) {
        // Within a state in order of insertion.
        case MessagesModel::State:
            return SortKey::of((std::int64_t{rank(row.state)} << 56) + std::min(row.seq, std::int64_t{1} << 55));
        case MessagesModel::Id: return SortKey::of(std::string_view(row.id));
        case MessagesModel::Topic: return SortKey::of(std::string_view(row.topic));
        case MessagesModel::Age: return SortKey::of(-to_us(row.created_at));
        case MessagesModel::Tries: return SortKey::of(row.tries);
        case MessagesModel::Due: return SortKey::of(dueAt(row));
        case MessagesModel::ClaimedBy: return SortKey::of(std::string_view(row.owner));
        case MessagesModel::LastError: return SortKey::of(std::string_view(row.last_error));
        case MessagesModel::Token: return SortKey::of(row.token.number());
        case MessagesModel::Sequence: return SortKey::of(row.seq);
        case MessagesModel::StoreName: return SortKey::of(std::string_view(context.of(entry).name));
        default: break;
        }
        Q_UNREACHABLE();
    }
    std::optional<FieldValue> field(const TableEntry& entry, std::string_view key,
                                    const TableContext& context) const override
    {
        const auto& row = entry.as<MessageRow>();
        if (key == "id" || key == "name")
            return FieldValue::of(row.id);
        if (key == "topic")
            return FieldValue::of(row.topic);
        if (key == "state")
            return wordField(word(row.state));
        if (key == "owner")
            return FieldValue::of(row.owner);
        if (key == "claim")
            return FieldValue::of(row.claim_id);
        if (key == "store")
            return FieldValue::of(context.of(entry).name);
        if (key == "env")
            return FieldValue::of(context.of(entry).environment);
        if (key == "token")
            return FieldValue::of(row.token.number());
        if (key == "tries")
            return FieldValue::of(row.tries);
        if (key == "age")
            return FieldValue::of(context.now(entry) - row.created_at);
        return std::nullopt;
    }
    void texts(const TableEntry& entry, std::vector<std::string_view>& out) const override
    {
        const auto& row = entry.as<MessageRow>();
        out = {row.id, row.topic, row.owner, row.last_error};
    }
};

} // namespace

MessagesModel::MessagesModel(FeedSet* feeds, QObject* parent)
    : LiveTableModel(feeds, std::make_shared<MessagesSpec>(), parent)
{
}

RowPtr<MessageRow> MessagesModel::rowAt(int row) const
{
    const TableEntry* entry = entryAt(row);
    return entry ? std::static_pointer_cast<const MessageRow>(entry->row) : nullptr;
}

QString MessagesModel::state(const TableEntry& entry) const
{
    return QString::fromLatin1(word(entry.as<MessageRow>().state));
}

bool MessagesModel::isAlarm(const TableEntry& entry) const { return entry.as<MessageRow>().state == MessageState::dead; }

QVariant MessagesModel::rowVariant(const TableEntry& entry) const
{
    return QVariant::fromValue(std::static_pointer_cast<const MessageRow>(entry.row));
}

std::optional<TimePoint> MessagesModel::countsTo(const TableEntry& entry) const { return dueAt(entry.as<MessageRow>()); }

QString MessagesModel::wholeText(const TableEntry& entry, int column) const
{
    const auto& row = entry.as<MessageRow>();
    if (column == ClaimedBy)
        return format::foreign(row.owner);
    if (column == State && !row.doubt.empty())
        return format::foreign(row.doubt);
    return LiveTableModel::wholeText(entry, column);
}

std::optional<std::string> MessagesModel::foreignText(const TableEntry& entry, int column) const
{
    const auto& row = entry.as<MessageRow>();
    switch (column) {
    case Id: return row.id;
    case Topic: return row.topic;
    case ClaimedBy: return row.owner;
    case LastError: return row.last_error;
    default: return {};
    }
}

std::optional<TimePoint> MessagesModel::instant(const TableEntry& entry, int column) const
{
    const auto& row = entry.as<MessageRow>();
    return column == Age ? std::optional(row.created_at) : column == Due ? dueAt(row) : std::nullopt;
}

QVariant MessagesModel::cell(const TableEntry& entry, int column, int role) const
{
    const auto& row = entry.as<MessageRow>();
    const auto at = now(entry);
    const auto due = dueAt(row);
    if (role == AbsoluteTimeRole) {
        const auto time = instant(entry, column);
        return time ? QVariant(format::absolute(*time)) : QVariant();
    }
    if (role == LeaseRole)
        return {};
    switch (column) {
    case State: return format::state(word(row.state));
    case Id: return format::foreign(row.id);
    case Topic: return format::foreign(row.topic);
    case Age:
        return at - row.created_at < std::chrono::seconds{1} ? format::longSpan(Duration{0})
                                                             : format::span(at - row.created_at);
    case Tries: return format::count(row.tries);
    case Due:
        if (!due)
            return format::dash();
        return *due <= at ? QCoreApplication::translate("tables", "now")
                          : format::ahead(*due - at, uncertainty(entry.connection));
    case ClaimedBy: return role == ShortTextRole ? format::ownerShort(row.owner) : format::owner(row.owner);
    case LastError: return format::engineSentence(row.last_error);
    case Token: return format::token(row.token);
    case Sequence: return QString::number(row.seq);
    case StoreName: return feeds()->at(entry.connection) ? feeds()->at(entry.connection)->info().name : QString();
    default: return {};
    }
}

} // namespace lockdesk

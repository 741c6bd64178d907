// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tables/activity_model.h"

#include "models/format/format.h"
#include "models/tables/engine_spec.h"

#include <QCoreApplication>

#include <array>
#include <cstdio>

namespace lockdesk {

namespace {

constexpr std::size_t ring_size = 20'000;

const Event& eventOf(const TableEntry& entry) { return entry.as<ActivityRow>().event; }

class ActivitySpec final : public TableSpec
{
public:
    const std::vector<ColumnSpec>& columns() const override
    {
        static const std::vector<ColumnSpec> all{
            {"at", QT_TRANSLATE_NOOP("tables", "at"), fixedPitch | instants},
            {"store", QT_TRANSLATE_NOOP("tables", "store")},
            {"actor", QT_TRANSLATE_NOOP("tables", "who"), fixedPitch},
            {"event", QT_TRANSLATE_NOOP("tables", "event")},
            {"what", QT_TRANSLATE_NOOP("tables", "what"), fixedPitch},
            {"token", QT_TRANSLATE_NOOP("tables", "token"), alignRight | fixedPitch},
            {"text", QT_TRANSLATE_NOOP("tables", "what happened"), sentence},
        };
        return all;
    }
    std::vector<std::string_view> filterKeys() const override
    {
        return {"name", "owner", "event", "state", "kind", "store", "env", "token", "age"};
    }
    std::vector<std::string_view> filterValues(std::string_view key) const override
    {
        if (key == "event" || key == "state") {
            std::vector<std::string_view> out;
            for (int kind = 0; kind <= static_cast<int>(EventKind::audit); ++kind)
                out.emplace_back(word(static_cast<EventKind>(kind)));
            return out;
        }
        if (key == "kind")
            return {word(Entity::lock),   word(Entity::task),    word(Entity::message), word(Entity::worker),
                    word(Entity::waiter), word(Entity::refusal), word(Entity::audit)};
        if (key == "env")
            return {"development", "staging", "production"};
        return {};
    }
    void extract(const Update& update, int connection, TableDelta& delta) const override
    {
        delta.replace = update.rewind;
        for (std::size_t i = 0; i < update.events.size(); ++i) {
            std::array<char, 48> number{};
            std::snprintf(number.data(), number.size(), "%016llu.%06zu", static_cast<unsigned long long>(update.number), i);
            delta.upserts.push_back(
                {std::make_shared<const ActivityRow>(ActivityRow{update.events[i], number.data()}), connection});
        }
    }
    std::string_view key(const TableEntry& entry) const override { return entry.as<ActivityRow>().number; }
    SortKey sortKey(const TableEntry& entry, int column, const TableContext& context) const override
    {
        const Event& event = eventOf(entry);
        switch (column) {
        case ActivityModel::At: return SortKey::of(event.at);
        case ActivityModel::StoreName: return SortKey::of(std::string_view(context.of(entry).name));
        case ActivityModel::Actor: return SortKey::of(std::string_view(event.actor));
        case ActivityModel::EventName: return SortKey::of(std::string_view(word(event.kind)));
        case ActivityModel::What: return SortKey::of(std::string_view(event.key));
        case ActivityModel::Token: return event.token.number() == 0 ? SortKey{} : SortKey::of(event.token.number());
        case ActivityModel::Text: return SortKey::of(std::string_view(word(event.kind)));
        default: break;
        }
        Q_UNREACHABLE();
    }
    std::optional<FieldValue> field(const TableEntry& entry, std::string_view key,
                                    const TableContext& context) const override
    {
        const Event& event = eventOf(entry);
        if (key == "name")
            return FieldValue::of(event.key);
        if (key == "owner")
            return FieldValue::of(event.actor);
        if (key == "event" || key == "state")
            return wordField(word(event.kind));
        if (key == "kind")
            return wordField(word(event.entity));
        if (key == "store")
            return FieldValue::of(context.of(entry).name);
        if (key == "env")
            return FieldValue::of(context.of(entry).environment);
        if (key == "token")
            return FieldValue::of(event.token.number());
        if (key == "age")
            return FieldValue::of(context.now(entry) - event.at);
        return std::nullopt;
    }
    void texts(const TableEntry& entry, std::vector<std::string_view>& out) const override
    {
        const Event& event = eventOf(entry);
        out = {event.key, event.actor, event.detail, word(event.kind)};
    }
    std::size_t capacity() const override { return ring_size; }
    bool movedIn(const TableEntry& entry, const MovedRows& moved) const override { return moved.covers(eventOf(entry).at); }
    int defaultSort() const override { return ActivityModel::At; }
    bool defaultDescending() const override { return true; }
};

} // namespace

ActivityModel::ActivityModel(FeedSet* feeds, QObject* parent)
    : LiveTableModel(feeds, std::make_shared<ActivitySpec>(), parent)
{
    // A window that is opened later begins with what has happened.
    for (const Feed* feed : feeds->feeds()) {
        auto earlier = std::make_shared<Update>();
        earlier->events = feed->events().all();
        if (!earlier->events.empty())
            seed(feed, std::move(earlier));
    }
}

RowPtr<ActivityRow> ActivityModel::rowAt(int row) const
{
    const TableEntry* entry = entryAt(row);
    return entry ? std::static_pointer_cast<const ActivityRow>(entry->row) : nullptr;
}

QString ActivityModel::state(const TableEntry& entry) const { return QString::fromLatin1(word(eventOf(entry).kind)); }

bool ActivityModel::isAlarm(const TableEntry& entry) const
{
    return eventOf(entry).kind == EventKind::refused || eventOf(entry).kind == EventKind::dead;
}

QVariant ActivityModel::rowVariant(const TableEntry& entry) const
{
    return QVariant::fromValue(std::static_pointer_cast<const ActivityRow>(entry.row));
}

std::optional<TimePoint> ActivityModel::countsTo(const TableEntry&) const { return std::nullopt; }

QString ActivityModel::wholeText(const TableEntry& entry, int column) const
{
    return column == Actor ? format::foreign(eventOf(entry).actor) : LiveTableModel::wholeText(entry, column);
}

std::optional<std::string> ActivityModel::foreignText(const TableEntry& entry, int column) const
{
    const Event& event = eventOf(entry);
    switch (column) {
    case Actor: return event.actor;
    case What: return event.key;
    default: return {};
    }
}

std::optional<TimePoint> ActivityModel::instant(const TableEntry& entry, int column) const
{
    return column == At ? std::optional(eventOf(entry).at) : std::nullopt;
}

QVariant ActivityModel::cell(const TableEntry& entry, int column, int role) const
{
    const Event& event = eventOf(entry);
    if (role == AbsoluteTimeRole)
        return column == At ? QVariant(format::absolute(*instant(entry, column))) : QVariant();
    if (role == LeaseRole)
        return {};
    switch (column) {
    case At: return format::clock(event.at, now(entry));
    case StoreName: return feeds()->at(entry.connection) ? feeds()->at(entry.connection)->info().name : QString();
    case Actor: return format::ownerShort(event.actor);
    case EventName: return format::state(word(event.kind));
    case What: return format::foreign(event.key);
    case Token: return format::token(event.token);
    case Text: return format::event(event);
    default: return {};
    }
}

} // namespace lockdesk

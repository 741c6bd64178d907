// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/scenarios/shown_rows.h"

#include "backends/engine/contracts/task_state.h"

namespace lockdesk::scenarios {

namespace {

using Row = Answer<std::optional<Fields>>;

// Omits empty texts and absent times.
class Writer
{
public:
    Writer& put(const char* key, const std::string& text)
    {
        if (!text.empty())
            m_fields[key] = text;
        return *this;
    }
    Writer& put(const char* key, std::int64_t number) { return m_fields[key] = number, *this; }
    Writer& put(const char* key, std::optional<TimePoint> t)
    {
        if (t)
            m_fields[key] = to_us(*t);
        return *this;
    }
    [[nodiscard]] std::optional<Fields> fields() const { return m_fields; }

private:
    Fields m_fields;
};

std::optional<Fields> fields(const LockRow& row, TimePoint now)
{
    return Writer()
        .put("name", row.name)
        .put("owner", row.owner)
        .put("token", row.token.number())
        .put("holds", row.holds)
        .put("state", std::string(word(lock_state(row, now))))
        .put("expires_us", row.owner.empty() ? std::nullopt : row.expires_at)
        .put("cooling_until_us", row.cooling_until)
        .put("last_owner", row.last_owner)
        .fields();
}

std::optional<Fields> fields(const TaskRow& row, TimePoint now)
{
    return Writer()
        .put("id", row.id)
        .put("kind", row.kind)
        .put("phase", row.phase)
        .put("desired_state", std::string(word(row.desired_state)))
        .put("owner", row.owner)
        .put("token", row.token.number())
        .put("state", std::string(state_word(row, now)))
        .put("locked_at_us", std::optional(row.locked_at))
        .put("updated_at_us", std::optional(row.updated_at))
        .put("due_us", std::optional(task_due_at(row)))
        .put("claims", row.claims)
        .put("takeovers", row.takeovers)
        .put("failures", row.failures)
        .fields();
}

std::optional<Fields> fields(const MessageRow& row)
{
    return Writer()
        .put("id", row.id)
        .put("topic", row.topic)
        .put("payload", row.payload)
        .put("state", std::string(word(row.state)))
        .put("tries", row.tries)
        .put("owner", row.owner)
        .put("next_us", row.lease_until ? std::nullopt : std::optional(row.next_at))
        .put("lease_until_us", row.lease_until)
        .put("sent_us", row.sent_at)
        .fields();
}

template <class T, class Make> Row made(const Answer<std::optional<T>>& found, Make make)
{
    if (!found)
        return found.failure();
    return *found ? Row(make(**found)) : Row(std::optional<Fields>());
}

template <class N, class Find> Row named(const std::string& key, Find find)
{
    const auto name = N::parse(key);
    return name ? find(*name) : Row(name.failure());
}

// Returns for `items id = 3` the first row of `select * from {items} where id = 3`.
Row of_table(Session& session, const std::string& key)
{
    const auto answer = session.statements().run(row_statement(key));
    if (!answer)
        return answer.failure();
    if (answer->rows.empty())
        return std::optional<Fields>();
    Fields out;
    for (std::size_t i = 0; i < answer->columns.size(); ++i)
        std::visit(
            [&](const auto& value) {
                if constexpr (!std::is_same_v<std::decay_t<decltype(value)>, std::monostate>)
                    out[answer->columns[i]] = value;
            },
            answer->rows.front()[i]);
    return std::optional(out);
}

Row fence_row(Session& session, const Resource& name)
{
    return made(session.fence().find(name), [&](const FenceAnswer& fence) {
        return Writer()
            .put("resource", name.str())
            .put("max_token", fence.largest.number())
            .put("refusals", fence.refusals)
            .fields();
    });
}

Row record_row(Session& session, const RecordId& name)
{
    return made(session.records().get(name, false), [&](const Record& record) {
        return Writer().put("id", record.id).put("value", record.value).put("version", record.version).fields();
    });
}

Row draw_row(Session& session, const EventId& name)
{
    return made(session.draws().find(name), [](const DrawInfo& draw) {
        return Writer()
            .put("event", draw.event)
            .put("places", draw.places)
            .put("accepted", draw.accepted)
            .put("ranked", draw.ranked)
            .fields();
    });
}

} // namespace

std::string row_statement(const std::string& key)
{
    const auto blank = key.find(' ');
    return "select * from {" + key.substr(0, blank) + "}"
           + (blank == std::string::npos ? "" : " where " + key.substr(blank + 1));
}

Answer<std::optional<Fields>> shown_row(Session& session, const ShownRow& shown, TimePoint now)
{
    const std::string& key = shown.key;
    if (shown.entity == "lock")
        return named<LockName>(key, [&](const LockName& name) {
            return made(session.locks().find(name), [&](const LockRow& row) { return fields(row, now); });
        });
    if (shown.entity == "task")
        return named<TaskId>(key, [&](const TaskId& name) {
            return made(session.tasks().find(name), [&](const TaskRow& row) { return fields(row, now); });
        });
    if (shown.entity == "message")
        return named<MessageId>(key, [&](const MessageId& name) {
            return made(session.outbox().find(name), [](const MessageRow& row) { return fields(row); });
        });
    if (shown.entity == "fence")
        return named<Resource>(key, [&](const Resource& name) { return fence_row(session, name); });
    if (shown.entity == "record")
        return named<RecordId>(key, [&](const RecordId& name) { return record_row(session, name); });
    if (shown.entity == "draw")
        return named<EventId>(key, [&](const EventId& name) { return draw_row(session, name); });
    return of_table(session, key);
}

} // namespace lockdesk::scenarios

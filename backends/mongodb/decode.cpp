// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/mongodb/decode.h"

#include "backends/engine/rules/row_fields.h"
#include "backends/engine/text/text.h"

namespace lockdesk::mongodb {

namespace {

/// Reads the fields of one document and collects the names of invalid ones.
class Fields
{
public:
    explicit Fields(View doc) : m_doc(doc) {}

    std::string text(const char* name)
    {
        const View v = m_doc[name];
        if (!v.nil() && !v.is_text())
            doubt(name);
        return to_valid_utf8(v.text());
    }
    std::int64_t whole(const char* name, std::int64_t otherwise = 0)
    {
        const View v = m_doc[name];
        if (v.nil())
            return otherwise;
        const auto number = v.number();
        if (!number)
            doubt(name);
        return number.value_or(otherwise);
    }
    /// A required field.
    std::int64_t needed(const char* name, std::int64_t otherwise = 0)
    {
        if (m_doc[name].nil())
            doubt(name);
        return whole(name, otherwise);
    }
    std::optional<TimePoint> time(const char* name)
    {
        const View v = m_doc[name];
        if (v.nil())
            return std::nullopt;
        if (!v.number())
            doubt(name);
        return v.time();
    }
    TimePoint time_or_epoch(const char* name) { return foreign_time(needed(name)); }
    std::optional<Duration> span(const char* name)
    {
        return m_doc[name].nil() ? std::nullopt : std::optional(foreign_span(whole(name)));
    }
    std::string id()
    {
        if (!m_doc["_id"].is_text())
            doubt("_id");
        return id_text(m_doc["_id"]);
    }
    void doubt(const char* name) { m_doubts += (m_doubts.empty() ? "" : ", ") + std::string(name); }

    template <class Row> Row finished(Row row, Raw raw)
    {
        if (raw == Raw::with || !m_doubts.empty())
            row.raw = m_doc.copy().json();
        row.doubt = std::move(m_doubts);
        return row;
    }

private:
    View m_doc;
    std::string m_doubts;
};

// The server generates an ObjectId: seconds, a number of the process, and a counter. Together with the time of writing it
// orders the rows of an audit.
std::int64_t sequence(View doc)
{
    const auto at = doc["changed_at"].integer();
    const std::string id = id_text(doc["_id"]);
    const auto oid = id.rfind("\"$oid\"");
    if (oid == std::string::npos)
        return at;
    const auto end = id.rfind('"');
    if (end < 6)
        return at;
    const auto counter = std::strtoll(id.substr(end - 6, 6).c_str(), nullptr, 16);
    return to_us(foreign_time(at)) + counter % 1000;
}

} // namespace

std::string id_text(View id)
{
    if (id.is_text())
        return to_valid_utf8(id.text());
    Bson one;
    id.append_to(one.get(), "_id");
    return one.json();
}

void Rules::add(View doc)
{
    TaskRule rule{doc["_id"]["kind"].str(), doc["_id"]["phase"].str()};
    rule.lock_timeout = foreign_span(doc["lock_timeout"].integer(to_us(rule.lock_timeout)));
    if (const auto policy = parse_backoff_policy(doc["backoff"].text()))
        rule.backoff = *policy;
    rule.max_failures = doc["max_failures"].integer(rule.max_failures);
    m_rules[{rule.kind, rule.phase}] = rule;
}

TaskRule Rules::of(const std::string& kind, const std::string& phase) const
{
    const auto found = m_rules.find({kind, phase});
    return found == m_rules.end() ? TaskRule{kind, phase} : found->second;
}

std::vector<TaskRule> Rules::all() const
{
    std::vector<TaskRule> out;
    for (const auto& [key, rule] : m_rules)
        out.push_back(rule);
    return out;
}

LockRow lock_row(View doc, Raw raw)
{
    Fields f(doc);
    LockRow out;
    out.name = f.id();
    read_lock_fields(f, out);
    return f.finished(std::move(out), raw);
}

TaskRow task_row(View doc, const Rules& rules, Raw raw)
{
    Fields f(doc);
    TaskRow out;
    out.id = f.id();
    out.kind = f.text("kind");
    out.phase = f.text("phase");
    if (const auto desired = parse_desired_state(doc["desired_state"].text()))
        out.desired_state = *desired;
    else
        f.doubt("desired_state");
    out.payload = f.text("payload");
    out.owner = f.text("owner");
    out.token = FencingToken(f.needed("token"));
    out.claim_id = f.text("claim_id");
    out.locked_at = f.time_or_epoch("locked_at");
    out.updated_at = f.time_or_epoch("updated_at");
    out.created_at = f.time_or_epoch("created_at");
    out.claims = f.whole("claims");
    out.takeovers = f.whole("takeovers");
    out.failures = f.whole("failures");
    out.last_error = f.text("last_error");
    const TaskRule rule = rules.of(out.kind, out.phase);
    out.lock_timeout = rule.lock_timeout;
    out.max_failures = rule.max_failures;
    return f.finished(std::move(out), raw);
}

MessageRow message_row(View doc, TimePoint now, Raw raw)
{
    Fields f(doc);
    MessageRow out;
    out.id = f.id();
    out.seq = f.whole("seq");
    out.topic = f.text("topic");
    out.payload = f.text("payload");
    out.token = FencingToken(f.needed("token"));
    read_delivery_fields(f, out);
    const std::string state = f.text("state");
    if (state == "sent")
        out.state = MessageState::sent;
    else if (state == "dead")
        out.state = MessageState::dead;
    else if (state == "sending" && out.lease_until && *out.lease_until > now)
        out.state = MessageState::sending;
    else if (state != "pending" && state != "sending")
        f.doubt("state");
    return f.finished(std::move(out), raw);
}

WorkerRow worker_row(View doc, Raw raw)
{
    Fields f(doc);
    WorkerRow out;
    out.id = f.id();
    read_worker_fields(f, out);
    return f.finished(std::move(out), raw);
}

WaiterRow waiter_row(View doc)
{
    Fields f(doc);
    return {f.text("name"), f.text("owner"), foreign_time(f.whole("since")), foreign_time(f.whole("until"))};
}

FenceRow fence_row(View doc)
{
    Fields f(doc);
    return {f.text("resource"), FencingToken(f.whole("token")), FencingToken(f.whole("largest")), f.text("who"),
            foreign_time(f.whole("at"))};
}

AuditRow audit_row(View doc)
{
    Fields f(doc);
    AuditRow out;
    out.seq = sequence(doc);
    out.at = foreign_time(f.whole("at"));
    out.who = f.text("who");
    out.action = f.text("action");
    out.entity = f.text("entity");
    out.key = f.text("key");
    out.reason = f.text("reason");
    out.evidence = f.text("evidence");
    out.command = f.text("command");
    out.result = f.text("result");
    return out;
}

} // namespace lockdesk::mongodb

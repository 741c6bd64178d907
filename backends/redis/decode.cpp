// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/redis/decode.h"

#include "backends/engine/rules/row_fields.h"
#include "backends/engine/text/text.h"
#include "backends/redis/link.h"

#include <algorithm>
#include <array>

namespace lockdesk::redis {

namespace {

constexpr std::array<std::string_view, 14> task_names{"kind",   "phase",     "desired_state", "payload",    "owner",
                                                      "token",  "claim_id",  "locked_at",     "updated_at", "created_at",
                                                      "claims", "takeovers", "failures",      "last_error"};
constexpr std::array<std::string_view, 15> message_names{"seq",         "topic",   "payload",    "state", "tries",
                                                         "created_at",  "next_at", "owner",      "token", "claim_id",
                                                         "lease_until", "sent_at", "last_error", "cuts",  "begun_at"};
constexpr std::array<std::string_view, 20> worker_names{
    "host",    "pid",     "role",    "kinds",  "state", "doing",    "doing_since", "lease_until", "period",   "started_at",
    "beat_at", "control", "slow_by", "claims", "done",  "relocked", "failed",      "refused",     "wait_p50", "hold_p50"};

template <std::size_t N> Fields fields_of(View values, const std::array<std::string_view, N>& names)
{
    return values.is_array() ? Fields::of_values(values, names) : Fields::of_wrong_type();
}

FencingToken token_of(Fields& f, std::int64_t otherwise = 0) { return FencingToken(f.whole("token", otherwise)); }

} // namespace

Fields Fields::of_pairs(View pairs)
{
    Fields f;
    f.m_fields.reserve(pairs.size() / 2);
    for (std::size_t i = 0; i + 1 < pairs.size(); i += 2)
        f.m_fields.emplace_back(pairs[i].text(), pairs[i + 1]);
    return f;
}

Fields Fields::of_values(View values, std::span<const std::string_view> names)
{
    Fields f;
    f.m_fields.reserve(names.size());
    for (std::size_t i = 0; i < names.size(); ++i)
        f.m_fields.emplace_back(names[i], values[i]);
    return f;
}

Fields Fields::of_wrong_type()
{
    Fields f;
    f.doubt("type");
    return f;
}

View Fields::find(std::string_view name) const
{
    for (const auto& [key, value] : m_fields)
        if (key == name)
            return value;
    return {};
}

std::string Fields::text(std::string_view name) const { return find(name).str(); }

void Fields::doubt(std::string_view name)
{
    if (!m_doubts.empty())
        m_doubts += ", ";
    m_doubts += name;
}

std::int64_t Fields::whole(std::string_view name, std::int64_t otherwise)
{
    const View value = find(name);
    if (value.nil() || (!value.is_integer() && value.text().empty()))
        return otherwise;
    if (const auto number = value.number())
        return *number;
    doubt(name);
    return otherwise;
}

std::int64_t Fields::needed(std::string_view name, std::int64_t otherwise)
{
    const View value = find(name);
    if (!m_fields.empty() && (value.nil() || (!value.is_integer() && value.text().empty()))) {
        doubt(name);
        return otherwise;
    }
    return whole(name, otherwise);
}

std::optional<TimePoint> Fields::time(std::string_view name)
{
    const View value = find(name);
    if (value.nil() || (!value.is_integer() && value.text().empty()))
        return std::nullopt;
    if (const auto number = value.number())
        return foreign_time(*number);
    doubt(name);
    return std::nullopt;
}

std::optional<Duration> Fields::span(std::string_view name)
{
    const auto us = whole(name, -1);
    return us >= 0 ? std::optional(foreign_span(us)) : std::nullopt;
}

std::string Fields::raw() const
{
    std::string out = "{";
    for (const auto& [key, value] : m_fields) {
        if (out.size() > 1)
            out += ",";
        out += json_quote(key) + ":";
        const std::string text = value.str();
        const bool digits = !text.empty() && text.size() < 18 && value.number() && (text == "0" || text.front() != '0')
                            && text.front() != '-';
        out += value.nil() ? "null" : digits ? text : json_quote(text);
    }
    return out + "}";
}

TaskRule parse_rule(std::string_view text, std::string kind, std::string phase)
{
    TaskRule rule{std::move(kind), std::move(phase)};
    const auto first = text.find(' ');
    const auto last = text.rfind(' ');
    if (first == std::string_view::npos || last <= first)
        return rule;
    if (const auto timeout = whole_number(text.substr(0, first)))
        rule.lock_timeout = foreign_span(*timeout);
    rule.backoff = text.substr(first + 1, last - first - 1) == "e" ? BackoffPolicy::exponential : BackoffPolicy::progressive;
    if (const auto most = whole_number(text.substr(last + 1)))
        rule.max_failures = *most;
    return rule;
}

std::string rule_text(const TaskRule& rule)
{
    return std::to_string(to_us(rule.lock_timeout)) + (rule.backoff == BackoffPolicy::exponential ? " e " : " p ")
           + std::to_string(rule.max_failures);
}

Rules::Rules(View pairs)
{
    for (std::size_t i = 0; i + 1 < pairs.size(); i += 2)
        m_texts.emplace(pairs[i].str(), pairs[i + 1].str());
}

TaskRule Rules::of(const std::string& kind, const std::string& phase) const
{
    if (m_texts.empty())
        return {kind, phase};
    const auto found = m_texts.find(packed(kind, phase));
    return parse_rule(found == m_texts.end() ? std::string_view{} : std::string_view(found->second), kind, phase);
}

std::vector<TaskRule> Rules::all() const
{
    std::vector<TaskRule> out;
    for (const auto& [key, text] : m_texts) {
        auto [kind, phase] = unpacked(key);
        out.push_back(parse_rule(text, std::move(kind), std::move(phase)));
    }
    std::sort(out.begin(), out.end(),
              [](const TaskRule& a, const TaskRule& b) { return std::tie(a.kind, a.phase) < std::tie(b.kind, b.phase); });
    return out;
}

std::span<const std::string_view> task_fields() { return task_names; }
std::span<const std::string_view> message_fields() { return message_names; }
std::span<const std::string_view> worker_fields() { return worker_names; }

TaskRule rule_of_values(View values, View rule) { return parse_rule(rule.text(), values[0].str(), values[1].str()); }

namespace {

TaskRow task_of(std::string id, Fields& f)
{
    TaskRow out;
    out.id = std::move(id);
    out.kind = f.text("kind");
    out.phase = f.text("phase");
    if (const auto desired = parse_desired_state(f.text("desired_state")))
        out.desired_state = *desired;
    else if (f.doubts().empty())
        f.doubt("desired_state");
    out.payload = f.text("payload");
    out.owner = f.text("owner");
    out.token = token_of(f);
    out.claim_id = f.text("claim_id");
    out.locked_at = f.time("locked_at").value_or(never_locked);
    out.updated_at = f.time("updated_at").value_or(TimePoint{});
    out.created_at = f.time("created_at").value_or(TimePoint{});
    out.claims = f.whole("claims");
    out.takeovers = f.whole("takeovers");
    out.failures = f.whole("failures");
    out.last_error = f.text("last_error");
    return out;
}

} // namespace

TaskRow task_row(std::string id, View values, const TaskRule& rule, Raw raw)
{
    Fields f = fields_of(values, task_names);
    TaskRow out = task_of(std::move(id), f);
    out.lock_timeout = rule.lock_timeout;
    out.max_failures = rule.max_failures;
    return finished(std::move(out), f, raw);
}

TaskRow task_row(std::string id, View values, const Rules& rules, Raw raw)
{
    Fields f = fields_of(values, task_names);
    TaskRow out = task_of(std::move(id), f);
    const TaskRule rule = rules.of(out.kind, out.phase);
    out.lock_timeout = rule.lock_timeout;
    out.max_failures = rule.max_failures;
    return finished(std::move(out), f, raw);
}

MessageRow message_row(std::string id, View values, TimePoint now, Raw raw)
{
    Fields f = fields_of(values, message_names);
    MessageRow out;
    out.id = std::move(id);
    out.seq = f.whole("seq");
    out.topic = f.text("topic");
    out.payload = f.text("payload");
    const auto state = f.text("state");
    out.state = state == "sending" ? MessageState::sending
                : state == "sent"  ? MessageState::sent
                : state == "dead"  ? MessageState::dead
                                   : MessageState::pending;
    if (state != word(out.state) && f.doubts().empty())
        f.doubt("state");
    out.token = token_of(f);
    read_delivery_fields(f, out);
    if (out.state == MessageState::sending && out.lease_until && *out.lease_until <= now)
        out.state = MessageState::pending;
    return finished(std::move(out), f, raw);
}

WorkerRow worker_row(std::string id, View values, Raw raw)
{
    Fields f = fields_of(values, worker_names);
    WorkerRow out;
    out.id = std::move(id);
    read_worker_fields(f, out);
    return finished(std::move(out), f, raw);
}

FenceRow fence_row(View entry)
{
    Fields f = Fields::of_pairs(entry[1]);
    return {f.text("resource"), token_of(f), FencingToken(f.whole("largest")), f.text("who"),
            f.time("at").value_or(TimePoint{})};
}

AuditRow audit_row(View entry)
{
    Fields f = Fields::of_pairs(entry[1]);
    return {f.whole("seq"),    f.time("at").value_or(TimePoint{}),
            f.text("who"),     f.text("action"),
            f.text("entity"),  f.text("key"),
            f.text("reason"),  f.text("evidence"),
            f.text("command"), f.text("result")};
}

std::string below_entry(View entry) { return "(" + entry[0].str(); }

} // namespace lockdesk::redis

// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/engine/contracts/evidence.h"

#include "backends/engine/contracts/task_state.h"
#include "backends/engine/text/json_text.h"
#include "backends/engine/text/shown_text.h"

#include <algorithm>
#include <array>
#include <map>

namespace lockdesk {

namespace {

/// In bytes of JSON. A name of 200 control characters fits into a short text.
struct EvidenceLimits
{
    std::size_t short_text; ///< names, owners, words
    std::size_t long_text;  ///< raw records, payloads, errors
};
constexpr std::array evidence_limits{EvidenceLimits{2048, 16 * 1024}, EvidenceLimits{512, 2048}, EvidenceLimits{64, 64}};

// Returns the longest prefix of the text that takes at most `limit` bytes between the quotes.
std::string quoted_beginning(std::string_view text, std::size_t limit)
{
    std::string out = "\"";
    while (!text.empty()) {
        const auto size = std::max<std::size_t>(utf8_length(text), 1);
        const std::string one = json_quote(text.substr(0, size));
        if (out.size() - 1 + one.size() - 2 > limit)
            break;
        out.append(one, 1, one.size() - 2);
        text.remove_prefix(size);
    }
    return out + "\"";
}

class EvidenceText
{
public:
    explicit EvidenceText(const EvidenceLimits& limits) : m_limits(limits) {}

    EvidenceText& text(std::string_view key, const std::string& value) { return put(key, value, m_limits.short_text); }
    EvidenceText& long_text(std::string_view key, const std::string& value) { return put(key, value, m_limits.long_text); }
    EvidenceText& number(std::string_view key, std::int64_t value)
    {
        m_out.number(key, value);
        return *this;
    }
    EvidenceText& time(std::string_view key, const std::optional<TimePoint>& t)
    {
        m_out.time(key, t);
        return *this;
    }
    EvidenceText& span(std::string_view key, const std::optional<Duration>& d)
    {
        m_out.span(key, d);
        return *this;
    }
    EvidenceText& json(std::string_view key, std::string_view value)
    {
        m_out.json(key, value);
        return *this;
    }
    EvidenceText& null(std::string_view key) { return json(key, "null"); }
    /// Adds a nested object; its cuts are reported by the whole.
    EvidenceText& part(std::string_view key, const EvidenceText& part)
    {
        m_out.json(key, part.m_out.str());
        take_cuts(part);
        return *this;
    }
    void take_cuts(const EvidenceText& part)
    {
        for (const auto& [name, size] : part.m_cut)
            note_cut(name, size);
    }
    [[nodiscard]] std::string object() const { return m_out.str(); }
    [[nodiscard]] const EvidenceLimits& limits() const { return m_limits; }

    [[nodiscard]] std::string done()
    {
        JsonText cut;
        for (const auto& [name, size] : m_cut)
            cut.number(name, static_cast<std::int64_t>(size));
        return m_out.json("cut", cut.empty() ? "null" : cut.str()).str();
    }

private:
    EvidenceText& put(std::string_view key, const std::string& value, std::size_t limit)
    {
        if (value.empty())
            return null(key);
        const std::string text = readable(value);
        std::string quoted = text.size() <= limit ? json_quote(text) : std::string();
        if (quoted.empty() || quoted.size() - 2 > limit) {
            quoted = quoted_beginning(text, limit);
            note_cut(std::string(key), value.size());
        }
        return json(key, quoted);
    }

    void note_cut(const std::string& name, std::size_t size)
    {
        auto& largest = m_cut[name];
        largest = std::max(largest, size);
    }

    EvidenceLimits m_limits;
    JsonText m_out;
    std::map<std::string, std::size_t> m_cut; ///< key -> size, the largest if several texts have it
};

// Writes with the first limits that make it short enough.
template <class Write> std::string bounded(const Write& write)
{
    std::string out;
    for (const EvidenceLimits& limits : evidence_limits) {
        EvidenceText text(limits);
        write(text);
        out = text.done();
        if (out.size() <= longest_evidence)
            return out;
    }
    return "{\"entity\":null,\"cut\":{\"all\":" + std::to_string(out.size()) + "}}";
}

template <class Row> void add_seen(EvidenceText& out, const Seen<Row>& seen, const char* entity, const char* state)
{
    out.text("entity", entity).text("state", state);
    out.time("seen_us", seen.just_before ? std::nullopt : std::optional(seen.at));
}

// Adds the record itself where it says more than the fields: other formats, and rows that cannot be interpreted for sure.
template <class Row> void add_record(EvidenceText& out, const Row& row, bool own)
{
    out.text("doubt", row.doubt);
    out.long_text("raw", own && row.doubt.empty() ? std::string() : row.raw);
}

void add_session(EvidenceText& out, const Rare<LockSession>& session, bool just_before)
{
    if (!session) {
        out.null("session");
        return;
    }
    EvidenceText part(out.limits());
    part.text("id", session->id).text("program", session->program).text("user", session->user);
    part.text("client", session->client).time("since_us", session->since);
    part.text("state", just_before ? std::string() : session->state);
    part.time("transaction_us", just_before ? std::nullopt : session->transaction_since);
    part.text("last_statement", just_before ? std::string() : session->last_statement);
    out.part("session", part);
}

void add_quorum(EvidenceText& out, const Rare<LockQuorum>& quorum)
{
    if (!quorum) {
        out.null("quorum");
        return;
    }
    EvidenceText part(out.limits());
    part.number("quorum", quorum->quorum).number("held", quorum->held).number("valid_us", to_us(quorum->valid));
    std::string servers;
    for (const ServerVote& vote : quorum->servers) {
        EvidenceText one(out.limits());
        one.text("server", vote.server).text("says", word(vote.says)).text("owner", vote.owner).span("left_us", vote.left);
        part.take_cuts(one);
        servers += (servers.empty() ? "" : ",") + one.object();
    }
    part.json("servers", "[" + servers + "]");
    out.part("quorum", part);
}

void add_draw(EvidenceText& out, const Rare<DrawProgress>& draw)
{
    if (!draw) {
        out.null("draw");
        return;
    }
    EvidenceText part(out.limits());
    part.text("event", draw->event).number("places", draw->places).number("accepted", draw->accepted);
    part.number("ranked", draw->ranked);
    out.part("draw", part);
}

} // namespace

std::string evidence_json(const LockSeen& seen)
{
    const LockRow& row = seen.row;
    const bool own = row.source == "lockdesk";
    const auto state = lock_state(row, seen.at);
    return bounded([&](EvidenceText& out) {
        add_seen(out, seen, "lock", word(state));
        out.text("source", row.source).text("name", row.name).text("owner", row.owner);
        if (own || row.token != FencingToken{})
            out.number("token", row.token.number());
        else
            out.null("token");
        out.number("holds", row.holds).time("acquired_us", row.acquired_at);
        out.time("expires_us", row.expires_at || state != LockState::cooling ? row.expires_at : row.cooling_until);
        out.number("waiters", row.waiters).span("lease_us", row.lease).time("renewed_us", row.renewed_at);
        out.number("renewals", row.renewals).time("cooling_us", row.cooling_until).time("released_us", row.released_at);
        out.text("last_owner", row.last_owner).text("reason", row.reason);
        add_session(out, row.session, seen.just_before);
        add_quorum(out, row.quorum);
        add_draw(out, row.draw);
        // A server's view of a session or of several servers changes constantly, and the fields contain all of it.
        add_record(out, row, own || row.session || row.quorum);
    });
}

std::string evidence_json(const TaskSeen& seen)
{
    const TaskRow& row = seen.row;
    return bounded([&](EvidenceText& out) {
        add_seen(out, seen, "task", state_word(row, seen.at));
        out.text("id", row.id).text("kind", row.kind).text("phase", row.phase);
        out.text("desired_state", word(row.desired_state)).text("owner", row.owner).number("token", row.token.number());
        out.text("claim_id", row.claim_id).time("locked_at_us", row.locked_at).time("updated_at_us", row.updated_at);
        out.time("due_us", task_due_at(row)).number("claims", row.claims).number("takeovers", row.takeovers);
        out.number("failures", row.failures).time("created_at_us", row.created_at);
        out.span("lock_timeout_us", row.lock_timeout).number("max_failures", row.max_failures);
        out.long_text("last_error", row.last_error).long_text("payload", row.payload);
        add_record(out, row, true);
    });
}

std::string evidence_json(const MessageSeen& seen)
{
    const MessageRow& row = seen.row;
    return bounded([&](EvidenceText& out) {
        add_seen(out, seen, "message", word(row.state));
        out.text("id", row.id).number("seq", row.seq).text("topic", row.topic).number("tries", row.tries);
        out.number("cuts", row.cuts).time("begun_us", row.begun_at).time("next_us", row.next_at).text("owner", row.owner);
        out.number("token", row.token.number()).text("claim_id", row.claim_id).time("created_us", row.created_at);
        out.time("lease_until_us", row.lease_until).time("sent_us", row.sent_at);
        out.long_text("last_error", row.last_error).long_text("payload", row.payload);
        add_record(out, row, true);
    });
}

std::string evidence_of_messages(std::size_t count)
{
    return JsonText().number("messages", static_cast<std::int64_t>(count)).str();
}

std::string evidence_json(const WorkerSeen& seen)
{
    const WorkerRow& row = seen.row;
    const WorkerCounters& counters = row.counters;
    return bounded([&](EvidenceText& out) {
        add_seen(out, seen, "worker", word(worker_health(row, seen.at)));
        out.text("id", row.id).text("host", row.host).number("pid", row.pid).text("role", row.role);
        out.text("kinds", row.kinds).text("mode", row.state).text("control", word(row.order));
        out.span("slow_by_us", row.slow_by).text("doing", row.doing).time("doing_since_us", row.doing_since);
        out.time("lease_until_us", row.lease_until).span("period_us", row.period).time("started_us", row.started_at);
        out.time("beat_us", row.beat_at).number("claims", counters.claims).number("done", counters.done);
        out.number("relocked", counters.relocked).number("failed", counters.failed).number("refused", counters.refused);
        const auto measured = [](std::int64_t us) { return us < 0 ? std::nullopt : std::optional(Duration{us}); };
        out.span("wait_p50_us", measured(counters.wait_p50_us)).span("hold_p50_us", measured(counters.hold_p50_us));
        add_record(out, row, true);
    });
}

} // namespace lockdesk

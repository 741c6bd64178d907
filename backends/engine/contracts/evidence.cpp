// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/engine/contracts/evidence.h"

#include "backends/engine/contracts/task_state.h"
#include "backends/engine/text/json_text.h"
#include "backends/engine/text/row_keys.h"
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

    EvidenceText& text(std::string_view key, std::string_view value) { return put(key, value, m_limits.short_text); }
    EvidenceText& name(std::string_view key, std::string_view value) { return text(key, value); }
    EvidenceText& long_text(std::string_view key, std::string_view value) { return put(key, value, m_limits.long_text); }
    EvidenceText& payload(std::string_view key, std::string_view value) { return long_text(key, value); }
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
    EvidenceText& put(std::string_view key, std::string_view value, std::size_t limit)
    {
        if (value.empty())
            return null(key);
        const std::string text = readable(std::string(value));
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
    out.long_text("raw", own && row.doubt.empty() ? std::string() : row.raw.str());
}

void add_session(EvidenceText& out, const Rare<LockSession>& session, bool just_before)
{
    if (!session) {
        out.null("session");
        return;
    }
    EvidenceText part(out.limits());
    row_keys::put_session(part, *session, just_before);
    out.part("session", part);
}

void add_quorum(EvidenceText& out, const Rare<LockQuorum>& quorum)
{
    if (!quorum) {
        out.null("quorum");
        return;
    }
    EvidenceText part(out.limits());
    row_keys::put_quorum(part, *quorum);
    std::string servers;
    for (const ServerVote& vote : quorum->servers) {
        EvidenceText one(out.limits());
        row_keys::put_vote(one, vote);
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
    row_keys::put_draw(part, *draw);
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
        row_keys::LockValues values{row.token.number(), row.acquired_at, row.expires_at, row.renewed_at, row.released_at,
                                    row.lease,          row.renewals,    row.last_owner, row.reason};
        if (!own && row.token == FencingToken{})
            values.token.reset();
        if (!row.expires_at && state == LockState::cooling)
            values.expires_at = row.cooling_until;
        row_keys::put_grant(out, row, values);
        row_keys::put_lease(out, row, values);
        out.time("cooling_us", row.cooling_until);
        row_keys::put_last_release(out, values);
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
        row_keys::put_task(out, row);
        row_keys::put_task_extras(out, row);
        add_record(out, row, true);
    });
}

std::string evidence_json(const MessageSeen& seen)
{
    const MessageRow& row = seen.row;
    return bounded([&](EvidenceText& out) {
        add_seen(out, seen, "message", word(row.state));
        row_keys::put_message_name(out, row);
        row_keys::put_message(out, row);
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
    return bounded([&](EvidenceText& out) {
        add_seen(out, seen, "worker", word(worker_health(row, seen.at)));
        row_keys::put_worker(out, row);
        add_record(out, row, true);
    });
}

} // namespace lockdesk

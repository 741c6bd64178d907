// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
//
// The concerns of a session, shared by the SQL servers: each verb runs the statement of its name.
#pragma once

#include "backends/engine/contracts/concern_session.h"
#include "backends/sql/server_forms.h"

#include <algorithm>
#include <functional>

namespace lockdesk::sql {

std::unique_ptr<Locks> make_locks(Link& link);
std::unique_ptr<Fence> make_fence(Link& link);
std::unique_ptr<Records> make_records(Link& link);
std::unique_ptr<Workers> make_workers(Link& link);
std::unique_ptr<Audit> make_audit(Link& link);
std::unique_ptr<Tasks> make_tasks(Link& link, const TaskVerbs& verbs);
std::unique_ptr<Outbox> make_outbox(Link& link, const OutboxVerbs& verbs);
std::unique_ptr<Draws> make_draws(Link& link, DrawValues values);
std::unique_ptr<Admin> make_admin(Link& link, const AdminForms& forms);
/// `named`: a named lock of the server, held by the session's connection. `skip_locked`: FOR UPDATE SKIP LOCKED on a guard
/// row in a transaction that stays open on a separate connection, so that the session can continue and note the holder.
std::unique_ptr<SessionLocks> make_session_locks(Link& link, const SessionLockForms& forms);

/// A session over a link.
class LinkSession : public ConcernSession<std::unique_ptr<Link>>
{
public:
    using ConcernSession::ConcernSession;
    [[nodiscard]] StatementTrace* rehearsed() const override { return m_line->options().trace.get(); }
    void interrupt() noexcept override { m_line->interrupter()->interrupt(); }
};

/// A session on Lockdesk's own tables.
std::unique_ptr<Session> make_session(std::unique_ptr<Link> link, const ServerForms& forms);
using MakeLink = std::function<std::unique_ptr<Link>(const SessionOptions&)>;
using Listen = std::function<Answer<std::unique_ptr<HintListener>>(std::vector<HintTopic> topics, const SessionOptions&,
                                                                   const std::stop_token&)>;
/// A store that opens sessions on the source that their options name.
std::unique_ptr<Store> make_store(const StoreUrl& url, const ServerForms& forms, MakeLink make_link, Listen listen);
// Sessions on tables of other libraries: only locks, without tokens. `link` was made with `without_schema`.
Answer<std::unique_ptr<Session>> open_dist_lock(std::unique_ptr<Link> link, const SessionOptions& options,
                                                const ServerForms& forms);
Answer<std::unique_ptr<Session>> open_shed_lock(std::unique_ptr<Link> link, const SessionOptions& options,
                                                const ServerForms& forms);

// For the forms.

/// Rows with what they are ordered by: a claim returns them in the order in which they were due, and RETURNING has none.
template <class Row, class Then> std::vector<Row> in_order(std::vector<std::pair<std::int64_t, Row>> due, const Then& then)
{
    std::ranges::sort(due, {}, [&](const auto& one) { return std::pair(one.first, std::invoke(then, one.second)); });
    std::vector<Row> rows;
    rows.reserve(due.size());
    for (auto& [at, row] : due)
        rows.push_back(std::move(row));
    return rows;
}

Answer<std::optional<TaskRow>> find_task(Link& link, const TaskId& id);
using ClaimedTasks = Answer<std::vector<TaskRow>>;
StepForm form_of(const TaskStep& step);
/// Returns kind, phase, owner and claim id, `timeout`, and `limit` as a literal: PostgreSQL's planner guesses a tenth of the table for
/// a parameter.
Values claim_values(const ClaimRequest& request);
/// Returns what the reply to a claim has taken, in the claim's order: RETURNING has none.
ClaimedTasks claimed_tasks(Answer<Reply> reply, const TaskVerbs& verbs, const ClaimRequest& request);
/// Claims by a read and a write. `in_transaction`: one is open.
ClaimedTasks claim_in_steps(Link& link, const TaskVerbs& verbs, const ClaimRequest& request, bool in_transaction = false);

/// Returns the values of outbox_claim.
Values claim_values(const Link& link, const MessageClaim& request);
/// Returns the rows that a claim took for this owner, in the order in which they were due. `used`: rows of the claim exist,
/// whatever their owner is now.
std::vector<MessageRow> claimed_messages(const Result& r, const OwnerId& owner, bool* used = nullptr);

Answer<std::vector<SessionLockRow>> all_session_locks(Link& link);
std::vector<SessionLockRow> session_lock_rows(const Link& link, const Result& r);

/// One poll for changes.
struct Poll
{
    std::string next{};    ///< the cursor of the next poll
    bool news = false;     ///< else a snapshot
    std::size_t limit = 0; ///< as the caller has it, and `known`
    std::string is_new{};    ///< with `news`: the condition on `k`; empty: nothing is new
    Values values{};         ///< of that condition
    const char* unsent = ""; ///< the condition on messages of a snapshot
    /// Returns true for a row that an earlier answer contained; null: rows are read only once.
    std::function<bool(const Result& rows, int row)> was_reported{};
    KnownRows* known = nullptr; ///< left out of a snapshot
};

/// Reads the rows that are new, and what was removed. The server's own class decides which rows are new.
class SqlChanges : public Changes
{
public:
    explicit SqlChanges(Link& link) : m_link(link) {}
    Answer<ChangeBatch> since(const ChangeCursor& cursor, Entities what, std::size_t limit) final;

protected:
    virtual Answer<Poll> poll(const std::string& cursor, Entities what) = 0;
    /// The last poll's rows are read, and its cursor is returned.
    virtual void was_read(const std::string& /*next*/, Entities /*what*/) {}
    Link& m_link;
};

/// A wait that keeps now + wait in range.
inline constexpr std::int64_t longest_wait = 4'000'000'000'000'000'000;

/// Adds who does it, why, by which command, and what was seen: the values of the row in the audit table.
template <class Request> Values& add_audit(Values& values, const Request& request, const std::string& command)
{
    values.text("who", request.who).text("reason", request.reason).text("command", command);
    return values.text("evidence", evidence_json(request.seen));
}

Answer<ClockReading> read_clock(Link& link, int probes);
Answer<Durability> read_durability(Link& link);

} // namespace lockdesk::sql

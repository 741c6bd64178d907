// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/store.h"
#include "backends/sql/driver.h"
#include "backends/sql/errors.h"
#include "backends/sql/values.h"

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <string>

namespace lockdesk::sql {

/// Time beyond the timeout for the server to report that it cancelled the statement itself.
inline constexpr auto cancel_grace = std::chrono::milliseconds{400};

/// Whether a statement may change data; decides what a lost reply means.
enum class Effect { read, write };

/// Whether a statement is sent repeatedly with the same text: a list with a filter has a different text each time.
enum class Use { often, once };

/// How a server spells statements and names errors.
struct Dialect
{
    Quote quote;
    /// Returns the statement of that name from resources.
    std::string (*statement_text)(std::string_view name);
    /// `write`: the statement may have changed something, so a lost reply is in doubt.
    Failure (*to_failure)(const Trouble& trouble, const Place& place, const std::string& statement, bool write);
    /// Returns true for the code of a transaction that the server rolled back: a retry may succeed.
    bool (*is_rolled_back)(const std::string& code);
    /// Returns true for the code of a missing schema.
    bool (*is_no_schema)(const std::string& code);
    bool (*is_storable)(const Values& values);
    Failure (*not_storable)(const std::string& statement);
    bool leaves_transactions_open; ///< a failed statement may
    bool sorts_without_index;      ///< well under a second for the first 20,000 of a million rows in an order without an index
};

/// A session's connection to the server: opens it when needed, keeps every call within the timeout, retries what was
/// rolled back, and maps every trouble to a Failure. All concerns of a session share one.
///
/// Each store derives a class that sends through its `Driver`.
class Link
{
public:
    virtual ~Link() = default;
    Link(const Link&) = delete;
    Link& operator=(const Link&) = delete;

    Answer<Done> open();
    /// Runs the statement of that name from resources.
    Answer<Reply> run(const std::string& name, const Values& values, Effect effect, Use use = Use::often);
    /// Runs a statement that writes, and reports to observers that an entity has changed.
    Answer<Done> write(const std::string& name, const Values& values, Entity changed);
    /// Reads rows to change them, with `locking` (FOR UPDATE). A rehearsal records that but sends `plain`, which blocks
    /// no other session, and so reaches the writes.
    Answer<Reply> run_to_change(const std::string& name, const Values& locking, const Values& plain);
    /// Sends text unchanged, as an operator saw it beforehand.
    Answer<Reply> run_literal(const std::string& name, const std::string& sql, Effect effect);
    /// Runs `body` in one transaction of several round trips; a failure rolls back. Restarts it when the server demands it.
    template <class T> Answer<T> in_transaction(const std::string& name, const std::function<Answer<T>()>& body);

    /// Returns the statement with its values filled in, as literal text.
    [[nodiscard]] std::string text(const std::string& name, const Values& values = {}) const;
    /// Fills the session's fixed placeholders into a piece of SQL.
    [[nodiscard]] std::string expand(std::string_view sql) const;
    [[nodiscard]] std::string literal(std::string_view text) const;
    /// Returns the condition that an SQL text expression contains `sought`, plain ASCII, in upper or lower case.
    [[nodiscard]] std::string contains(const std::string& sql, std::string_view sought) const;
    /// Returns the full name of one of our tables.
    [[nodiscard]] std::string table(std::string_view name) const;

    /// Reports a statement to the trace, also one sent over another connection of the session.
    void note(const std::string& name, const std::string& sql, std::vector<std::string> values = {}) const;
    void note(const std::string& name, const Values& values) const;

    // Wakes waiters, if the server can.
    virtual void hint(Entity, const std::string&) {}
    virtual void hint_taken(Entity, const std::string&) {}
    /// Reports a change that only observers need.
    virtual void hint_observers(Entity) {}

    [[nodiscard]] bool sorts_without_index() const { return m_dialect.sorts_without_index; }

    /// Returns a further connection of the session, for a transaction that its holder keeps open without a limit.
    [[nodiscard]] virtual std::unique_ptr<Driver> holder() const = 0;
    /// Opens such a connection if it is not alive, and begins a transaction, with what is sent also; null: none is begun.
    Answer<Done> begin_over(Driver& holder, const std::string& name, const char* also, SteadyPoint deadline);
    /// Sends a statement over such a connection.
    Answer<Reply> answer_over(Driver& holder, const std::string& name, const Values& values, SteadyPoint deadline,
                              bool write = false);
    /// Returns false if its transaction is lost, a failure if that is unknown, and closes it then.
    Answer<bool> holder_mine(Driver& holder);
    [[nodiscard]] Failure to_failure(const Trouble& trouble, const std::string& statement, bool write) const
    {
        return m_dialect.to_failure(trouble, m_place, statement, write);
    }

    /// Returns a failure if this server cannot store one of the texts.
    [[nodiscard]] std::optional<Failure> not_storable(const std::string& statement, const Values& values) const;

    [[nodiscard]] const Place& place() const { return m_place; }
    [[nodiscard]] const SessionOptions& options() const { return m_options; }
    [[nodiscard]] const StoreUrl& url() const { return m_url; }
    [[nodiscard]] const std::shared_ptr<Interrupter>& interrupter() const { return m_interrupter; }
    [[nodiscard]] virtual Driver& connection() = 0;
    /// Returns when a call that begins now must end.
    [[nodiscard]] SteadyPoint deadline() const;
    [[nodiscard]] int schema_version() const { return m_schema_version; }
    /// Returns a failure if the schema is older than this program needs and this session does not manage the schema.
    std::optional<Failure> outdated(const std::string& statement);
    [[nodiscard]] const std::string& server_version() const { return m_server_version; }
    /// Counts repetitions after the server rolled something back.
    [[nodiscard]] std::int64_t retries() const { return m_retries; }
    /// Makes the next call read the schema again, after it was created or dropped.
    void greet_again() { m_greeted = false; }

protected:
    struct Statement
    {
        const std::string& name;
        const Template& text;
        const Values& values;
        Use use;
    };

    /// `fixed`: the placeholders that are the same in every statement of a session, such as `{p}`, our tables' prefix.
    Link(const StoreUrl& url, const SessionOptions& options, Place place, Values fixed, const Dialect& dialect);

    virtual Outcome<Reply> send(const Statement& statement, SteadyPoint deadline) = 0;
    virtual Outcome<Reply> send_over(Driver& holder, const std::string& name, const Values& values,
                                     SteadyPoint deadline) = 0;
    /// Writes the statement to the trace.
    virtual void note(const Statement& statement) const = 0;
    /// Reads the row of the statement `hello`: whose schema it is.
    virtual void learn(const Result& hello) = 0;
    /// Returns true if another session has dropped our prepared statements, or changed one of their tables.
    [[nodiscard]] virtual bool is_unprepared(const std::string& /*code*/) const { return false; }
    /// Returns the least remaining time that justifies a retry.
    [[nodiscard]] virtual Duration needed_for_a_try(const std::string& /*code*/) const { return Duration{0}; }
    /// Returns why the statement must not be sent, or nullopt.
    [[nodiscard]] virtual std::optional<Failure> refused(const std::string& /*name*/, Effect /*effect*/) const
    {
        return std::nullopt;
    }

    [[nodiscard]] const Template& statement(const std::string& name) const;
    Place m_place;

private:
    template <class Send> Answer<Reply> call(const std::string& name, Effect effect, const Send& send);
    std::optional<Trouble> ready(SteadyPoint deadline);
    std::optional<Trouble> greet(SteadyPoint deadline);
    std::optional<Failure> unusable(const std::string& name, Effect effect);
    bool rest(const std::string& code, int tries, SteadyPoint deadline);
    /// Returns true if a rehearsal records the statement instead of sending it.
    [[nodiscard]] bool holds(Effect effect) const;
    std::optional<Failure> begin(const std::string& name);
    std::optional<Failure> commit(const std::string& name);
    void note_roll_back();
    void roll_back();

    StoreUrl m_url;
    SessionOptions m_options;
    std::shared_ptr<Interrupter> m_interrupter;
    Values m_fixed;
    const Dialect& m_dialect;
    mutable std::map<std::string, Template, std::less<>> m_statements; ///< parsed when first needed
    std::string m_server_version;
    int m_schema_version = 0;
    bool m_greeted = false;
    std::int64_t m_retries = 0;
    bool m_in_transaction = false;
    SteadyPoint m_deadline{};
};

template <class T> inline constexpr bool is_answer = false;
template <class T> inline constexpr bool is_answer<Answer<T>> = true;

/// Returns what `read` makes of the result: a value, at the answer's time, or an answer; or the failure.
template <class T, class Read> auto decoded(Answer<T> answer, const Read& read)
{
    using Out = std::decay_t<decltype(read(*answer))>;
    if constexpr (is_answer<Out>)
        return answer ? read(*answer) : Out(answer.failure());
    else
        return answer ? Answer<Out>(read(*answer), answer.store_time()) : Answer<Out>(answer.failure());
}
inline std::int64_t first_number(const Result& r) { return r.number(0, 1); }
inline bool first_boolean(const Result& r) { return r.boolean(0, 1); }

template <class T> Answer<T> Link::in_transaction(const std::string& name, const std::function<Answer<T>()>& body)
{
    m_deadline = steady_after(std::chrono::steady_clock::now(), m_options.timeout);
    for (int tries = 1;; ++tries) {
        if (auto failure = begin(name))
            return *failure;
        Answer<T> answer = body();
        std::optional<Failure> failure;
        if (answer)
            failure = commit(name);
        else
            failure = answer.failure();
        m_in_transaction = false;
        if (!failure)
            return answer;
        note_roll_back();
        roll_back();
        if (!m_dialect.is_rolled_back(failure->code) || !rest(failure->code, tries, m_deadline))
            return *failure;
    }
}

} // namespace lockdesk::sql

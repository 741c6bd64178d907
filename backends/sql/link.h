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

/// What the server may take longer than the timeout to report that it cancelled the statement itself.
inline constexpr auto cancel_grace = std::chrono::milliseconds{400};

/// May a statement change something? Decides what a lost reply means.
enum class Effect { read, write };

/// How many times a statement is sent with one text: a list with a filter has another text each time.
enum class Use { often, once };

/// A session's line to the server: opens the connection when needed, keeps every call within the timeout, tries again what
/// was rolled back, and maps every trouble to a Failure. All concerns of a session share one.
///
/// A store derives its own, which spells statements, names errors, and sends by its `Driver`.
class Link
{
public:
    virtual ~Link() = default;
    Link(const Link&) = delete;
    Link& operator=(const Link&) = delete;

    Answer<Done> open();
    /// The statement of that name, as in resources.
    Answer<Reply> run(const std::string& name, const Values& values, Effect effect, Use use = Use::often);
    /// Reads rows to change them, with `locking` (FOR UPDATE). A rehearsal takes that down and sends `plain`, which keeps nobody
    /// waiting: so it goes on to what is written.
    Answer<Reply> run_to_change(const std::string& name, const Values& locking, const Values& plain);
    /// Text as it is: what an operator saw beforehand.
    Answer<Reply> run_literal(const std::string& name, const std::string& sql, Effect effect);
    /// `body` in one transaction of several round trips; a failure rolls back. Started anew when the server asks for it.
    template <class T> Answer<T> in_transaction(const std::string& name, const std::function<Answer<T>()>& body);

    /// The statement with its values in it, as literal text.
    [[nodiscard]] std::string text(const std::string& name, const Values& values = {}) const;
    /// A piece of SQL with the session's own placeholders filled in.
    [[nodiscard]] std::string expand(std::string_view sql) const;
    [[nodiscard]] std::string literal(std::string_view text) const;
    /// The name of one of our tables.
    [[nodiscard]] std::string table(std::string_view name) const;

    /// Tells of a statement: also of one that goes over another connection of the session's.
    void note(const std::string& name, const std::string& sql, std::vector<std::string> values = {}) const;
    void note(const std::string& name, const Values& values) const;

    // Wakes those who wait, where the server can.
    virtual void hint(Entity, const std::string&) {}
    virtual void hint_taken(Entity, const std::string&) {}
    /// A change that only observers care for.
    virtual void hint_observers(Entity) {}

    /// A further connection of the session, for a transaction that stays open however long its holder takes.
    [[nodiscard]] virtual std::unique_ptr<Driver> holder() const = 0;
    /// Sends a statement over such a one.
    virtual Outcome<Reply> send_over(Driver& holder, const std::string& name, const Values& values, SteadyPoint deadline) = 0;
    [[nodiscard]] virtual Failure to_failure(const Trouble& trouble, const std::string& statement, bool write) const = 0;

    /// A text among the values cannot be stored by this server.
    [[nodiscard]] std::optional<Failure> not_storable(const std::string& statement, const Values& values) const;

    [[nodiscard]] const Place& place() const { return m_place; }
    [[nodiscard]] const SessionOptions& options() const { return m_options; }
    [[nodiscard]] const StoreUrl& url() const { return m_url; }
    [[nodiscard]] const std::shared_ptr<Interrupter>& interrupter() const { return m_interrupter; }
    [[nodiscard]] virtual Driver& connection() = 0;
    /// When a call that begins now has to be over.
    [[nodiscard]] SteadyPoint deadline() const;
    [[nodiscard]] int schema_version() const { return m_schema_version; }
    /// The schema is older than what this program works with, and this session is not there to change that.
    std::optional<Failure> outdated(const std::string& statement);
    [[nodiscard]] const std::string& server_version() const { return m_server_version; }
    /// How often something was done again because the server had rolled it back.
    [[nodiscard]] std::int64_t retries() const { return m_retries; }
    /// The schema was made or dropped: look again.
    void greet_again() { m_greeted = false; }

protected:
    struct Statement
    {
        const std::string& name;
        const Template& text;
        const Values& values;
        Use use;
    };
    enum class Again { no, after_a_pause, on_a_new_connection };

    /// `fixed`: the placeholders that are the same in every statement of a session, `{p}` (before our tables' names) among them.
    Link(const StoreUrl& url, const SessionOptions& options, Place place, Values fixed, Quote quote);

    [[nodiscard]] virtual std::string resource_text(std::string_view name) const = 0;
    virtual Outcome<Reply> send(const Statement& statement, SteadyPoint deadline) = 0;
    /// How a trace shows the statement.
    virtual void note(const Statement& statement) const = 0;
    [[nodiscard]] virtual bool is_storable(const Values& values) const = 0;
    [[nodiscard]] virtual Failure not_storable_failure(const std::string& statement) const = 0;
    /// Whose schema is it, and how new? A missing one is no trouble for `init`.
    virtual std::optional<Trouble> greet(SteadyPoint deadline) = 0;
    [[nodiscard]] virtual Again again(const Trouble& trouble) const = 0;
    [[nodiscard]] virtual bool was_rolled_back(const Failure& failure) const = 0;
    /// Less time than this is not worth another try.
    [[nodiscard]] virtual Duration needed_for_a_try(const std::string& /*code*/) const { return Duration{0}; }
    /// Why the statement is not sent.
    [[nodiscard]] virtual std::optional<Failure> refused(const std::string& /*name*/, Effect /*effect*/) const
    {
        return std::nullopt;
    }
    /// A statement that failed may have left its transaction open.
    [[nodiscard]] virtual bool leaves_transactions_open() const { return false; }

    [[nodiscard]] const Template& statement(const std::string& name) const;
    [[nodiscard]] const Values& fixed() const { return m_fixed; }
    void set_schema(int version)
    {
        m_schema_version = version;
        m_greeted = true;
    }
    Place m_place;

private:
    template <class Send> Answer<Reply> call(const std::string& name, Effect effect, const Send& send);
    std::optional<Trouble> ready(SteadyPoint deadline);
    std::optional<Failure> unusable(const std::string& name, Effect effect);
    bool rest(const std::string& code, int tries, SteadyPoint deadline);
    /// What a rehearsal holds back is taken down and not sent.
    [[nodiscard]] bool holds(Effect effect) const;
    std::optional<Failure> begin(const std::string& name);
    std::optional<Failure> commit(const std::string& name);
    void note_roll_back();
    void roll_back();

    StoreUrl m_url;
    SessionOptions m_options;
    std::shared_ptr<Interrupter> m_interrupter;
    Values m_fixed;
    Quote m_quote;
    mutable std::map<std::string, Template, std::less<>> m_statements; ///< as they were needed
    std::string m_server_version;
    int m_schema_version = 0;
    bool m_greeted = false;
    std::int64_t m_retries = 0;
    bool m_in_transaction = false;
    SteadyPoint m_deadline{};
};

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
        if (!was_rolled_back(*failure) || !rest(failure->code, tries, m_deadline))
            return *failure;
    }
}

} // namespace lockdesk::sql

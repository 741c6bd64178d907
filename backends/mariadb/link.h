// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/store.h"
#include "backends/engine/url_options.h"
#include "backends/mariadb/connection.h"
#include "backends/mariadb/errors.h"
#include "backends/mariadb/sql_text.h"

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <string>

namespace lockdesk::mariadb {

/// What the server may take longer than the timeout to report that it cancelled the statement itself.
inline constexpr auto cancel_grace = std::chrono::milliseconds{400};

/// May a statement change something? Decides what a lost reply means.
enum class Effect { read, write };

/// What connections of an address look like: where to, and what a new session is told.
ConnectOptions connect_options(const StoreUrl& url, const SessionOptions& options);
/// What the URL asks for beside its address.
struct UrlWishes
{
    std::string socket;
    TlsOptions tls;
};
/// Usage failure for what is unknown, contradicts itself or cannot be had.
Answer<UrlWishes> url_wishes(const StoreUrl& url);
Place place_of(const StoreUrl& url, const SessionOptions& options);
/// An expression that gives a connection the mark of its program's name (`MarkedSessions`): a lock of the server, which goes with the connection after all else
/// that it held. 1; 0 where too many connections have it.
std::string taking_mark(const std::string& mark);
/// One that counts those who have it.
std::string sessions_with(const std::string& mark);
/// What our tables' names begin with: `lockdesk_`, or `lockdesk_sb_<id>_` in a sandbox.
std::string table_prefix(const std::optional<SandboxId>& sandbox);
/// `{p}`, `{now}` (in a sandbox the sandbox's clock) and `{real}`: the same in every statement of a session.
Values fixed_values(const std::optional<SandboxId>& sandbox);
/// How long a statement waits for a row of somebody else's, so that there is time left to try again.
std::chrono::seconds lock_wait(const SessionOptions& options);
/// The statement of that name, as in resources/mariadb.
std::string statement_text(std::string_view name);

/// A session's line to the server: opens the connection when needed, keeps every call within the timeout, tries again what
/// was rolled back, and maps every trouble to a Failure. All concerns of a session share one.
class Link
{
public:
    Link(const StoreUrl& url, const SessionOptions& options);

    Answer<Done> open();
    /// The statement of that name.
    Answer<Reply> run(const std::string& name, const Values& values, Effect effect);
    /// Reads rows to change them, with `locking` (FOR UPDATE). A rehearsal takes that down and sends `plain`, which keeps nobody
    /// waiting: so it goes on to what is written.
    Answer<Reply> run_to_change(const std::string& name, const Values& locking, const Values& plain);
    /// As `run`; the server takes it apart once a connection: for long statements that are run over and over.
    Answer<Reply> run_prepared(const std::string& name, const Values& values, Effect effect);
    /// Text as it is: what an operator saw beforehand.
    Answer<Reply> run_literal(const std::string& name, const std::string& sql, Effect effect);
    /// The statement's text; for statements that are put together, and for showing.
    [[nodiscard]] std::string text(const std::string& name, const Values& values);
    /// As it is told.
    [[nodiscard]] std::string told_text(const std::string& name, const Values& values);
    /// Tells of a statement: also of one that goes over another connection of the session's.
    void note(const std::string& name, const std::string& sql) const;
    /// `{p}`, `{now}` and so on in it replaced.
    [[nodiscard]] std::string expand(std::string_view sql) const { return Template(sql, m_fixed).fill({}); }
    /// `body` in one transaction of several round trips; a failure rolls back. Started anew when the server asks for it.
    template <class T> Answer<T> in_transaction(const std::string& name, const std::function<Answer<T>()>& body);

    [[nodiscard]] const Place& place() const { return m_place; }
    [[nodiscard]] const SessionOptions& options() const { return m_options; }
    [[nodiscard]] const StoreUrl& url() const { return m_url; }
    [[nodiscard]] Connection& connection() { return m_connection; }
    [[nodiscard]] const std::shared_ptr<Interrupter>& interrupter() const { return m_interrupter; }
    [[nodiscard]] int schema_version() const { return m_schema_version; }
    /// The schema is older than what this program works with, and this session is not there to change that.
    std::optional<Failure> outdated(const std::string& statement);
    [[nodiscard]] const std::string& server_version() const { return m_server_version; }
    /// How often something was done again because the server had rolled it back.
    [[nodiscard]] std::int64_t retries() const { return m_retries; }
    /// The schema was made or dropped: look again.
    void greet_again() { m_greeted = false; }

private:
    /// `values`: of a prepared statement, which `sql` executes; null: it is sent as it is.
    Answer<Reply> call(const std::string& name, const std::string& sql, Effect effect, const Values* values = nullptr,
                       const std::string& told = {});
    /// What a rehearsal holds back is taken down and not sent.
    std::optional<Failure> held(const std::string& name, const std::string& sql, Effect effect,
                                const Values* prepared = nullptr);
    void note_prepared(const std::string& name, const Values& values);
    std::string preparation(const std::string& name);
    std::optional<Trouble> ready(SteadyPoint deadline);
    std::optional<Trouble> greet(SteadyPoint deadline);
    bool rest(const Failure& failure, int tries, SteadyPoint deadline);
    const Template& statement(const std::string& name);
    std::optional<Failure> begin(const std::string& name);
    std::optional<Failure> commit(const std::string& name);
    void roll_back();

    StoreUrl m_url;
    SessionOptions m_options;
    Place m_place;
    std::shared_ptr<Interrupter> m_interrupter;
    Connection m_connection;
    Values m_fixed;
    std::map<std::string, Template, std::less<>> m_statements;
    std::map<std::string, std::uint64_t> m_prepared; ///< generation of the connection that knows it
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
        roll_back();
        if (!was_rolled_back(*failure) || !rest(*failure, tries, m_deadline))
            return *failure;
    }
}

} // namespace lockdesk::mariadb

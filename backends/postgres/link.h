// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/store.h"
#include "backends/postgres/connection.h"
#include "backends/postgres/errors.h"
#include "backends/postgres/hint_sender.h"

#include <chrono>
#include <functional>
#include <memory>
#include <string>

namespace lockdesk::postgres {

/// What the server may take longer than the timeout to report that it cancelled the statement itself.
inline constexpr auto cancel_grace = std::chrono::milliseconds{400};

/// May a statement change something? Decides what a lost reply means.
enum class Effect { read, write };

/// What connections of an address look like: libpq's keywords, the place for messages, the search path of a sandbox.
ConnectOptions connect_options(const StoreUrl& url, const SessionOptions& options);
/// Keywords and values that the URL asks for, ours translated; usage failure for what is unknown, contradicts itself or cannot
/// be had.
Answer<ConnectOptions> url_wishes(const StoreUrl& url);
Place place_of(const StoreUrl& url, const SessionOptions& options);
std::string sandbox_schema(const SandboxId& id);

/// The statement of that name, as in resources/postgres.
std::string statement_text(std::string_view name);

/// A session's line to the server: opens the connection when needed, keeps every call within the timeout, tries again what
/// was rolled back, and maps every trouble to a Failure. All concerns of a session share one.
class Link
{
public:
    Link(const StoreUrl& url, const SessionOptions& options, std::shared_ptr<HintSender> hints);
    ~Link();

    Answer<Done> open();
    /// The statement of that name. `now` of the answer is column 0.
    Answer<Result> run(const std::string& name, const Params& params, Effect effect);
    /// The same with a text made from it; `key` tells the texts apart. Made for prepared texts of which there are few.
    Answer<Result> run_as(const std::string& name, const std::string& key, const std::string& sql, const Params& params,
                          Effect effect);
    /// Reads rows to change them with `locking` (FOR UPDATE). A rehearsal takes that down and sends `plain`, which keeps nobody
    /// waiting: so it goes on to what is written.
    Answer<Result> run_to_change(const std::string& name, const std::string& locking, const std::string& plain,
                                 const Params& params);
    /// Once, never prepared: lists with a filter.
    Answer<Result> run_once(const std::string& name, const std::string& sql, const Params& params, Effect effect);
    /// Literal text by the simple protocol, as an operator sees it beforehand.
    Answer<Result> run_literal(const std::string& name, const std::string& sql, Effect effect);
    /// `body` in one transaction; a failure rolls back. Started anew when the server asks for it.
    template <class T> Answer<T> in_transaction(const std::string& name, const std::function<Answer<T>()>& body);

    /// The text for a key, made once.
    const std::string& made(const std::string& key, const std::function<std::string()>& make);
    void hint(Entity entity, const std::string& key);
    void hint_taken(Entity entity, const std::string& key);
    /// A change that only observers care for.
    void hint_observers(Entity entity);

    [[nodiscard]] const Place& place() const { return m_place; }
    [[nodiscard]] const SessionOptions& options() const { return m_options; }
    [[nodiscard]] const StoreUrl& url() const { return m_url; }
    [[nodiscard]] Connection& connection() { return m_connection; }
    [[nodiscard]] const std::shared_ptr<Interrupter>& interrupter() const { return m_interrupter; }
    [[nodiscard]] int schema_version() const { return m_schema_version; }
    /// The schema is older than what this program works with, and this session is not there to change that.
    std::optional<Failure> outdated(const std::string& statement);
    [[nodiscard]] const std::string& server_version() const { return m_server_version; }
    /// The server follows another one, and lets nobody write or listen.
    [[nodiscard]] bool in_recovery() const { return m_in_recovery; }
    [[nodiscard]] std::int64_t retries() const { return m_retries; }
    /// The schema was made or dropped: look again.
    void greet_again() { m_greeted = false; }
    /// Tells of a statement: also of one that goes over another connection of the session's.
    void note(const std::string& name, const std::string& sql, const Params* params) const;

private:
    using Send = std::function<Outcome<Result>(SteadyPoint)>;
    Answer<Result> call(const std::string& name, Effect effect, const Send& send);
    std::optional<Trouble> ready(SteadyPoint deadline);
    std::optional<Trouble> greet(SteadyPoint deadline);
    bool rest(int tries, SteadyPoint deadline);
    const std::string& text_of(const std::string& name);
    /// What a rehearsal holds back is taken down and not sent.
    std::optional<Failure> held(const std::string& name, const std::string& sql, const Params* params, Effect effect) const;
    std::optional<Failure> begin(const std::string& name);
    std::optional<Failure> commit(const std::string& name);
    void roll_back();

    StoreUrl m_url;
    SessionOptions m_options;
    Place m_place;
    std::shared_ptr<Interrupter> m_interrupter;
    Connection m_connection;
    std::shared_ptr<HintSender> m_hints;
    std::string m_channel;
    std::map<std::string, std::string, std::less<>> m_texts;
    std::string m_server_version;
    int m_schema_version = 0;
    bool m_greeted = false;
    bool m_in_recovery = false;
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
        if (!failure)
            return answer;
        roll_back();
        const bool again = failure->code == "40001" || failure->code == "40P01";
        if (!again || !rest(tries, m_deadline))
            return *failure;
    }
}

} // namespace lockdesk::postgres

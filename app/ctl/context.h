// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ctl/deadline_watch.h"
#include "app/ctl/output.h"
#include "app/ctl/signals.h"
#include "backends/engine/contracts/runtime.h"
#include "backends/engine/contracts/store.h"
#include "backends/engine/runners/access.h"
#include "backends/observe/findings.h"

#include <iosfwd>
#include <map>
#include <stop_token>
#include <utility>

namespace lockdesk::ctl {

/// The options of every command.
struct GlobalOptions
{
    std::string store; ///< URL or `@name`; empty: LOCKDESK_STORE
    std::string source = "lockdesk";
    bool json = false;
    Layout layout;
    Duration timeout = std::chrono::seconds{5};
    std::optional<SandboxId> sandbox;
    bool read_only = false;
};

/// Thrown to end a command: the framework prints the failure and returns its exit status.
struct CommandFailed
{
    Failure failure;
    std::optional<TimePoint> store_time;
};

/// A result and the store's clock at that answer.
template <class T> struct Answered
{
    T value;
    std::optional<TimePoint> at;
    T* operator->() { return &value; }
    const T* operator->() const { return &value; }
};

/// Thrown where a command that is only checked would query a store: it is correct so far.
struct WouldAsk
{
};

/// Thrown when the user declines a confirmation: the command ends without an error.
struct AnsweredNo
{
};

enum class Schema { needed, not_needed };

/// Everything that a command may use. One per process: `batch` runs all its lines in the same context, which keeps stores
/// and sessions. For one thread, except `signals` and `out`.
class Context
{
public:
    Context(StoreRegistry registry, Runtime& runtime, StopSignals& signals, Output& out);
    ~Context();

    [[nodiscard]] const GlobalOptions& options() const { return m_options; }
    void set_options(GlobalOptions options) { m_options = std::move(options); }
    [[nodiscard]] Output& out() { return m_out; }
    [[nodiscard]] StopSignals& signals() { return m_signals; }
    /// Options with which a signal interrupts opening, except for sessions opened after the signal, which release what is
    /// held.
    [[nodiscard]] SessionOptions until_signal(SessionOptions options) const;
    [[nodiscard]] Runtime& runtime() { return m_runtime; }

    /// The store that the global options name. Throws CommandFailed, as does every call that opens or queries.
    Store& store();
    /// Fails as opening a store of this address would before it is reached: no such store, an option that it does not know.
    void check_address(const StoreUrl& url) const;
    /// The saved connection's limits of findings, or the usual ones.
    const FindingLimits& finding_limits();
    /// The saved connection's retention of old rows; empty: not set.
    const std::string& saved_retention();
    /// Another store, named as for --store; kept as long as this context. Its sessions ignore --source and --sandbox.
    Access other_store(const std::string& name);
    [[nodiscard]] SessionOptions session_options(Schema schema = Schema::needed);
    /// The session of the current global options, opened on first use and kept.
    Session& session(Schema schema = Schema::needed);
    /// Opens another session with the same options, for a watchdog's thread, a guard or an observer. `timeout` replaces
    /// theirs.
    std::unique_ptr<Session> open_session(std::optional<Duration> timeout = std::nullopt);
    /// Standard input, for one reader: a second one (`task add -` inside `batch -`) is a usage failure.
    std::istream& take_standard_input();
    /// Sets the standard input of the next command; null: the process's.
    void set_standard_input(std::istream* input) { m_input = input; }
    /// Makes every verb fail as if the store were unreachable, until `reach_again`. Closes the sessions.
    void cut_off();
    void reach_again() { m_cut_off = false; }
    [[nodiscard]] bool is_cut_off() const { return m_cut_off; }
    /// Sessions outlive one command, so state held by a connection is useful.
    void set_sessions_stay(bool stay) { m_sessions_stay = stay; }
    [[nodiscard]] bool sessions_stay() const { return m_sessions_stay || m_only_look; }
    /// SessionOptions::trust_statements of sessions opened later.
    void set_trust(bool trust) { m_trust = trust; }
    /// SessionOptions::trace of sessions opened later.
    void set_trace(std::shared_ptr<StatementTrace> trace) { m_trace = std::move(trace); }
    /// SessionOptions::application_name of sessions opened later.
    void set_application_name(std::string name) { m_application_name = std::move(name); }
    /// Only checks commands from now on: where they would query a store they end with WouldAsk, and reading the process's
    /// standard input is a usage failure.
    void only_look() { m_only_look = true; }
    /// Forgets the kept sessions: the next call opens new ones.
    void drop_sessions();

    /// Runs one verb: `call(session)` returns an Answer<T>. Including opening, it ends within --timeout plus one second; a
    /// signal interrupts it. A failure ends the command.
    template <class Call> auto ask(Call&& call, Schema schema = Schema::needed)
    {
        auto answer = ask_answer(std::forward<Call>(call), schema);
        using T = std::remove_cvref_t<decltype(*answer)>;
        if (!answer)
            throw CommandFailed{answer.failure(), answer.store_time()};
        const auto at = answer.store_time();
        return Answered<T>{std::move(answer).value(), at};
    }

    /// The same, for callers that handle failures themselves (in doubt). Opening still throws.
    template <class Call> auto ask_answer(Call&& call, Schema schema = Schema::needed)
    {
        Verb verb(*this, m_options.timeout);
        auto answer = call(verb.begin(schema));
        verb.end(answer ? nullptr : &answer.failure());
        return answer;
    }

    /// Runs one waiting call, `call(session, stop_token)`. A signal requests a stop instead of interrupting it; it is
    /// interrupted when it lasts longer than the wait plus a verb.
    template <class Call> auto ask_waiting(Call&& call, Duration wait)
    {
        Verb verb(*this, add(m_options.timeout, wait), OnSignal::request_stop);
        Session& s = verb.begin(Schema::needed);
        auto answer = call(s, verb.stop_token());
        verb.end(nullptr);
        return answer;
    }

    /// For a write that can be repeated under the same id: when the reply (or the connection before it) was lost, calls
    /// `again(session)` once on a new connection, in the remaining time. Returns the first failure when that fails, too.
    template <class First, class Again> auto ask_twice(First&& first, Again&& again)
    {
        Verb verb(*this, m_options.timeout);
        auto answer = first(verb.begin(Schema::needed));
        const bool lost =
            !answer && (answer.is_in_doubt() || (answer.failure().connection_lost && answer.failure().retryable));
        if (!lost || !verb.begin_again())
            return verb.end(answer ? nullptr : &answer.failure()), answer;
        auto second = again(verb.session());
        verb.end(second ? nullptr : &second.failure());
        return second ? second : answer;
    }

private:
    enum class OnSignal { cut, request_stop };
    /// Bounds a verb in time and lets a signal interrupt it.
    class Verb
    {
    public:
        Verb(Context& context, Duration timeout, OnSignal on_signal = OnSignal::cut);
        ~Verb();
        Session& begin(Schema schema);
        bool begin_again();
        Session& session() { return *m_session; }
        [[nodiscard]] std::stop_token stop_token() const { return m_stop.get_token(); }
        void end(const Failure* failure);

    private:
        void watch();
        bool unwatch();

        Context& m_context;
        SteadyPoint m_deadline;
        OnSignal m_on_signal;
        std::stop_source m_stop;
        Session* m_session = nullptr;
        std::unique_ptr<Session> m_own;
        std::unique_ptr<StopSignals::Hook> m_hook;
        std::atomic<bool> m_cut{false};
        bool m_watched = false;
    };
    friend class Verb;
    struct OpenStore
    {
        std::unique_ptr<Store> store;
        bool read_only = false; ///< from its saved connection
        std::string retention;  ///< the same; empty: not set
        FindingLimits findings{};
    };
    [[nodiscard]] OpenStore find_store(std::string text) const;
    OpenStore& open_store(const std::string& name);
    OpenStore& open_store();
    [[nodiscard]] std::string session_key(Schema schema) const;
    Answer<std::unique_ptr<Session>> open(SessionOptions options);
    std::unique_ptr<Session> audited(std::unique_ptr<Session> session);

    StoreRegistry m_registry;
    Runtime& m_runtime;
    StopSignals& m_signals;
    Output& m_out;
    std::stop_source m_cut;
    std::unique_ptr<StopSignals::Hook> m_cut_hook; ///< after m_cut
    GlobalOptions m_options;
    bool m_input_taken = false;
    std::istream* m_input = nullptr;
    bool m_cut_off = false;
    bool m_only_look = false;
    bool m_trust = false;
    bool m_sessions_stay = false;
    std::shared_ptr<StatementTrace> m_trace;
    std::string m_application_name = "lockdeskctl";
    std::map<std::string, OpenStore> m_stores; // by the value of --store
    std::map<std::string, std::unique_ptr<Session>> m_sessions;
    DeadlineWatch m_watch; ///< last, so that it ends before the sessions
};

} // namespace lockdesk::ctl

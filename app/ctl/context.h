// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ctl/deadline_watch.h"
#include "app/ctl/output.h"
#include "app/ctl/signals.h"
#include "backends/engine/contracts/runtime.h"
#include "backends/engine/contracts/store.h"
#include "backends/engine/runners/access.h"

#include <iosfwd>
#include <map>
#include <stop_token>
#include <utility>

namespace lockdesk::ctl {

/// What stands before COMMAND.
struct GlobalOptions
{
    std::string store; ///< URL or `@name`; empty: LOCKDESK_STORE
    std::string source = "lockdesk";
    bool json = false;
    Duration timeout = std::chrono::seconds{5};
    std::optional<SandboxId> sandbox;
    bool read_only = false;
};

/// Ends a command: the framework prints the failure and answers its exit status.
struct CommandFailed
{
    Failure failure;
    std::optional<TimePoint> store_time;
};

/// A result together with the store's clock at that answer.
template <class T> struct Told
{
    T value;
    std::optional<TimePoint> at;
    T* operator->() { return &value; }
    const T* operator->() const { return &value; }
};

/// Thrown where a command that is only looked at would ask a store: it is in order so far.
struct WouldAsk
{
};

/// Somebody was asked and does not want it: the command ends, and nothing is wrong.
struct AnsweredNo
{
};

enum class Schema { needed, not_needed };

/// Everything that a command may use. One per process: `batch` runs all its lines in the same one, so that stores and
/// sessions live as long as it. Used from one thread, except `signals` and `out`.
class Context
{
public:
    Context(StoreRegistry registry, Runtime& runtime, StopSignals& signals, Output& out);
    ~Context();

    [[nodiscard]] const GlobalOptions& options() const { return m_options; }
    void set_options(GlobalOptions options) { m_options = std::move(options); }
    [[nodiscard]] Output& out() { return m_out; }
    [[nodiscard]] StopSignals& signals() { return m_signals; }
    /// Options of sessions whose opening a signal cuts; but not of what is opened after the signal, to give back what is held.
    [[nodiscard]] SessionOptions until_signal(SessionOptions options) const;
    [[nodiscard]] Runtime& runtime() { return m_runtime; }

    /// The store that the global options name. Throws CommandFailed; so do all that open or ask.
    Store& store();
    /// What the saved connection says of how long old rows are kept; empty: nothing.
    const std::string& saved_retention();
    /// Another one, named as --store names one; kept as long as this. Its sessions take no --source and no --sandbox.
    Access other_store(const std::string& name);
    [[nodiscard]] SessionOptions session_options(Schema schema = Schema::needed);
    /// The session of the present global options, opened when first needed and kept.
    Session& session(Schema schema = Schema::needed);
    /// Another one with the same options: for a watchdog's thread, a guard, an observer. A timeout of its own if given.
    std::unique_ptr<Session> open_session(std::optional<Duration> timeout = std::nullopt);
    /// Standard input, for one reader: a second one (`task add -` inside `batch -`) is a usage failure.
    std::istream& take_standard_input();
    /// What the next command reads as its standard input; null: ours again.
    void set_standard_input(std::istream* input) { m_input = input; }
    /// From here on every verb fails as if the store could not be reached, until it may be reached again. Closes the sessions.
    void cut_off();
    void reach_again() { m_cut_off = false; }
    [[nodiscard]] bool is_cut_off() const { return m_cut_off; }
    /// Sessions last longer than one command: what a connection holds is of use.
    void set_sessions_stay(bool stay) { m_sessions_stay = stay; }
    [[nodiscard]] bool sessions_stay() const { return m_sessions_stay || m_only_look; }
    /// SessionOptions::trust_statements of the sessions that are opened from here on.
    void set_trust(bool trust) { m_trust = trust; }
    /// SessionOptions::trace of the sessions that are opened from here on.
    void set_trace(std::shared_ptr<StatementTrace> trace) { m_trace = std::move(trace); }
    /// SessionOptions::application_name of the sessions that are opened from here on.
    void set_application_name(std::string name) { m_application_name = std::move(name); }
    /// From here on commands are only looked at: where they would ask a store they end with WouldAsk, and what is none of their
    /// standard input is a usage failure.
    void only_look() { m_only_look = true; }
    /// Forgets the kept sessions: the next call opens new ones.
    void drop_sessions();

    /// One verb: `call(session)` answers an Answer<T>. Opening included it ends within --timeout and a second more; a signal
    /// cuts it. A failure ends the command.
    template <class Call> auto ask(Call&& call, Schema schema = Schema::needed)
    {
        auto answer = ask_answer(std::forward<Call>(call), schema);
        using T = std::remove_cvref_t<decltype(*answer)>;
        if (!answer)
            throw CommandFailed{answer.failure(), answer.store_time()};
        const auto at = answer.store_time();
        return Told<T>{std::move(answer).value(), at};
    }

    /// The same, for callers that look at failures themselves (in doubt). Opening still throws.
    template <class Call> auto ask_answer(Call&& call, Schema schema = Schema::needed)
    {
        Verb verb(*this, m_options.timeout);
        auto answer = call(verb.begin(schema));
        verb.end(answer ? nullptr : &answer.failure());
        return answer;
    }

    /// One call that waits, `call(session, stop_token)`: a signal requests a stop instead of cutting it; it is cut when it
    /// lasts longer than the wait and a verb.
    template <class Call> auto ask_waiting(Call&& call, Duration wait)
    {
        Verb verb(*this, add(m_options.timeout, wait), OnSignal::request_stop);
        Session& s = verb.begin(Schema::needed);
        auto answer = call(s, verb.stop_token());
        verb.end(nullptr);
        return answer;
    }

    /// For a write that can be asked again under the same id: when the reply (or the connection before it) was lost,
    /// `again(session)` is asked once on a new connection, in the time that is left. Answers the first failure when that
    /// fails, too.
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
    /// Bounds a verb in time and lets a signal cut it.
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
        bool read_only = false; ///< as its saved connection says
        std::string retention;  ///< the same; empty: it says nothing
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
    std::unique_ptr<StopSignals::Hook> m_cut_hook; ///< after it
    GlobalOptions m_options;
    bool m_input_taken = false;
    std::istream* m_input = nullptr;
    bool m_cut_off = false;
    bool m_only_look = false;
    bool m_trust = false;
    bool m_sessions_stay = false;
    std::shared_ptr<StatementTrace> m_trace;
    std::string m_application_name = "lockdeskctl";
    std::map<std::string, OpenStore> m_stores; // by --store as given
    std::map<std::string, std::unique_ptr<Session>> m_sessions;
    DeadlineWatch m_watch; ///< last, so that it ends before the sessions
};

} // namespace lockdesk::ctl

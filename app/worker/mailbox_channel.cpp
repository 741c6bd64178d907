// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/worker/join.h"

#include "app/common/complain.h"
#include "backends/engine/contracts/ids.h"
#include "backends/scenarios/mailbox.h"
#include "backends/scenarios/run.h"

#include <condition_variable>
#include <cstdio>
#include <functional>
#include <mutex>
#include <thread>
#include <utility>

namespace lockdesk::worker {

namespace {

using scenarios::Joined;
using scenarios::MailboxReader;
using scenarios::Reply;

// A lesson sends commands often while it runs and none while the teacher talks.
constexpr auto quick_look = std::chrono::milliseconds{20};
constexpr auto slow_look = std::chrono::milliseconds{150};
constexpr auto active_for = std::chrono::seconds{10};
constexpr auto look_for_others_every = std::chrono::seconds{2};
constexpr auto look_for_maker_every = std::chrono::seconds{5};
constexpr auto sign_every = std::chrono::seconds{1};

void print(const std::string& text)
{
    (void)std::fwrite(text.data(), 1, text.size(), stdout);
    (void)std::fflush(stdout);
}

// While it lives, reports to the lesson every second that a command is running: the command may wait inside the store for
// as long as the class talks, and an actor without a sign of life counts as gone.
class SignsOfWork
{
public:
    /// `so_far`: the command's output so far.
    SignsOfWork(const Access& access, const Joined& self, std::int64_t number,
                std::function<std::vector<std::string>()> so_far)
        : m_session(access), m_so_far(std::move(so_far)),
          m_thread([this, self, number](const std::stop_token& stop) { give(stop, self, number); })
    {
    }

private:
    void give(const std::stop_token& stop, const Joined& self, std::int64_t number)
    {
        for (std::int64_t count = 1; !wait(stop); ++count)
            if (const auto session = m_session.get())
                (void)MailboxReader::at_work(**session, self, number, count, m_so_far()); // the next one may succeed
    }
    bool wait(const std::stop_token& stop)
    {
        std::unique_lock lock(m_mutex);
        m_woken.wait_for(lock, stop, sign_every, [] { return false; });
        return stop.stop_requested();
    }

    OwnSession m_session;
    std::function<std::vector<std::string>()> m_so_far;
    std::mutex m_mutex;
    std::condition_variable_any m_woken;
    std::jthread m_thread;
};

class Mailbox
{
public:
    Mailbox(Actor& actor, ctl::StopSignals& signals)
        : m_actor(actor), m_signals(signals),
          m_reader({actor.options().name.str(), make_request_id(m_runtime).str(), host_name(), process_id()})
    {
        m_actor.tell_to([this](const std::string& text) { take(text); });
    }

    int serve()
    {
        if (const int status = m_actor.join(m_reader.self().id); status != ctl::exit_done)
            return status;
        if (const auto joined = ask([this](Session& s) { return m_reader.join(s); }); !joined)
            return complain(joined.failure());
        m_joined = m_last_command = std::chrono::steady_clock::now();
        while (!m_signals.stopped() && !m_over) {
            look();
            const auto now = std::chrono::steady_clock::now();
            m_signals.wait_until(now + (now - m_last_command < active_for ? quick_look : slow_look));
        }
        if (!m_over)
            leave();
        return m_refused ? ctl::exit_refused : ctl::exit_done;
    }

private:
    // Prints a command's output and keeps it as its reply. From any thread: statements arrive while the command runs.
    void take(const std::string& text)
    {
        print(text);
        const std::lock_guard lock(m_mutex);
        if (m_running)
            m_lines.push_back(text.substr(0, text.find_last_not_of('\n') + 1));
    }

    // Uses a separate session: an actor that is cut off must still receive the order to reconnect.
    template <class Call> auto ask(Call call) -> decltype(call(std::declval<Session&>()))
    {
        if (!m_session)
            m_session.emplace(m_actor.access());
        const auto session = m_session->get();
        if (!session)
            return session.failure();
        auto answer = call(**session);
        if (!answer && answer.failure().connection_lost)
            m_session->drop();
        return answer;
    }

    static int complain(const Failure& failure)
    {
        app::complain("lockdesk-worker", failure.message);
        return ctl::exit_of(failure.kind);
    }

    void look()
    {
        const auto letter = ask([this](Session& s) { return m_reader.take(s); });
        if (!letter)
            return trouble(letter.failure());
        m_reported_trouble = false;
        if (*letter)
            return run(**letter);
        const auto now = std::chrono::steady_clock::now();
        if (now - m_looked_for_maker >= look_for_maker_every) {
            m_looked_for_maker = now;
            look_for_maker();
        }
        if (m_over || now - m_looked_for_others < look_for_others_every)
            return;
        m_looked_for_others = now;
        const auto mine = ask([this](Session& s) { return m_reader.is_still_there(s); });
        if (mine && !*mine) {
            m_refused = true;
            end("another program has joined as " + m_reader.self().name);
        }
    }

    // Without this, a guest without a first command would wait forever. One that has had a command prints a warning and
    // stays: the maker may come back.
    void look_for_maker()
    {
        if (!m_outside)
            m_outside.emplace(m_actor.outside());
        const auto outside = m_outside->get();
        const auto watched = std::chrono::duration_cast<Duration>(m_looked_for_maker - m_joined);
        const auto gone =
            outside ? ask([&](Session& s) { return scenarios::gone_maker(s, **outside, watched); }) : outside.failure();
        if (!gone) {
            m_outside->drop();
            return; // the reader of the letters reports problems with the store
        }
        if (*gone && !m_had_letter)
            return refused(**gone + ": this sandbox was left behind ('lockdeskctl scenario clean' removes it)");
        if (*gone && !m_reported_gone)
            app::complain("lockdesk-worker", **gone + "; waiting for it");
        m_reported_gone = gone->has_value();
    }

    void refused(const std::string& why)
    {
        m_over = m_refused = true;
        app::complain("lockdesk-worker", "no part in the lesson: " + why);
        leave();
    }

    void run(const scenarios::Letter& letter)
    {
        m_had_letter = true;
        if (const auto why = scenarios::refusal(letter))
            return refused(*why);
        if (letter.command == scenarios::quit_word) {
            m_over = true;
            app::complain("lockdesk-worker", m_reader.self().name + " was crashed in the lesson");
            return leave();
        }
        (void)taken(true);
        const int status = run_with_signs(letter);
        const Reply reply{letter.number, m_reader.self().id, status, taken(false)};
        print(done_line(status));
        if (const auto answered = ask([&](Session& s) { return m_reader.answer(s, reply); }); !answered)
            trouble(answered.failure());
        m_last_command = std::chrono::steady_clock::now();
    }

    // Returns the output since the last call; `running` determines whether later output is kept.
    std::vector<std::string> taken(bool running)
    {
        const std::lock_guard lock(m_mutex);
        m_running = running;
        return std::exchange(m_lines, {});
    }

    int run_with_signs(const scenarios::Letter& letter)
    {
        const auto so_far = [this] {
            const std::lock_guard lock(m_mutex);
            return m_lines;
        };
        const SignsOfWork signs(m_actor.access(), m_reader.self(), letter.number, so_far);
        return m_actor.run(letter.command).value_or(ctl::exit_done);
    }

    void leave()
    {
        (void)ask([this](Session& s) { return m_reader.leave(s); });
        m_actor.leave();
    }

    void trouble(const Failure& failure)
    {
        if (!failure.retryable && !m_actor.has_sandbox())
            return end("the lesson is over: its sandbox is gone");
        if (!m_reported_trouble)
            (void)complain(failure);
        m_reported_trouble = true;
    }

    void end(const std::string& why)
    {
        m_over = true;
        app::complain("lockdesk-worker", why);
        m_actor.tell("left", std::nullopt);
    }

    Actor& m_actor;
    ctl::StopSignals& m_signals;
    SystemRuntime m_runtime;
    MailboxReader m_reader;
    std::optional<OwnSession> m_session, m_outside; ///< inside and outside the sandbox
    std::mutex m_mutex;                             ///< guards the next two
    std::vector<std::string> m_lines;
    bool m_running = false;
    bool m_over = false, m_refused = false;
    bool m_reported_trouble = false;
    bool m_had_letter = false, m_reported_gone = false;
    SteadyPoint m_joined{}, m_last_command{}, m_looked_for_others{}, m_looked_for_maker{};
};

} // namespace

int serve_mailbox(Actor& actor, ctl::StopSignals& signals)
{
    Mailbox mailbox(actor, signals);
    return mailbox.serve();
}

} // namespace lockdesk::worker

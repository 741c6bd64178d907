// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/redis/connection.h"

#include <atomic>
#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lockdesk::redis {

/// One connection for the short calls of several sessions of this process. Calls that come while others are under way leave in
/// one write and their replies come in one read, which spares the server most of what a call costs it. One of the callers leads:
/// it sends for all and reads for all until its own reply is there, then the next one leads. Any thread.
class SharedLine
{
public:
    /// A session's place on lines, one call at a time.
    class Caller
    {
    public:
        /// Ends the call that is under way, and all later ones, as `Trouble::Cause::interrupted`; other callers go on. Any thread.
        void interrupt() noexcept;

    private:
        friend class SharedLine;
        enum class News { finished, leads, gives_up };

        void begin(std::string_view command, bool write, SteadyPoint deadline);
        void finish(ReplyPtr reply, std::optional<Trouble> trouble);
        void appoint();
        News await();
        void await_finish();
        void leads(SharedLine* line);
        [[nodiscard]] bool is_finished() const;
        [[nodiscard]] bool is_appointed() const;
        [[nodiscard]] bool is_interrupted() const;

        std::string_view m_command;
        SteadyPoint m_deadline{};
        bool m_write = false;
        ReplyPtr m_reply;
        std::optional<Trouble> m_trouble;

        mutable std::mutex m_mutex; ///< guards what follows, and what `finish` leaves
        std::condition_variable m_changed;
        bool m_finished = false;
        bool m_appointed = false;
        bool m_interrupted = false;
        SharedLine* m_line = nullptr; ///< the one that this caller leads
    };

    SharedLine(const StoreUrl& url, const std::string& application_name, Duration timeout);
    ~SharedLine();
    SharedLine(const SharedLine&) = delete;
    SharedLine& operator=(const SharedLine&) = delete;

    /// Sends one command and returns its reply by the deadline. False: this line takes no more calls and has sent nothing;
    /// another one will.
    bool exchange(Caller& caller, std::string_view command, bool write, SteadyPoint deadline, ReplyPtr& reply,
                  std::optional<Trouble>& trouble);
    /// No more calls: after a reply that did not come in time, or that was of another shape than its command gives.
    void retire() noexcept { m_retired = true; }
    [[nodiscard]] bool retired() const noexcept { return m_retired; }
    /// How long replies take of late.
    [[nodiscard]] Duration usual() const noexcept { return Duration{m_usual_us.load(std::memory_order_relaxed)}; }

private:
    void lead(Caller& own);
    [[nodiscard]] bool time_to_leave(const Caller& own) const;
    bool connect(Caller& own);
    void send_queued(Caller& own);
    std::optional<Trouble> receive(const Caller& own);
    void hand_over(std::optional<Trouble> trouble);
    void lose(const Trouble& trouble);
    void leave(Caller& caller);
    void pass_on();
    void measure();
    void wake() noexcept;

    Connection m_connection; ///< the leader's
    std::string m_out;       ///< the leader's
    SteadyPoint m_sent_at{}; ///< the leader's
    const int m_wake;
    std::atomic<bool> m_retired = false;
    std::atomic<bool> m_connecting = false;
    std::atomic<std::int64_t> m_usual_us = 0;

    std::mutex m_mutex; ///< before that of a caller; guards what follows
    bool m_led = false;
    std::vector<Caller*> m_queue;    ///< not sent yet
    std::deque<Caller*> m_in_flight; ///< sent, in this order; null: it has given up
};

} // namespace lockdesk::redis

// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/redis/brief_yield.h"
#include "backends/redis/connection.h"

#include <atomic>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lockdesk::redis {

/// One connection for the short calls of several sessions of this process. Concurrent calls are sent in one write and their
/// replies read in one read, which saves both sides most of the cost of a call. One of the callers leads: it sends and
/// reads for all until its own reply arrives, then the next one leads. Any thread.
class SharedLine
{
public:
    /// A session's calls on lines, one at a time.
    class Caller
    {
    public:
        /// Ends the running call and all later ones as `Trouble::Cause::interrupted`; other callers continue. Any thread.
        void interrupt() noexcept;

    private:
        friend class SharedLine;
        enum class News { finished, leads, gives_up };

        void begin(std::string_view command, bool write, SteadyPoint deadline);
        void finish(ReplyPtr reply, std::optional<Trouble> trouble);
        void appoint() { tell(appointed); }
        News await();
        void await_finish();
        void leads(SharedLine* line);
        [[nodiscard]] bool is_finished() const { return has(finished); }
        [[nodiscard]] bool is_appointed() const { return has(appointed); }
        [[nodiscard]] bool is_interrupted() const { return has(interrupted); }

        // Bits of m_news.
        static constexpr std::uint32_t finished = 1, appointed = 2, interrupted = 4, asleep = 8;
        [[nodiscard]] bool has(std::uint32_t bit) const { return (m_news.load(std::memory_order_acquire) & bit) != 0; }
        void tell(std::uint32_t bit);
        std::uint32_t await_any(std::uint32_t bits, std::optional<SteadyPoint> deadline);

        std::string_view m_command;
        SteadyPoint m_deadline{};
        bool m_write = false;
        ReplyPtr m_reply;                      ///< belongs to the caller once finished
        std::optional<Trouble> m_trouble;      ///< belongs to the caller once finished
        std::atomic<std::uint32_t> m_news = 0; ///< a futex

        std::mutex m_mutex;           ///< guards m_line
        SharedLine* m_line = nullptr; ///< the line that this caller leads
    };

    SharedLine(const StoreUrl& url, const std::string& application_name, Duration timeout);
    ~SharedLine();
    SharedLine(const SharedLine&) = delete;
    SharedLine& operator=(const SharedLine&) = delete;

    /// Sends one command and returns its reply by the deadline. False: this line is retired and has sent nothing;
    /// use another one.
    bool exchange(Caller& caller, std::string_view command, bool write, SteadyPoint deadline, ReplyPtr& reply,
                  std::optional<Trouble>& trouble);
    /// Takes no more calls: after a timeout, or a reply whose format does not match its command.
    void retire() noexcept { m_retired = true; }
    [[nodiscard]] bool retired() const noexcept { return m_retired; }

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
    void wake() noexcept;
    void ring() noexcept;

    Connection m_connection; ///< the leader's
    std::string m_out;       ///< the leader's
    BriefYield m_yield;      ///< the leader's
    std::size_t m_together = 0; ///< the leader's: number of calls in its last write
    const int m_wake;
    std::atomic<bool> m_retired = false;
    std::atomic<bool> m_connecting = false;
    std::atomic<bool> m_polling = false;

    std::mutex m_mutex; ///< lock before a caller's; guards the members below
    bool m_led = false;
    std::atomic<std::size_t> m_queued = 0; ///< size of m_queue; read without the mutex
    std::vector<Caller*> m_queue;    ///< not sent yet
    std::deque<Caller*> m_in_flight; ///< in the order of sending; null: the caller has left
};

} // namespace lockdesk::redis

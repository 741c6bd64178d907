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

/// One connection for the short calls of several sessions of this process. Calls that come together leave in one write and
/// their replies come in one read, which spares both sides most of what a call costs. One of the callers leads: it sends for all
/// and reads for all until its own reply is there, then the next one leads. Any thread.
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
        ReplyPtr m_reply;                      ///< the caller's once it is finished
        std::optional<Trouble> m_trouble;      ///< the caller's once it is finished
        std::atomic<std::uint32_t> m_news = 0; ///< a futex

        std::mutex m_mutex;           ///< guards what follows
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
    std::size_t m_together = 0; ///< the leader's: how many calls it sent the last time
    const int m_wake;
    std::atomic<bool> m_retired = false;
    std::atomic<bool> m_connecting = false;
    std::atomic<bool> m_polling = false;

    std::mutex m_mutex; ///< before that of a caller; guards what follows
    bool m_led = false;
    std::atomic<std::size_t> m_queued = 0; ///< how many; read without the mutex
    std::vector<Caller*> m_queue;    ///< not sent yet
    std::deque<Caller*> m_in_flight; ///< sent, in this order; null: it has given up
};

} // namespace lockdesk::redis

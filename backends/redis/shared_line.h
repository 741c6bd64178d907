// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/redis/connection.h"

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace lockdesk::redis {

/// One connection that the sessions of a store share while many of them call at the same time. What comes while a batch is
/// under way goes together with the next one, so that server and client read and write once for several calls, and no reply
/// wakes a thread of its own from the kernel. Few callers keep to the connections of their own, which answer one sooner.
///
/// Thread-safe. A thread of its own reads; whoever finds nothing under way writes. Only for commands that do not depend on the
/// connection they come by, and not for TLS, whose two directions are one state.
class SharedLine
{
public:
    /// Counts a call as long as it lives.
    class Visit
    {
    public:
        explicit Visit(SharedLine* line) : m_line(line), m_others(line != nullptr ? line->m_calls++ : 0) {}
        ~Visit()
        {
            if (m_line != nullptr)
                --m_line->m_calls;
        }
        Visit(const Visit&) = delete;
        Visit& operator=(const Visit&) = delete;
        /// So many others call at the moment that a line of their own is the slower way.
        [[nodiscard]] bool crowded() const { return m_others >= crowd; }

    private:
        SharedLine* const m_line;
        const int m_others;
    };

    SharedLine(StoreUrl url, std::string application_name);
    ~SharedLine();
    SharedLine(const SharedLine&) = delete;
    SharedLine& operator=(const SharedLine&) = delete;

    enum class Outcome { answered, failed, not_sent };
    /// Sends one command and waits for its reply, at most until `deadline` or `cut` (after which somebody calls `nudge`).
    /// `not_sent`: the line is not open (yet), and the command takes another way. `trouble` is of a failed one; `write`: the
    /// command may change something.
    Outcome exchange(std::string_view command, const std::atomic<bool>& cut, SteadyPoint deadline, bool write,
                     ReplyPtr& reply, Trouble& trouble);
    /// Whoever waits looks whether it is cut.
    void nudge();
    /// What came is no reply of ours: all that are under way fail.
    void spoil();

private:
    static constexpr int crowd = 4;

    /// Commands that are sent together. Those who wait for them are woken together.
    struct Batch
    {
        // Under the line's mutex.
        std::string text;
        std::size_t size = 0, taken = 0; ///< commands; replies that came
        std::size_t given_up = 0;        ///< nobody waits for so many of them
        bool sent = false;
        SteadyPoint sent_at{};

        std::mutex mutex; ///< guards the rest
        std::condition_variable changed;
        std::vector<ReplyPtr> replies;
        bool ended = false; ///< there will be no more of them
        bool never_sent = false;
        std::string why;
    };
    using BatchPtr = std::shared_ptr<Batch>;
    using Lock = std::unique_lock<std::mutex>;

    void want_open();
    void flush(Lock& lock);
    void push(const Batch& batch);
    void give_up(Batch& batch, std::size_t index, bool too_late);
    void run();
    void serve();
    void share_out(std::vector<ReplyPtr>& replies);
    void end_all(const std::string& why);
    [[nodiscard]] std::vector<BatchPtr> all_batches();

    Connection m_connection; ///< of the line's thread, but for `interrupt`
    std::atomic<int> m_calls = 0;

    std::mutex m_mutex;
    std::condition_variable m_changed;
    std::thread m_thread;
    bool m_stop = false, m_wanted = false, m_open = false;
    bool m_suspect = false;   ///< somebody waited in vain: nobody joins until it has answered everything
    bool m_hurry = false;     ///< replies take long: what comes is sent at once
    SteadyPoint m_next_try{}; ///< to open it
    int m_write_fd = -1;      ///< the same socket: the reader may close its own at any time
    bool m_writing = false;
    BatchPtr m_next;             ///< what has not been sent yet
    std::deque<BatchPtr> m_sent; ///< in the order in which they are answered
};

} // namespace lockdesk::redis

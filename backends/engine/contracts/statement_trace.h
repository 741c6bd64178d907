// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/answer.h"

#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace lockdesk {

/// One statement sent by a session.
struct SentStatement
{
    std::string name;                ///< of the file in resources/<store>; a word for a generated text
    std::string text;                ///< as sent; for Redis the command with its arguments, as MONITOR shows it
    std::vector<std::string> values; ///< bound values, in SQL syntax; empty where they are in the text
    bool aside = false;              ///< auxiliary: reads the clock, draws the change number
    friend bool operator==(const SentStatement&, const SentStatement&) = default;
};

/// The statements that sessions send, in order, for programs that show them (SessionOptions::trace). Without one, a session
/// only compares a pointer. Excludes the opening of a connection and texts with a secret. Thread-safe.
class StatementTrace
{
public:
    void add(SentStatement sent)
    {
        const std::lock_guard lock(m_mutex);
        if (m_deaf == 0)
            m_sent.push_back(std::move(sent));
    }
    /// Returns the statements since the last call.
    std::vector<SentStatement> take()
    {
        const std::lock_guard lock(m_mutex);
        return std::exchange(m_sent, {});
    }

    /// For sessions, before a statement that writes. True: record it, do not send it, and fail with `held_failure`.
    bool holds()
    {
        const std::lock_guard lock(m_mutex);
        m_held = m_held || m_rehearsals > 0;
        return m_rehearsals > 0;
    }

    /// While one lives, sessions with this trace send reads and hold back writes, so that a verb shows what it would send.
    /// No hints or retries follow. One at a time.
    class Rehearsal
    {
    public:
        explicit Rehearsal(StatementTrace& trace) : m_trace(trace)
        {
            const std::lock_guard lock(m_trace.m_mutex);
            ++m_trace.m_rehearsals;
            m_trace.m_held = false;
            m_trace.m_sent.clear();
        }
        ~Rehearsal()
        {
            const std::lock_guard lock(m_trace.m_mutex);
            --m_trace.m_rehearsals;
        }
        Rehearsal(const Rehearsal&) = delete;
        Rehearsal& operator=(const Rehearsal&) = delete;
        /// Whether a statement was held back: the verb's failure then means nothing else.
        [[nodiscard]] bool held() const
        {
            const std::lock_guard lock(m_trace.m_mutex);
            return m_trace.m_held;
        }

    private:
        StatementTrace& m_trace;
    };

    /// While one lives nothing is recorded, because accounts with passwords are created. No effect on a null trace.
    class Deaf
    {
    public:
        explicit Deaf(std::shared_ptr<StatementTrace> trace) : m_trace(std::move(trace)) { turn(1); }
        ~Deaf() { turn(-1); }
        Deaf(const Deaf&) = delete;
        Deaf& operator=(const Deaf&) = delete;

    private:
        void turn(int by)
        {
            if (!m_trace)
                return;
            const std::lock_guard lock(m_trace->m_mutex);
            m_trace->m_deaf += by;
        }
        std::shared_ptr<StatementTrace> m_trace;
    };

private:
    mutable std::mutex m_mutex;
    std::vector<SentStatement> m_sent;
    int m_deaf = 0;
    int m_rehearsals = 0;
    bool m_held = false;
};

/// The failure of a statement that a Rehearsal held back.
inline Failure held_failure(std::string statement)
{
    return Failure::read_only("it was only to be shown, so it was not sent").in_statement(std::move(statement));
}

/// Returns the text followed by the bound values, one comment per value.
inline std::string with_values(const SentStatement& sent)
{
    std::string out = sent.text;
    for (std::size_t i = 0; i < sent.values.size(); ++i)
        out += "\n-- $" + std::to_string(i + 1) + " = " + sent.values[i];
    return out;
}

} // namespace lockdesk

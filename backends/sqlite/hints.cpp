// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/sqlite/hints.h"

#include "backends/sqlite/connection.h"

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <utility>

namespace lockdesk::sqlite {

namespace {

// Polling intervals for other processes' commits. A poll costs a few microseconds; a waiter wants its lock at once.
constexpr Duration when_waiting = std::chrono::milliseconds{4};
constexpr Duration when_watching = std::chrono::milliseconds{12};

SessionOptions for_reading(SessionOptions options)
{
    options.read_only = true;
    return options;
}

std::string_view statement_of(Entity entity)
{
    switch (entity) {
    case Entity::lock: return "hint_locks";
    case Entity::task: return "hint_tasks";
    case Entity::message: return "hint_outbox";
    case Entity::worker: return "hint_workers";
    case Entity::waiter: return "hint_waiters";
    case Entity::refusal: return "hint_refusals";
    case Entity::audit: break;
    }
    return "hint_audit";
}

/// Commits of this process ring the gate; those of others show in `PRAGMA data_version`, polled every few milliseconds.
/// One number for each topic then shows whether it changed.
class SqliteHints final : public HintListener
{
public:
    SqliteHints(std::vector<HintTopic> topics, std::string path, SessionOptions options)
        : m_topics(std::move(topics)), m_db(std::move(path), for_reading(std::move(options)))
    {
        m_precise =
            std::any_of(m_topics.begin(), m_topics.end(), [](const HintTopic& t) { return t.entity == Entity::lock; });
    }

    /// Remembers the present state: later changes are hints.
    Answer<Done> start()
    {
        auto looked = look();
        if (!looked)
            return looked.failure();
        return Done{};
    }

    Answer<bool> wait(Duration at_most) override
    {
        const auto until = steady_after(std::chrono::steady_clock::now(), at_most);
        for (;;) {
            if (m_db.is_interrupted())
                return false;
            const auto rings = m_db.gate().rings();
            auto looked = look();
            if (!looked && m_db.is_interrupted())
                return false;
            if (!looked || *looked)
                return looked;
            const auto now = std::chrono::steady_clock::now();
            if (now >= until)
                return false;
            m_db.gate().await_ring(rings, std::min<SteadyPoint>(until, now + interval()));
        }
    }

    void interrupt() noexcept override { m_db.interrupt(); }

private:
    Answer<bool> look()
    {
        return m_db.run<bool>(Mode::read, [&] {
            const auto version = m_db.data_version();
            if (version == m_version)
                return false;
            m_version = version;
            auto numbers = signature();
            const bool moved = numbers != m_signature;
            m_signature = std::move(numbers);
            return moved;
        });
    }

    std::vector<std::int64_t> signature()
    {
        std::vector<std::int64_t> numbers;
        const auto ask = [&](Query query) { numbers.push_back(query.step() ? query.number(0) : 0); };
        for (const HintTopic& topic : m_topics) {
            if (topic.entity == Entity::lock && !topic.key.empty()) {
                auto query = m_db.query("hint_lock");
                query.bind(topic.key);
                ask(std::move(query));
            } else {
                ask(m_db.query(statement_of(topic.entity)));
            }
        }
        if (m_topics.empty())
            numbers.push_back(m_version);
        if (m_db.in_sandbox())
            ask(m_db.query("hint_clock"));
        return numbers;
    }

    [[nodiscard]] Duration interval() const { return m_precise ? when_waiting : when_watching; }

    std::vector<HintTopic> m_topics;
    Connection m_db;
    bool m_precise = false; ///< a waiter waits for one lock
    std::int64_t m_version = -1;
    std::vector<std::int64_t> m_signature;
};

} // namespace

Answer<std::unique_ptr<HintListener>> open_hints(std::string path, std::vector<HintTopic> topics,
                                                 const SessionOptions& options, const std::stop_token& stop)
{
    auto listener = std::make_unique<SqliteHints>(std::move(topics), std::move(path), options);
    // Copies the address: the return moves the pointer away while a stop may still call this.
    const std::stop_callback cut(stop, [own = listener.get()] { own->interrupt(); });
    auto started = listener->start();
    if (!started)
        return started.failure();
    return std::unique_ptr<HintListener>(std::move(listener));
}

} // namespace lockdesk::sqlite

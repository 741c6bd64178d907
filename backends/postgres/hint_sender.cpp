// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/postgres/hint_sender.h"

#include "backends/postgres/link.h"
#include "backends/postgres/sql_text.h"

#include <algorithm>

namespace lockdesk::postgres {

namespace {

constexpr auto same_again = std::chrono::milliseconds{10};
constexpr auto between_batches = std::chrono::milliseconds{10};
constexpr auto between_batches_at_most = std::chrono::milliseconds{30};
// A slow server is busy with the very writers whose changes the hints report: hints take at most this fraction of the
// time.
constexpr int share = 20;
constexpr int burst = 4;
// A program that runs one verb ends within this time; it then sends the hint on its own connection.
constexpr auto before_connecting = std::chrono::milliseconds{2};
constexpr auto after_failure = std::chrono::seconds{1};
constexpr auto one_send = std::chrono::seconds{2};
constexpr auto last_send = std::chrono::milliseconds{300};
constexpr std::size_t many = 1000;

} // namespace

std::string hint_payload(Entity entity, const std::string& key) { return std::string(word(entity)) + ":" + key; }
std::string observer_payload(Entity entity) { return "~" + std::string(word(entity)); }
std::string taken_payload(Entity entity, const std::string& key) { return "~" + hint_payload(entity, key); }

bool wants(const std::vector<HintTopic>& topics, const std::string& payload)
{
    if (topics.empty())
        return true;
    const auto colon = payload.find(':');
    const std::size_t begin = payload.starts_with('~') ? 1 : 0;
    if (begin == 1 && colon == std::string::npos)
        return false;
    const auto entity = payload.substr(begin, colon - begin);
    const auto key = colon == std::string::npos ? std::string{} : payload.substr(colon + 1);
    return std::any_of(topics.begin(), topics.end(), [&](const HintTopic& t) {
        return entity == word(t.entity) && (t.key.empty() || key.empty() || t.key == key);
    });
}

HintSender::HintSender(ConnectOptions options)
    : m_interrupter(std::make_shared<Interrupter>()), m_connection(std::move(options), m_interrupter)
{
}

HintSender::~HintSender()
{
    {
        const std::lock_guard lock(m_mutex);
        m_stopping = true;
    }
    m_wake.notify_all();
    if (!m_thread.joinable())
        return;
    // Cuts a send that hangs at a stopped server; the thread itself retries the remainder once, for a moment.
    std::unique_lock lock(m_mutex);
    const bool ended = m_wake.wait_for(lock, 2 * last_send, [this] { return m_idle; });
    lock.unlock();
    if (!ended)
        m_interrupter->interrupt();
    m_thread.join();
}

void HintSender::post(const std::string& channel, std::string payload)
{
    bool wake = false;
    {
        const std::lock_guard lock(m_mutex);
        if (m_stopping)
            return;
        Hint hint{channel, std::move(payload)};
        if (m_pending.contains(hint))
            return;
        if (m_pending.size() >= many) {
            const auto colon = hint.second.find(':');
            if (colon != std::string::npos)
                hint.second.resize(colon + 1);
        }
        const auto sent = m_last_sent.find(hint);
        m_pending.try_emplace(std::move(hint), sent == m_last_sent.end() ? SteadyPoint{} : sent->second + same_again);
        if (!m_thread.joinable())
            m_thread = std::thread([this] { run(); });
        wake = m_idle;
    }
    if (wake)
        m_wake.notify_all();
}

std::vector<HintSender::Hint> HintSender::take_unsent()
{
    const std::lock_guard lock(m_mutex);
    return m_connected ? std::vector<Hint>() : take_all();
}

std::vector<HintSender::Hint> HintSender::take_all()
{
    std::vector<Hint> hints;
    for (const auto& [hint, due] : std::exchange(m_pending, {}))
        hints.push_back(hint);
    return hints;
}

std::optional<Trouble> HintSender::send(Connection& connection, const std::vector<Hint>& hints, SteadyPoint deadline)
{
    const std::string all_channels = array_of(hints, &Hint::first), all_payloads = array_of(hints, &Hint::second);
    // A hint may be lost, so the commit does not wait for the disk.
    static const std::string text = statement_text("hint_send");
    auto sent = connection.query("hint_send", text, {all_channels.c_str(), all_payloads.c_str()}, deadline);
    if (auto* trouble = std::get_if<Trouble>(&sent))
        return std::move(*trouble);
    return std::nullopt;
}

SteadyPoint HintSender::next_due(SteadyPoint now) const
{
    auto first = now + std::chrono::hours{1};
    for (const auto& [hint, due] : m_pending)
        first = std::min(first, due);
    return std::max(first, m_not_before);
}

std::vector<HintSender::Hint> HintSender::take_due(SteadyPoint now)
{
    std::vector<Hint> due;
    std::erase_if(m_pending, [&](const auto& pending) {
        if (pending.second <= now)
            due.push_back(pending.first);
        return pending.second <= now;
    });
    if (m_last_sent.size() > many)
        std::erase_if(m_last_sent, [&](const auto& sent) { return sent.second + same_again < now; });
    for (const auto& hint : due)
        m_last_sent[hint] = now;
    return due;
}

void HintSender::deliver(std::unique_lock<std::mutex>& lock, const std::vector<Hint>& hints, Duration within)
{
    m_connected = true;
    lock.unlock();
    const auto now = std::chrono::steady_clock::now();
    auto trouble = m_connection.is_alive() ? std::nullopt : (m_connection.close(), m_connection.open(now + within));
    if (!trouble)
        trouble = send(m_connection, hints, now + within);
    lock.lock();
    const auto after = std::chrono::steady_clock::now();
    if (trouble) {
        m_not_before = after + after_failure;
        return;
    }
    // A few are sent at once, then at the pace of the batches.
    m_burst = after - m_not_before > 4 * between_batches ? burst : std::max(m_burst - 1, 0);
    const auto pause = std::clamp<SteadyPoint::duration>(share * (after - now), between_batches, between_batches_at_most);
    m_not_before = m_burst > 0 ? after : after + pause;
}

void HintSender::run()
{
    std::unique_lock lock(m_mutex);
    while (!m_stopping) {
        if (m_pending.empty()) {
            m_idle = true;
            m_wake.wait(lock, [this] { return m_stopping || !m_pending.empty(); });
            m_idle = false;
            continue;
        }
        const auto now = std::chrono::steady_clock::now();
        const auto due = m_connected ? next_due(now) : now + before_connecting;
        if (due > now) {
            m_wake.wait_until(lock, due, [this] { return m_stopping; });
            if (m_stopping)
                break;
        }
        if (const auto hints = take_due(std::chrono::steady_clock::now()); !hints.empty())
            deliver(lock, hints, one_send);
    }
    if (const auto remaining = take_all(); !remaining.empty())
        deliver(lock, remaining, last_send);
    m_idle = true;
    m_wake.notify_all();
}

} // namespace lockdesk::postgres

// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/worker/told_store.h"

#include "app/worker/told_session.h"

#include <algorithm>
#include <chrono>

namespace lockdesk::worker {

// A connection for the store's hints, with its listeners. Turns run one at a time, and `hear` is called between them;
// but when the actor leaves, all threads end at once.
class ToldStore::Ear
{
public:
    Ear(std::vector<HintTopic> of, std::unique_ptr<HintListener> listener) : topics(std::move(of)), inner(std::move(listener)) {}
    const std::vector<HintTopic> topics;
    const std::unique_ptr<HintListener> inner;

    void add(Listener* listener)
    {
        const std::lock_guard lock(m_mutex);
        m_listeners.insert(listener);
    }
    void remove(Listener* listener)
    {
        const std::lock_guard lock(m_mutex);
        m_listeners.erase(listener);
    }
    [[nodiscard]] int listeners() const
    {
        const std::lock_guard lock(m_mutex);
        return static_cast<int>(m_listeners.size());
    }
    void ring() const;

    [[nodiscard]] bool listens_for(const std::string& lock) const
    {
        return std::find(topics.begin(), topics.end(), HintTopic{Entity::lock, lock}) != topics.end();
    }
    // A lost connection fails one wait. The next wait listens again and returns at once for missed changes.
    Answer<bool> hear(SteadyPoint until) const
    {
        const auto left = [&] {
            return std::max(std::chrono::duration_cast<Duration>(until - std::chrono::steady_clock::now()), Duration{0});
        };
        auto heard = inner->wait(left());
        return heard ? heard : inner->wait(left());
    }

private:
    mutable std::mutex m_mutex;
    std::set<Listener*> m_listeners;
};

class ToldStore::Listener final : public HintListener
{
public:
    Listener(scenarios::Turns& turns, std::shared_ptr<Ear> ear) : m_turns(turns), m_ear(std::move(ear))
    {
        m_ear->add(this);
    }
    ~Listener() override { m_ear->remove(this); }
    Listener(const Listener&) = delete;
    Listener& operator=(const Listener&) = delete;

    // Ignores the timeout: nothing happens between turns, so a shorter wait would only be repeated.
    Answer<bool> wait(Duration) override
    {
        return m_turns.wait(m_heard, m_stop.get_token(), SteadyPoint::max()) == Woken::rung;
    }
    void interrupt() noexcept override { m_stop.request_stop(); }
    void ring() { m_heard.ring(); }

private:
    scenarios::Turns& m_turns;
    std::shared_ptr<Ear> m_ear;
    Bell m_heard;
    std::stop_source m_stop;
};

void ToldStore::Ear::ring() const
{
    const std::lock_guard lock(m_mutex);
    for (Listener* const listener : m_listeners)
        listener->ring();
}

std::optional<Failure> ToldStore::unreachable() const
{
    if (!m_cut_off)
        return std::nullopt;
    return Failure::unavailable("this program is cut off from the store until the next reconnect")
        .try_again()
        .disconnected();
}

Answer<std::unique_ptr<Session>> ToldStore::open(const SessionOptions& options)
{
    if (auto cut = unreachable())
        return *cut;
    auto inner = m_inner.open(options);
    if (!inner)
        return inner;
    return told_session(*this, std::move(*inner));
}

Answer<std::unique_ptr<HintListener>> ToldStore::listen(std::vector<HintTopic> topics, const SessionOptions& options,
                                                        const std::stop_token& stop)
{
    if (auto cut = unreachable())
        return *cut;
    auto ear = ear_for(topics, options, stop);
    if (!ear)
        return ear.failure();
    return std::unique_ptr<HintListener>(std::make_unique<Listener>(m_turns, std::move(*ear)));
}

Answer<std::shared_ptr<ToldStore::Ear>> ToldStore::ear_for(const std::vector<HintTopic>& topics,
                                                           const SessionOptions& options, const std::stop_token& stop)
{
    const std::lock_guard lock(m_ears_mutex);
    std::erase_if(m_ears, [](const auto& one) { return one.expired(); });
    for (const auto& one : m_ears)
        if (auto ear = one.lock(); ear && ear->topics == topics)
            return ear;
    auto inner = m_inner.listen(topics, options, stop);
    if (!inner)
        return inner.failure();
    auto ear = std::make_shared<Ear>(topics, std::move(*inner));
    m_ears.push_back(ear);
    return ear;
}

std::vector<std::shared_ptr<ToldStore::Ear>> ToldStore::ears() const
{
    const std::lock_guard lock(m_ears_mutex);
    std::vector<std::shared_ptr<Ear>> out;
    for (const auto& one : m_ears)
        if (auto ear = one.lock())
            out.push_back(std::move(ear));
    return out;
}

std::set<std::string> ToldStore::listens() const
{
    std::set<std::string> out;
    for (const auto& ear : ears())
        for (const HintTopic& topic : ear->topics)
            if (topic.entity == Entity::lock)
                out.insert(topic.key);
    return out;
}

Heard ToldStore::hear(const std::string& lock, Duration patience)
{
    const auto until = steady_after(std::chrono::steady_clock::now(), patience);
    Heard out;
    for (const auto& ear : ears()) {
        if (!ear->listens_for(lock))
            continue;
        const int listeners = ear->listeners();
        out.listeners += listeners;
        const auto heard = ear->hear(until);
        if (heard && *heard) {
            out.heard += listeners;
            ear->ring();
        } else if (!heard) {
            out.why = heard.failure().message;
        }
    }
    return out;
}

} // namespace lockdesk::worker

// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/worker/told_store.h"

#include "app/worker/told_session.h"

#include <algorithm>
#include <chrono>

namespace lockdesk::worker {

// Turns run one at a time, and `hear` is called between them: nothing here needs a mutex.
class ToldStore::Listener final : public HintListener
{
public:
    Listener(ToldStore& store, std::vector<HintTopic> topics, std::unique_ptr<HintListener> inner)
        : m_store(store), m_topics(std::move(topics)), m_inner(std::move(inner))
    {
        m_store.m_listeners.insert(this);
    }
    ~Listener() override { m_store.m_listeners.erase(this); }
    Listener(const Listener&) = delete;
    Listener& operator=(const Listener&) = delete;

    // However long it is to wait: nothing comes in between, so asking again would only be asked again.
    Answer<bool> wait(Duration) override
    {
        return m_store.m_turns.wait(m_heard, m_stop.get_token(), SteadyPoint::max()) == Woken::rung;
    }
    void interrupt() noexcept override { m_stop.request_stop(); }
    [[nodiscard]] const std::vector<HintTopic>& topics() const { return m_topics; }
    // A lost connection fails one wait. The next wait listens anew, and returns at once with what was missed.
    Answer<bool> hear(SteadyPoint until)
    {
        const auto left = [&] {
            return std::max(std::chrono::duration_cast<Duration>(until - std::chrono::steady_clock::now()), Duration{0});
        };
        auto heard = m_inner->wait(left());
        if (!heard)
            heard = m_inner->wait(left());
        if (heard && *heard)
            m_heard.ring();
        return heard;
    }

private:
    ToldStore& m_store;
    std::vector<HintTopic> m_topics;
    std::unique_ptr<HintListener> m_inner;
    Bell m_heard;
    std::stop_source m_stop;
};

std::optional<Failure> ToldStore::unreachable() const
{
    if (!m_cut_off)
        return std::nullopt;
    return Failure{FailureKind::unavailable,
                   {},
                   {},
                   true,
                   true,
                   "this program is cut off from the store until it is told to reconnect"};
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
    auto inner = m_inner.listen(topics, options, stop);
    if (!inner)
        return inner;
    return std::unique_ptr<HintListener>(std::make_unique<Listener>(*this, std::move(topics), std::move(*inner)));
}

std::set<std::string> ToldStore::listens() const
{
    std::set<std::string> out;
    for (const Listener* const one : m_listeners)
        for (const HintTopic& topic : one->topics())
            if (topic.entity == Entity::lock)
                out.insert(topic.key);
    return out;
}

Heard ToldStore::hear(const std::string& lock, Duration patience)
{
    const auto until = steady_after(std::chrono::steady_clock::now(), patience);
    Heard out;
    for (Listener* const one : m_listeners) {
        const auto& topics = one->topics();
        if (std::find(topics.begin(), topics.end(), HintTopic{Entity::lock, lock}) == topics.end())
            continue;
        ++out.listeners;
        const auto heard = one->hear(until);
        if (heard && *heard)
            ++out.heard;
        else if (!heard)
            out.why = heard.failure().message;
    }
    return out;
}

} // namespace lockdesk::worker

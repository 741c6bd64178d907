// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/worker/told_store.h"

#include "app/worker/told_session.h"

namespace lockdesk::worker {

// Turns run one at a time, and `hear` is called between them: nothing here needs a mutex.
class ToldStore::Listener final : public HintListener
{
public:
    Listener(ToldStore& store, std::unique_ptr<HintListener> inner) : m_store(store), m_inner(std::move(inner))
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
    bool hear(Duration patience)
    {
        const auto heard = m_inner->wait(patience);
        if (!heard || !*heard)
            return false;
        m_heard.ring();
        return true;
    }

private:
    ToldStore& m_store;
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
    auto inner = m_inner.listen(std::move(topics), options, stop);
    if (!inner)
        return inner;
    return std::unique_ptr<HintListener>(std::make_unique<Listener>(*this, std::move(*inner)));
}

bool ToldStore::hear(Duration patience)
{
    bool heard = false;
    for (Listener* const one : m_listeners)
        heard = one->hear(patience) || heard;
    return heard;
}

} // namespace lockdesk::worker

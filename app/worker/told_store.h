// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ctl/output.h"
#include "backends/engine/contracts/store.h"
#include "backends/scenarios/turns.h"

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <vector>

namespace lockdesk::worker {

/// A call of the engine to a store, as the equivalent command of lockdeskctl and its output.
struct ToldCall
{
    std::string command;
    std::vector<ctl::Json> lines;
    int status = 0;
};

/// How many listeners of a lock were notified.
struct Heard
{
    int listeners = 0, heard = 0;
    std::string why; ///< failure of a listener that was not notified, if its connection reported one
};

/// The store for an engine's object in a lesson. Reports each call to locks, session locks and the outbox; a listener waits
/// in the lesson's time and is notified when `hear` is called. Listeners of the same topics share a connection: a process
/// with many waiters has one for all.
class ToldStore final : public Store
{
public:
    using Tell = std::function<void(const ToldCall&)>;
    ToldStore(Store& inner, scenarios::Turns& turns, Tell tell) : m_inner(inner), m_turns(turns), m_tell(std::move(tell)) {}
    [[nodiscard]] const StoreUrl& url() const override { return m_inner.url(); }
    Answer<std::unique_ptr<Session>> open(const SessionOptions& options) override;
    Answer<std::unique_ptr<HintListener>> listen(std::vector<HintTopic> topics, const SessionOptions& options,
                                                 const std::stop_token& stop) override;

    /// Makes later calls fail as if the store were unreachable.
    void cut_off(bool is_cut_off) { m_cut_off = is_cut_off; }
    [[nodiscard]] std::optional<Failure> unreachable() const;
    void tell(const ToldCall& call) const { m_tell(call); }
    /// Locks that have listeners.
    [[nodiscard]] std::set<std::string> listens() const;
    /// Waits until all listeners of that lock are notified of its change and wakes them; at most `patience` of real time.
    Heard hear(const std::string& lock, Duration patience);

private:
    class Listener;
    class Ear;
    [[nodiscard]] std::vector<std::shared_ptr<Ear>> ears() const;
    Answer<std::shared_ptr<Ear>> ear_for(const std::vector<HintTopic>& topics, const SessionOptions& options,
                                         const std::stop_token& stop);
    Store& m_inner;
    scenarios::Turns& m_turns;
    Tell m_tell;
    std::atomic<bool> m_cut_off = false;
    mutable std::mutex m_ears_mutex;
    std::vector<std::weak_ptr<Ear>> m_ears;
};

} // namespace lockdesk::worker

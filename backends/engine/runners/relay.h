// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/held_messages.h"
#include "backends/engine/contracts/runtime.h"
#include "backends/engine/rules/delivery_retry.h"
#include "backends/engine/runners/access.h"
#include "backends/engine/runners/worker_stats.h"

#include <functional>
#include <memory>
#include <set>

namespace lockdesk {

/// Destination of messages. One thread at a time.
class Receiver
{
public:
    virtual ~Receiver() = default;
    /// Delivers one message; returns an error sentence, or nullopt. At least once: the receiver must recognize message ids
    /// that it has seen. Returns by `until`, or soon after `stop`.
    virtual std::optional<std::string> deliver(const MessageRow& message, const std::stop_token& stop,
                                               SteadyPoint until) = 0;
};

/// Mechanism that keeps two relays from delivering the same message.
enum class Apart {
    leases,  ///< each message's own lease: no delivery begins or continues after its end
    nothing, ///< for comparison: another relay may begin a message during its delivery; a delivery is settled
             ///< even if another relay has claimed the message
    guard,   ///< the caller's guard alone, however long a delivery; leases are short, so that the next holder can continue
    rows,    ///< row locks in an open transaction, see HeldMessages; unsupported failure where there are none
};

struct RelayOptions
{
    OwnerId owner;
    std::int64_t tries = 3;  ///< failures until a message is dead; deliveries cut off by their relay's end count too
    std::int64_t cuts = 3;   ///< deliveries cut off by their relay's end until a message is dead, despite remaining tries
    std::int64_t batch = 10; ///< messages per claim
    std::optional<Topic> topic{};                ///< deliver only messages of this topic; nullopt: all
    Duration lease = std::chrono::seconds{30};   ///< of a claimed message
    Duration interval = std::chrono::seconds{1}; ///< between polls when nothing is due; hints wake it earlier
    DeliveryRetry retry;                         ///< when to retry a failed delivery
    Apart apart = Apart::leases;
    Duration limit = no_end; ///< maximum time of one delivery, which then fails
    std::function<bool()>
        paused; ///< called before every claim and delivery, on the relay's thread: true = begin nothing now. May be empty
    bool until_empty = false; ///< end when nothing is pending; waits for retries, but not for dead messages
};

struct RelayEvents
{
    /// Called for every delivery that the store has accepted, with the resulting row; `error` is empty when delivered.
    std::function<void(const MessageRow&, const std::string& error, std::optional<TimePoint> store_time)> settled;
    std::function<void(const MessageRow&)> refused; ///< another relay has claimed it meanwhile
    std::function<void(const Failure&)> trouble;    ///< a failed call that is retried; a message left alone
};

/// Claims messages in batches, delivers them one after another, and settles them. Apart determines how other relays are
/// kept away, and how long a delivery may take. Before each delivery, a begin in the store extends the message's lease (and
/// those of the waiting ones): a message that another relay has claimed meanwhile is not begun, nor any after it. With
/// leases a delivery has at most the time of one lease. Messages claimed but not begun are given back unchanged. The store
/// accepts a late delivery unless another relay has claimed the message. Only a failed delivery is a try; one that was
/// begun and never settled (its relay was killed) is a cut, which the next claim counts. `run` blocks on the caller's
/// thread. It polls the outbox, and hints wake it.
class Relay
{
public:
    Relay(Runtime& runtime, Access access, RelayOptions options, Receiver& receiver, RelayEvents events,
          WorkerStats* stats = nullptr);

    /// Runs until stopped, or (until_empty) until nothing is pending. Fails only when a retry cannot help, or with
    /// until_empty when the store is unavailable.
    Answer<Done> run(const std::stop_token& stop);
    /// Delivers everything due now, for a guard's run. `enough`: nothing more begins; the current delivery is finished,
    /// because an interrupt would not undo it. Returns the number of messages claimed.
    Answer<std::int64_t> run_once(const std::stop_token& stop, const std::stop_token& enough = {});
    /// Returns the time until something may be due; nullopt: nothing is pending.
    Answer<std::optional<Duration>> until_due(const std::stop_token& stop = {});
    /// Returns the number of pending messages that this relay has left alone, as it reported. On the thread of `run`, or after it.
    [[nodiscard]] std::size_t left_alone() const { return m_left_alone.size(); }

private:
    struct Claimed;
    struct Batch;
    struct Begun;
    Answer<Claimed> claim(const std::stop_token& stop);
    std::size_t leave_foreign(std::vector<MessageRow>& rows);
    Answer<Done> leave_used_up(Outbox& outbox);
    void leave_alone(const MessageRow& row, const std::string& why);
    Answer<HeldMessages*> holder();
    Answer<Done> deliver(Claimed& claimed, const std::stop_token& stop, const std::stop_token& enough);
    Answer<Begun> begin(Claimed& claimed, std::size_t index, const std::stop_token& stop);
    Answer<Begun> begin_in_store(Claimed& claimed, std::size_t index, const std::stop_token& stop);
    [[nodiscard]] bool is_worn_out(const MessageRow& message) const;
    Delivery bury(const MessageRow& message) const;
    void give_back(const Claimed& claimed, std::size_t first, Batch& batch) const;
    Answer<Done> settle(const Batch& batch, const std::stop_token& stop);
    Answer<Done> settle_held(const Batch& batch);
    void settle_over_others(const Batch& batch, std::vector<DeliveryAnswer>& answers);
    void tell(const Batch& batch, std::size_t i, const DeliveryAnswer& answer, bool accepted,
              std::optional<TimePoint> store_time);
    Delivery attempt(const MessageRow& message, SteadyPoint until, const std::stop_token& stop);

    Runtime& m_runtime;
    OwnSession m_session;
    Access m_access;
    RelayOptions m_options;
    Receiver& m_receiver;
    RelayEvents m_events;
    WorkerStats* m_stats;
    std::optional<std::pair<MessageClaim, SteadyPoint>> m_doubtful;
    std::set<std::size_t> m_left_alone; ///< hashes of the ids of messages that are never claimed or never delivered
    int m_claimed_nothing = 0;          ///< polls in a row that found something due after a claim of nothing
};

} // namespace lockdesk

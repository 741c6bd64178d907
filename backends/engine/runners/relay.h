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

/// Where messages go. One thread at a time.
class Receiver
{
public:
    virtual ~Receiver() = default;
    /// Delivers one message, or says in a sentence why not. At least once: the receiver must know message ids that it has
    /// seen. Ends by `until` at the latest, or soon after `stop`.
    virtual std::optional<std::string> deliver(const MessageRow& message, const std::stop_token& stop,
                                               SteadyPoint until) = 0;
};

/// What keeps two relays from delivering the same message.
enum class Apart {
    leases,  ///< each message's own: no delivery is begun or goes on when it is over
    nothing, ///< for comparison: somebody else may begin a message whose delivery goes on; whoever has delivered it says
             ///< so, whoever has claimed it meanwhile
    guard,   ///< the caller's guard alone, however long a delivery takes; leases are short, so that the next holder goes on
    rows,    ///< the rows' locks in an open transaction, see HeldMessages; unsupported failure where there are none
};

struct RelayOptions
{
    OwnerId owner;
    std::int64_t tries = 3;  ///< failed ones until a message is dead; deliveries cut off by their relay's end count too
    std::int64_t cuts = 3;   ///< so many cut off by their relay's end: dead, whatever is left of the tries
    std::int64_t batch = 10; ///< messages of one claim
    Duration lease = std::chrono::seconds{30};   ///< of a claimed message
    Duration interval = std::chrono::seconds{1}; ///< between two looks when there is nothing to do; hints wake it earlier
    DeliveryRetry retry;                         ///< when a delivery that failed is tried again
    Apart apart = Apart::leases;
    Duration limit = forever; ///< of one delivery: it is cut then and has failed
    std::function<bool()>
        paused; ///< asked before every claim and delivery, from the relay's thread: true = begin nothing now. May be empty
    bool until_empty = false; ///< end when nothing is pending; waits for retries, dead ones do not count
};

struct RelayEvents
{
    /// Every delivery that the store has accepted, with the row afterwards; `error` is empty when it was delivered.
    std::function<void(const MessageRow&, const std::string& error, std::optional<TimePoint> store_time)> settled;
    std::function<void(const MessageRow&)> refused; ///< somebody else has claimed it meanwhile
    std::function<void(const Failure&)> trouble;    ///< a call that failed and is tried again; a message whose id is no name
};

/// Claims messages in batches, delivers them one after another, and tells the store. Who keeps others away, and for how long a
/// message may be delivered, says Apart. Before each message the store is told that it is begun, which extends its lease (and
/// those of the others that wait for their turn): a message that somebody else has claimed meanwhile is not begun, and nothing
/// after it. By their leases a delivery gets no more time than one lease. What was claimed and not begun is given back as it
/// was. The store accepts a late delivery while nobody else has claimed the message. Only a delivery that failed is a try; one
/// that was begun and never told about (its relay was killed) is a cut, which the next claim counts.
/// Blocks in `run`: the caller has the thread. The outbox is polled, and hints wake it.
class Relay
{
public:
    Relay(Runtime& runtime, Access access, RelayOptions options, Receiver& receiver, RelayEvents events,
          WorkerStats* stats = nullptr);

    /// Until stopped, or (until_empty) until nothing is pending. A failure only when it ends for one that trying again cannot
    /// help, or with until_empty when the store cannot be asked.
    Answer<Done> run(const std::stop_token& stop);
    /// Delivers what is due now, for a guard's run. `enough`: nothing more is begun, and what is in hand goes on to its end:
    /// cutting it would not take it back. Answers how many messages were claimed.
    Answer<std::int64_t> run_once(const std::stop_token& stop, const std::stop_token& enough = {});
    /// Nothing is pending any more; else how long until something may be due.
    Answer<std::optional<Duration>> until_due(const std::stop_token& stop = {});

private:
    struct Claimed;
    struct Batch;
    struct Begun;
    Answer<Claimed> claim(const std::stop_token& stop);
    std::size_t leave_foreign(std::vector<MessageRow>& rows);
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
    std::set<std::size_t> m_left_alone; ///< hashes of ids that are no names
};

} // namespace lockdesk

// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/rows.h"
#include "backends/engine/text/filter.h"

#include <limits>
#include <span>
#include <vector>

namespace lockdesk {

struct NewMessage
{
    MessageId id;
    Topic topic;
    std::string payload; ///< opaque; usually JSON
};

struct MessageClaim
{
    std::int64_t limit = 1;
    OwnerId owner;
    ClaimId claim;
    Duration lease = std::chrono::seconds{30};
    bool asking_again = false;      ///< as in ClaimRequest
    std::optional<Topic> topic{};   ///< nullopt: of every topic
};

/// Begins the delivery of a claimed message. Owner and token are compared, for `rest` owner and claim.
struct DeliveryBegin
{
    MessageId id;
    OwnerId owner;
    FencingToken token;
    Duration lease = std::chrono::seconds{30};
    std::optional<ClaimId> claim{}; ///< of `rest`
    std::vector<MessageId> rest{};  ///< other messages of that claim, which wait: their leases are extended too
};

inline constexpr std::int64_t never_dead = std::numeric_limits<std::int64_t>::max();

/// The result of a delivery. Owner and token are compared.
struct Delivery
{
    MessageId id;
    OwnerId owner;
    FencingToken token;
    bool delivered = false;
    std::string error;          ///< when not delivered; empty: keeps the last error
    Duration retry_after{0};    ///< when not delivered and not dead
    std::int64_t max_tries = 3; ///< when not delivered: dead if tries + cuts >= this afterwards
    bool failed = true;         ///< when not delivered: it was tried, tries + 1. False: given back unchanged
};

struct DeliveryAnswer
{
    bool accepted = false;         ///< false: another relay has claimed it meanwhile; nothing changed
    std::optional<MessageRow> row; ///< after the call
};

struct Backlog
{
    std::int64_t pending = 0;       ///< not sent and not dead, including claimed ones
    std::int64_t sending = 0;       ///< those of them with a running lease
    std::optional<Duration> oldest; ///< age of the oldest pending one
    double in_rate = 0;             ///< messages added per second, over the last minute
    double out_rate = 0;            ///< messages sent per second, over the last minute
    std::int64_t dead = 0;
    std::optional<Duration> next_due; ///< time until the earliest pending message may be tried; 0 when one is due
    bool capped = false;              ///< pending and dead are lower bounds
};

/// The transactional outbox of one store. The backend's writer adds messages in the caller's own transaction
/// (`OutboxWriter` of each store); `add` here is its own transaction. A message is claimed by its own state with a
/// lease, never by a cursor: a late commit with a lower seq is delivered too. At least once. One thread at a time.
class Outbox
{
public:
    virtual ~Outbox() = default;
    /// Returns false when a message with that id exists; nothing changes.
    virtual Answer<bool> add(const NewMessage& message) = 0;
    /// Claims due messages (next_at <= now, and without another relay's running lease), oldest next_at first: owner, token
    /// + 1, claim_id, lease_until. A message whose delivery was begun and never settled: cuts + 1. Empty: nothing is due.
    virtual Answer<std::vector<MessageRow>> claim(const MessageClaim& request) = 0;
    /// Call before a delivery: begun_at = now and lease_until = now + lease, even if the old lease is over. False: another
    /// relay has claimed it meanwhile, or it is gone; nothing changed. A second begin extends it again.
    virtual Answer<bool> begin(const DeliveryBegin& request) = 0;
    /// Settles each in one atomic step: sent; or pending again, or dead. Clears begun_at.
    virtual Answer<std::vector<DeliveryAnswer>> settle(std::span<const Delivery> deliveries) = 0;
    /// With a topic: of its messages alone.
    virtual Answer<Backlog> backlog(const std::optional<Topic>& topic) = 0;
    Answer<Backlog> backlog() { return backlog(std::nullopt); }
    /// Returns dead messages to pending, tries and cuts 0, due now: these ids, or all when empty. Returns those changed.
    virtual Answer<std::vector<MessageRow>> retry_dead(std::span<const MessageId> ids) = 0;
    virtual Answer<std::vector<std::string>> preview_retry_dead(std::span<const MessageId> ids) = 0;
    virtual Answer<std::optional<MessageRow>> find(const MessageId& id) = 0;
    virtual Answer<Page<MessageRow>> list(const ListRequest& request) = 0;
    /// Removes sent messages older than this, oldest first, at most `limit`, in one short step. Never removes pending and
    /// dead ones. Returns the number removed; less than the limit: none is left.
    virtual Answer<std::int64_t> collect(Duration older_than, std::int64_t limit) = 0;
};

} // namespace lockdesk

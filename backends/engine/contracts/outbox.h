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
    std::string payload; ///< opaque; JSON by custom
};

struct MessageClaim
{
    std::int64_t limit = 1;
    OwnerId owner;
    ClaimId claim;
    Duration lease = std::chrono::seconds{30};
    bool asking_again = false; ///< as in ClaimRequest
};

/// A relay is about to deliver a message of its claim. Owner and token are compared, for `rest` owner and claim.
struct DeliveryBegin
{
    MessageId id;
    OwnerId owner;
    FencingToken token;
    Duration lease = std::chrono::seconds{30};
    std::optional<ClaimId> claim{}; ///< of `rest`
    std::vector<MessageId> rest{};  ///< others of that claim that wait for their turn: their leases are extended too
};

inline constexpr std::int64_t never_dead = std::numeric_limits<std::int64_t>::max();

/// What a relay says of a message that it claimed. Owner and token are compared.
struct Delivery
{
    MessageId id;
    OwnerId owner;
    FencingToken token;
    bool delivered = false;
    std::string error;          ///< when not delivered; empty: the last error stays
    Duration retry_after{0};    ///< when not delivered and not dead
    std::int64_t max_tries = 3; ///< when not delivered: dead if tries + cuts >= this afterwards
    bool failed = true;         ///< when not delivered: it was tried, tries + 1. False: it is given back as it was
};

struct DeliveryAnswer
{
    bool accepted = false;         ///< false: somebody else has claimed it meanwhile; nothing changed
    std::optional<MessageRow> row; ///< as it is afterwards
};

struct Backlog
{
    std::int64_t pending = 0;       ///< not sent and not dead, claimed ones included
    std::int64_t sending = 0;       ///< of these: claimed, lease running
    std::optional<Duration> oldest; ///< age of the oldest pending one
    double in_rate = 0;             ///< messages added a second, over the last minute
    double out_rate = 0;            ///< messages sent a second, over the last minute
    std::int64_t dead = 0;
    std::optional<Duration> next_due; ///< until the earliest pending message may be tried; 0 when one is due
    bool capped = false;              ///< pending and dead are at least this
};

/// The transactional outbox of one store. Messages are written in the caller's own transaction by the backend's writer
/// (`postgres/outbox_writer.h` and so on); `add` here is its own transaction. A message is claimed by its own state with a
/// lease, never by a cursor: a late commit with a lower seq is delivered too. At least once. One thread at a time.
class Outbox
{
public:
    virtual ~Outbox() = default;
    /// False: a message of that id exists; nothing was changed.
    virtual Answer<bool> add(const NewMessage& message) = 0;
    /// Due messages (next_at <= now, and not under another relay's running lease), oldest next_at first: owner, token + 1,
    /// claim_id, lease_until. A message whose delivery was begun by a relay that is gone: cuts + 1. Empty: nothing due.
    virtual Answer<std::vector<MessageRow>> claim(const MessageClaim& request) = 0;
    /// Before a delivery: begun_at = now and lease_until = now + lease, whether or not the old lease is over. False: somebody
    /// else has claimed it meanwhile, or it is gone; nothing was changed. Beginning again what was begun extends it again.
    virtual Answer<bool> begin(const DeliveryBegin& request) = 0;
    /// In one atomic step each: sent; or pending again, or dead. begun_at is cleared.
    virtual Answer<std::vector<DeliveryAnswer>> settle(std::span<const Delivery> deliveries) = 0;
    virtual Answer<Backlog> backlog() = 0;
    /// Dead messages back to pending, tries and cuts 0, due now: these ids, or all when empty. Answers those that came back.
    virtual Answer<std::vector<MessageRow>> retry_dead(std::span<const MessageId> ids) = 0;
    virtual Answer<std::vector<std::string>> preview_retry_dead(std::span<const MessageId> ids) = 0;
    virtual Answer<std::optional<MessageRow>> find(const MessageId& id) = 0;
    virtual Answer<Page<MessageRow>> list(const ListRequest& request) = 0;
    /// Removes sent messages older than this, oldest first, at most `limit`, in one short step. Pending and dead ones stay however
    /// old they are. Answers how many went; fewer than the limit: none is left.
    virtual Answer<std::int64_t> collect(Duration older_than, std::int64_t limit) = 0;
};

} // namespace lockdesk

// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/fence.h"
#include "backends/engine/contracts/names.h"

namespace lockdesk {

enum class VersionBy {
    integer, ///< 1, 2, 3, ...
    time,    ///< microseconds on the store's clock; always increases (max(now, version + 1))
    hash,    ///< SHA-256 of the value, 64 hex digits; misses A-B-A
};

struct Record
{
    std::string id;
    std::string value;
    std::string version; ///< decimal for integer and time, hex for hash
    VersionBy version_by = VersionBy::integer;
    friend bool operator==(const Record&, const Record&) = default;
};

struct RecordUpdate
{
    bool updated = false;
    std::optional<Record> current; ///< after the call; nullopt: missing
};

/// The writer's token and the resource whose fence checks it.
struct FencePass
{
    Resource resource;
    FencingToken token;
    std::string who; ///< recorded with a refusal; may be empty
};

struct FencedWrite
{
    FenceAnswer fence;
    std::optional<Record> record; ///< after the call; nullopt: refused, and nothing was written
};

/// Rows guarded by a version. One conditional update, never read-then-write. One thread at a time.
class Records
{
public:
    virtual ~Records() = default;
    /// Creates or replaces regardless of the version; a replaced record still gets a new version.
    virtual Answer<Record> put(const RecordId& id, const std::string& value, VersionBy version_by) = 0;
    /// With `bump`, also raises the version (integer and time; usage failure for hash) in the same step.
    virtual Answer<std::optional<Record>> get(const RecordId& id, bool bump) = 0;
    /// Returns updated(new version) or conflict(current). The record's own `version_by` determines the next version.
    virtual Answer<RecordUpdate> update_if_version(const RecordId& id, const std::string& version,
                                                   const std::string& value) = 0;
    /// `put` with the fence as part of the write: one atomic step of the store checks the fence, remembers the token, and
    /// writes. With a separate check before the write, a token may become stale between the two. Unsupported where the
    /// store cannot (Capabilities::fenced_writes).
    virtual Answer<FencedWrite> put_fenced(const RecordId& id, const std::string& value, VersionBy version_by,
                                           const FencePass& pass) = 0;
};

const char* word(VersionBy);
Answer<VersionBy> parse_version_by(std::string_view text);

} // namespace lockdesk

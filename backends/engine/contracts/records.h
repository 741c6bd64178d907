// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/fence.h"
#include "backends/engine/contracts/names.h"

namespace lockdesk {

enum class VersionBy {
    integer, ///< 1, 2, 3, ...
    time,    ///< microseconds on the store's clock; never equal to the one before (max(now, version + 1))
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
    std::optional<Record> current; ///< as it is afterwards; none: missing
};

/// What lets a write pass: the writer's token, at the fence of that resource.
struct FencePass
{
    Resource resource;
    FencingToken token;
    std::string who; ///< recorded with a refusal; may be empty
};

struct FencedWrite
{
    FenceAnswer fence;
    std::optional<Record> record; ///< as it is afterwards; none: refused, and nothing was written
};

/// Rows guarded by a version. One conditional update, never read-then-write. One thread at a time.
class Records
{
public:
    virtual ~Records() = default;
    /// Creates or replaces without looking at the version; a replaced one still gets a new version.
    virtual Answer<Record> put(const RecordId& id, const std::string& value, VersionBy version_by) = 0;
    /// With `bump`, reading raises the version (integer and time; usage failure for hash) in the same step.
    virtual Answer<std::optional<Record>> get(const RecordId& id, bool bump) = 0;
    /// Updated(new version) or conflict(current). The record's own `version_by` decides the next version.
    virtual Answer<RecordUpdate> update_if_version(const RecordId& id, const std::string& version,
                                                   const std::string& value) = 0;
    /// `put` with the fence as part of the write: one decision of the store asks the fence, remembers the token, and writes. Asked
    /// before the write instead, a token may grow old between the two. Unsupported where the store cannot
    /// (Capabilities::fenced_writes).
    virtual Answer<FencedWrite> put_fenced(const RecordId& id, const std::string& value, VersionBy version_by,
                                           const FencePass& pass) = 0;
};

const char* word(VersionBy);
Answer<VersionBy> parse_version_by(std::string_view text);

} // namespace lockdesk

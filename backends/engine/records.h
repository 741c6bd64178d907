// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/names.h"

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
};

const char* word(VersionBy);
Answer<VersionBy> parse_version_by(std::string_view text);

} // namespace lockdesk

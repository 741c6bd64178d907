// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/rows.h"

#include <cstddef>
#include <optional>
#include <string>

namespace lockdesk {

/// A row as seen by the operator who decided on a forced action: evidence for the audit, on every store.
template <class Row> struct Seen
{
    Row row;
    TimePoint at{};           ///< the store's clock when the row was read
    bool just_before = false; ///< read by the forced verb itself, as in the command line
    friend bool operator==(const Seen&, const Seen&) = default;
};
using LockSeen = Seen<LockRow>;
using TaskSeen = Seen<TaskRow>;
using MessageSeen = Seen<MessageRow>;
using WorkerSeen = Seen<WorkerRow>;

/// Maximum size of `evidence_json`, in bytes.
inline constexpr std::size_t longest_evidence = 64 * 1024;

/// Formats the evidence of an audit row: one line of JSON with the keys of the command line's `row`, valid for any texts in
/// the row. A long text is cut and listed in `cut` with its size in bytes. `raw` and payloads are texts in it, never
/// parsed. For a row read `just_before`, values that vary from moment to moment (`seen_us`, a session's activity) are null:
/// the same request, repeated, has the same text.
std::string evidence_json(const LockSeen& seen);
std::string evidence_json(const TaskSeen& seen);
std::string evidence_json(const MessageSeen& seen);
std::string evidence_json(const WorkerSeen& seen);

/// `null` for a row that nobody saw.
template <class Row> std::string evidence_json(const std::optional<Seen<Row>>& seen)
{
    return seen ? evidence_json(*seen) : std::string("null");
}

/// Evidence of an action on all messages of a kind, whose rows nobody saw.
std::string evidence_of_messages(std::size_t count);

} // namespace lockdesk

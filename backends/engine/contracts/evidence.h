// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/rows.h"

#include <cstddef>
#include <optional>
#include <string>

namespace lockdesk {

/// A row as somebody saw it who then decided to force something: what the audit keeps, on every store.
template <class Row> struct Seen
{
    Row row;
    TimePoint at{};           ///< the store's clock when it was read
    bool just_before = false; ///< read by the forced verb itself, as the command line does
    friend bool operator==(const Seen&, const Seen&) = default;
};
using LockSeen = Seen<LockRow>;
using TaskSeen = Seen<TaskRow>;
using MessageSeen = Seen<MessageRow>;
using WorkerSeen = Seen<WorkerRow>;

/// What `evidence_json` never exceeds, in bytes.
inline constexpr std::size_t longest_evidence = 64 * 1024;

/// The evidence of an audit row: one line of JSON under the keys of the command line's `row`, valid whatever the row's texts
/// are. A text that is too long is cut and named in `cut` with its size in bytes. `raw` and payloads are texts in it, never
/// parsed. Of a row that was read `just_before`, what differs from one moment to the next (`seen_us`, what a session does) is
/// null: the same request, asked for twice, is the same text.
std::string evidence_json(const LockSeen& seen);
std::string evidence_json(const TaskSeen& seen);
std::string evidence_json(const MessageSeen& seen);
std::string evidence_json(const WorkerSeen& seen);

/// `null`: nobody saw a row.
template <class Row> std::string evidence_json(const std::optional<Seen<Row>>& seen)
{
    return seen ? evidence_json(*seen) : std::string("null");
}

/// Of an action on all messages of a kind at once, of which nobody saw the rows.
std::string evidence_of_messages(std::size_t count);

} // namespace lockdesk

// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/observe/recording/recorder.h"

#include <deque>
#include <string>
#include <vector>

namespace lockdesk {

/// The last ten minutes of an observer's updates, to be saved after something has happened. Rows are shared with the updates,
/// and older updates become one snapshot; more than `most_rows` changes of rows shorten the time. Rows that only a search brought
/// into view are left out until they change. Of the lists of findings
/// the newest are kept, with `most_findings` findings in all. One thread at a time.
class FlightRecorder
{
public:
    static constexpr Duration span = std::chrono::minutes{10};
    static constexpr std::size_t most_rows = 100'000;
    static constexpr std::size_t most_findings = 5'000;

    /// Takes the next update; `steady` is when it arrived.
    void take(const UpdatePtr& update, SteadyPoint steady);
    /// The updates to record: a snapshot, and what followed. Their clocks stand still at their instant.
    [[nodiscard]] std::vector<UpdatePtr> updates() const;
    /// Store time of the newest update; nullopt: none has a time.
    [[nodiscard]] std::optional<TimePoint> newest() const;

private:
    void fold(const Update& update);
    void thin_findings();

    std::deque<UpdatePtr> m_recent;
    std::size_t m_rows = 0; ///< in m_recent
    Update m_base;          ///< everything before, as one update; its rows are in the maps
    RowMap<LockRow> m_locks;
    RowMap<TaskRow> m_tasks;
    RowMap<MessageRow> m_messages;
    RowMap<WorkerRow> m_workers;
    bool m_has_base = false;
};

/// What an incident bundle leaves out, a sentence for people.
inline constexpr const char* bundle_policy =
    "Payloads, errors that receivers and handlers reported, statements of sessions and raw records are left out, and passwords "
    "in addresses are masked. Names, owners, reasons and times are in it.";

/// The update without secrets: see `bundle_policy`.
UpdatePtr without_secrets(const Update& update);
/// Masks `user:password@` after `://`, and values of `password=` and the like.
std::string masked(std::string text);

/// Writes a bundle: a recording of these updates without secrets, whose header has the store's facts. `header` as for
/// Recorder::begin. Existing files are replaced only if they are recordings. Returns its lines and bytes.
Answer<Recorder::Progress> write_bundle(const std::string& path, RecordingHeader header, const std::vector<UpdatePtr>& updates);

} // namespace lockdesk

// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/store.h"
#include "backends/scenarios/program.h"

#include <mutex>

namespace lockdesk::scenarios {

/// The sandbox of one run: its clock, its content, and its maker. One thread, except `interrupt`.
class Stage
{
public:
    Stage(Store& store, SessionOptions options, std::string id);
    ~Stage();
    Stage(const Stage&) = delete;
    Stage& operator=(const Stage&) = delete;

    /// Another store with a sandbox of the same id and clock, that must outlive this; before `open`.
    void beside(Store* store) { m_beside.store = store; }
    /// Creates the sandbox with its clock stopped at the lesson's base. `lesson`: recorded for those who find it.
    Answer<Done> open(const std::string& lesson);
    [[nodiscard]] Session& session() { return *m_place.inside; }
    [[nodiscard]] const std::string& id() const { return m_id; }
    Answer<Done> set_clock(Duration since_start);
    /// Records that its maker lives; every few seconds at most.
    Answer<Done> beat();
    /// Returns the current row; nullopt: none.
    Answer<std::optional<Fields>> row(const ShownRow& shown);
    /// Drops the sandbox. A second call does nothing.
    Answer<Done> drop();
    void interrupt() noexcept;

private:
    /// A store with the run's sandbox: a session outside of it, for the store's own clock, and one inside.
    struct Place
    {
        Store* store = nullptr;
        std::unique_ptr<Session> outside{}, inside{};
    };
    Answer<Done> open(Place& place, const SandboxId& id);
    Answer<Done> note_maker(Place& place);
    void keep(std::unique_ptr<Session>& place, std::unique_ptr<Session> session);

    SessionOptions m_options;
    std::string m_id, m_lesson;
    std::mutex m_mutex; ///< the sessions' pointers, for `interrupt`
    Place m_place, m_beside;
    Duration m_clock{-1};
    SteadyPoint m_last_beat{};
    bool m_made = false; ///< there is, or may be, a sandbox to drop
};

/// The record of a sandbox's maker.
struct Maker
{
    std::string lesson, host;
    std::int64_t pid = 0;
    std::int64_t started = 0; ///< start of the process, to tell it from another one with the same id
    std::string place;        ///< namespace of `pid` (`process_place`)
    TimePoint beat;           ///< on the store's own clock
};
inline constexpr const char* maker_record = "lesson/sandbox";
std::string encode(const Maker& maker);
/// Returns nullopt for text of another origin.
std::optional<Maker> decode_maker(const std::string& text);
/// Returns the start time of a process of this computer, in kernel ticks; 0: it has ended, or is not accessible.
std::int64_t process_start(std::int64_t pid);
/// Identifies the namespace of process ids: this boot of the kernel, and this container. Host names do not
/// suffice. Empty: unknown.
std::string process_place();

} // namespace lockdesk::scenarios

// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ctl/engine_part.h"
#include "app/worker/told_store.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace lockdesk::worker {

/// The parts of one actor played by the engine's own objects: Lead, Relay with its guards, and WaitingAcquire. A line sets
/// the lesson's time; they run until all their threads wait, and then the store's clock may be set again. Their work is a
/// program of the lesson: they request it (`wants`), and a line reports its end (`done`).
///
///     engine T start ID SEED PROCESS lead NAME --lease D --interval D | relay ... | hold NAME --lease D --wait D
///     engine T go | done ID STATUS | stop ID | hear MS LOCK
///
/// T: microseconds since the lesson's start. Each is answered by a line per call, event and part, and one of type `turns`.
class EngineParts
{
public:
    using Emit = std::function<void(const ctl::Json&)>;
    /// `access` is that of the actor's own commands to the sandbox; its store outlives this.
    /// `redlock`: the servers of the guard of that name; may be null.
    EngineParts(Access access, std::string actor, Emit emit, std::unique_ptr<Store> redlock = nullptr);
    ~EngineParts();
    EngineParts(const EngineParts&) = delete;
    EngineParts& operator=(const EngineParts&) = delete;

    /// Runs the words after `engine`. Fails for unknown words.
    Answer<Done> run(const std::vector<std::string>& words);
    void cut_off(bool is_cut_off);

private:
    class Part;
    Answer<Done> start(const std::vector<std::string>& words, Duration at);
    void tell(const ToldCall& call);
    void tell_state();
    void hear(const std::string& lock, Duration most);
    void emit_statements();
    Answer<Session*> shared_session();
    void raise_curtain(std::uint64_t seed, std::int64_t process);
    Answer<Access> guard_access(const ctl::EnginePart& what) const;

    Access m_access;
    std::unique_ptr<Store> m_redlock;
    std::string m_actor;
    Emit m_emit;
    std::shared_ptr<StatementTrace> m_trace = std::make_shared<StatementTrace>();
    std::unique_ptr<scenarios::Turns> m_turns;
    std::unique_ptr<ToldStore> m_store, m_guard_store;
    std::unique_ptr<Session> m_session; ///< shared by all parts that hold a lock: one call at a time
    std::map<std::int64_t, std::unique_ptr<Part>> m_parts;
    bool m_is_cut_off = false, m_leaves = false;
};

} // namespace lockdesk::worker

// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/scenarios/event.h"
#include "backends/scenarios/rules.h"

#include <memory>

namespace lockdesk::scenarios {

/// What a stretch of a lane looks like. Later ones in the list lie on top.
enum class SpanKind {
    held,       ///< works under a lease, a task or a place in a transaction
    closing,    ///< the last third of a lease that nobody has renewed
    waits,      ///< waits for somebody
    cooling,    ///< held for nobody
    expired,    ///< of a lock: the lease is over and nobody has taken it
    stopped,    ///< frozen, hung, cut off or slow: not as it should be
    past_lease, ///< its lease is over, and it believes to hold
    left_over,  ///< given back, but holds are left in its name until the lease ends
    dead,       ///< crashed or gone
};

struct Span
{
    SpanKind kind = SpanKind::held;
    Duration from{0};
    Duration until{0}; ///< at most the state's clock
    bool open = false; ///< goes on at the state's clock
    std::string label; ///< data, not a sentence: `token 17`, an owner; empty for none
    std::string word;  ///< event word that began it: frozen, hung, waits; for a sentence of the page's own
    bool by_hand = false;
    int line = 0; ///< event that began it
};

struct Mark
{
    Duration t{0};
    std::string event; ///< word
    Tone tone = Tone::neutral;
    std::int64_t number = 0; ///< token or version, 0 if none
    std::string verb;        ///< of an SQL step: INSERT, UPDATE, ...; empty: none
    bool wrong = false;      ///< the lesson marks it as the wrong way
    int line = 0;            ///< its event
};

struct Lane
{
    LaneSpec spec;
    std::string owner;     ///< of an actor, as in the header
    std::string joined_at; ///< the computer of an actor that joined; empty: it did not
    std::vector<Span> spans;
    std::vector<Mark> marks;
};

/// How everything stands after a number of events.
struct State
{
    int events = 0;
    Duration clock{0};
    std::vector<Lane> lanes;
    std::map<std::pair<std::string, std::string>, Fields> rows; ///< by entity and key, as last seen
    Verdict verdict; ///< so far; the whole one after the last event of a finished run
};

/// A run to look at from any point. A pure function of the file: stepping back is `state(n - 1)`. What it has walked through is
/// kept, so that going on costs only the new events: not for two threads at once.
class Playback
{
public:
    Playback(Playback&&) noexcept;
    Playback& operator=(Playback&&) noexcept;
    ~Playback();

    /// Usage failure: a rule that is none.
    static Answer<Playback> open(EventFile file);

    /// Adds an event of a running lesson.
    void append(Event event);
    [[nodiscard]] const EventFile& file() const { return m_file; }
    [[nodiscard]] int size() const { return static_cast<int>(m_file.events.size()); }
    /// After the first n events (0 <= n <= size). With a later clock, spans that are open reach it (a running lesson).
    [[nodiscard]] State state(int n, std::optional<Duration> clock = std::nullopt) const;
    /// Only the verdict of state(n).
    [[nodiscard]] Verdict verdict(int n) const;
    /// SHA-256 of everything in state(n), in hex.
    [[nodiscard]] std::string state_hash(int n) const;

private:
    /// Everything after some events, before their clock is known.
    struct Walk;
    explicit Playback(EventFile file, Judge judge);
    [[nodiscard]] Walk& walk(int n) const;

    EventFile m_file;
    std::vector<std::unique_ptr<const Walk>> m_footholds; ///< every so many events, so that stepping back is quick
    mutable std::unique_ptr<Walk> m_walk;                 ///< where somebody looked last
};

} // namespace lockdesk::scenarios

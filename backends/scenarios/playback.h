// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/scenarios/event.h"
#include "backends/scenarios/rules.h"

#include <memory>

namespace lockdesk::scenarios {

/// Appearance of a stretch of a lane. Later spans of the list cover earlier ones.
enum class SpanKind {
    held,       ///< works under a lease, a task or a place in a transaction
    closing,    ///< the last third of a lease that nobody has renewed
    waits,      ///< waits for another actor
    cooling,    ///< held for no owner
    expired,    ///< of a lock: the lease is over and the lock has no new holder
    stopped,    ///< frozen, hung, cut off or slow
    past_lease, ///< its lease is over, but it still believes in it
    left_over,  ///< released, but holds remain in its name until the lease ends
    dead,       ///< crashed or gone
};

struct Span
{
    SpanKind kind = SpanKind::held;
    Duration from{0};
    Duration until{0}; ///< at most the state's clock
    bool open = false; ///< continues at the state's clock
    std::string label; ///< data, not a sentence: `token 17`, an owner; empty for none
    std::string word;  ///< word of the event that began it: frozen, hung, waits; for a sentence of the page's own
    bool by_hand = false;
    int line = 0; ///< event that began it
};

struct Mark
{
    Duration t{0};
    std::string event; ///< word
    Tone tone = Tone::neutral;
    std::int64_t number = 0; ///< token or version; 0: none
    std::string verb;        ///< of an SQL step: INSERT, UPDATE, ...; empty: none
    bool wrong = false;      ///< the lesson marks it as the wrong way
    int line = 0;            ///< line of its event
    bool alone = false;      ///< no bar begins or ends with it
};

struct Lane
{
    LaneSpec spec;
    std::string owner;     ///< of an actor, as in the header
    std::string joined_at; ///< computer of an actor that joined; empty: it did not
    std::vector<Span> spans;
    std::vector<Mark> marks;
};

/// State after a number of events.
struct State
{
    int events = 0;
    Duration clock{0};
    std::vector<Lane> lanes;
    std::map<std::pair<std::string, std::string>, Fields> rows; ///< last seen, by entity and key
    Verdict verdict; ///< so far; the final one after the last event of a finished run
};

/// A run viewed at any point. A pure function of the file: stepping back is `state(n - 1)`. Intermediate results are
/// kept, so that stepping on costs only the new events: one thread at a time.
class Playback
{
public:
    Playback(Playback&&) noexcept;
    Playback& operator=(Playback&&) noexcept;
    ~Playback();

    /// Returns a usage failure for an invalid rule.
    static Answer<Playback> open(EventFile file);

    /// Adds an event of a running lesson.
    void append(Event event);
    [[nodiscard]] const EventFile& file() const { return m_file; }
    [[nodiscard]] int size() const { return static_cast<int>(m_file.events.size()); }
    /// The state after the first n events (0 <= n <= size). Open spans reach `clock` if it is later (a running lesson).
    [[nodiscard]] State state(int n, std::optional<Duration> clock = std::nullopt) const;
    /// Returns the verdict of state(n).
    [[nodiscard]] Verdict verdict(int n) const;
    /// SHA-256 of everything in state(n), in hex.
    [[nodiscard]] std::string state_hash(int n) const;

private:
    /// State after some events, before their clock is known.
    struct Walk;
    explicit Playback(EventFile file, Judge judge);
    [[nodiscard]] Walk& walk(int n) const;

    EventFile m_file;
    std::vector<std::unique_ptr<const Walk>> m_footholds; ///< at regular distances, so that stepping back is quick
    mutable std::unique_ptr<Walk> m_walk;                 ///< at the last position
};

} // namespace lockdesk::scenarios

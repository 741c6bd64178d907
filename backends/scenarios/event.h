// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/statement_trace.h"
#include "backends/scenarios/value.h"

#include <filesystem>
#include <optional>

namespace lockdesk::scenarios {

struct Lesson;

/// Midnight of 2026-01-05, UTC: every lesson begins there, on the sandbox clock.
inline constexpr TimePoint lesson_base = time_from_us(1'767'571'200'000'000);

/// A row before and after a step; nullopt: it did not exist.
struct RowChange
{
    std::string entity; ///< lock, fence, record, task, message, ...
    std::string key;
    std::optional<Fields> before, after;
};

/// One step: one line of the event file.
struct Event
{
    int line = 0;          ///< of the event file, from 1; the header is line 1
    Duration t{0};         ///< since the lesson's start, on the sandbox clock
    std::string actor;     ///< `you` for actions by hand
    int thread = 0;        ///< 0: the actor's main program
    std::string event;     ///< a word: acquired, busy, refused, written, frozen, ... (all in docs/lessons.md)
    std::string step;      ///< the lesson's name of the step, to which `say`, questions and rules refer
    bool wrong = false;    ///< the lesson marks this step as the wrong way
    bool quiet = false;    ///< for lanes and verdict; lists may skip it
    bool by_hand = false;  ///< a fault that is not in the lesson
    bool named = false;    ///< the lesson set the word; otherwise it follows from the reply
    std::string command;   ///< as for lockdeskctl; empty for faults and notes
    std::string statement; ///< same name on every store: `lock.acquire`, `fence.admit`, `sql`
    std::string sql;       ///< text of an `sql` step
    std::string result;
    int status = 0; ///< exit status of the command
    Fields values;  ///< the reply, and additions of the lesson's `with:`
    std::vector<RowChange> rows;
    /// Statements that the actor's session sent for this step, in order. `{sandbox}` replaces the sandbox's id.
    std::vector<SentStatement> sent;
    std::string raw; ///< the line itself
};

/// A lane of the timeline, from top to bottom.
struct LaneSpec
{
    std::string id;   ///< for an actor: its name
    std::string kind; ///< actor, lock, fence, record, task, outbox, draw
    std::string key;  ///< of the lock, fence, ...; for an actor its name
    Text title, subtitle;
    std::vector<std::string> only{}; ///< variants of the lesson; empty: all. Not in the event file
};

/// A chosen fault, with its place, so that it can be repeated.
struct Choice
{
    Duration t{0};
    int after = 0;     ///< number of events before it; 0: when its time comes
    std::string fault; ///< crash freeze thaw slow hang cut_off reconnect skew
    std::string actor;
    std::int64_t amount = 0; ///< slow: factor; skew: microseconds
    friend bool operator==(const Choice&, const Choice&) = default;
};

struct ActorInfo
{
    std::string name, kind, owner;
};

/// The first line of an event file.
struct Header
{
    TimePoint base; ///< the sandbox clock at the lesson's start
    std::string id; ///< of the lesson
    int number = 0;
    std::string variant;
    bool expected = true;
    std::uint64_t seed = 0;
    std::string store;  ///< its kind; never its address
    Duration length{0}; ///< intended length of the lesson: the width of the timeline
    std::vector<ActorInfo> actors;
    std::vector<LaneSpec> lanes;
    std::vector<Choice> faults; ///< given from the start, in addition to the lesson's own
    std::string rules;          ///< JSON array: all that `verify` needs
    std::string counts;         ///< JSON object: the numbers shown with the verdict
    std::string sentence;       ///< JSON object by language: the sentence with the numbers
    std::string raw;
};

inline constexpr std::size_t most_run_bytes = std::size_t{1} << 30; ///< of a file that is read

/// A run as JSON lines. `read` and `parse` report the line that is cut or invalid.
struct EventFile
{
    Header header;
    std::vector<Event> events; ///< events[i].line == i + 2

    static Answer<EventFile> parse(std::string_view text);
    static Answer<EventFile> read(const std::filesystem::path& file);
    [[nodiscard]] std::string text() const;
    [[nodiscard]] Answer<Done> write(const std::filesystem::path& file) const;
    /// Returns all faults by hand, the header's included: with lesson, variant, seed and store they reproduce the run.
    [[nodiscard]] std::vector<Choice> choices() const;
};

/// Formats a header or an event as a line without line end; does not set `raw`.
std::string line_of(const Header& header);
std::string line_of(const Event& event, TimePoint base);
/// Returns a usage failure with the defect.
Answer<Header> parse_header(std::string_view line);
Answer<Event> parse_event(std::string_view line, int number);

/// The names that an expression can use: `event actor thread step result status t` (microseconds), the values by name, and
/// for every time `x_us` a text `x_s`: seconds since the lesson's start, as `37.0`.
Value look_up(const Event& event, std::string_view name);

/// Describes an event in one sentence: the lesson's `say` for step, event and variant (the header's), filled with the
/// values; without one, a general sentence for the event's word. Languages: en, ko.
std::string describe(const Lesson* lesson, std::string_view variant, const Event& event, std::string_view language);
/// Explains an event with the lesson's `why` for step, event and variant, filled in; empty: the lesson has none.
std::string explain(const Lesson* lesson, std::string_view variant, const Event& event, std::string_view language);

/// Severity of an event's word at a glance.
enum class Tone { good, neutral, warning, bad };
Tone tone(const Event& event);

/// Derives the word from a reply: `busy` for a `lock.acquire` with that result.
std::string event_word(const Event& event);

/// All event words, sorted.
const std::vector<std::string>& event_words();

} // namespace lockdesk::scenarios

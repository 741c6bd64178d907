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

/// A row as it was before and after a step; absent: there was none.
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
    std::string actor;     ///< `you` for what is done by hand
    int thread = 0;        ///< 0: the actor's main program
    std::string event;     ///< a word: acquired, busy, refused, written, frozen, ... (docs/lessons.md has all of them)
    std::string step;      ///< the lesson's name for the step: what `say`, questions and rules refer to
    bool wrong = false;    ///< the lesson marks this step as the wrong way
    bool quiet = false;    ///< kept for lanes and verdict; lists need not show it
    bool by_hand = false;  ///< a fault that was not in the lesson
    bool named = false;    ///< the lesson gave the word; else it follows from the reply
    std::string command;   ///< as for lockdeskctl; empty for faults and notes
    std::string statement; ///< the same name on every store: `lock.acquire`, `fence.admit`, `sql`
    std::string sql;       ///< the text of an `sql` step
    std::string result;
    int status = 0; ///< exit status of the command
    Fields values;  ///< the reply, and what the lesson adds with `with:`
    std::vector<RowChange> rows;
    /// What the actor's session really sent for it, in its order. The sandbox's id stands in it as `{sandbox}`.
    std::vector<SentStatement> sent;
    std::string raw; ///< the line itself
};

/// A lane of the picture, from top to bottom.
struct LaneSpec
{
    std::string id;   ///< of an actor: its name
    std::string kind; ///< actor, lock, fence, record, task, outbox, draw
    std::string key;  ///< of the lock, fence, ...; for an actor its name
    Text title, subtitle;
    std::vector<std::string> only{}; ///< variants of the lesson; empty: all. Not in the event file
};

/// A fault as chosen: enough to do it again at the same place.
struct Choice
{
    Duration t{0};
    int after = 0;     ///< the number of events before it; 0: whenever its time comes
    std::string fault; ///< crash freeze thaw slow hang cut_off reconnect skew
    std::string actor;
    std::int64_t amount = 0; ///< slow: how many times; skew: microseconds
    friend bool operator==(const Choice&, const Choice&) = default;
};

struct ActorInfo
{
    std::string name, kind, owner;
};

/// The first line.
struct Header
{
    TimePoint base; ///< the sandbox clock at the lesson's start
    std::string id; ///< of the lesson
    int number = 0;
    std::string variant;
    bool expected = true;
    std::uint64_t seed = 0;
    std::string store;  ///< its kind; never its address
    Duration length{0}; ///< how long the lesson is meant to last: the width of the picture
    std::vector<ActorInfo> actors;
    std::vector<LaneSpec> lanes;
    std::vector<Choice> faults; ///< given from the start, beside those of the lesson
    std::string rules;          ///< JSON array: all that `verify` needs
    std::string counts;         ///< JSON object: the numbers that are shown beside the verdict
    std::string sentence;       ///< JSON object by language: how the numbers are said
    std::string raw;
};

/// A run: JSON lines. `read` and `parse` name the line that is cut or broken.
struct EventFile
{
    Header header;
    std::vector<Event> events; ///< events[i].line == i + 2

    static Answer<EventFile> parse(std::string_view text);
    static Answer<EventFile> read(const std::filesystem::path& file);
    [[nodiscard]] std::string text() const;
    [[nodiscard]] Answer<Done> write(const std::filesystem::path& file) const;
    /// What was done by hand, the header's own choices included: with lesson, variant, seed and store the run again.
    [[nodiscard]] std::vector<Choice> choices() const;
};

/// The line of a header or an event, without its end; sets nothing.
std::string line_of(const Header& header);
std::string line_of(const Event& event, TimePoint base);
/// Usage failure: what is wrong with it.
Answer<Header> parse_header(std::string_view line);
Answer<Event> parse_event(std::string_view line, int number);

/// What an expression sees of an event: `event actor thread step result status t` (microseconds), the values by name, and for
/// every `x_us` that is a time a text `x_s`: seconds since the lesson's start, as `37.0`.
Value look_up(const Event& event, std::string_view name);

/// One sentence: what the lesson's `say` has for the step and event in that variant (the header's), filled with the values; without a
/// lesson, or where it says nothing, a general one for the event's word. Languages: en, ko.
std::string describe(const Lesson* lesson, std::string_view variant, const Event& event, std::string_view language);
/// Why it is so: the lesson's `why` for the step and event in that variant, filled in. Empty: it says nothing.
std::string explain(const Lesson* lesson, std::string_view variant, const Event& event, std::string_view language);

/// How an event's word is to be read at a glance.
enum class Tone { good, neutral, warning, bad };
Tone tone(const Event& event);

/// The word that follows from a reply: of `lock.acquire` that was answered `busy`, `busy`.
std::string event_word(const Event& event);

/// All words of events, sorted.
const std::vector<std::string>& event_words();

} // namespace lockdesk::scenarios

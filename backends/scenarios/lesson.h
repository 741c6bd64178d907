// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/capabilities.h"
#include "backends/scenarios/event.h"
#include "backends/scenarios/program.h"

namespace lockdesk::scenarios {

/// Who takes part: a process of its own.
struct ActorSpec
{
    std::string name;
    std::string kind;                       ///< for people: pod, host, editor, buyer
    Text title;                             ///< shown instead of the name, if any
    std::string program;                    ///< name of the program that its main thread runs
    std::int64_t count = 1;                 ///< so many threads with that program, `${index}` from 1
    std::vector<std::string> only;          ///< variants; empty: all
    std::map<std::string, std::string> set; ///< variables of its own: text, as written
};

/// `NAME-1`, `NAME-2`, ...: each with its `number`, also in its title.
std::vector<ActorSpec> each_of_many(const ActorSpec& spec, std::int64_t processes);

/// A fault that the lesson brings itself.
struct FaultSpec
{
    Duration at{0};
    std::string fault;
    std::string actor; ///< or `holder of NAME`: whoever holds that lock then
    std::int64_t amount = 0;
    std::string by = "you"; ///< who is shown to have done it
    std::vector<std::string> only;
};

/// Before the name of a lock, where a fault says whom it is done to.
inline constexpr std::string_view holder_of = "holder of ";

/// One way to do it.
struct Variant
{
    std::string name;
    Text title;
    Text shows;                             ///< what the class should take home, after the run
    bool expected = true;                   ///< the verdict that it must reach
    std::vector<std::string> needs;         ///< beside the lesson's
    std::map<std::string, std::string> set; ///< variables: text, as written
    Duration length{0};                     ///< of the picture; 0: the lesson's
};

/// To ask the class before it is shown.
struct Question
{
    std::string before; ///< step: asked before it runs
    std::string after;  ///< step: asked once it has run; with neither: at the start
    Text ask, answer;
    std::vector<Text> choices;        ///< may be empty: an open question
    std::optional<std::size_t> right; ///< of the choices
    std::vector<std::string> only;
};

/// What the same step comes to in another variant.
struct Contrast
{
    std::string step;
    std::string variant; ///< the other one
    bool bad = false;    ///< that one goes wrong
    Text text;
    std::vector<std::string> only;
};

struct Lesson
{
    std::string id; ///< [a-z0-9-]+
    int number = 0; ///< 1 to 10 for those that come with Lockdesk; 0: none
    Text title, summary;
    Text story; ///< what the teacher may tell; may be empty
    std::vector<std::string> needs;
    Duration length{0}; ///< of the picture
    std::vector<LaneSpec> lanes;
    std::vector<ActorSpec> actors;
    std::optional<ActorSpec> joinable; ///< what an actor with an unknown name does
    std::map<std::string, Program> programs;
    Program setup;
    std::vector<FaultSpec> faults;
    std::vector<Variant> variants; ///< at least one
    std::vector<Question> questions;
    std::vector<Contrast> contrasts;
    std::map<std::string, std::string> set; ///< variables for all, as written
    std::string rules;                      ///< JSON array; a rule may have `only`
    std::string counts;                     ///< JSON object
    Text sentence;
    std::filesystem::path file; ///< empty: built in
    bool built_in = false;      ///< comes with Lockdesk; anybody may have written another

    [[nodiscard]] const Variant* variant(std::string_view name) const;
    /// The line of the first step with SQL of its own, or that shows a row by it; 0: there is none.
    [[nodiscard]] int first_sql() const;
    /// The instruction of that step as this variant runs it: its `say`, its `why`. Those of one name in one variant say the same.
    /// Null: that variant has none.
    [[nodiscard]] const Instruction* step(std::string_view name, std::string_view variant) const;
    /// Whether any variant has a step of that name.
    [[nodiscard]] bool has_step(std::string_view name) const;
};

/// What is wrong with a command of a step, as whoever runs it would say; nothing: it can be asked. `input` is what the step
/// gives it to read. What is known in the run only is `unknown_value`. Called from the thread that reads a lesson.
using CommandCheck = std::function<std::optional<std::string>(const std::string& command, const std::string& input)>;
inline constexpr std::string_view unknown_value = "\x02";
/// Lessons are read with it from here on; set once, before the first is read. Without it commands are not looked at.
void set_command_check(CommandCheck check);

/// Usage failure: `FILE: line 12: unknown key "evry"; known here: ...`, a line for each mistake.
Answer<Lesson> parse_lesson(std::string_view text, const std::filesystem::path& file = {});

/// What of `needs` a store cannot do; nothing: it can do all. Words: locks fence tasks records outbox draws session_locks
/// skip_locked sql foreign_keys hints fenced_writes, names of stores, strategies as `strategy:version`, and alternatives as `sqlite|mariadb`.
/// `redlock` is several Redis servers beside the store: whoever runs the lesson says whether there are some.
std::vector<std::string> lacking(const std::vector<std::string>& needs, const Capabilities& can, bool has_redlock = false);
inline constexpr std::string_view redlock_need = "redlock";
/// Whether a lesson's variant names Redlock among its needs, also as one of several words ("redlock|redis").
bool needs_redlock(const Lesson& lesson, const Variant& variant);
/// All words that `needs` may have.
const std::vector<std::string>& need_words();
/// The unsupported failure that names lesson, variant and what is missing; none when the store can do it.
std::optional<Failure> unsupported(const Lesson& lesson, const Variant& variant, const Capabilities& can,
                                   bool has_redlock = false);

struct LessonMistake
{
    std::filesystem::path file;
    std::string message; ///< has `line N`; one line of it for each mistake
};

/// The lessons that come with Lockdesk, and those of a folder.
class LessonLibrary
{
public:
    /// Those built in, or the one with this id: reading and checking all ten takes tenths of a second.
    static LessonLibrary built_in(std::string_view only = {});
    /// Adds every *.yaml of the folder, sorted by name; an id that is there already is a mistake. Mistakes are listed, not thrown.
    void add_folder(const std::filesystem::path& folder);

    [[nodiscard]] const std::vector<Lesson>& lessons() const { return m_lessons; }
    [[nodiscard]] const std::vector<LessonMistake>& mistakes() const { return m_mistakes; }
    [[nodiscard]] const Lesson* find(std::string_view id) const;

private:
    void add(std::string_view text, const std::filesystem::path& file, bool built_in = false);
    std::vector<Lesson> m_lessons;
    std::vector<LessonMistake> m_mistakes;
};

/// Where a user's own lessons are looked for: LOCKDESK_LESSONS, else `lessons` below the data folder of Lockdesk.
std::filesystem::path own_lessons_folder();

} // namespace lockdesk::scenarios

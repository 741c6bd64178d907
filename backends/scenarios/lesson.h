// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/capabilities.h"
#include "backends/scenarios/event.h"
#include "backends/scenarios/program.h"

namespace lockdesk::scenarios {

/// A participant: a process of its own.
struct ActorSpec
{
    std::string name;
    std::string kind;                       ///< for people: pod, host, editor, buyer
    Text title;                             ///< shown in place of the name, if not empty
    std::string program;                    ///< name of the program that its main thread runs
    std::int64_t count = 1;                 ///< number of threads with that program, `${index}` from 1
    std::vector<std::string> only;          ///< variants; empty: all
    std::map<std::string, std::string> set; ///< variables of its own: text, as written
};

/// Returns `NAME-1`, `NAME-2`, ...: each with its `number`, also in its title.
std::vector<ActorSpec> each_of_many(const ActorSpec& spec, std::int64_t processes);

/// A fault that is part of the lesson.
struct FaultSpec
{
    Duration at{0};
    std::string fault;
    std::string actor; ///< or `holder of NAME`: the actor that holds that lock then
    std::int64_t amount = 0;
    std::string by = "you"; ///< the actor shown as its cause
    std::vector<std::string> only;
};

/// Prefix of a lock's name where a fault is aimed at its holder.
inline constexpr std::string_view holder_of = "holder of ";

/// One version of a lesson.
struct Variant
{
    std::string name;
    Text title;
    Text shows;                             ///< what the class should remember, shown after the run
    bool expected = true;                   ///< the verdict that it must have
    std::vector<std::string> needs;         ///< in addition to the lesson's
    std::map<std::string, std::string> set; ///< variables: text, as written
    Duration length{0};                     ///< of the timeline; 0: the lesson's
};

/// A question for the class.
struct Question
{
    std::string before; ///< step: asked before it runs
    std::string after;  ///< step: asked after it ran; with neither: at the start
    Text ask, answer;
    std::vector<Text> choices;        ///< may be empty: an open question
    std::optional<std::size_t> right; ///< index of the right choice
    std::vector<std::string> only;
};

/// The outcome of the same step in another variant.
struct Contrast
{
    std::string step;
    std::string variant; ///< the other one
    bool bad = false;    ///< the other variant goes wrong
    Text text;
    std::vector<std::string> only;
};

struct Lesson
{
    std::string id; ///< [a-z0-9-]+
    int number = 0; ///< 1 to 10 for Lockdesk's own; 0: none
    Text title, summary;
    Text story; ///< for the teacher to tell; may be empty
    std::vector<std::string> needs;
    Duration length{0}; ///< of the timeline
    std::vector<LaneSpec> lanes;
    std::vector<ActorSpec> actors;
    std::optional<ActorSpec> joinable; ///< the actor for unknown names that join
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
    bool built_in = false;      ///< part of Lockdesk; others are not trusted

    [[nodiscard]] const Variant* variant(std::string_view name) const;
    /// The line of the first step with SQL of its own, or that shows a row by it; 0: none.
    [[nodiscard]] int first_sql() const;
    /// Returns the step of that name in this variant, with its `say` and `why`; steps of one name in one variant say the
    /// same. Null: the variant has none.
    [[nodiscard]] const Instruction* step(std::string_view name, std::string_view variant) const;
    /// Whether any variant has a step of that name.
    [[nodiscard]] bool has_step(std::string_view name) const;
};

/// Returns why a command of a step is invalid, as the actor would report it; nullopt: it is valid. `input` is its standard
/// input. `unknown_value` replaces values known only during a run. Called on the thread that reads a lesson.
using CommandCheck = std::function<std::optional<std::string>(const std::string& command, const std::string& input)>;
inline constexpr std::string_view unknown_value = "\x02";

/// Usage failure: `FILE: line 12: unknown key "evry"; known here: ...`, a line for each mistake. Without `check` commands are
/// not checked. A built-in lesson is our own: its size is not checked, which
/// saves a scan.
Answer<Lesson> parse_lesson(std::string_view text, const std::filesystem::path& file = {}, const CommandCheck& check = {},
                            bool built_in = false);

/// Returns the needs that a store lacks; empty: none. Words: locks fence tasks records outbox draws session_locks
/// skip_locked sql foreign_keys hints fenced_writes, names of stores, strategies as `strategy:version`, and alternatives as
/// `sqlite|mariadb`. `redlock` means several Redis servers besides the store: the caller knows whether there are any.
std::vector<std::string> lacking(const std::vector<std::string>& needs, const Capabilities& can, bool has_redlock = false);
inline constexpr std::string_view redlock_need = "redlock";
/// Whether a lesson's variant names Redlock among its needs, also as one of several words ("redlock|redis").
bool needs_redlock(const Lesson& lesson, const Variant& variant);
/// All words that `needs` may have.
const std::vector<std::string>& need_words();
/// Returns the unsupported failure with lesson, variant and the needs that are not met; nullopt: the store meets all.
std::optional<Failure> unsupported(const Lesson& lesson, const Variant& variant, const Capabilities& can,
                                   bool has_redlock = false);

struct LessonMistake
{
    std::filesystem::path file;
    std::string message; ///< has `line N`; one line of text per mistake
};

/// Lockdesk's own lessons and those of a folder.
class LessonLibrary
{
public:
    /// Empty. `check` is for every lesson that is added.
    explicit LessonLibrary(CommandCheck check = {}) : m_check(std::move(check)) {}
    /// Loads the built-in lessons, or the one with this id: reading and checking all ten takes tenths of a second.
    static LessonLibrary built_in(std::string_view only = {}, CommandCheck check = {});
    /// Adds every *.yaml of the folder, sorted by name; a duplicate id is a mistake. Mistakes are listed, not thrown.
    void add_folder(const std::filesystem::path& folder);

    [[nodiscard]] const std::vector<Lesson>& lessons() const { return m_lessons; }
    [[nodiscard]] const std::vector<LessonMistake>& mistakes() const { return m_mistakes; }
    [[nodiscard]] const Lesson* find(std::string_view id) const;

private:
    void add(std::string_view text, const std::filesystem::path& file, bool built_in = false);
    CommandCheck m_check;
    std::vector<Lesson> m_lessons;
    std::vector<LessonMistake> m_mistakes;
};

/// Folder of a user's own lessons: LOCKDESK_LESSONS, else `lessons` below the data folder of Lockdesk.
std::filesystem::path own_lessons_folder();

} // namespace lockdesk::scenarios

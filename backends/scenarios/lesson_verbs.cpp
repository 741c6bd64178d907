// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/scenarios/lesson_verbs.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace lockdesk::scenarios {

namespace {

struct LessonVerb
{
    std::string_view path;
    std::string_view options; ///< each between blanks
    bool filters = false;     ///< words such as -state:free are filters
};

constexpr std::string_view no_options = " ";
constexpr std::string_view of_a_hold = " --owner --token ";

// Options not listed are refused, including those that a command gets in the future.
constexpr auto lesson_verbs = std::to_array<LessonVerb>({
    {"backoff", " --waited --policy --lock-timeout "},
    {"capabilities", no_options},
    {"clock", no_options},
    {"clock advance", no_options},
    {"clock rate", no_options},
    {"clock set", no_options},
    {"draw apply", " --person "},
    {"draw consume", " --lease --token --limit "},
    {"draw open", " --places "},
    {"draw results", " --limit ", true},
    {"fence admit", of_a_hold},
    {"fence show", no_options},
    {"list audit", " --limit ", true},
    {"list fences", " --limit ", true},
    {"list locks", " --limit ", true},
    {"list outbox", " --limit ", true},
    {"list tasks", " --limit ", true},
    {"list waiters", " --limit ", true},
    {"list workers", " --limit ", true},
    {"lock acquire", " --owner --lease --wait --request "},
    {"lock collect", " --older-than "},
    {"lock force-release", " --if-owner --if-token --if-expires --reason --hold-off --preview "},
    {"lock release", " --owner --token --at-least "},
    {"lock renew", " --owner --token --lease "},
    {"lock show", no_options},
    {"outbox add", " --payload --id "},
    {"outbox backlog", no_options},
    {"outbox begin", " --owner --token --lease "},
    {"outbox claim", " --owner --lease --limit --claim-id "},
    {"outbox fail", " --owner --token --error --retry-after --tries "},
    {"outbox retry-dead", " --preview "},
    {"outbox sent", of_a_hold},
    {"record get", " --version-by --bump-on-read "},
    {"record put", " --value --version-by --fence --token --owner "},
    {"record update", " --if-version --value --version-by --bump-on-read "},
    {"session check", " --owner --kind "},
    {"session lock", " --owner --kind "},
    {"session unlock", " --owner --kind "},
    {"sql", no_options},
    {"task add", " --id --phase --desired --payload "},
    {"task advance", " --owner --token --to --from --desired "},
    {"task claim", " --owner --limit --claim-id --lock-timeout --strategy "},
    {"task extend", of_a_hold},
    {"task fail", " --owner --token --error "},
    {"task relock", " --owner --token --wait --progressive --exponential --force --if-owner --if-token --reason --preview "},
    {"task retry", " --preview "},
    {"task rule", " --lock-timeout --backoff --max-failures --final "},
    {"task show", no_options},
    {"task unlock", of_a_hold},
    {"worker list", " --limit ", true},
    {"worker pause", no_options},
    {"worker run", no_options},
    {"worker slow", no_options},
    {"worker stop", no_options},
});

const LessonVerb* find_verb(const std::string& path)
{
    const auto* const found =
        std::find_if(lesson_verbs.begin(), lesson_verbs.end(), [&](const LessonVerb& one) { return one.path == path; });
    return found == lesson_verbs.end() ? nullptr : found;
}

bool is_filter(std::string_view word)
{
    const auto sign = word.find_first_of(":~<>");
    return word.size() > 2 && word[1] != '-' && sign != std::string_view::npos && sign > 1;
}

// A dash and a digit begin a number; a dash alone stands for the step's own input.
bool is_value_word(std::string_view word)
{
    return !word.starts_with('-') || word.size() == 1 || (word[1] >= '0' && word[1] <= '9');
}

} // namespace

std::optional<std::string> refused_in_lessons(std::span<const std::string> words)
{
    if (words.empty())
        return "there is no command";
    if (words.front().starts_with('-'))
        return "'" + words.front() + "' stands before the command: a step of a lesson has no options for the whole program";
    const bool two = words.size() > 1;
    const LessonVerb* verb = two ? find_verb(words[0] + " " + words[1]) : nullptr;
    std::size_t at = 2;
    if (verb == nullptr) {
        verb = find_verb(words[0]);
        at = 1;
    }
    if (verb == nullptr)
        return "'" + words[0] + (two && !words[1].starts_with('-') ? " " + words[1] : "") + "' is no command of lessons";
    for (; at < words.size(); ++at) {
        const std::string& word = words[at];
        if (is_value_word(word) || (verb->filters && is_filter(word)))
            continue;
        const std::string option = word.substr(0, word.find('='));
        if (option.find(' ') != std::string::npos || verb->options.find(" " + option + " ") == std::string_view::npos)
            return "'" + option + "' is no option of '" + std::string(verb->path) + "' in lessons";
    }
    return std::nullopt;
}

} // namespace lockdesk::scenarios

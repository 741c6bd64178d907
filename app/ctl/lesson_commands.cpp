// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/lesson_commands.h"

#include "app/ctl/command.h"
#include "app/ctl/engine_part.h"
#include "app/ctl/words.h"
#include "backends/engine/text/statement_gate.h"
#include "backends/scenarios/lesson.h"
#include "backends/scenarios/lesson_verbs.h"

#include <algorithm>
#include <array>
#include <memory>
#include <mutex>
#include <span>
#include <sstream>

namespace lockdesk::ctl {

namespace {

static_assert(not_known_yet == scenarios::unknown_value);

using scenarios::refused_in_lessons;

// Handlers of these groups read all their values before they query the store, and do nothing else before it.
constexpr std::array<std::string_view, 11> looked_into{"backoff", "clock",  "draw",    "fence", "list", "lock",
                                                       "outbox",  "record", "session", "sql",   "task"};

/// Checks a program's commands without a store, without signals and without output.
class LookedAt
{
public:
    LookedAt() : m_signals(StopSignals::Takes::nothing), m_out(true, m_signals), m_context({}, m_runtime, m_signals, m_out)
    {
        add_all_commands(m_tree);
        m_out.redirect([](const std::string&) {});
        m_context.only_look();
        GlobalOptions inside;
        inside.json = true;
        inside.sandbox = *SandboxId::parse("lesson");
        m_context.set_options(inside);
    }

    std::optional<std::string> mistake(const std::string& command, const std::string& input)
    {
        const std::lock_guard lock(m_mutex);
        auto words = split_words(command);
        if (!words)
            return words.failure().message;
        if (!words->empty() && words->front() == "lockdeskctl")
            words->erase(words->begin());
        if (words->empty())
            return "there is no command";
        if (words->size() == 1 && (words->front() == "cut" || words->front() == "reconnect")) // commands of the actor itself
            return std::nullopt;
        if (words->front() == "engine") {
            const auto part = parse_engine_part(std::span(*words).subspan(1), true);
            return part ? std::nullopt : std::optional(part.failure().message);
        }
        if (auto refused = refused_in_lessons(*words))
            return refused;
        if (words->front() == "sql" && words->size() == 2)
            if (auto refused = refused_statement(words->back()))
                return refused;
        const bool known = input.find(not_known_yet) == std::string::npos;
        const bool into = known && std::find(looked_into.begin(), looked_into.end(), words->front()) != looked_into.end();
        std::istringstream lines(input);
        m_context.set_standard_input(input.empty() ? nullptr : &lines);
        auto out = m_tree.mistake(m_context, *words, into);
        m_context.set_standard_input(nullptr);
        return out;
    }

private:
    std::mutex m_mutex; ///< several threads may read lessons
    SystemRuntime m_runtime;
    StopSignals m_signals;
    Output m_out;
    Context m_context;
    CommandTree m_tree;
};

} // namespace

scenarios::CommandCheck lesson_command_check()
{
    return [commands = std::make_shared<LookedAt>()](const std::string& command, const std::string& input) {
        return commands->mistake(command, input);
    };
}

} // namespace lockdesk::ctl

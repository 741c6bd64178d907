// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/help.h"

#include "app/common/man_page.h"
#include "app/ctl/command.h"
#include "app/ctl/global_options.h"
#include "backends/json/json.h"

#include <algorithm>
#include <set>

namespace lockdesk::ctl {

namespace {

constexpr std::size_t line_width = 80;

std::string exit_help()
{
    std::string out = "Exit status:\n";
    const std::string_view lines = app::exit_status_lines;
    for (std::size_t at = 0; at < lines.size();) {
        const auto end = lines.find('\n', at) + 1;
        out += "  ";
        out += lines.substr(at, end - at);
        at = end;
    }
    return out;
}

constexpr const char* first_steps = R"(First steps:
  export LOCKDESK_STORE=sqlite:///tmp/locks.db
  lockdeskctl init
  lockdeskctl lock acquire orders --owner me --lease 30s
  lockdeskctl list locks
  lockdeskctl lock release orders --owner me --token 1

Durations are 250ms, 30s, 2m, 1h or forever; a bare number is refused, except 0.
`lockdeskctl help COMMAND` has the options of a command, and examples.
Completion: source <(lockdeskctl completion bash), or zsh or fish.
)";

bool is_option(const Command::Item& item) { return item.name.starts_with("-"); }

std::string term(const Command::Item& item)
{
    using Kind = Command::Kind;
    std::string out = item.name;
    if (!item.placeholder.empty())
        out += " " + item.placeholder;
    return item.kind == Kind::many || item.kind == Kind::several ? out + "..." : out;
}

std::string first_word(const std::string& path) { return path.substr(0, path.find(' ')); }

} // namespace

std::string filled(const std::string& text, std::size_t indent)
{
    std::string out;
    std::string line(indent, ' ');
    std::size_t at = 0;
    while (at < text.size()) {
        const auto end = std::min(text.find(' ', at), text.size());
        const std::string word = text.substr(at, end - at);
        at = end + 1;
        if (line.size() > indent && line.size() + 1 + word.size() > line_width) {
            out += line + '\n';
            line.assign(indent, ' ');
        }
        line += (line.size() > indent ? " " : "") + word;
    }
    return out + line + '\n';
}

std::string beside(const std::string& left, const std::string& text, std::size_t column)
{
    std::string right = filled(text, column);
    const std::string start = "  " + left;
    if (start.size() + 2 > column)
        return start + '\n' + right;
    return start + right.substr(start.size());
}

std::string global_options_help()
{
    std::string out;
    for (const GlobalOption& option : global_options()) {
        const std::string letter = *option.letter != '\0' ? std::string(option.letter) + ", " : std::string();
        out += beside(letter + option.name + (*option.placeholder != '\0' ? " " : "") + option.placeholder, option.help, 24);
    }
    return out;
}

void print_version(Output& out)
{
    Json line = Output::line("version", std::nullopt);
    line["version"] = LOCKDESK_VERSION;
    out.emit(line, std::string("lockdeskctl ") + LOCKDESK_VERSION);
}

std::string Command::usage() const
{
    std::string out = "lockdeskctl [OPTIONS] " + m_path; // check-shown: fine
    for (const Item& item : m_items) {
        const std::string shown = term(item);
        const bool needed = item.kind == Kind::positional || item.kind == Kind::required;
        out += needed ? " " + shown : " [" + shown + "]";
    }
    return m_rest_help.empty() ? out : out + " -- CMD...";
}

std::string Command::help() const
{
    std::string out = m_summary + "\n\nUsage: " + usage() + "\n";
    for (const std::string& paragraph : m_paragraphs)
        out += '\n' + filled(paragraph, 0);
    std::size_t column = 0;
    for (const Item& item : m_items)
        column = std::max(column, std::min<std::size_t>(term(item).size() + 5, 26));
    for (const bool options : {false, true}) {
        bool first = true;
        for (const Item& item : m_items) {
            if (is_option(item) != options)
                continue;
            if (first)
                out += options ? "\nOptions:\n" : "\n";
            first = false;
            std::string text = item.help;
            if (item.kind == Kind::required)
                text += " (needed)";
            out += beside(term(item), text, column);
        }
    }
    if (!m_rest_help.empty())
        out += '\n' + beside("CMD...", m_rest_help, std::max<std::size_t>(column, 12));
    if (!m_examples.empty())
        out += "\nExamples:\n";
    for (const auto& [line, what] : m_examples)
        out += (what.empty() ? "" : "  # " + what + "\n") + "  " + line + '\n';
    return out + "\nOptions of every command, and what exit statuses mean: lockdeskctl --help";
}

std::vector<std::string> CommandTree::below(const std::string& path) const
{
    std::vector<std::string> out;
    std::set<std::string> seen;
    const std::string prefix = path.empty() ? "" : path + " ";
    if (path == "show") // `show lock` is `lock show`
        for (const auto& [name, command] : m_commands)
            if (name.ends_with(" show") && !command.is_hidden())
                out.push_back(first_word(name));
    for (const auto& [name, command] : m_commands) {
        if (command.is_hidden() || !name.starts_with(prefix))
            continue;
        const std::string word = first_word(name.substr(prefix.size()));
        if (seen.insert(word).second)
            out.push_back(word);
    }
    return out;
}

std::string CommandTree::about(const std::string& group) const
{
    const auto found = m_groups.find(group);
    return found != m_groups.end() ? found->second : std::string();
}

std::string CommandTree::help(const std::string& path) const
{
    if (!path.empty()) {
        if (below(path).empty())
            return {};
        const auto about = m_groups.find(path);
        std::string out = (about != m_groups.end() ? about->second + "\n\n" : std::string())
                          + "Usage: lockdeskctl [OPTIONS] " + path + " ...\n\n";
        for (const auto& [name, command] : m_commands)
            if ((name.starts_with(path + " ") || (path == "show" && name.ends_with(" show"))) && !command.is_hidden())
                out += beside(name, command.summary(), 24);
        return out + "\nMore about one: lockdeskctl " + path + " " + below(path).front() + " --help";
    }
    std::string out = "lockdeskctl: locks, tasks, outbox and workers of a store, for people and for scripts.\n\n"
                      "Usage: lockdeskctl [OPTIONS] COMMAND ...\n\nOptions, before or after the command:\n"
                      + global_options_help() + "\nCommands:\n";
    for (const std::string& word : below("")) {
        const auto about = m_groups.find(word);
        const auto command = m_commands.find(word);
        std::string text = about != m_groups.end()       ? about->second
                           : command != m_commands.end() ? command->second.summary()
                                                         : std::string();
        if (command == m_commands.end() || below(word).size() > 0) {
            std::string inside;
            for (const std::string& one : below(word))
                inside += (inside.empty() ? "" : ", ") + one;
            text += (inside.empty() ? "" : " (" + inside + ")");
        }
        out += beside(word, text, 18);
    }
    return out + '\n' + first_steps + '\n' + exit_help();
}

} // namespace lockdesk::ctl

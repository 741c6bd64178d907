// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/sqlite/script.h"

#include <algorithm>

namespace lockdesk::sqlite {

namespace {

bool is_word(char c) { return (c >= 'a' && c <= 'z') || c == '_'; }

// One pass from left to right, so that a value that resembles a mark is not replaced.
std::string fill_in(std::string_view text, const Replacements& replacements)
{
    std::string out;
    for (std::size_t i = 0; i < text.size();) {
        const auto hit = std::find_if(replacements.begin(), replacements.end(), [&](const auto& entry) {
            const auto& mark = entry.first;
            return text.substr(i).starts_with(mark)
                   && (mark.front() != ':' || i + mark.size() == text.size() || !is_word(text[i + mark.size()]));
        });
        if (hit == replacements.end()) {
            out += text[i++];
            continue;
        }
        out += hit->second;
        i += hit->first.size();
    }
    return out;
}

} // namespace

std::vector<std::string> script_commands(const Connection& db, std::string_view file, const Replacements& replacements)
{
    std::vector<std::string> commands{"BEGIN IMMEDIATE"};
    const std::string text = db.text_of(file);
    std::string statement;
    for (std::size_t i = 0; i < text.size();) {
        const auto end = std::min(text.find('\n', i), text.size());
        auto line = std::string_view(text).substr(i, end - i);
        i = end + 1;
        if (line.empty() || line.starts_with("--"))
            continue;
        const bool last = line.ends_with(';');
        if (last)
            line.remove_suffix(1);
        line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
        statement += (statement.empty() ? "" : " ") + std::string(line);
        if (last) {
            commands.push_back(fill_in(statement, replacements));
            statement.clear();
        }
    }
    commands.emplace_back("COMMIT");
    return commands;
}

int run_script(Connection& db, std::span<const std::string> commands, std::string_view name)
{
    std::optional<int> changed;
    for (const std::string& command : commands.subspan(1, commands.size() - 2)) {
        db.one_off(command, name).run();
        if (!changed && command.starts_with("UPDATE"))
            changed = db.changes();
    }
    return changed.value_or(0);
}

} // namespace lockdesk::sqlite

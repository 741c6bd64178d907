// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/words.h"

namespace lockdesk::ctl {

Answer<std::vector<std::string>> split_words(std::string_view line)
{
    std::vector<std::string> words;
    std::string word;
    bool inside = false;
    char quote = 0;
    for (std::size_t i = 0; i < line.size(); ++i) {
        const char c = line[i];
        const bool escapes =
            c == '\\' && quote != '\'' && i + 1 < line.size() && (quote == 0 || line[i + 1] == '"' || line[i + 1] == '\\');
        if (escapes) {
            word += line[++i];
            inside = true;
        } else if (quote != 0) {
            if (c == quote)
                quote = 0;
            else
                word += c;
        } else if (c == '\'' || c == '"') {
            quote = c;
            inside = true;
        } else if (c == ' ' || c == '\t' || c == '\r') {
            if (inside)
                words.push_back(std::move(word));
            word.clear();
            inside = false;
        } else if (c == '#' && !inside) {
            break;
        } else {
            word += c;
            inside = true;
        }
    }
    if (quote != 0)
        return usage_failure("a quote is not closed");
    if (inside)
        words.push_back(std::move(word));
    return words;
}

} // namespace lockdesk::ctl

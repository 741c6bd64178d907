// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lockdesk {

/// What somebody typed to find something by its name: words, all of which must be in it, in any order.
class FuzzyQuery
{
public:
    explicit FuzzyQuery(std::string_view typed);
    [[nodiscard]] bool empty() const { return m_words.empty(); }
    /// Returns how well a text fits, more is better; nullopt: it does not. A word fits if its letters are in the text in
    /// their order; together, and at the beginning of a word, they fit best. Letters of ASCII in either case.
    [[nodiscard]] std::optional<int> score(std::string_view text) const;

private:
    std::vector<std::string> m_words; ///< in lower case
};

} // namespace lockdesk

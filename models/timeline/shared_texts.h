// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backends/engine/contracts/rare.h"

#include <cstddef>
#include <string_view>
#include <unordered_map>

namespace lockdesk {

/// Texts that come again and again, such as owners and phases: each is kept once.
class SharedTexts
{
public:
    void share(RareText& text)
    {
        if (text.empty())
            return;
        if (m_texts.size() >= most)
            m_texts.clear(); // names that do not come again
        text = m_texts.emplace(text.str(), text).first->second;
    }

private:
    static constexpr std::size_t most = 2000;
    std::unordered_map<std::string_view, RareText> m_texts; // views of the values
};

} // namespace lockdesk

// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/engine/text/placeholders.h"

namespace lockdesk {

namespace {

constexpr std::string_view placeholder_letters = "abcdefghijklmnopqrstuvwxyz_0123456789";

} // namespace

void each_placeholder(std::string_view text, const std::function<void(std::string_view)>& on_text,
                      const std::function<void(std::string_view)>& on_name)
{
    std::size_t begun = 0;
    for (auto open = text.find('{'); open != std::string_view::npos; open = text.find('{', open)) {
        const auto close = text.find_first_not_of(placeholder_letters, open + 1);
        if (close == std::string_view::npos || text[close] != '}' || close == open + 1) {
            ++open;
            continue;
        }
        on_text(text.substr(begun, open - begun));
        on_name(text.substr(open + 1, close - open - 1));
        begun = open = close + 1;
    }
    on_text(text.substr(begun));
}

std::string fill_placeholders(std::string_view text,
                              const std::function<std::optional<std::string>(std::string_view name)>& value_of)
{
    std::string out;
    each_placeholder(
        text, [&](std::string_view between) { out += between; },
        [&](std::string_view name) {
            const auto value = value_of(name);
            out += value ? *value : "{" + std::string(name) + "}";
        });
    return out;
}

std::string fill_placeholders(std::string_view text,
                              std::initializer_list<std::pair<std::string_view, std::string_view>> values)
{
    return fill_placeholders(text, [&](std::string_view name) -> std::optional<std::string> {
        for (const auto& [known, value] : values)
            if (known == name)
                return std::string(value);
        return std::nullopt;
    });
}

} // namespace lockdesk

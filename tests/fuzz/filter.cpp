// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/engine/text/filter.h"
#include "tests/fuzz/input.h"

#include <array>
#include <optional>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace lockdesk;
    constexpr std::array<std::string_view, 4> keys{"name", "owner", "state", "age"};
    const std::string_view text = fuzz::text_of(data, size);
    for (const bool bare : {false, true}) {
        const auto filter = Filter::parse(text, keys, bare);
        if (!filter)
            continue;
        const auto again = Filter::parse(filter->text(), keys, bare);
        fuzz::require(again && *again == *filter);
        const std::string value(text.substr(0, 8));
        (void)filter->matches([&](std::string_view key) -> std::optional<std::string> {
            if (key == "age")
                return "9223372036854775807";
            return key == "state" ? std::nullopt : std::optional(value);
        });
    }
    return 0;
}

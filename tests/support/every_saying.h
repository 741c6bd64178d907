// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/observe/saying.h"

/// All sayings, with distinct values.
namespace lockdesk::test {

inline constexpr TimePoint saying_now = time_from_us(1'795'264'327'208'114);

inline SayingValue value_of(SayingValue::Type type, int number)
{
    using Type = SayingValue::Type;
    const auto spans = std::chrono::seconds{200 + 7 * number};
    switch (type) {
    case Type::text:
    case Type::sentence: return {type, 0, "<" + std::to_string(number) + ">"};
    case Type::owner: return {type, 0, "7" + std::to_string(number) + "/1/00ff"};
    case Type::count:
    case Type::token:
    case Type::rate: return {type, 4100 + number, {}};
    case Type::span:
    case Type::fine: return {type, to_us(Duration{spans * 60}), {}};
    case Type::since:
    case Type::age:
    case Type::at: return {type, to_us(saying_now - spans * 60), {}};
    case Type::until: return {type, to_us(saying_now + spans), {}};
    }
    return {};
}

/// Returns a plain case of each code, and for counting codes the singular as well.
inline Sayings every_saying()
{
    Sayings out;
    for (int i = 0; i < static_cast<int>(SayingCode::count_); ++i) {
        Saying saying{static_cast<SayingCode>(i), {}};
        for (const auto type : form(saying.code).values)
            saying.values.push_back(value_of(type, static_cast<int>(saying.values.size()) + 1));
        out.push_back(saying);
        if (!saying.values.empty() && saying.values.front().type == SayingValue::Type::count) {
            saying.values.front().number = 1;
            out.push_back(saying);
        }
    }
    return out;
}

/// Changes a value into another of the same type that is shown differently.
inline void change(SayingValue& value)
{
    value.text += value.text.empty() ? "" : "x";
    if (value.type == SayingValue::Type::owner)
        value.text = "8" + value.text;
    value.number += value.number > 1'000'000 ? 7200LL * 1'000'000 : 20;
}

} // namespace lockdesk::test

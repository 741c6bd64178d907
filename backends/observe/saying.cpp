// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/observe/saying.h"

#include "backends/observe/spans.h"

#include <algorithm>
#include <cmath>

namespace lockdesk {

namespace {

using Type = SayingValue::Type;

std::string english_value(const SayingValue& value, TimePoint now)
{
    const Duration span{value.number};
    const TimePoint at = time_from_us(value.number);
    switch (value.type) {
    case Type::text:
    case Type::sentence: return value.text;
    case Type::owner: return short_owner(value.text);
    case Type::count: return grouped(value.number);
    case Type::token: return std::to_string(value.number);
    case Type::rate: return rate_text(value.number);
    case Type::span: return past_text(span);
    case Type::fine: return ahead_text(span);
    case Type::since: return past_text(now - at);
    case Type::age: return long_span_text(now - at);
    case Type::until: return ahead_text(at - now);
    case Type::at: return clock_text(at);
    }
    return {};
}

std::string joined(std::span<const Saying> sayings, const char* separator, TimePoint now)
{
    std::string out;
    for (const Saying& saying : sayings)
        out += (out.empty() ? "" : separator) + english(saying, now);
    return out;
}

// A name has 200 bytes at most; a row written by hand may have megabytes, which no sentence is made for.
std::string quotable(std::string_view value)
{
    constexpr std::size_t longest = 1000;
    if (value.size() <= longest)
        return std::string(value);
    std::size_t end = longest;
    while (end > 0 && (static_cast<unsigned char>(value[end]) & 0xC0) == 0x80)
        --end;
    return std::string(value.substr(0, end)) + "...";
}

} // namespace

SayingBuilder& SayingBuilder::add(Type type, std::int64_t number)
{
    m_saying.values.push_back({type, number, {}});
    return *this;
}

SayingBuilder& SayingBuilder::text(std::string_view value)
{
    m_saying.values.push_back({Type::text, 0, quotable(value)});
    return *this;
}

SayingBuilder& SayingBuilder::sentence(std::string_view value)
{
    m_saying.values.push_back({Type::sentence, 0, std::string(value)});
    return *this;
}

SayingBuilder& SayingBuilder::owner(const std::string& value)
{
    m_saying.values.push_back({Type::owner, 0, quotable(value)});
    return *this;
}

SayingBuilder& SayingBuilder::count(std::int64_t value) { return add(Type::count, value); }
SayingBuilder& SayingBuilder::token(FencingToken value) { return add(Type::token, value.number()); }
SayingBuilder& SayingBuilder::rate(double per_second)
{
    return add(Type::rate, std::llround(std::clamp(per_second, 0.0, 1e15) * 10));
}
SayingBuilder& SayingBuilder::span(Duration value) { return add(Type::span, value.count()); }
SayingBuilder& SayingBuilder::fine(Duration value) { return add(Type::fine, value.count()); }
SayingBuilder& SayingBuilder::since(TimePoint value) { return add(Type::since, to_us(value)); }
SayingBuilder& SayingBuilder::age(TimePoint value) { return add(Type::age, to_us(value)); }
SayingBuilder& SayingBuilder::until(TimePoint value) { return add(Type::until, to_us(value)); }
SayingBuilder& SayingBuilder::at(TimePoint value) { return add(Type::at, to_us(value)); }

const char* word(Type type)
{
    switch (type) {
    case Type::text: return "text";
    case Type::sentence: return "sentence";
    case Type::owner: return "owner";
    case Type::count: return "count";
    case Type::token: return "token";
    case Type::rate: return "rate";
    case Type::span: return "span_us";
    case Type::fine: return "fine_us";
    case Type::since: return "since_us";
    case Type::age: return "age_us";
    case Type::until: return "until_us";
    case Type::at: return "at_us";
    }
    return "";
}

const char* form_text(const Saying& saying)
{
    const SayingForm& how = form(saying.code);
    const bool one =
        !saying.values.empty() && saying.values.front().type == Type::count && saying.values.front().number == 1;
    return one && how.of_one ? how.of_one : how.text;
}

bool fits(const Saying& saying)
{
    const auto& types = form(saying.code).values;
    return std::equal(types.begin(), types.end(), saying.values.begin(), saying.values.end(),
                      [](Type type, const SayingValue& value) { return type == value.type; });
}

// Single pass, so that a value containing %2 stays as it is.
std::string english(const Saying& saying, TimePoint now)
{
    std::string out;
    for (const char* c = form_text(saying); *c != '\0'; ++c) {
        const auto number = static_cast<std::size_t>(c[0] == '%' && c[1] >= '1' && c[1] <= '9' ? c[1] - '1' : 99);
        if (number >= saying.values.size()) {
            out += *c;
            continue;
        }
        out += english_value(saying.values[number], now);
        ++c;
    }
    return out;
}

std::string english_evidence(std::span<const Saying> sayings, TimePoint now) { return joined(sayings, "; ", now); }

std::string english_sentences(std::span<const Saying> sayings, TimePoint now) { return joined(sayings, " ", now); }

} // namespace lockdesk

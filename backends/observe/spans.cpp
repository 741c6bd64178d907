// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/observe/spans.h"

#include <array>

namespace lockdesk {

namespace {

constexpr std::int64_t second_us = 1'000'000;
constexpr std::int64_t minute_s = 60, hour_s = 3600, day_s = 86400;

const char* unit_text(SpanUnit unit, std::int64_t number)
{
    switch (unit) {
    case SpanUnit::seconds: return " s";
    case SpanUnit::minutes: return " min";
    case SpanUnit::hours: return " h";
    case SpanUnit::days: return number == 1 ? " day" : " days";
    }
    return "";
}

// Longer spans, which nobody will live to see, are not shown exactly.
constexpr std::int64_t century = 36'525;

std::string text_of(const Span& span)
{
    if (span.unit == SpanUnit::days && span.number >= century)
        return "over 100 years";
    std::string out = std::to_string(span.number);
    if (span.tenths >= 0)
        out += "." + std::to_string(span.tenths);
    out += unit_text(span.unit, span.number);
    if (span.has_second) {
        const auto smaller = span.unit == SpanUnit::minutes ? SpanUnit::seconds
                             : span.unit == SpanUnit::hours ? SpanUnit::minutes
                                                            : SpanUnit::hours;
        out += " " + std::to_string(span.second) + unit_text(smaller, span.second);
    }
    return out;
}

std::string two(std::int64_t n) { return (n < 10 ? "0" : "") + std::to_string(n); }

} // namespace

Span span_ahead(Duration d)
{
    const auto us = d.count() > 0 ? d.count() : 0;
    const auto s = us / second_us;
    if (s < minute_s)
        return {s, SpanUnit::seconds, static_cast<int>(us % second_us / 100'000)};
    if (s < 10 * minute_s)
        return {s / minute_s, SpanUnit::minutes, -1, s % minute_s, true};
    if (s < 2 * hour_s)
        return {s / minute_s, SpanUnit::minutes};
    if (s < 2 * day_s)
        return {s / hour_s, SpanUnit::hours, -1, s % hour_s / minute_s, true};
    return {s / day_s, SpanUnit::days};
}

Span span_past(Duration d)
{
    const auto s = d.count() > 0 ? d.count() / second_us : 0;
    if (s < minute_s)
        return {s, SpanUnit::seconds};
    if (s < 2 * hour_s)
        return {s / minute_s, SpanUnit::minutes};
    if (s < 2 * day_s)
        return {s / hour_s, SpanUnit::hours};
    return {s / day_s, SpanUnit::days};
}

std::string past_text(Duration d) { return d < std::chrono::seconds{1} ? "< 1 s" : text_of(span_past(d)); }

std::string ahead_text(Duration d) { return text_of(span_ahead(d)); }

std::string long_span_text(Duration d)
{
    const auto s = d.count() > 0 ? d.count() / second_us : 0;
    if (s < minute_s)
        return past_text(d);
    if (s < hour_s)
        return text_of({s / minute_s, SpanUnit::minutes, -1, s % minute_s, s < 10 * minute_s});
    if (s < 2 * day_s)
        return text_of({s / hour_s, SpanUnit::hours, -1, s % hour_s / minute_s, true});
    return text_of({s / day_s, SpanUnit::days});
}

std::string clock_text(TimePoint t)
{
    auto s = to_us(t) / second_us % day_s;
    if (s < 0)
        s += day_s;
    return two(s / hour_s) + ":" + two(s % hour_s / minute_s) + ":" + two(s % minute_s);
}

std::string short_owner(const std::string& owner)
{
    const auto first = owner.find('/');
    const auto second = first == std::string::npos ? first : owner.find('/', first + 1);
    return second == std::string::npos ? owner : owner.substr(0, second);
}

std::string rate_text(std::int64_t tenths)
{
    const bool whole = tenths >= 100 || tenths % 10 == 0;
    return whole ? grouped((tenths + 5) / 10) : std::to_string(tenths / 10) + "." + std::to_string(tenths % 10);
}

} // namespace lockdesk

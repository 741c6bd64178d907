// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/time.h"

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lockdesk::postgres {

/// The values of one statement, in text format.
class Params
{
public:
    Params& text(std::string_view value);
    Params& number(std::int64_t value);
    /// The last value is another one in every run: `shown` says `<word>` in its place.
    Params& of_run(std::string word);
    Params& real(double value);
    Params& boolean(bool value);
    Params& null();
    Params& time(const std::optional<TimePoint>& value);
    Params& duration(Duration value) { return number(value.count()); }
    Params& duration(const std::optional<Duration>& value);
    Params& texts(std::span<const std::string> values);
    Params& optional_texts(std::span<const std::optional<std::string>> values);
    Params& numbers(std::span<const std::int64_t> values);
    Params& optional_numbers(std::span<const std::optional<std::int64_t>> values);
    Params& reals(std::span<const double> values);
    Params& booleans(const std::vector<bool>& values);

    [[nodiscard]] int size() const { return static_cast<int>(m_values.size()); }
    /// Valid until the next change.
    [[nodiscard]] std::vector<const char*> pointers() const;
    /// As SQL would write them.
    [[nodiscard]] std::vector<std::string> shown() const;
    /// False when a text holds what PostgreSQL cannot store: a NUL byte or bad UTF-8.
    [[nodiscard]] bool storable() const { return m_storable; }

private:
    void check(std::string_view value);
    Params& add(std::string value);

    std::vector<std::optional<std::string>> m_values;
    std::map<std::size_t, std::string> m_words; ///< by the value's place
    bool m_storable = true;
};

/// A literal as PQescapeLiteral writes it with standard_conforming_strings on: quotes doubled; with a backslash in it an
/// escape string.
std::string literal(std::string_view text);

} // namespace lockdesk::postgres

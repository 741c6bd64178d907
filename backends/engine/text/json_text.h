// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/time.h"
#include "backends/engine/text/text.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace lockdesk {

/// Builds one JSON object, key by key. The keys are ours; the texts may be foreign.
class JsonText
{
public:
    JsonText& text(std::string_view key, const std::string& value) { return put(key, json_quote(value)); }
    /// Null when empty: the SQL stores' form of "nobody".
    JsonText& text_or_null(std::string_view key, const std::string& value)
    {
        return put(key, value.empty() ? "null" : json_quote(value));
    }
    JsonText& number(std::string_view key, std::int64_t value) { return put(key, std::to_string(value)); }
    JsonText& time(std::string_view key, const std::optional<TimePoint>& t)
    {
        return put(key, t ? std::to_string(to_us(*t)) : "null");
    }
    JsonText& span(std::string_view key, const std::optional<Duration>& d)
    {
        return put(key, d ? std::to_string(d->count()) : "null");
    }
    /// `value` must be JSON.
    JsonText& json(std::string_view key, std::string_view value) { return put(key, value); }
    [[nodiscard]] bool empty() const { return m_text.empty(); }
    [[nodiscard]] std::string str() const { return "{" + m_text + "}"; }

private:
    JsonText& put(std::string_view key, std::string_view value)
    {
        if (!m_text.empty())
            m_text += ',';
        m_text += json_quote(key);
        m_text += ':';
        m_text += value;
        return *this;
    }

    std::string m_text;
};

} // namespace lockdesk

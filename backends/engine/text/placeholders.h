// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace lockdesk {

/// Iterates once over a text with `{placeholders}` (`[a-z0-9_]+` in braces), from left to right: `on_text` gets the text
/// between them, `on_name` the name of each. Other braces are text.
void each_placeholder(std::string_view text, const std::function<void(std::string_view)>& on_text,
                      const std::function<void(std::string_view)>& on_name);

/// Replaces the placeholders in a single pass: inserted text is never scanned, so it may be foreign and
/// contain braces. A placeholder without a value is unchanged.
std::string fill_placeholders(std::string_view text,
                              const std::function<std::optional<std::string>(std::string_view name)>& value_of);
std::string fill_placeholders(std::string_view text,
                              std::initializer_list<std::pair<std::string_view, std::string_view>> values);

} // namespace lockdesk

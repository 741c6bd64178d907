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

/// Goes once through a text with `{placeholders}` (`[a-z0-9_]+` in braces), from left to right: `on_text` gets what stands
/// between them, `on_name` the name of each. Other braces are text.
void each_placeholder(std::string_view text, const std::function<void(std::string_view)>& on_text,
                      const std::function<void(std::string_view)>& on_name);

/// The text with its placeholders replaced, in one pass: what is put in is never looked at again, so that it may hold texts of
/// others, braces included. A placeholder without a value stays as it is.
std::string fill_placeholders(std::string_view text,
                              const std::function<std::optional<std::string>(std::string_view name)>& value_of);
std::string fill_placeholders(std::string_view text,
                              std::initializer_list<std::pair<std::string_view, std::string_view>> values);

} // namespace lockdesk

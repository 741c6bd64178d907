// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <span>
#include <string>

namespace lockdesk::app {

/// Returns a sentence about the first option whose value is missing because the words end or the name of another option
/// follows, or an empty string. Parsers take that name as the value and report something else. Words after "--" are not read;
/// `--reason=--to` is a value.
std::string missing_value(std::span<const std::string> words, const std::function<bool(const std::string&)>& takes_value,
                          const std::function<bool(const std::string&)>& is_option);

} // namespace lockdesk::app

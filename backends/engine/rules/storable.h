// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/text/text.h"

#include <algorithm>
#include <string>

namespace lockdesk {

/// Longest error text in a store, in bytes: a sentence, and the last output of a command.
inline constexpr std::size_t longest_error = 2400;

/// Returns a foreign error text in a form that every store accepts: UTF-8 without NUL, at most about `longest_error` bytes.
inline std::string storable(std::string text)
{
    text.resize(std::min(text.size(), longest_error));
    std::replace(text.begin(), text.end(), '\0', ' ');
    return to_valid_utf8(text);
}

} // namespace lockdesk

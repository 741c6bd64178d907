// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/text/text.h"

#include <algorithm>
#include <string>

namespace lockdesk {

/// Returns a foreign error text in a form that every store accepts: UTF-8 without NUL, at most about 1000 bytes.
inline std::string storable(std::string text)
{
    text.resize(std::min<std::size_t>(text.size(), 1000));
    std::replace(text.begin(), text.end(), '\0', ' ');
    return to_valid_utf8(text);
}

} // namespace lockdesk

// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/answer.h"

#include <cstdlib>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace lockdesk {

/// The reply to one statement in a caller's own transaction.
struct OwnReply
{
    std::int64_t affected = 0;                   ///< rows written
    std::optional<std::vector<std::string>> row; ///< the first one; NULL is empty

    [[nodiscard]] std::string text(std::size_t i) const { return row && i < row->size() ? (*row)[i] : std::string(); }
    [[nodiscard]] std::int64_t number(std::size_t i) const { return std::strtoll(text(i).c_str(), nullptr, 10); }
};

/// Runs SQL with its values in it by the caller's client library, in the caller's open transaction: for libraries
/// that we do not know.
using OwnRunner = std::function<Answer<OwnReply>(const std::string& sql)>;

} // namespace lockdesk

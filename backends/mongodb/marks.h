// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/answer.h"
#include "backends/mongodb/bson.h"

#include <cstdio>
#include <random>
#include <string>

namespace lockdesk::mongodb {

/// An update of many documents returns their number, not which. So every step leaves a mark in its document, which
/// keeps the last eight, and reads the marks afterwards.
inline std::string make_mark()
{
    static thread_local std::mt19937_64 random{std::random_device{}()};
    char text[24];
    std::snprintf(text, sizeof text, "|%016llx", static_cast<unsigned long long>(random()));
    return text;
}

inline bool has_mark(View doc, const std::string& mark) { return doc["steps"].text().find(mark) != std::string_view::npos; }

/// Converts a failure to read the outcome of steps that were executed.
inline Failure in_doubt_after(Failure failure)
{
    if (failure.kind == FailureKind::unavailable)
        failure.kind = FailureKind::in_doubt;
    return failure;
}

} // namespace lockdesk::mongodb

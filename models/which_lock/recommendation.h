// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backends/scenarios/measure.h"

#include <QString>

namespace lockdesk {

/// The answers of a user who chooses a lock.
struct LockNeeds
{
    enum class Conflicts { rarely, often } conflicts = Conflicts::rarely;     ///< two clients want the same row
    enum class Fits { statement, transaction, neither } fits = Fits::neither; ///< the work fits into it
    enum class Twice { harmless, never } twice = Twice::never;                ///< running twice
    enum class Length { shorter, longer } length = Length::shorter;           ///< than a lease
};

struct Recommendation
{
    std::vector<scenarios::Way> ways; ///< preferred way first
    QString why;                      ///< one sentence
};

/// A pure function of the answers.
Recommendation recommend(const LockNeeds& needs);

} // namespace lockdesk

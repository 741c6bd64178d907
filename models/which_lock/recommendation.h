// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backends/scenarios/measure.h"

#include <QString>

namespace lockdesk {

/// What somebody answered who looks for a lock.
struct LockNeeds
{
    enum class Conflicts { rarely, often } conflicts = Conflicts::rarely;     ///< two want the same row
    enum class Fits { statement, transaction, neither } fits = Fits::neither; ///< the work into one of them
    enum class Twice { harmless, never } twice = Twice::never;                ///< it may run twice
    enum class Length { shorter, longer } length = Length::shorter;           ///< than a lease
};

struct Recommendation
{
    std::vector<scenarios::Way> ways; ///< the first one before the others
    QString why;                      ///< one sentence
};

/// Depends on nothing but the answers.
Recommendation recommend(const LockNeeds& needs);

} // namespace lockdesk

// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTest>

namespace lockdesk::test {

inline constexpr int patience = 60'000; ///< ms: for what takes a second or less; starting processes is slow on a busy machine

} // namespace lockdesk::test

/// Calls a helper with checks and ends the calling test if one failed: QVERIFY and similar macros only leave the function
/// that contains them.
#define LOCKDESK_REQUIRED(call)                                                                                             \
    do {                                                                                                                    \
        call;                                                                                                               \
        if (QTest::currentTestFailed())                                                                                     \
            return;                                                                                                         \
    } while (false)

// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTest>

/// Calls a helper that checks something, and ends the calling test when a check in it failed: QVERIFY and its like leave only
/// the function that they stand in.
#define LOCKDESK_REQUIRED(call)                                                                                             \
    do {                                                                                                                    \
        call;                                                                                                               \
        if (QTest::currentTestFailed())                                                                                     \
            return;                                                                                                         \
    } while (false)

// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/dist_lock_cases.h"
#include "tests/unit/postgres_fixture.h"

namespace lockdesk::test {

class PostgresDistLockTest : public PostgresTest
{
protected:
    // UTC in a type without time zone.
    DistLockCases m_cases{[this](const SessionOptions& options) { return try_open(options); },
                          [this](const std::string& sql) { by_hand("SET timezone = 'UTC'; " + sql); },
                          [](int seconds) { return "now() + interval '" + std::to_string(seconds) + " seconds'"; }};
};

LOCKDESK_DIST_LOCK_CASES(PostgresDistLockTest, "timestamptz", "timestamp")

} // namespace lockdesk::test

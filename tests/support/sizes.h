// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace lockdesk::test {

/// How much a test does, by its name in tests/sizes.txt: little, or with LOCKDESK_TEST_FULL=1 all. Throws std::runtime_error for
/// a name that is not there.
int size_of(std::string_view name);

} // namespace lockdesk::test

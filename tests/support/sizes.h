// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace lockdesk::test {

/// Returns the size of a test by its name in tests/sizes.txt: the small one, or with LOCKDESK_TEST_FULL=1 the full one.
/// Throws std::runtime_error for an unknown name.
int size_of(std::string_view name);

} // namespace lockdesk::test

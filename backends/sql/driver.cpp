// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/sql/driver.h"

#include <poll.h>

#include <algorithm>

namespace lockdesk::sql {

bool Driver::pause(Duration d)
{
    const auto until = steady_after(std::chrono::steady_clock::now(), d);
    while (!m_interrupter->is_interrupted()) {
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - std::chrono::steady_clock::now()).count();
        if (left <= 0)
            return true;
        pollfd descriptor{m_interrupter->descriptor(), POLLIN, 0};
        ::poll(&descriptor, 1, static_cast<int>(std::min<long long>(left, 3'600'000)));
    }
    return false;
}

} // namespace lockdesk::sql

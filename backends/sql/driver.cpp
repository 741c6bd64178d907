// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/sql/driver.h"

#include <poll.h>

#include <algorithm>
#include <random>
#include <utility>

namespace lockdesk::sql {

namespace {

Duration jittered(Duration base)
{
    static thread_local std::minstd_rand random{std::random_device{}()};
    return Duration{std::uniform_int_distribution<std::int64_t>{base.count() / 2, base.count() * 3 / 2}(random)};
}

} // namespace

std::optional<Trouble> Driver::open(SteadyPoint deadline)
{
    while (!is_open()) {
        auto trouble = start(deadline);
        if (!trouble)
            return std::nullopt;
        close();
        const auto rest = jittered(std::chrono::milliseconds{60});
        if (!is_passing(*trouble) || std::chrono::steady_clock::now() + rest >= deadline || !pause(rest))
            return trouble;
    }
    return std::nullopt;
}

Trouble Driver::not_kept(std::string what)
{
    close();
    Trouble trouble;
    trouble.cause = Trouble::Cause::pooled;
    trouble.connecting = true;
    trouble.text = std::move(what);
    return trouble;
}

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

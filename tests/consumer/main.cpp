// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
//
// Acquires, is refused, and releases through an installed Lockdesk, by its Answers and by the facade. Exits 1 when an answer is not the one expected.
#include <lockdesk/engine.h>

#include <cstdio>

using namespace lockdesk;

int main()
{
    auto desk = try_connect("memory:consumer");
    if (!desk)
        return 1;
    desk->init();
    auto session = open_session(*desk);
    if (!session)
        return 1;
    Locks& locks = session.value()->locks();
    const auto name = LockName::trusted("nightly");
    const auto mine = OwnerId::trusted("me");
    const auto first = locks.acquire({name, mine, std::chrono::seconds{30}, RequestId::trusted("r1")});
    const auto second = locks.acquire({name, OwnerId::trusted("you"), std::chrono::seconds{30}, RequestId::trusted("r2")});
    if (!first || first->result != AcquireResult::acquired || !second || second->result != AcquireResult::busy)
        return 1;
    const auto released = locks.release(name, mine, *first->token);
    if (!released || released->result != LeaseResult::released)
        return 1;
    Mutex mutex(*desk, "nightly");
    auto held = mutex.try_acquire();
    if (!held || mutex.try_acquire() || held.token() <= first->token->number() || held.release() != Released::released)
        return 1;
    std::puts("consumer: acquired, refused the second owner, released");
    return 0;
}

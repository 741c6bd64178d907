// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
//
// Acquires, is refused, and releases through an installed Lockdesk. Exits 1 when an answer is not the one expected.
#include "backends/memory/memory_store.h"

#include <cstdio>

using namespace lockdesk;

int main()
{
    auto url = StoreUrl::parse("memory:consumer");
    auto store = open_memory_store(*url);
    SessionOptions options;
    options.without_schema = true;
    auto session = store.value()->open(options);
    if (!session || !session.value()->admin().create_schema())
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
    std::puts("consumer: acquired, refused the second owner, released");
    return 0;
}

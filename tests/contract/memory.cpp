// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/memory/memory_store.h"
#include "tests/contract/contract.h"
#include "tests/contract/mutants.h"

#include <cstdlib>

namespace lockdesk::contract {

const StoreUnderTest& store_under_test()
{
    static const StoreUnderTest memory = [] {
        StoreUnderTest s;
        s.name = "memory";
        s.url = [] { return std::string("memory:contract"); };
        s.open = open_memory_store;
        if (const char* mutant = std::getenv("LOCKDESK_MUTANT"))
            s.decorate = mutant_named(mutant);
        return s;
    }();
    return memory;
}

} // namespace lockdesk::contract

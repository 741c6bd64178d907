// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/mariadb/fence_writer.h"

#include "backends/mariadb/link.h"
#include "backends/sql/concerns.h"

#include <cassert>

namespace lockdesk::mariadb {

namespace {

// The block without its own transaction: a second one would commit the caller's.
std::string without_transaction(std::string block)
{
    for (const std::string_view own : {"START TRANSACTION;", "COMMIT;"}) {
        const auto at = block.find(own);
        assert(at != std::string::npos);
        block.erase(at, own.size());
    }
    return block;
}

} // namespace

Answer<FenceAnswer> admit_fence(OwnTransaction transaction, const Resource& resource, FencingToken token,
                                const std::string& who)
{
    static constexpr const char* name = "fence_admit";
    static const std::string block = without_transaction(statement_text(name));
    return sql::fence_answer(transaction.run(name, block, {{"resource", resource}, {"token", token}, {"who", who}}));
}

} // namespace lockdesk::mariadb

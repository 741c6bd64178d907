// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/postgres/fence_writer.h"

#include "backends/postgres/link.h"
#include "backends/sql/concerns.h"

namespace lockdesk::postgres {

Answer<FenceAnswer> admit_fence(OwnTransaction transaction, const Resource& resource, FencingToken token,
                                const std::string& who)
{
    static constexpr const char* name = "fence_admit";
    return sql::fence_answer(
        transaction.run(name, statement_text(name), {{"resource", resource}, {"token", token}, {"who", who}}));
}

} // namespace lockdesk::postgres

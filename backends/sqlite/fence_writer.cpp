// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/sqlite/fence_writer.h"

#include "backends/sqlite/errors.h"

namespace lockdesk::sqlite {

Answer<FenceAnswer> admit_fence(OwnTransaction transaction, const Resource& resource, FencingToken token,
                                const std::string& who)
{
    const auto answer_of = [](bool admitted, const OwnTransaction::Reply& reply) {
        return FenceAnswer{admitted, FencingToken{reply.number(0)}, reply.number(1)};
    };
    try {
        transaction.check_open();
        if (const auto admitted = transaction.run("fence_admit", {resource.str(), token.number()}); admitted.row)
            return answer_of(true, admitted);
        const auto refused = answer_of(false, transaction.run("fence_refuse", {resource.str()}));
        const auto stamp = transaction.run("stamp_next", {}).number(0);
        transaction.run("refusal_add", {resource.str(), token.number(), refused.largest.number(), who, stamp});
        return refused;
    } catch (const StoreError& error) {
        return error.failure;
    }
}

} // namespace lockdesk::sqlite

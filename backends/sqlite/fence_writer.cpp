// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/sqlite/fence_writer.h"

#include "backends/sqlite/errors.h"

namespace lockdesk::sqlite {

Answer<FenceAnswer> FenceWriter::admit(const Resource& resource, FencingToken token, const std::string& who)
{
    const auto answer_of = [](bool admitted, const OwnTransaction::Reply& reply) {
        return FenceAnswer{admitted, FencingToken{reply.number(0)}, reply.number(1)};
    };
    try {
        m_transaction.check_open();
        if (const auto admitted = m_transaction.run("fence_admit", {resource.str(), token.number()}); admitted.row)
            return answer_of(true, admitted);
        const auto refused = answer_of(false, m_transaction.run("fence_refuse", {resource.str()}));
        const auto stamp = m_transaction.run("stamp_next", {}).number(0);
        m_transaction.run("refusal_add", {resource.str(), token.number(), refused.largest.number(), who, stamp});
        return refused;
    } catch (const StoreError& error) {
        return error.failure;
    }
}

} // namespace lockdesk::sqlite

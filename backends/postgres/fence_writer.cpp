// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/postgres/fence_writer.h"

#include "backends/engine/text/text.h"
#include "backends/postgres/errors.h"
#include "backends/postgres/link.h"

namespace lockdesk::postgres {

Answer<FenceAnswer> admit_fence(OwnTransaction transaction, const Resource& resource, FencingToken token,
                                const std::string& who)
{
    static constexpr const char* name = "fence_admit";
    if (!is_utf8(who) || who.find('\0') != std::string::npos)
        return not_storable_failure(name);
    Values values;
    values.text("resource", resource.str()).number("token", token.number()).text("who", who);
    const Numbered text(sql::Template(statement_text(name), {}, quote), values);
    std::vector<std::string> parameters;
    for (const auto& key : text.parameters)
        parameters.push_back(values.find(key)->text);
    const auto reply = transaction.run(name, text.sql, parameters);
    if (!reply)
        return reply.failure();
    const auto admitted = reply->text(1); // another library may have made a Boolean or a number of it
    return {FenceAnswer{admitted == "t" || admitted == "1" || admitted == "True", FencingToken{reply->number(2)},
                        reply->number(3)},
            time_from_us(reply->number(0))};
}

} // namespace lockdesk::postgres

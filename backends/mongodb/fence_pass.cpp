// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/mongodb/fence_pass.h"

namespace lockdesk::mongodb {

std::optional<Failure> admit_in_transaction(const RunInTransaction& run, const FencePass& pass, FenceAnswer& out)
{
    Values values;
    values.text("name", pass.resource.str()).whole("token", pass.token.number()).text("who", pass.who).whole("zero", 0);
    for (const char* statement : {"fence_admit", "fence_refuse"}) {
        Bson reply;
        if (auto failed = run(statement, values, reply))
            return failed;
        const View doc = reply["value"];
        if (!doc.is_document())
            continue;
        out = {statement == std::string_view("fence_admit"), FencingToken(doc["largest"].integer()),
               doc["refusals"].integer()};
        if (out.admitted)
            return std::nullopt;
        values.whole("largest", doc["largest"].integer());
        Bson added;
        return run("refusal_add", values, added);
    }
    out = {true, pass.token, 0};
    Bson inserted;
    return run("fence_admit_first", values, inserted);
}

} // namespace lockdesk::mongodb

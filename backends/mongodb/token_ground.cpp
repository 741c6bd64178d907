// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/mongodb/token_ground.h"

#include "backends/mongodb/errors.h"

#include <algorithm>
#include <string>

namespace lockdesk::mongodb {

Answer<std::int64_t> token_number(Link& link, View field, const char* where, const char* statement)
{
    if (field.nil())
        return std::int64_t{0};
    if (const auto number = field.number())
        return std::max<std::int64_t>(*number, 0);
    return link.failure({Trouble::Cause::odd_document, 0,
                         std::string(where) + " has a field '" + std::string(field.key())
                             + "' that is not a whole number; nothing was granted. Correct it"},
                        statement);
}

Answer<std::int64_t> token_ground(Link& link, const Meta& meta, const char* statement)
{
    std::int64_t out = 0;
    for (const char* name : {"token_base", "token_floor"}) {
        const auto number = token_number(link, meta.doc[name], "the schema's document (meta)", statement);
        if (!number)
            return number.failure();
        out = std::max(out, *number);
    }
    return out;
}

} // namespace lockdesk::mongodb

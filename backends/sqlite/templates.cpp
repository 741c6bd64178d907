// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/sqlite/templates.h"

#include "backends/engine/text/placeholders.h"
#include "embedded/sqlite.h"

namespace lockdesk::sqlite {

std::string with_prefix(std::string_view name, const std::string& prefix)
{
    return fill_placeholders(resource(name), {{"p", prefix}});
}

} // namespace lockdesk::sqlite

// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace lockdesk::app {

/// What a store of that kind is sent for a step of a lesson: the SQL, script or command as it stands in resources, without its
/// licence. `statement` is the event's (`lock.acquire`), `event` its word where a store sends different things. Empty: it is not
/// one text (memory; statements that a lesson brings itself).
std::string statement_text(std::string_view store, std::string_view statement, std::string_view event = {});

/// What `init` sends a store of that kind to bring a schema of an older version up to date, as it stands in resources with the
/// names of the tables in it. Empty: not one text (MongoDB).
std::string upgrade_text(std::string_view store);

} // namespace lockdesk::app

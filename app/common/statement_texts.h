// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace lockdesk::app {

/// Returns what a store of that kind receives for a step of a lesson: the SQL, script or command from resources, without
/// its licence. `statement` is the event's (`lock.acquire`), `event` its word where a store sends different texts. Empty:
/// there is no single text (memory; a lesson's own statements).
std::string statement_text(std::string_view store, std::string_view statement, std::string_view event = {});

/// Returns what `init` sends to a store of that kind to upgrade a schema of an older version, from resources, with the
/// names of the tables filled in. Empty: no single text (MongoDB).
std::string upgrade_text(std::string_view store);

} // namespace lockdesk::app

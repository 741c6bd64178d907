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

} // namespace lockdesk::app

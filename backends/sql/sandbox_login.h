// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/sql/link.h"

#include <optional>
#include <string>

namespace lockdesk::sql {

/// The login account for the SQL of one sandbox. A separate login, because a session can undo a change of its role.
struct SandboxLogin
{
    std::string name, password;
};

/// The name of a sandbox in those of its schema, its tables and its account.
std::string sandbox_name(const SandboxId& sandbox);
/// Returns a login with an unused name and a random password, of letters, digits and _.
SandboxLogin new_login(const SandboxId& sandbox);
/// Returns true for a name of `new_login`; a foreign one could have been written by hand where ours is noted.
bool is_login_of(const SandboxId& sandbox, std::string_view name);
/// Returns the login that the statement `login_find` found, or nullopt.
std::optional<SandboxLogin> login_in(const Result& found);

} // namespace lockdesk::sql

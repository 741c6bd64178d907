// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/sql/sandbox_login.h"

#include "backends/engine/text/text.h"

#include <random>

namespace lockdesk::sql {

namespace {

std::string random_letters(std::size_t bytes)
{
    std::random_device source; // the kernel's
    std::string out;
    while (out.size() < bytes)
        out += static_cast<char>(source() & 0xff);
    return hex(reinterpret_cast<const std::uint8_t*>(out.data()), bytes);
}

} // namespace

std::string sandbox_name(const SandboxId& sandbox) { return "lockdesk_sb_" + sandbox.str(); }

SandboxLogin new_login(const SandboxId& sandbox)
{
    return {sandbox_name(sandbox) + "_" + random_letters(4), random_letters(20)};
}

bool is_login_of(const SandboxId& sandbox, std::string_view name)
{
    return name.starts_with(sandbox_name(sandbox) + "_")
           && name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_") == std::string_view::npos;
}

std::optional<SandboxLogin> login_in(const Result& found)
{
    if (found.rows() == 0)
        return std::nullopt;
    return SandboxLogin{std::string(found.text(0, 0)), std::string(found.text(0, 1))};
}

} // namespace lockdesk::sql

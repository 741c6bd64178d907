// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/postgres/sandbox_login.h"

#include "backends/engine/text/text.h"

#include <array>
#include <random>

namespace lockdesk::postgres {

namespace {

constexpr const char* login_name = "sandbox_login";

std::string random_letters(std::size_t bytes)
{
    std::random_device source; // the kernel's
    std::string out;
    while (out.size() < bytes)
        out += static_cast<char>(source() & 0xff);
    return hex(reinterpret_cast<const unsigned char*>(out.data()), bytes);
}

// Names and passwords are generated from letters, digits and _ only.
Values of_schema(const SandboxId& sandbox)
{
    Values values;
    values.sql("schema", sandbox_schema(sandbox));
    return values;
}

// True if the user lacks the right, or the server refuses every user at the moment; false for a broken connection.
bool may_not(const Failure& failure)
{
    return failure.code == "42501" || failure.code == "25006" || failure.code == "0A000";
}

// A foreign name could have been written by hand where ours is noted.
bool is_ours(std::string_view role, const SandboxId& sandbox)
{
    return role.starts_with(sandbox_schema(sandbox) + "_")
           && role.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_") == std::string_view::npos;
}

Answer<SandboxLogin> find_or_make(sql::Link& link, const SandboxId& sandbox)
{
    const auto lock_text = link.text("login_lock", Values().text("sandbox", sandbox.str()));
    if (const auto lock = link.run_literal(login_name, lock_text, Effect::write); !lock)
        return lock.failure();
    auto values = of_schema(sandbox);
    const auto known = link.run_literal(login_name, link.text("login_find", values), Effect::read);
    if (!known)
        return known.failure();
    if (known->rows() > 0 && !is_ours(known->text(0, 0), sandbox))
        return Failure::unavailable("the account that sandbox '" + sandbox.str()
                                    + "' notes is not one that Lockdesk made; drop the sandbox and create it again");
    if (known->rows() > 0)
        return SandboxLogin{std::string(known->text(0, 0)), std::string(known->text(0, 1))};
    const SandboxLogin login{sandbox_schema(sandbox) + "_" + random_letters(4), random_letters(20)};
    values.sql("role", login.role).text("password", login.password);
    const auto made = link.run_literal(login_name, link.text("login_create", values), Effect::write);
    if (!made)
        return made.failure();
    return login;
}

} // namespace

Answer<SandboxLogin> sandbox_login(sql::Link& link)
{
    const SandboxId sandbox = *link.options().sandbox;
    auto login = link.in_transaction<SandboxLogin>(login_name, [&] { return find_or_make(link, sandbox); });
    if (!login && may_not(login.failure()))
        return cannot_confine("no account of its own can be made there (" + login.failure().message + ")");
    return login;
}

ConnectOptions as_sandbox_login(ConnectOptions options, const SandboxLogin& login)
{
    std::erase_if(options, [](const auto& option) {
        return option.first == "user" || option.first == "password" || option.first == "passfile";
    });
    options.emplace_back("user", login.role);
    options.emplace_back("password", login.password);
    return options;
}

Answer<std::string> beyond_the_sandbox(Connection& connection, const sql::Link& link, const SandboxLogin& login,
                                       SteadyPoint deadline)
{
    // The role has the rights of PUBLIC in this database: they cannot be revoked from one role.
    auto values = of_schema(*link.options().sandbox);
    auto answer = connection.query_once(link.text("login_beyond", values.sql("role", login.role)), {}, deadline);
    if (const auto* trouble = std::get_if<Trouble>(&answer))
        return link.to_failure(*trouble, login_name, false);
    const auto& found = std::get<Reply>(answer);
    return found.rows() == 1 ? std::string(found.text(0, 0)) : std::string("it does not say what this account may do");
}

Answer<std::string> sandbox_drop_sql(sql::Link& link, const SandboxId& sandbox, const std::vector<SandboxInfo>&)
{
    const auto drop = link.text("sandbox_drop", of_schema(sandbox));
    const auto found = link.run_literal(login_name, link.text("login_role", of_schema(sandbox)), Effect::read);
    if (!found && found.failure().kind == FailureKind::unavailable && found.failure().connection_lost)
        return found.failure();
    if (!found || found->rows() == 0)
        return drop;
    const std::string role(found->text(0, 0));
    if (!is_ours(role, sandbox))
        return drop;
    return drop + "; " + link.text("login_drop", Values().sql("role", role));
}

} // namespace lockdesk::postgres

// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/postgres/server_forms.h"

namespace lockdesk::postgres {

namespace {

using sql::SandboxLogin;

constexpr const char* login_name = "sandbox_login";

Values of_schema(const SandboxId& sandbox)
{
    Values values;
    values.sql("schema", sandbox_name(sandbox));
    return values;
}

// True if the user lacks the right, or the server refuses every user at the moment; false for a broken connection.
bool may_not(const Failure& failure)
{
    return failure.code == "42501" || failure.code == "25006" || failure.code == "0A000";
}

Answer<SandboxLogin> find_or_make(sql::Link& link, const SandboxId& sandbox)
{
    const auto lock_text = link.text("login_lock", {{"sandbox", sandbox}});
    if (const auto lock = link.run_literal(login_name, lock_text, Effect::write); !lock)
        return lock.failure();
    auto values = of_schema(sandbox);
    const auto found = link.run_literal(login_name, link.text("login_find", values), Effect::read);
    if (!found)
        return found.failure();
    if (const auto known = sql::login_in(*found)) {
        if (sql::is_login_of(sandbox, known->name))
            return *known;
        return Failure::unavailable("the account that sandbox '" + sandbox.str()
                                    + "' notes is not one that Lockdesk made; drop the sandbox and create it again");
    }
    const auto login = sql::new_login(sandbox);
    values.sql("role", login.name).text("password", login.password);
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

Answer<std::string> sandbox_drop_sql(sql::Link& link, const SandboxId& sandbox)
{
    const auto drop = link.text("sandbox_drop", of_schema(sandbox));
    const auto found = link.run_literal(login_name, link.text("login_role", of_schema(sandbox)), Effect::read);
    if (!found && found.failure().kind == FailureKind::unavailable && found.failure().connection_lost)
        return found.failure();
    if (!found || found->rows() == 0 || !sql::is_login_of(sandbox, found->text(0, 0)))
        return drop;
    return drop + "; " + link.text("login_drop", {{"role", sql::Sql{std::string(found->text(0, 0))}}});
}

} // namespace lockdesk::postgres

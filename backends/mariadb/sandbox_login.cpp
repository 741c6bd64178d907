// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/mariadb/server_forms.h"

#include <mysqld_error.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <ranges>

namespace lockdesk::mariadb {

namespace {

using sql::SandboxLogin;

constexpr const char* login_name = "sandbox_login";
std::string account_text(const SandboxLogin& login) { return literal(login.name) + "@'%'"; }

std::string login_table_of(const std::optional<SandboxId>& sandbox) { return table_prefix(sandbox) + "sql_login"; }

Answer<std::optional<SandboxLogin>> known_login(sql::Link& link, const std::optional<SandboxId>& sandbox)
{
    const auto sql = link.text("login_find", {{"table", sql::Sql{login_table_of(sandbox)}}});
    const auto found = link.run_literal(login_name, sql, Effect::read);
    if (!found)
        return found.failure().code == std::to_string(ER_NO_SUCH_TABLE) ? Answer<std::optional<SandboxLogin>>(std::nullopt)
                                                                        : found.failure();
    auto login = sql::login_in(*found);
    return login && sql::is_login_of(*sandbox, login->name) ? std::move(login) : std::nullopt;
}

bool may_not(const Failure& failure)
{
    constexpr auto codes = std::to_array<int>(
        {ER_DBACCESS_DENIED_ERROR, ER_TABLEACCESS_DENIED_ERROR, ER_SPECIFIC_ACCESS_DENIED_ERROR,
         ER_CANT_CREATE_USER_WITH_GRANT, ER_ACCESS_DENIED_ERROR, ER_CANNOT_USER, ER_OPTION_PREVENTS_STATEMENT,
         ER_CANT_EXECUTE_IN_READ_ONLY_TRANSACTION, ER_PASSWORD_NO_MATCH, ER_ACCESS_DENIED_NO_PASSWORD_ERROR});
    return std::any_of(codes.begin(), codes.end(), [&](int code) { return failure.code == std::to_string(code); });
}

Answer<SandboxLogin> made_login(sql::Link& link)
{
    const auto& sandbox = *link.options().sandbox;
    const auto drawn = sql::new_login(sandbox);
    // Several processes may do this concurrently: the first row stays, and all create that account.
    Values values;
    values.sql("table", login_table_of(sandbox)).text("account", drawn.name).text("password", drawn.password);
    return sql::decoded(link.run_literal(login_name, link.text("login_note", values), Effect::write), [&](const Reply&) {
        return sql::decoded(known_login(link, sandbox), [](const auto& known) {
            return known ? Answer<SandboxLogin>(*known) : cannot_confine("the note of its account is not Lockdesk's");
        });
    });
}

// Makes the account, or gives the known one its rights again.
Answer<SandboxLogin> login_with_rights(sql::Link& link)
{
    const auto known = known_login(link, link.options().sandbox);
    if (!known)
        return known.failure();
    auto login = *known ? Answer<SandboxLogin>(**known) : made_login(link);
    if (!login)
        return login;
    Values values;
    values.sql("user", account_text(*login)).text("password", login->password);
    const auto made = link.run_literal(login_name, link.text("login_create", values), Effect::write);
    if (made)
        return login;
    // The account that was noted just now may have been created without its rights. If it was not, the note names one that no
    // user can drop. One that was known before is another session's, too.
    if (!*known) {
        (void)link.run_literal(login_name, link.text("login_drop", {{"user", sql::Sql{account_text(*login)}}}), Effect::write);
        const auto note = Values().sql("table", login_table_of(link.options().sandbox));
        (void)link.run_literal(login_name, link.text("login_forget", note), Effect::write);
    }
    return made.failure();
}

// Runs while no other session makes the account: one that cannot give it rights would drop what another has just been given.
Answer<SandboxLogin> made_alone(sql::Link& link)
{
    using std::chrono::seconds;
    const auto longest_wait = std::max(seconds{1}, std::chrono::floor<seconds>(link.options().timeout / 2));
    const Values values = Values().text("name", login_table_of(link.options().sandbox)).number("seconds", longest_wait.count());
    const auto locked = link.run_literal(login_name, link.text("login_lock", values), Effect::read);
    if (!locked)
        return locked.failure();
    if (locked->rows() != 1 || locked->text(0, 0) != "1")
        return Failure::unavailable("another session is making the account of this sandbox; try again").try_again();
    auto login = login_with_rights(link);
    (void)link.run_literal(login_name, link.text("login_unlock", values), Effect::read);
    return login;
}

} // namespace

Answer<SandboxLogin> sandbox_login(sql::Link& link)
{
    if (link.options().read_only) // created by a session that may write, with its rights there
        if (const auto known = known_login(link, link.options().sandbox); !known || *known)
            return known ? Answer<SandboxLogin>(**known) : known.failure();
    auto login = made_alone(link);
    if (!login && may_not(login.failure()))
        return cannot_confine("no account of its own can be made there (" + login.failure().message + ")");
    return login;
}

Answer<std::string> login_drop_sql(sql::Link& link, const SandboxId& sandbox)
{
    return sql::decoded(known_login(link, sandbox), [&](const auto& known) {
        return known ? link.text("login_drop", {{"user", sql::Sql{account_text(*known)}}}) : std::string();
    });
}

Answer<std::string> give_rights_on(sql::Link& link, const SandboxLogin& login, const std::set<std::string>& names,
                                   std::set<std::string>& given)
{
    std::vector<std::string> added;
    std::ranges::copy_if(names, std::back_inserter(added), [&](const std::string& name) {
        return !given.contains(name) && name != "clock" && name != "changes";
    });
    if (added.empty())
        return std::string();
    const auto row = [](const std::string& name) { return "(" + literal(name) + ")"; };
    const auto rights = link.run(
        "login_rights", {{"names", sql::Sql{sql::joined(added, row)}}, {"account", account_text(login)}}, Effect::read);
    if (!rights)
        return rights.failure();
    for (int i = 0; i < rights->rows(); ++i)
        if (!rights->is_null(i, 2))
            return std::string(rights->text(i, 2));
    if (link.options().read_only)
        return std::string();
    const auto grant = [&](int i) { return rights->text(i, 3); };
    const auto sql = sql::joined(std::views::iota(0, rights->rows()), grant, "; ");
    const auto granted = link.run_literal("sandbox_grant", sql, Effect::write);
    if (!granted && may_not(granted.failure()))
        return cannot_confine("its account cannot be given single tables (" + granted.failure().message + ")");
    if (!granted)
        return granted.failure();
    given.insert(added.begin(), added.end());
    return std::string();
}

} // namespace lockdesk::mariadb

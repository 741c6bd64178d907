// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
//
// How the values of a statement become PostgreSQL's parameters. Needs no server.
#include "backends/postgres/link.h"

#include <gtest/gtest.h>

namespace lockdesk {
namespace {

using postgres::Numbered;
using postgres::Values;

sql::Template made_of(std::string_view text) { return {text, {}, postgres::quote}; }

TEST(PostgresNumberedTest, NumbersFollowTheTextAndNotTheOrderOfTheValues)
{
    Values values;
    values.text("owner", "me").number("lease", 1).sql("limit", "LIMIT 2").add({sql::Named("name")}).text("unused", "");
    const Numbered statement(made_of("SELECT f({name}, {owner}::text, {name}) WHERE l > {lease} {limit}{nothing}"), values);
    EXPECT_EQ(statement.sql, "SELECT f($1, $2::text, $1) WHERE l > $3 LIMIT 2");
    EXPECT_EQ(statement.parameters, (std::vector<std::string>{"name", "owner", "lease"}));
}

TEST(PostgresNumberedTest, WhatIsPutInIsNotReadAgain)
{
    Values values;
    values.sql("where", "k = 'a {name} b'").text("name", "me");
    const Numbered statement(made_of("SELECT {where} AND name = {name}"), values);
    EXPECT_EQ(statement.sql, "SELECT k = 'a {name} b' AND name = $1");
    EXPECT_EQ(statement.parameters, (std::vector<std::string>{"name"}));
}

TEST(PostgresNumberedTest, ATextThatNumbersItsParametersTakesTheValuesInTheirOrder)
{
    Values values;
    values.text("name", "job").sql("expiry", "to_timestamp($2)").number("us", 5);
    const Numbered statement(made_of("UPDATE t SET expiry = {expiry} WHERE name = $1"), values);
    EXPECT_EQ(statement.sql, "UPDATE t SET expiry = to_timestamp($2) WHERE name = $1");
    EXPECT_EQ(statement.parameters, (std::vector<std::string>{"name", "us"}));
}

} // namespace
} // namespace lockdesk

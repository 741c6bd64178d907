// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/statements.h"
#include "tests/contract/contract.h"

#include <cstdint>
#include <string>
#include <variant>

namespace lockdesk::contract {

inline const std::string make_items = "CREATE TABLE {items} (id BIGINT PRIMARY KEY, name VARCHAR(200), place BIGINT)";

inline StatementResult run(Session& session, const std::string& text)
{
    auto result = ok(session.statements().run(text));
    EXPECT_FALSE(result.refused()) << text << ": " << result.code << " " << result.message;
    return result;
}

inline StatementResult refused(Session& session, const std::string& text)
{
    auto result = ok(session.statements().run(text));
    EXPECT_TRUE(result.refused()) << text;
    EXPECT_FALSE(result.message.empty()) << text;
    return result;
}

inline std::int64_t number(Session& session, const std::string& text)
{
    return std::get<std::int64_t>(run(session, text).rows.at(0).at(0));
}

} // namespace lockdesk::contract

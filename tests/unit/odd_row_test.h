// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/store.h"

#include <algorithm>
#include <functional>
#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace lockdesk::test {

using SetField = std::function<void(const std::string& id, const std::string& field, const std::string& value)>;

/// Returns one that writes into a row of a table by SQL, which `run` sends.
template <class Run> SetField by_sql(Run run, const std::string& table, const std::string& key)
{
    return [=](const std::string& id, const std::string& field, const std::string& value) {
        run("UPDATE " + table + " SET " + field + " = " + value + " WHERE " + key + " = '" + id + "'");
    };
}

/// Expects that a task whose numbers somebody wrote is claimed with usable ones, or passed over, and that the task behind it is
/// claimed in any case. `set` writes a value, spelled as the store's client does, into a field of the task with that id.
inline void an_odd_task_stops_no_claim(Session& session, const std::vector<std::string>& values, const SetField& set)
{
    int round = 0;
    for (const char* field : {"token", "claims", "takeovers", "failures"}) {
        for (const std::string& value : values) {
            SCOPED_TRACE(std::string(field) + " = " + value);
            const std::string number = std::to_string(++round), odd = "odd" + number, good = "good" + number;
            const auto kind = TaskKind::trusted("k" + number);
            const auto phase = Phase::trusted("p");
            for (const std::string& id : {odd, good})
                ASSERT_TRUE(session.tasks().add(std::vector<NewTask>{{TaskId::trusted(id), kind, phase}}).is_result());
            set(odd, field, value);
            std::vector<std::string> claimed;
            for (const std::int64_t limit : {1, 5}) {
                const auto rows = session.tasks().claim({.kind = kind,
                                                         .phase = phase,
                                                         .limit = limit,
                                                         .owner = OwnerId::trusted("w"),
                                                         .claim = ClaimId::trusted(good + "/" + std::to_string(limit))});
                ASSERT_TRUE(rows.is_result()) << rows.failure().message;
                for (const TaskRow& row : *rows) {
                    EXPECT_GT(row.token.number(), 0) << row.id;
                    EXPECT_LE(row.token.number(), largest_token) << row.id;
                    claimed.push_back(row.id);
                }
            }
            EXPECT_EQ(std::count(claimed.begin(), claimed.end(), good), 1);
        }
    }
}

/// Expects that a draw whose numbers somebody wrote gives nobody a number or a rank. `set` writes a value, spelled as the store's
/// client does, into a field of the draw with that name.
inline void an_odd_draw_gives_no_number(Session& session, const std::vector<std::string>& values, const SetField& set)
{
    int round = 0;
    for (const char* field : {"last_seq", "last_rank"}) {
        for (const std::string& value : values) {
            SCOPED_TRACE(std::string(field) + " = " + value);
            const auto event = EventId::trusted("e" + std::to_string(++round));
            ASSERT_TRUE(session.draws().open(event, 3).is_result());
            ASSERT_TRUE(session.draws().apply(event, std::vector{PersonId::trusted("a")}).is_result());
            set(event.str(), field, value);
            const auto refused = [&](const auto& answer) {
                ASSERT_FALSE(answer.is_result());
                EXPECT_EQ(answer.failure().kind, FailureKind::unavailable);
                EXPECT_NE(answer.failure().message.find(field), std::string::npos) << answer.failure().message;
            };
            refused(session.draws().apply(event, std::vector{PersonId::trusted("b")}));
            refused(session.draws().consume(event, FencingToken(5), 10));
        }
    }
}

} // namespace lockdesk::test

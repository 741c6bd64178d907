// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/observe/recording/incident.h"

#include <gtest/gtest.h>

#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace lockdesk {
namespace {

using namespace std::chrono_literals;

constexpr TimePoint incident_at = time_from_us(1'795'238'591'000'000);

std::shared_ptr<Update> update_at(Duration since)
{
    auto out = std::make_shared<Update>();
    out->number = 1;
    out->polled = true;
    out->clock.known = true;
    out->clock.store = incident_at + since;
    return out;
}

RowPtr<LockRow> lock_named(const std::string& name, std::int64_t token)
{
    LockRow row;
    row.name = name;
    row.owner = "o";
    row.token = FencingToken{token};
    return std::make_shared<const LockRow>(row);
}

TEST(Incident, PasswordsAreMaskedWhereverTheyStand)
{
    EXPECT_EQ(masked("see postgresql://ops:s3cret@db:5432/orders"), "see postgresql://ops:***@db:5432/orders");
    EXPECT_EQ(masked("redis://:pw@h/0 and mongodb://u:p@x@h/"), "redis://:***@h/0 and mongodb://u:***@h/");
    EXPECT_EQ(masked("postgresql://ops@db/orders"), "postgresql://ops@db/orders");
    EXPECT_EQ(masked("http://h:80/a:b@c"), "http://h:80/a:b@c");
    EXPECT_EQ(masked("sqlite:///tmp/x.db?Password=hunter2&a=1"), "sqlite:///tmp/x.db?Password=***&a=1");
    EXPECT_EQ(masked("password=a password=b"), "password=*** password=***");
    EXPECT_EQ(masked("://"), "://");
    EXPECT_EQ(masked("password="), "password=***");
    EXPECT_EQ(masked(""), "");
}

TEST(Incident, TheLastTenMinutesBeginWithEverything)
{
    FlightRecorder flight;
    EXPECT_TRUE(flight.updates().empty());
    auto first = update_at(0min);
    first->snapshot = true;
    first->locks = {lock_named("old", 1), lock_named("removed", 1), lock_named("changed", 1)};
    flight.take(first, SteadyPoint{});
    auto gone = update_at(1min);
    gone->gone = {{Entity::lock, "removed"}};
    flight.take(gone, SteadyPoint{});
    auto changed = update_at(12min);
    changed->locks = {lock_named("changed", 2)};
    flight.take(changed, SteadyPoint{});
    const auto all = flight.updates();
    ASSERT_EQ(all.size(), 2u);
    EXPECT_TRUE(all[0]->snapshot);
    EXPECT_EQ(all[0]->clock.store, incident_at + 1min);
    EXPECT_EQ(all[0]->locks.size(), 2u) << "old and changed, as they were";
    for (const auto& row : all[0]->locks)
        EXPECT_EQ(row->token, FencingToken{1});
    EXPECT_EQ(all[1]->locks.front()->token, FencingToken{2});
    EXPECT_EQ(flight.newest(), incident_at + 12min);
    EXPECT_EQ(all[1]->clock.at_steady(SteadyPoint{} + 1h), incident_at + 12min) << "its clock stands still";
}

TEST(Incident, ManyChangesShortenTheTime)
{
    FlightRecorder flight;
    for (int i = 0; i < 30; ++i) {
        auto update = update_at(i * 1s);
        for (int k = 0; k < 5'000; ++k)
            update->locks.push_back(lock_named("l" + std::to_string(k), i + 1));
        flight.take(update, SteadyPoint{});
    }
    const auto all = flight.updates();
    std::size_t rows = 0;
    for (std::size_t i = 1; i < all.size(); ++i)
        rows += all[i]->locks.size();
    EXPECT_LE(rows, FlightRecorder::most_rows);
    EXPECT_EQ(all.front()->locks.size(), 5'000u);
    EXPECT_EQ(all.back()->clock.store, incident_at + 29s);
}

TEST(Incident, ListsOfThousandsOfFindingsAreFew)
{
    FlightRecorder flight;
    std::shared_ptr<const std::vector<Finding>> newest;
    for (int i = 0; i < 30; ++i) {
        auto update = update_at(i * 1s);
        if (i % 2 == 0) { // each list comes twice: its findings count once
            std::vector<Finding> findings(5'000);
            for (Finding& finding : findings)
                finding.key = "k" + std::to_string(i);
            newest = std::make_shared<const std::vector<Finding>>(std::move(findings));
        }
        update->findings = newest;
        flight.take(update, SteadyPoint{});
    }
    std::set<const void*> lists;
    std::size_t findings = 0;
    for (const auto& update : flight.updates())
        if (update->findings && lists.insert(update->findings.get()).second)
            findings += update->findings->size();
    EXPECT_EQ(findings, FlightRecorder::most_findings);
    EXPECT_EQ(flight.updates().size(), 30u);
    EXPECT_EQ(flight.updates().back()->findings, newest);
}

TEST(Incident, WhatOthersSaidIsLeftOut)
{
    Update update;
    MessageRow message;
    message.id = "m";
    message.payload = "card 4711";
    message.last_error = "receiver: token abc";
    message.raw = "{\"payload\":\"card 4711\"}";
    update.messages = {std::make_shared<const MessageRow>(message)};
    LockRow lock = *lock_named("l", 1);
    LockSession session;
    session.last_statement = "ALTER USER x PASSWORD 'y'";
    lock.session = session;
    update.locks = {std::make_shared<const LockRow>(lock)};
    AuditRow audit;
    audit.evidence = R"({"row":{"payload":{"pin":1},"owner":"o","last_error":"boom"}})";
    audit.command = "lockdeskctl --store redis://u:pw@h/0 lock force-release x";
    update.audit = std::make_shared<const std::vector<AuditRow>>(std::vector{audit});
    Event event;
    event.kind = EventKind::failed;
    event.detail = "boom";
    update.events = {event};
    const UpdatePtr clean = without_secrets(update);
    EXPECT_EQ(clean->messages.front()->payload, "\"left out\"");
    EXPECT_EQ(clean->messages.front()->last_error, "left out");
    EXPECT_EQ(clean->messages.front()->raw, "");
    EXPECT_EQ(clean->locks.front()->session->last_statement, "left out");
    EXPECT_EQ(clean->audit->front().evidence, R"({"row":{"payload":"left out","owner":"o","last_error":"left out"}})");
    EXPECT_EQ(clean->audit->front().command, "lockdeskctl --store redis://u:***@h/0 lock force-release x");
    EXPECT_EQ(clean->events.front().detail, "left out");
    EXPECT_EQ(update.messages.front()->payload, "card 4711") << "the console's own rows stay whole";
}

} // namespace
} // namespace lockdesk

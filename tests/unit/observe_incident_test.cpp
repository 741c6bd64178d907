// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/observe/recording/bundle_file.h"
#include "backends/observe/recording/incident.h"
#include "backends/observe/recording/recording_file.h"
#include "backends/observe/recording/report_json.h"
#include "tests/support/child_process.h"
#include "tests/support/temp_dir.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
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

TEST(Incident, RowsThatASearchBroughtAreLeftOutUntilTheyChange)
{
    FlightRecorder flight;
    auto first = update_at(0min);
    first->snapshot = true;
    first->locks = {lock_named("live", 1)};
    flight.take(first, SteadyPoint{});
    auto found = update_at(1min);
    found->locks = {lock_named("changed", 2), lock_named("a", 1), lock_named("b", 1)};
    found->came[Entity::lock] = {1, 2};
    found->found[Entity::lock].rows = 2;
    flight.take(found, SteadyPoint{});
    auto changed = update_at(2min);
    changed->locks = {lock_named("b", 2)};
    flight.take(changed, SteadyPoint{});
    const auto all = flight.updates();
    ASSERT_EQ(all.size(), 3u);
    ASSERT_EQ(all[1]->locks.size(), 1u);
    EXPECT_EQ(all[1]->locks[0]->name, "changed");
    EXPECT_EQ(all[1]->locks.capacity(), 1u) << "a search brings twenty thousand each time";
    EXPECT_TRUE(all[1]->found.empty());
    EXPECT_EQ(all[2]->locks.size(), 1u);
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
    FindingsPtr newest;
    for (int i = 0; i < 30; ++i) {
        auto update = update_at(i * 1s);
        if (i % 2 == 0) { // each list comes twice: its findings count once
            std::vector<Finding> findings(5'000);
            for (Finding& finding : findings)
                finding.key = "k" + std::to_string(i);
            newest = std::make_shared<const Findings>(std::move(findings));
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

TEST(Incident, FactsOfTheStoreComeBackWithoutSecrets)
{
    auto report = std::make_shared<StoreReport>();
    report->can.store = "redis";
    report->can.version = "7.4.1";
    report->can.hints = false;
    report->can.take({{{Weakness::Kind::lags, "appendfsync everysec", "see redis://:hunter2@h/0", "CONFIG SET appendfsync always"}}});
    report->server.settings = {{"appendfsync", "everysec"}, {"requirepass", "password=hunter2"}};
    report->server.token_floor = 9'007'199'254'740'993; // beyond what a double holds
    report->server.pooled = false;
    report->schema = 2;
    report->clock_offset = -12ms;
    report->clock_uncertainty = 3ms;
    report->at = incident_at;
    report->unread = {"INFO is not permitted"};
    FlightRecorder flight;
    auto first = update_at(0min);
    first->snapshot = true;
    first->report = report;
    flight.take(first, SteadyPoint{});
    flight.take(update_at(5min), SteadyPoint{});
    flight.take(update_at(30min), SteadyPoint{}); // by then the first two are one
    const test::TempDir dir("lockdesk-facts");
    const std::string path = (dir.path() / "a.ldrec").string();
    ASSERT_TRUE(write_bundle(path, {}, flight.updates()));
    const auto file = RecordingFile::open(path);
    ASSERT_TRUE(file) << file.failure().message;
    const std::string facts = (*file)->header().facts;
    EXPECT_EQ(facts.find("hunter2"), std::string::npos) << facts;
    const auto read = report_of(facts);
    ASSERT_TRUE(read);
    EXPECT_EQ(read->can.store, "redis");
    EXPECT_EQ(read->can.version, "7.4.1");
    EXPECT_EQ(read->can.fence, FenceStrength::weak);
    EXPECT_FALSE(read->can.durable_tokens);
    EXPECT_FALSE(read->can.hints);
    EXPECT_TRUE(read->can.tasks);
    ASSERT_EQ(read->can.weaknesses.size(), 1u);
    EXPECT_EQ(read->can.weaknesses.front(),
              (Weakness{Weakness::Kind::lags, "appendfsync everysec", "see redis://:***@h/0", "CONFIG SET appendfsync always"}));
    EXPECT_EQ(read->server.settings.front(), report->server.settings.front());
    EXPECT_EQ(read->server.token_floor, report->server.token_floor);
    EXPECT_EQ(read->server.pooled, false);
    EXPECT_EQ(read->server.may_write, std::nullopt);
    EXPECT_EQ(read->schema, 2);
    EXPECT_EQ(read->clock_offset, -12ms);
    EXPECT_EQ(read->clock_uncertainty, 3ms);
    EXPECT_EQ(read->at, incident_at);
    EXPECT_EQ(read->unread, report->unread);
}

TEST(Incident, FactsFromElsewhereAreNotBelieved)
{
    for (const char* text : {"", "[]", "null", "7", "{", "\"facts\""})
        EXPECT_FALSE(report_of(text)) << text;
    const auto odd = report_of(R"({"store":7,"weaknesses":[1,{"kind":"odd"},[]],"settings":{"a":1},"schema_version":"2","token_floor":1e300,
        "pooled":"no","supports":[true],"unread":[1,"x"],"read_us":null,"fence":"stricter"})");
    ASSERT_TRUE(odd);
    EXPECT_EQ(odd->can.store, "");
    EXPECT_EQ(odd->can.weaknesses.size(), 3u);
    EXPECT_EQ(odd->can.weaknesses.back().kind, Weakness::Kind::unknown);
    EXPECT_TRUE(odd->server.settings.empty());
    EXPECT_EQ(odd->schema, std::nullopt);
    EXPECT_EQ(odd->server.token_floor, std::nullopt);
    EXPECT_EQ(odd->server.pooled, std::nullopt);
    EXPECT_EQ(odd->unread, std::vector<std::string>{"x"});
}

// Recordings of two stores with a lock of the store's name each.
std::vector<BundlePart> two_stores()
{
    std::vector<BundlePart> out;
    for (const char* name : {"orders", "cache"}) {
        FlightRecorder flight;
        auto first = update_at(0min);
        first->snapshot = true;
        LockRow row;
        row.name = std::string("lock of ") + name;
        row.owner = "pod/1/a";
        row.holds = 1;
        row.acquired_at = incident_at;
        row.raw = "hunter2";
        first->locks.push_back(std::make_shared<const LockRow>(row));
        first->covered = Entities::all();
        auto second = update_at(1min);
        for (const auto& update : {first, second}) {
            update->health.state = HealthState::live;
            flight.take(update, SteadyPoint{});
        }
        out.push_back({{.name = name, .capabilities = {}}, flight.updates()});
    }
    return out;
}

TEST(Incident, ABundleHasSeveralStores)
{
    const test::TempDir dir("lockdesk-parts");
    const std::string path = (dir.path() / "all.ldrec").string();
    const auto written = write_bundle(path, two_stores());
    ASSERT_TRUE(written) << written.failure().message;
    const std::string text = test::read_file(path);
    EXPECT_EQ(written->bytes, static_cast<std::int64_t>(text.size()));
    EXPECT_EQ(written->lines, std::count(text.begin(), text.end(), '\n'));
    EXPECT_EQ(text.find("hunter2"), std::string::npos);
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(dir.path()), {}), 1) << "nothing is left beside it";
    const auto files = open_recordings(path);
    ASSERT_TRUE(files) << files.failure().message;
    ASSERT_EQ(files->size(), 2u);
    for (const auto& file : *files) {
        const auto rows = file->state(file->moments() - 1);
        ASSERT_EQ(rows.locks.size(), 1u);
        EXPECT_EQ(rows.locks.front()->name, "lock of " + file->header().name);
        EXPECT_TRUE(file->closed());
    }
    // Commands about one recording name it.
    const auto whole = RecordingFile::open(path);
    ASSERT_FALSE(whole);
    EXPECT_NE(whole.failure().message.find("FILE#NAME: orders, cache"), std::string::npos) << whole.failure().message;
    const auto one = RecordingFile::open(path + "#cache");
    ASSERT_TRUE(one) << one.failure().message;
    EXPECT_EQ((*one)->header().name, "cache");
    EXPECT_FALSE(RecordingFile::open(path + "#shop"));
    // It is written over by another one, and other files are not.
    ASSERT_TRUE(write_bundle(path, two_stores()));
    const std::string other = (dir.path() / "mine.txt").string();
    std::ofstream(other) << "{\"v\":1,\"type\":\"bund";
    EXPECT_FALSE(write_bundle(other, two_stores()));
}

TEST(Incident, ABundleThatIsCutShowsTheStoresBefore)
{
    const test::TempDir dir("lockdesk-parts");
    const std::string path = (dir.path() / "all.ldrec").string();
    ASSERT_TRUE(write_bundle(path, two_stores()));
    const std::string text = test::read_file(path);
    const auto open_as = [&](const std::string& content) {
        std::ofstream(path, std::ios::trunc) << content;
        EXPECT_FALSE(open_recordings(path)) << "not whole";
        return open_recordings(path, true);
    };
    const auto second = text.find("\n{\"v\":1,\"type\":\"recording\"", text.find("\"type\":\"recording\"")) + 1;
    const auto cut = open_as(text.substr(0, second + 5));
    ASSERT_TRUE(cut);
    ASSERT_EQ(cut->size(), 1u);
    EXPECT_EQ(cut->front()->header().name, "orders");
    EXPECT_NE(cut->front()->damage().find("#cache"), std::string::npos) << cut->front()->damage();
    EXPECT_EQ(open_as(text.substr(0, text.size() - 10))->size(), 2u) << "up to the damage";
    for (const char* first : {R"({"v":1,"type":"bundle"})", R"({"v":1,"type":"bundle","parts":[]})", R"({"v":2,"type":"bundle","parts":[{"bytes":1}]})",
                              R"({"v":1,"type":"bundle","parts":[7]})", R"({"v":1,"type":"bundle","parts":[{"bytes":-1}]})",
                              R"({"v":1,"type":"bundle","parts":[{"bytes":9223372036854775807},{"bytes":9223372036854775807},{"bytes":3}]})"})
        EXPECT_FALSE(open_as(std::string(first) + "\n" + text.substr(text.find('\n') + 1))
                     && std::string(first).find("9223") == std::string::npos)
            << first;
}

} // namespace
} // namespace lockdesk

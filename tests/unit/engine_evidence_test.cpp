// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/engine/contracts/evidence.h"
#include "backends/engine/contracts/locks.h"
#include "backends/json/json.h"

#include <gtest/gtest.h>

namespace lockdesk::test {
namespace {

using EvidenceJson = nlohmann::json;

LockSeen seen_lock()
{
    LockRow row;
    row.name = "job";
    row.owner = "pod/1/a";
    row.token = FencingToken{7};
    row.holds = 1;
    row.acquired_at = time_from_us(1'000'000);
    row.expires_at = time_from_us(31'000'000);
    row.lease = std::chrono::seconds{30};
    return {row, time_from_us(2'000'000)};
}

// Evidence with every text at its maximum length, of the bytes with the longest escapes.
LockSeen worst_lock(std::size_t size, std::size_t servers)
{
    const std::string text(size, '\x01');
    LockSeen seen = seen_lock();
    LockRow& row = seen.row;
    row.source = row.name = row.owner = row.last_owner = row.reason = row.raw = row.doubt = text;
    row.session = LockSession{text, text, text, text, {}, text, {}, text};
    row.draw = DrawProgress{text, 1, 1, 1};
    LockQuorum quorum;
    for (std::size_t i = 0; i < servers; ++i)
        quorum.servers.push_back({text, ServerSays::other_owner, text, {}});
    row.quorum = quorum;
    return seen;
}

TEST(Evidence, OfAPlainLock)
{
    EXPECT_EQ(evidence_json(seen_lock()),
              "{\"entity\":\"lock\",\"state\":\"held\",\"seen_us\":2000000,\"source\":\"lockdesk\",\"name\":\"job\","
              "\"owner\":\"pod/1/a\",\"token\":7,\"holds\":1,\"acquired_us\":1000000,\"expires_us\":31000000,\"waiters\":0,"
              "\"lease_us\":30000000,\"renewed_us\":null,\"renewals\":0,\"cooling_us\":null,\"released_us\":null,"
              "\"last_owner\":null,\"reason\":null,\"session\":null,\"quorum\":null,\"draw\":null,\"doubt\":null,"
              "\"raw\":null,\"cut\":null}");
}

TEST(Evidence, NeverExceedsItsBoundAndIsAlwaysJson)
{
    for (const std::size_t size : {1UL, 200UL, 3000UL, 20'000UL, 400'000UL})
        for (const std::size_t servers : {0UL, 3UL, 9UL, 100UL, 3000UL}) {
            const auto seen = worst_lock(size, size > 3000 ? std::min(servers, 100UL) : servers);
            const auto evidence = evidence_json(seen);
            EXPECT_LE(evidence.size(), longest_evidence) << size << " " << servers;
            const auto kept = read_json<EvidenceJson>(evidence);
            ASSERT_TRUE(kept.is_object()) << size << " " << servers;
            EXPECT_EQ(kept["cut"].is_null(), evidence.find("\"cut\":null") != std::string::npos);
            if (size > 3000) {
                EXPECT_EQ(kept["cut"].value("raw", kept["cut"].value("all", 0UL)) > 0, true);
            }
        }
    // A name of 200 bytes is never cut, whatever its bytes.
    const auto kept = EvidenceJson::parse(evidence_json(worst_lock(200, 3)));
    EXPECT_TRUE(kept["cut"].is_null()) << kept["cut"];
    EXPECT_EQ(kept["name"], std::string(200, '\x01'));
}

// Never cuts inside a character, and reports invalid bytes.
TEST(Evidence, CutsBetweenCharacters)
{
    auto seen = seen_lock();
    for (std::size_t i = 0; i < 4; ++i) {
        std::string text(i, 'a');
        for (int n = 0; n < 1000; ++n)
            text += "\U0001F512";
        seen.row.owner = text;
        const auto kept = EvidenceJson::parse(evidence_json(seen));
        const auto owner = kept["owner"].get<std::string>();
        EXPECT_TRUE(text.starts_with(owner));
        EXPECT_GT(owner.size(), 2000U);
        EXPECT_EQ(kept["cut"]["owner"], text.size());
    }
    seen.row.owner = "a\xff\xc0z";
    EXPECT_EQ(EvidenceJson::parse(evidence_json(seen))["owner"], "a\\xff\\xc0z");
}

// The same request asked twice gives the same text.
TEST(Evidence, OfARowReadByTheVerbItselfHasNoMoment)
{
    auto seen = seen_lock();
    seen.row.session = LockSession{"17", "psql", "", "", {}, "active", time_from_us(5), "SELECT 1"};
    seen.just_before = true;
    auto later = seen;
    later.at = time_from_us(3'000'000);
    later.row.session = LockSession{"17", "psql", "", "", {}, "idle", {}, "SELECT 2"};
    EXPECT_EQ(evidence_json(seen), evidence_json(later));
    later.row.session = LockSession{"18", "psql", "", "", {}, "idle", {}, "SELECT 2"};
    EXPECT_NE(evidence_json(seen), evidence_json(later));
}

TEST(Evidence, TokensOfSourcesWithoutTokensAreNull)
{
    auto seen = seen_lock();
    seen.row.token = FencingToken{};
    EXPECT_EQ(EvidenceJson::parse(evidence_json(seen))["token"], 0);
    seen.row.source = "dist_lock";
    EXPECT_TRUE(EvidenceJson::parse(evidence_json(seen))["token"].is_null());
}

TEST(Evidence, TheRequestComparesWithWhatWasSeen)
{
    auto seen = seen_lock();
    auto request = force_release_of(seen, false);
    ASSERT_TRUE(request);
    EXPECT_EQ(request->name.str(), "job");
    EXPECT_EQ(request->if_owner.str(), "pod/1/a");
    EXPECT_EQ(request->if_token, FencingToken{7});
    EXPECT_EQ(request->if_acquired_at, seen.row.acquired_at);
    EXPECT_FALSE(request->if_expires_at);
    EXPECT_EQ(request->if_session, "");
    EXPECT_EQ(request->seen, seen);
    EXPECT_EQ(force_release_of(seen, true)->if_expires_at, seen.row.expires_at);
    seen.row.session = LockSession{.id = "4711"};
    EXPECT_EQ(force_release_of(seen, false)->if_session, "4711");
    seen.row.owner.clear();
    EXPECT_FALSE(force_release_of(seen, false)) << "nobody holds it";
}

TEST(Evidence, RareValuesAreComparedByValue)
{
    LockRow a, b;
    EXPECT_EQ(a, b);
    a.session = LockSession{.id = "1"};
    EXPECT_NE(a, b);
    b.session = LockSession{.id = "1"};
    EXPECT_EQ(a, b);
    b.session = LockSession{.id = "2"};
    EXPECT_NE(a, b);
}

} // namespace
} // namespace lockdesk::test

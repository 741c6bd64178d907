// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/engine/contracts/session_locks.h"
#include "backends/json/json.h"
#include "tests/contract/contract.h"

#include <limits>

// The audit stores the evidence of a forced action: the row as it was seen, whatever the store contains meanwhile.
namespace lockdesk::contract {

namespace {

using Json = nlohmann::json;

// Characters that end a literal, a statement, a line, a script or a JSON text, or look like a template's placeholder.
const std::string hostile =
    "it's \"x\" \\ \\' $$ $1 ?1 :who {now} {evidence} ]] -- ; /*\n\t\x01\x7f \u202e\u00e9\u2603 \U0001F512";

AuditRow newest_audit(Session& s)
{
    const auto rows = ok(s.audit().list({})).rows;
    if (rows.empty())
        throw std::runtime_error("nothing is in the audit");
    return rows.front();
}

Json null_or(const std::string& text) { return text.empty() ? Json(nullptr) : Json(text); }
Json null_or(const std::optional<TimePoint>& t) { return t ? Json(to_us(*t)) : Json(nullptr); }
Json null_or(const std::optional<Duration>& d) { return d ? Json(to_us(*d)) : Json(nullptr); }

void expect_same(const std::string& evidence, const LockSeen& seen)
{
    const LockRow& row = seen.row;
    const Json kept = Json::parse(evidence);
    EXPECT_EQ(kept["entity"], "lock");
    EXPECT_EQ(kept["seen_us"], to_us(seen.at));
    EXPECT_EQ(kept["state"], word(lock_state(row, seen.at)));
    EXPECT_EQ(kept["source"], row.source);
    EXPECT_EQ(kept["name"], row.name);
    EXPECT_EQ(kept["owner"], null_or(row.owner));
    EXPECT_EQ(kept["token"],
              row.token == FencingToken{} && row.source != "lockdesk" ? Json(nullptr) : Json(row.token.number()));
    EXPECT_EQ(kept["holds"], row.holds);
    EXPECT_EQ(kept["acquired_us"], null_or(row.acquired_at));
    EXPECT_EQ(kept["expires_us"], null_or(row.expires_at));
    EXPECT_EQ(kept["lease_us"], null_or(row.lease));
    EXPECT_EQ(kept["renewed_us"], null_or(row.renewed_at));
    EXPECT_EQ(kept["renewals"], row.renewals);
    EXPECT_EQ(kept["waiters"], row.waiters);
    EXPECT_EQ(kept["cooling_us"], null_or(row.cooling_until));
    EXPECT_EQ(kept["released_us"], null_or(row.released_at));
    EXPECT_EQ(kept["last_owner"], null_or(row.last_owner));
    EXPECT_EQ(kept["reason"], null_or(row.reason));
    EXPECT_EQ(kept["session"].is_object(), static_cast<bool>(row.session));
    EXPECT_EQ(kept["quorum"].is_object(), static_cast<bool>(row.quorum));
    EXPECT_EQ(kept["draw"].is_object(), static_cast<bool>(row.draw));
    EXPECT_EQ(kept["doubt"], null_or(row.doubt));
    EXPECT_EQ(evidence, evidence_json(seen));
}

ForceRelease forced(const LockSeen& seen)
{
    auto request = ok(force_release_of(seen, false));
    request.reason = "why: " + hostile;
    request.who = "op@desk";
    return request;
}

} // namespace

TEST_P(ForceCases, EvidenceIsTheRowThatWasSeen)
{
    const std::string holder = "pod/" + hostile, lock = "job " + hostile;
    const auto got = acquire(holder, 30 * second, lock);
    acquire(holder, 30 * second, lock);
    const LockSeen seen{row(lock), now()};
    ASSERT_EQ(seen.row.owner, holder);
    ASSERT_EQ(seen.row.holds, 2);
    pass(10 * second);
    ok(locks().renew(name(lock), owner(holder), *got.token, 60 * second)); // not compared
    pass(second);
    ASSERT_NE(row(lock).expires_at, seen.row.expires_at);
    const auto request = forced(seen);
    EXPECT_EQ(ok(locks().preview_force_release(request)).commands, ok(locks().preview_force_release(request)).commands);
    EXPECT_EQ(ok(locks().force_release(request)).result, ForceResult::released);
    const auto note = newest_audit(s());
    EXPECT_EQ(note.result, "released");
    EXPECT_EQ(note.key, lock);
    EXPECT_EQ(note.reason, request.reason);
    EXPECT_EQ(note.at, now());
    expect_same(note.evidence, seen);
}

TEST_P(ForceCases, EvidenceOfALockThatChangedHandsIsWhatWasSeen)
{
    acquire("a");
    const LockSeen seen{row(), now()};
    pass(30 * second);
    acquire("b");
    EXPECT_EQ(ok(locks().force_release(forced(seen))).result, ForceResult::changed);
    EXPECT_EQ(newest_audit(s()).result, "changed");
    expect_same(newest_audit(s()).evidence, seen);
    const LockSeen never{LockRow{.name = "never", .owner = "x", .token = FencingToken{1}}, now()};
    EXPECT_EQ(ok(locks().force_release(forced(never))).result, ForceResult::changed);
    expect_same(newest_audit(s()).evidence, never);
}

TEST_P(ForceCases, EvidenceIsCutToWhatFits)
{
    acquire("a");
    LockSeen seen{row(), now()};
    seen.row.source = "another";
    seen.row.last_owner = std::string(100'000, '\x01');
    seen.row.doubt = "bad \xff bytes";
    seen.row.raw = "{\"value\":\"" + std::string(200'000, '"') + "\xc3";
    seen.row.token = FencingToken{std::numeric_limits<std::int64_t>::max()};
    seen.row.session = LockSession{.id = "17", .program = hostile, .since = now(), .last_statement = hostile};
    seen.row.quorum =
        LockQuorum{2, 1, second, {{"h:1", ServerSays::held, "a", second}, {"h:2", ServerSays::unreachable, "", {}}}};
    seen.row.draw = DrawProgress{hostile, 3, 2, 1};
    auto request = forced(seen);
    request.if_token = row().token;
    request.if_session.clear();
    EXPECT_EQ(ok(locks().force_release(request)).result, ForceResult::released);
    const auto evidence = newest_audit(s()).evidence;
    EXPECT_EQ(evidence, evidence_json(seen));
    EXPECT_LE(evidence.size(), longest_evidence);
    const Json kept = Json::parse(evidence);
    EXPECT_EQ(kept["token"], std::numeric_limits<std::int64_t>::max());
    EXPECT_EQ(kept["cut"]["last_owner"], 100'000);
    EXPECT_EQ(kept["doubt"], "bad \\xff bytes");
    EXPECT_EQ(kept["session"]["program"], hostile);
    EXPECT_EQ(kept["quorum"]["servers"][1]["says"], "unreachable");
    EXPECT_EQ(kept["draw"]["event"], hostile);
}

TEST_P(ForceCases, EvidenceIsNullWhenNobodySawTheRow)
{
    const auto got = acquire("a");
    ForceRelease blind{.name = name(), .if_owner = owner("a"), .if_token = *got.token};
    blind.reason = blind.who = "r";
    EXPECT_EQ(ok(locks().force_release(blind)).result, ForceResult::released);
    EXPECT_EQ(newest_audit(s()).evidence, "null");
}

TEST_P(TaskCases, EvidenceOfAForcedRelockIsTheRowThatWasSeen)
{
    const NewTask task{TaskId::trusted("t " + hostile), TaskKind::trusted("k"), Phase::trusted("new"), DesiredState::running,
                       Json{{"text", hostile}}.dump()};
    ASSERT_EQ(ok(tasks().add({&task, 1})).count, 1);
    const auto claimed = claim("w " + hostile).at(0);
    const TaskSeen seen{ok(tasks().find(task.id)).value(), now()};
    pass(second);
    ASSERT_EQ(step(claimed, Extend{}).result, StepResult::done); // not compared
    ForcedRelock request{task.id, claimed.owner, claimed.token, second, "why", "op@desk", seen};
    ASSERT_EQ(ok(tasks().relock_forced(request)).result, StepResult::done);
    const auto evidence = newest_audit(s()).evidence;
    EXPECT_EQ(evidence, evidence_json(seen));
    const Json kept = Json::parse(evidence);
    EXPECT_EQ(kept["owner"], claimed.owner);
    EXPECT_EQ(kept["token"], claimed.token.number());
    EXPECT_EQ(kept["locked_at_us"], to_us(claimed.locked_at));
    EXPECT_EQ(kept["state"], "held");
    EXPECT_EQ(Json::parse(kept["payload"].get<std::string>())["text"], hostile);
    ASSERT_EQ(ok(tasks().relock_forced(request)).result, StepResult::changed);
    EXPECT_EQ(newest_audit(s()).result, "changed");
    EXPECT_EQ(newest_audit(s()).evidence, evidence_json(seen));
}

TEST_P(WorkerCases, EvidenceOfAnOrderIsTheRowThatWasSeen)
{
    WorkerRow row;
    row.id = "w " + hostile;
    row.host = row.kinds = row.doing = hostile;
    ok(s().workers().beat(row));
    const WorkerSeen seen{ok(s().workers().list({})).rows.at(0), now()};
    pass(second);
    row.doing.clear();
    ok(s().workers().beat(row));
    ASSERT_TRUE(ok(s().workers().order({WorkerId::trusted(row.id), {WorkerOrder::pause, {}}, "op@desk", seen})));
    const auto note = newest_audit(s());
    EXPECT_EQ(note.evidence, evidence_json(seen));
    EXPECT_EQ(note.action, "worker-pause");
    EXPECT_FALSE(note.command.empty());
    EXPECT_EQ(Json::parse(note.evidence)["doing"], hostile);
}

TEST_P(SessionCases, EvidenceOfASessionLockHasItsSession)
{
    LOCKDESK_NEEDS(s().capabilities().session_locks, "session locks");
    const auto lock = name("it's \"n\" \\ {now} :who \u2603"); // short: some stores keep 64 bytes unchanged
    const auto holder = another();
    ASSERT_TRUE(ok(holder->session_locks().try_lock(lock, SessionLockKind::named, owner("a " + hostile))));
    auto o = options();
    o.source = "named";
    const auto source = ok(store().open(o));
    const LockSeen seen{ok(source->locks().find(lock)).value(), now()};
    ASSERT_TRUE(seen.row.session);
    EXPECT_FALSE(seen.row.session->id.empty());
    auto request = forced(seen);
    EXPECT_EQ(request.if_session, seen.row.session->id);
    EXPECT_EQ(ok(source->locks().force_release(request)).result, ForceResult::released);
    const auto evidence = newest_audit(s()).evidence;
    expect_same(evidence, seen);
    const Json kept = Json::parse(evidence)["session"];
    const LockSession& session = *seen.row.session;
    EXPECT_EQ(kept["id"], session.id);
    EXPECT_EQ(kept["program"], null_or(session.program));
    EXPECT_EQ(kept["user"], null_or(session.user));
    EXPECT_EQ(kept["client"], null_or(session.client));
    EXPECT_EQ(kept["since_us"], null_or(session.since));
    EXPECT_EQ(kept["state"], null_or(session.state));
    EXPECT_EQ(kept["transaction_us"], null_or(session.transaction_since));
    EXPECT_EQ(kept["last_statement"], null_or(session.last_statement));
}

} // namespace lockdesk::contract

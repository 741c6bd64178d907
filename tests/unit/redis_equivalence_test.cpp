// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
//
// Random calls on Redis and on the memory store, under two clocks that are only advanced by hand, in step: the same
// answers, the same rows, and an observer that misses nothing. LOCKDESK_TEST_FULL=1: 120,000 calls, else 4,000.
#include "backends/memory/memory_store.h"
#include "tests/unit/redis_fixture.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <random>
#include <tuple>

namespace lockdesk::test {

namespace {

int equivalence_calls()
{
    const char* full = std::getenv("LOCKDESK_TEST_FULL");
    return full != nullptr && std::string_view(full) == "1" ? 120'000 : 4'000;
}

std::string time_text(const std::optional<TimePoint>& t) { return t ? std::to_string(to_us(*t)) : "-"; }
std::string holder_text(const std::optional<Holder>& h)
{
    return h ? h->owner + "#" + std::to_string(h->token.number()) + "@" + time_text(h->expires_at) : "-";
}
std::string answer(const Acquisition& a)
{
    return std::string(word(a.result)) + " " + (a.token ? std::to_string(a.token->number()) : "-") + " "
           + std::to_string(a.holds) + (a.extended ? " extended " : " ") + time_text(a.acquired_at) + " "
           + time_text(a.expires_at) + " " + holder_text(a.holder);
}
std::string answer(const LeaseAnswer& a)
{
    return std::string(word(a.result)) + " " + std::to_string(a.holds) + (a.extended ? " extended " : " ")
           + time_text(a.acquired_at) + " " + time_text(a.expires_at) + " " + holder_text(a.holder);
}
std::string answer(const ForceAnswer& a)
{
    return std::string(word(a.result)) + " " + (a.token ? std::to_string(a.token->number()) : "-") + " "
           + time_text(a.expires_at) + " " + holder_text(a.holder);
}
std::string answer(const LockRow& r)
{
    return r.name + " " + r.owner + "#" + std::to_string(r.token.number()) + "x" + std::to_string(r.holds) + " lease "
           + (r.lease ? std::to_string(to_us(*r.lease)) : "-") + " acquired " + time_text(r.acquired_at) + " renewed "
           + time_text(r.renewed_at) + " expires " + time_text(r.expires_at) + " cooling " + time_text(r.cooling_until)
           + " released " + time_text(r.released_at) + " last " + r.last_owner + " reason " + r.reason.str() + " renewals "
           + std::to_string(r.renewals) + " waiters " + std::to_string(r.waiters) + " doubt " + r.doubt.str();
}
std::string answer(const Page<LockRow>& page)
{
    std::string out;
    for (const LockRow& row : page.rows)
        out += answer(row) + "\n";
    return out;
}
// The order of waiters is not specified.
std::string answer(Page<WaiterRow> page)
{
    std::string out;
    std::sort(page.rows.begin(), page.rows.end(),
              [](const WaiterRow& a, const WaiterRow& b) { return std::tie(a.name, a.owner) < std::tie(b.name, b.owner); });
    for (const WaiterRow& row : page.rows)
        out += row.name + " " + row.owner + " " + time_text(row.since) + " " + time_text(row.until) + "\n";
    return out;
}
std::string answer(std::int64_t n) { return std::to_string(n); }
std::string answer(const Done&) { return "done"; }
std::string answer(const FenceAnswer& a)
{
    return std::string(a.admitted ? "admitted " : "refused ") + std::to_string(a.largest.number()) + " "
           + std::to_string(a.refusals);
}
std::string answer(const std::optional<LockRow>& row) { return row ? answer(*row) : "no row"; }

} // namespace

class RedisEquivalenceTest : public RedisTest
{
protected:
    RedisEquivalenceTest()
    {
        set_up_memory_store(m_memory_name, {});
        m_memory = open_memory_store(StoreUrl::parse("memory:" + m_memory_name).value()).value();
        init();
        by_hand({"ACL", "SETUSER", "scripts", "on", ">s", "~*", "&*", "+@all", "-fcall", "-fcall_ro", "-function"});
        SessionOptions bare;
        bare.without_schema = true;
        m_memory->open(bare).value()->admin().create_schema().value();
        const auto sandbox = SandboxId::parse("equal").value();
        m_memory->open({}).value()->admin().create_sandbox(sandbox).value();
        open()->admin().create_sandbox(sandbox).value();
        SessionOptions inside;
        inside.sandbox = sandbox;
        m_oracle = m_memory->open(inside).value();
        m_by_function = open(inside);
        m_by_script = open_at(url_with("scripts:s"), inside);
        for (Session* one : {m_oracle.get(), m_by_function.get()}) {
            one->admin().set_rate(0).value();
            one->admin().set_clock(time_from_us(1'800'000'000'000'000)).value();
        }
    }
    ~RedisEquivalenceTest() override { forget_memory_store(m_memory_name); }

    // Makes the same call on both; the one on Redis uses a function or, now and then, the script of the same verb.
    template <class Call> void both(const std::string& what, const Call& call)
    {
        Session& redis = chance(4) ? *m_by_script : *m_by_function;
        const auto expected = call(*m_oracle);
        const auto got = call(redis);
        ASSERT_TRUE(expected.is_result()) << what << ": " << expected.failure().message;
        ASSERT_TRUE(got.is_result()) << what << ": " << got.failure().message;
        ASSERT_EQ(answer(*got), answer(*expected)) << what;
        ASSERT_EQ(got.store_time(), expected.store_time()) << what;
    }

    std::int64_t below(std::int64_t n) { return static_cast<std::int64_t>(m_random() % static_cast<std::uint64_t>(n)); }
    bool chance(int one_in) { return below(one_in) == 0; }
    template <class T> T one_of(std::initializer_list<T> choices)
    {
        return *(choices.begin() + below(static_cast<std::int64_t>(choices.size())));
    }
    LockName any_name() { return LockName::trusted("lock " + std::to_string(below(9))); }
    OwnerId any_owner() { return OwnerId::trusted(one_of<const char*>({"a", "bb", "a much longer name of an owner"})); }

    // Mostly the row's own values, so that verbs often succeed.
    std::pair<OwnerId, FencingToken> somebody(const LockName& name)
    {
        const auto row = m_oracle->locks().find(name);
        OwnerId owner = any_owner();
        std::int64_t token = 1;
        if (row && *row) {
            token = (*row)->token.number() + (chance(8) ? below(3) - 1 : 0);
            if (!(*row)->owner.empty() && !chance(8))
                owner = OwnerId::trusted((*row)->owner);
        }
        return {owner, FencingToken(std::max<std::int64_t>(token, 0))};
    }

    void force(const LockName& name)
    {
        const auto [owner, token] = somebody(name);
        ForceRelease request{
            .name = name, .if_owner = owner, .if_token = token, .reason = chance(2) ? "it hangs" : "", .who = "me@here"};
        if (chance(2))
            request.hold_off = std::chrono::seconds{5};
        const auto row = m_oracle->locks().find(name);
        if (row && *row && chance(2))
            request.if_acquired_at = (*row)->acquired_at;
        if (row && *row && chance(4))
            request.if_expires_at = (*row)->expires_at;
        both("force " + name.str(), [&](Session& s) { return s.locks().force_release(request); });
    }

    void step()
    {
        const auto name = any_name();
        const auto spans = {Duration{300ms}, Duration{1s}, Duration{30s}, Duration{1h}, Duration{1'234'567us}};
        const auto chosen = below(100);
        if (chosen < 38) {
            const AcquireRequest request{name, any_owner(), one_of<Duration>(spans),
                                         RequestId::trusted("r" + std::to_string(below(5)))};
            both("acquire " + name.str(), [&](Session& s) { return s.locks().acquire(request); });
        } else if (chosen < 50) {
            const auto [owner, token] = somebody(name);
            const auto lease = one_of<Duration>(spans);
            both("renew " + name.str(),
                 [&, o = owner, t = token](Session& s) { return s.locks().renew(name, o, t, lease); });
        } else if (chosen < 72) {
            const auto [owner, token] = somebody(name);
            const auto at_least = one_of<Duration>({Duration{0}, Duration{0}, Duration{2s}, Duration{1h}});
            both("release " + name.str(),
                 [&, o = owner, t = token](Session& s) { return s.locks().release(name, o, t, at_least); });
        } else if (chosen < 77) {
            force(name);
        } else if (chosen < 82) {
            const auto owner = any_owner();
            const auto span = one_of<Duration>({Duration{0}, Duration{1s}, Duration{20s}});
            both("wait " + name.str(), [&](Session& s) { return s.locks().announce_wait(name, owner, span); });
        } else if (chosen < 84) {
            const auto older = one_of<Duration>({Duration{0}, Duration{5s}, Duration{1h}});
            both("collect", [&](Session& s) { return s.locks().collect(older); });
        } else if (chosen < 87) {
            const auto token = somebody(name).second; // sometimes more than was granted
            both("admit", [&](Session& s) { return s.fence().admit(Resource::trusted(name.str()), token, "x"); });
        } else {
            const auto span =
                one_of<Duration>({Duration{1us}, Duration{300ms}, Duration{999ms}, Duration{29s}, Duration{2h}});
            m_oracle->admin().advance_clock(span).value();
            m_by_function->admin().advance_clock(span).value();
        }
        if (!HasFatalFailure())
            both("row of " + name.str(), [&](Session& s) { return s.locks().find(name); });
    }

    // An observer's state after its polls equals the store's.
    void look()
    {
        const auto batch = m_by_function->changes().since(m_cursor, Entities::all(), 1000);
        ASSERT_RESULT(batch);
        m_cursor = batch->next;
        m_snapshots += batch->snapshot;
        if (batch->snapshot)
            m_seen.clear();
        for (const GoneRow& gone : batch->gone)
            if (gone.entity == Entity::lock)
                m_seen.erase(gone.key);
        for (const LockRow& row : batch->locks)
            m_seen[row.name] = row;
        const auto all = m_by_script->locks().list({});
        ASSERT_RESULT(all);
        ASSERT_EQ(m_seen.size(), all->rows.size());
        for (LockRow row : all->rows) {
            LockRow& seen = m_seen.at(row.name);
            seen.waiters = row.waiters = 0; // an observer counts these itself
            ASSERT_EQ(answer(seen), answer(row));
        }
    }

    std::string m_memory_name = "redis equivalence";
    std::unique_ptr<Store> m_memory;
    std::unique_ptr<Session> m_oracle, m_by_function, m_by_script;
    std::mt19937_64 m_random{20261122};
    ChangeCursor m_cursor;
    std::map<std::string, LockRow> m_seen;
    int m_snapshots = 0;
};

TEST_F(RedisEquivalenceTest, RandomCallsAreAnsweredAsByTheMemoryStore)
{
    const int calls = equivalence_calls();
    int looks = 0;
    for (int i = 0; i < calls && !HasFatalFailure(); ++i) {
        step();
        if (!HasFatalFailure() && chance(20)) {
            ++looks;
            look();
        }
        if (!HasFatalFailure() && i % 50 == 0) {
            both("list", [](Session& s) { return s.locks().list({}); });
            both("waiters", [](Session& s) { return s.locks().list_waiters({}); });
        }
        if (HasFatalFailure())
            FAIL() << "after " << i << " calls";
    }
    EXPECT_GT(looks, calls / 40);
    EXPECT_LT(m_snapshots, looks / 2) << "most looks must have read the log";
    // Both ways were used: functions, and scripts for users who must not call functions.
    const auto stats = asked_by_hand({"INFO", "commandstats"});
    EXPECT_NE(stats.find("cmdstat_fcall:"), std::string::npos);
    EXPECT_NE(stats.find("cmdstat_evalsha:"), std::string::npos);
}

} // namespace lockdesk::test

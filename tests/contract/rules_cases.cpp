// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
// Random histories, step by step on the store and by the rules of backends/engine/rules: every answer and every row
// afterwards is what these say. LOCKDESK_TEST_SEED plays another history.
#include "tests/contract/contract.h"
#include "tests/contract/dice.h"
#include "tests/support/lock_model.h"
#include "tests/support/sizes.h"

#include <algorithm>
#include <array>
#include <map>

namespace lockdesk::contract {

namespace {

using test::Line;
using test::line;

/// One history of the locks of two sessions in one sandbox.
class LockHistory
{
public:
    LockHistory(Session& first, Session& second, std::uint64_t seed) : m_sessions{&first, &second}, m_dice(seed)
    {
        m_model.now = ok(first.admin().clock(1)).store;
        m_tick = first.capabilities().resolution;
    }

    /// One verb on each lock, then what they have become, then time passes.
    void round()
    {
        auto names = lock_names;
        m_dice.shuffle(names);
        for (const auto* name : names) {
            step(name);
            ++m_steps;
        }
        if (m_dice.one_in(12))
            collect();
        compare_rows();
        let_time_pass();
    }

    [[nodiscard]] int steps() const { return m_steps; }
    /// What was done last, and the seed: for a failure.
    [[nodiscard]] std::string reply() const
    {
        std::string out = "LOCKDESK_TEST_SEED=" + std::to_string(seed()) + ", after " + std::to_string(m_steps) + " steps:";
        for (const auto& one : m_last)
            out += "\n  " + one;
        return out;
    }

private:
    static constexpr std::array<const char*, 8> lock_names{"job", "Job", "job ", "orders/1", "orders/2", "Müll", "x", "y"};
    static constexpr std::array<const char*, 4> owner_names{"pod-1/7/00000000000000aa", "pod-2/7/00000000000000bb", "c",
                                                            "C"};
    static constexpr std::size_t told_steps = 24;

    /// A hold as somebody remembers it, who may be late.
    struct Hold
    {
        std::string owner;
        FencingToken token;
    };

    void step(const std::string& name)
    {
        m_name = name;
        switch (m_dice.below(13)) {
        case 0:
        case 1:
        case 2:
        case 3: return acquire();
        case 4:
        case 5: return renew();
        case 6:
        case 7:
        case 8: return release();
        case 9: return force_release();
        case 10: return admit();
        case 11: return end_cooling();
        default: return acquire_again();
        }
    }

    void acquire()
    {
        play({lock(), owner(m_dice.one_of(owner_names)), span(), RequestId::trusted("r" + std::to_string(++m_requests))});
    }
    // Asked before, by anybody, for any lock: also when that hold is gone.
    void acquire_again()
    {
        const auto before = std::to_string(m_requests - m_dice.below(std::min<std::size_t>(m_requests, 24) + 1));
        const auto found = m_model.rows.find(m_name);
        std::string who = m_dice.one_of(owner_names);
        if (found != m_model.rows.end() && !found->second.row.owner.empty() && !m_dice.one_in(3))
            who = found->second.row.owner;
        play({lock(), owner(who), span(), RequestId::trusted("r" + before)});
    }
    void play(const AcquireRequest& r)
    {
        tell("acquire", Line().field("owner", r.owner.str()).field("lease", r.lease).field("request", r.request.str()));
        const auto expected = m_model.acquire(r);
        if (expected.token)
            remember(r.owner.str(), *expected.token);
        compare(expected, session().locks().acquire(r));
    }

    void renew()
    {
        const Hold hold = some_hold();
        const auto lease = span();
        tell("renew", Line().field("owner", hold.owner).field("token", hold.token).field("lease", lease));
        const auto expected = m_model.renew(lock(), owner(hold.owner), hold.token, lease);
        compare(expected, session().locks().renew(lock(), owner(hold.owner), hold.token, lease));
    }

    void release()
    {
        const Hold hold = some_hold();
        const auto at_least = m_dice.one_in(3) ? span() : Duration{0};
        tell("release", Line().field("owner", hold.owner).field("token", hold.token).field("at_least", at_least));
        const auto expected = m_model.release(lock(), owner(hold.owner), hold.token, at_least);
        compare(expected, session().locks().release(lock(), owner(hold.owner), hold.token, at_least));
    }

    // As it is, or as somebody saw it a while ago.
    void force_release()
    {
        const Hold hold = some_hold();
        ForceRelease r{.name = lock(), .if_owner = owner(hold.owner), .if_token = hold.token, .reason = "it's \"stuck\""};
        r.who = "op@desk";
        const auto found = m_model.rows.find(m_name);
        if (found != m_model.rows.end() && m_dice.one_in(2))
            r.if_acquired_at = found->second.row.acquired_at;
        if (found != m_model.rows.end() && m_dice.one_in(3))
            r.if_expires_at = m_dice.one_in(4) ? m_model.now : found->second.row.expires_at;
        if (m_dice.one_in(2))
            r.hold_off = span();
        tell("force_release", Line()
                                  .field("owner", hold.owner)
                                  .field("token", hold.token)
                                  .field("acquired", r.if_acquired_at)
                                  .field("expires", r.if_expires_at)
                                  .field("hold_off", r.hold_off));
        const auto expected = m_model.force_release(r);
        compare(expected, session().locks().force_release(r));
    }

    // Mostly the cooling that lasts.
    void end_cooling()
    {
        const auto found = m_model.rows.find(m_name);
        const LockRow row = found != m_model.rows.end() ? found->second.row : LockRow{};
        EndCooling r{.name = lock(), .if_token = row.token, .reason = "it's back", .who = "op@desk"};
        r.if_cooling_until = row.cooling_until.value_or(m_model.now);
        if (m_dice.one_in(6))
            r.if_token = FencingToken(row.token.number() + 1);
        if (m_dice.one_in(6))
            r.if_cooling_until += m_tick;
        tell("end_cooling", Line().field("token", r.if_token).field("until", std::optional(r.if_cooling_until)));
        compare(m_model.end_cooling(r), session().locks().end_cooling(r));
    }

    void admit()
    {
        const auto token = some_hold().token;
        tell("admit", Line().field("token", token));
        compare(m_model.admit(m_name, token), session().fence().admit(Resource::trusted(m_name), token, ""));
    }

    void collect()
    {
        const auto older_than = m_dice.one_in(3) ? Duration{0} : span();
        m_name.clear();
        tell("collect", Line().field("older_than", older_than));
        const auto expected = m_model.collect(older_than);
        EXPECT_EQ(ok(session().locks().collect(older_than)), expected) << reply();
    }

    void compare_rows()
    {
        std::map<std::string, LockRow> found;
        for (LockRow& row : ok(session().locks().list({})).rows)
            found.emplace(row.name, std::move(row));
        EXPECT_EQ(found.size(), m_model.rows.size()) << reply();
        for (const auto& [name, row] : m_model.rows)
            EXPECT_EQ(found.contains(name) ? line(found.at(name)) : "no row", line(row.row)) << reply();
    }

    // To the very end of something, just before it, or by so much.
    void let_time_pass()
    {
        if (m_dice.one_in(4))
            return;
        Duration by = m_dice.one_in(3) ? m_tick : times(m_dice.below(50), std::chrono::milliseconds{100});
        if (m_dice.one_in(2) && !m_model.rows.empty()) {
            const auto at = static_cast<int>(m_dice.below(m_model.rows.size()));
            const LockRow& row = std::next(m_model.rows.begin(), at)->second.row;
            const auto edge = row.owner.empty() ? row.cooling_until : row.expires_at;
            if (edge && *edge > m_model.now && *edge < end_of_time)
                by = *edge - m_model.now - (m_dice.one_in(2) ? m_tick : Duration{0});
        }
        m_model.now = add(m_model.now, by);
        ok(m_sessions[0]->admin().advance_clock(by));
    }

    template <class T> void compare(const T& expected, const Answer<T>& answer)
    {
        EXPECT_EQ(line(ok(answer)), line(expected)) << reply();
        EXPECT_EQ(answer.store_time(), m_model.now) << reply();
    }

    /// Mostly the one that lasts; else a former one, another's, or one that never was.
    Hold some_hold()
    {
        const auto& known = m_holds[m_name];
        const auto found = m_model.rows.find(m_name);
        Hold hold{m_dice.one_of(owner_names), FencingToken(static_cast<std::int64_t>(1 + m_dice.below(20)))};
        if (found != m_model.rows.end() && !found->second.row.owner.empty() && !m_dice.one_in(4))
            hold = {found->second.row.owner, found->second.row.token};
        else if (!known.empty())
            hold = m_dice.one_of(known);
        if (m_dice.one_in(8))
            hold.owner = m_dice.one_of(owner_names);
        if (m_dice.one_in(8))
            hold.token = FencingToken(hold.token.number() + (m_dice.one_in(2) ? 1 : -1));
        return hold;
    }
    void remember(const std::string& who, FencingToken token)
    {
        auto& known = m_holds[m_name];
        known.push_back({who, token});
        if (known.size() > 4)
            known.erase(known.begin());
    }

    Duration span()
    {
        using std::chrono::milliseconds;
        static const std::array<Duration, 5> spans{milliseconds{300}, second, 5 * second, 30 * second, 600 * second};
        const auto base = m_dice.one_in(20) ? no_end : m_dice.one_of(spans);
        return base == no_end ? base : base + times(m_dice.below(3), m_tick);
    }

    static Duration times(std::size_t n, Duration span) { return span * static_cast<std::int64_t>(n); }

    void tell(const char* verb, const Line& what)
    {
        m_last.push_back(std::to_string(to_us(m_model.now)) + " " + verb + " " + m_name + " " + what.str());
        if (m_last.size() > told_steps)
            m_last.erase(m_last.begin());
    }

    Session& session() { return *m_dice.one_of(m_sessions); }
    [[nodiscard]] LockName lock() const { return LockName::trusted(m_name); }
    static OwnerId owner(const std::string& who) { return OwnerId::trusted(who); }

    std::array<Session*, 2> m_sessions;
    Dice m_dice;
    test::LockModel m_model;
    Duration m_tick{1};
    std::string m_name; ///< of the lock of this step
    std::map<std::string, std::vector<Hold>> m_holds;
    std::vector<std::string> m_last;
    std::size_t m_requests = 0;
    int m_steps = 0;
};

} // namespace

TEST_P(LockCases, RandomHistoriesAreAsTheRulesSay)
{
    const auto other = another();
    LockHistory history(s(), *other, seed());
    const int steps = test::size_of("rules.history");
    while (history.steps() < steps && !HasFailure())
        history.round();
}

} // namespace lockdesk::contract

// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/engine/rules/clock_probe.h"
#include "backends/redis/concerns.h"
#include "backends/redis/hand_written.h"
#include "backends/redis/durability.h"
#include "backends/redis/lists.h"
#include "backends/redis/spans.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>

namespace lockdesk::redis {

namespace {

// Keys of an index per step of a drop: a few milliseconds of the server's time.
constexpr int keys_per_step = 2000;

constexpr std::string_view keys_text =
    R"(# Keys. P is "lockdesk:", in a sandbox "lockdesk:sb:<id>:". NAME may hold any byte. n:AB is A's length, a colon, A and B.
P schema                  string   version of the schema: made by init
P meta                    hash     epoch, created_at, token_floor, token_base, gone_floor, log_base, audit_seq
P seq                     string   counter of changes
P clock                   hash     base, set_at, rate: the clock of a sandbox
P lock:NAME               string   a packed row; FCALL_RO lockdesk_show 1 KEY shows its fields. Written by hand: a hash with
                                   owner, token, holds, lease_us, acquired_at, ... Never expires: the token must survive
P locks                   zset     names of locks, in the order of bytes
P log                     list     names of locks that changed, once between two looks of observers
P ch:task|message|worker  zset     what changed when: score is the counter
P gone                    zset     what was removed when
P waiters, waiting        zset, hash  n:NAME OWNER -> until, since
P fences, fence_refusals  hash     resource -> largest token, refusals
P refusals, audit         stream
P task:ID                 hash     kind, phase, desired_state, payload, owner, token, claim_id, locked_at, ...
P q:n:KINDPHASE           zset     score locked_at, member updated_at (16 digits) ':' id
P returned:..., failing:...  zset  the same for tasks given back to wait; failures by id
P phases, rules           set, hash
P claimed, claimed_left   hash     claim id -> task ids, how many of several carry it still
P msg:ID                  hash     seq, topic, payload, state, tries, next_at, ...
P out:all|pending|due|sending|sent|dead zset  member seq (16 digits) ':' id
P draw:E, draw_people:E   hashes
P draw_order:E, draws     sorted set, set
P record:ID, records      hash, set
P worker:ID, workers      hash, zset
P hint:ENTITY:KEY         channel  hints
lockdesk:sandboxes        hash     id -> created at

# The function library is loaded by FUNCTION LOAD, the scripts by SCRIPT LOAD when they are first used; both again when the
# server has forgotten them.
)";

std::string number_text(double d)
{
    char text[40];
    std::snprintf(text, sizeof text, "%.17g", d);
    return text;
}

class RedisAdmin final : public Admin, public ServerFactsReader
{
public:
    explicit RedisAdmin(Link& link) : m_link(link) {}

    [[nodiscard]] std::string schema_text() const override { return std::string(keys_text) + all_script_texts(); }

    [[nodiscard]] std::string upgrade_text() const override { return upgrade_script_texts(); }

    Answer<SchemaState> schema() override
    {
        m_link.call(scripts().schema_version);
        return decoded(m_link.run(), [&](const Reply& r) { return SchemaState{static_cast<int>(r[1].integer()), false}; });
    }

    Answer<SchemaState> create_schema(const std::optional<TokenFloor>& floor) override
    {
        if (m_link.in_sandbox())
            return floor ? Answer<SchemaState>(no_floor_in_sandbox_failure()) : schema();
        auto created = create(m_link.prefix(), {}, floor);
        if (!created)
            return created;
        if (created->version == schema_version)
            if (auto failure = install_everywhere())
                return *failure;
        // `look` rereads the base, so that grants exceed it at once. Without functions, scripts read it every time.
        if (floor)
            (void)m_link.run_function(scripts().changes_look, m_link.prefix(), {"", "0"});
        return created;
    }

    [[nodiscard]] std::string token_floor_text(const TokenFloor& floor) const override
    {
        const std::string asked = floor.number ? std::to_string(*floor.number) : "clock_read";
        const std::string arguments[]{"", "", asked, std::to_string(schema_version)};
        return m_link.shown(scripts().schema, arguments) + "\n";
    }

    Answer<Durability> durability() override
    {
        auto kept = read_kept(m_link);
        if (!kept)
            return kept.failure();
        return std::move(kept->durability);
    }

    Answer<ServerFacts> server_facts() override { return read_server_facts(m_link); }

    Answer<Done> drop_schema() override
    {
        if (m_link.in_sandbox())
            return Failure::usage("a sandbox is removed with `sandbox drop`");
        auto dropped = drop(m_link.prefix(), {});
        if (dropped)
            m_link.remove_library();
        return dropped;
    }

    Answer<ClockReading> clock(int probes) override
    {
        auto reading = probe_clock(probes, [&](ClockReading& out) -> Answer<TimePoint> {
            auto answer = m_link.command({"TIME"});
            if (!answer)
                return answer.failure();
            const View v(answer->get());
            constexpr std::int64_t latest = 100'000'000'000; // seconds; a number from outside
            const auto seconds = v[0].integer(), rest = v[1].integer();
            if (!v.is_array() || v.size() != 2 || seconds < 0 || seconds > latest || rest < 0 || rest >= 1'000'000)
                return to_failure({Trouble::Cause::garbage, "no time", false, "clock"});
            return out.store = time_from_us(seconds * 1'000'000 + rest);
        });
        if (!reading || !m_link.in_sandbox())
            return reading;
        m_link.call(scripts().clock_read);
        auto answer = m_link.run();
        if (!answer)
            return answer.failure();
        reading->store = answer->now;
        reading->rate = std::strtod((*answer)[1].str().c_str(), nullptr);
        return {*reading, answer->now};
    }

    Answer<ClockReading> set_clock(TimePoint t) override
    {
        return change_clock(std::to_string(bounded_us(t.time_since_epoch())), {}, {});
    }

    Answer<ClockReading> advance_clock(Duration d) override { return change_clock({}, std::to_string(bounded_us(d)), {}); }

    Answer<ClockReading> set_rate(double rate) override
    {
        if (!(rate >= 0) || !std::isfinite(rate))
            return Failure::usage("the rate of a sandbox clock is a number >= 0");
        return change_clock({}, {}, number_text(rate));
    }

    Answer<SandboxInfo> create_sandbox(const SandboxId& id) override
    {
        auto created = create(key_prefix(id), id.str(), std::nullopt);
        if (!created)
            return created.failure();
        auto known = list_sandboxes();
        if (!known)
            return known.failure();
        for (SandboxInfo& info : *known)
            if (info.id == id.str())
                return {std::move(info), known.store_time()};
        return {SandboxInfo{id.str(), created.store_time()}, created.store_time()};
    }

    Answer<bool> drop_sandbox(const SandboxId& id) override
    {
        auto known = list_sandboxes();
        if (!known)
            return known.failure();
        if (std::none_of(known->begin(), known->end(), [&](const SandboxInfo& info) { return info.id == id.str(); }))
            return {false, known.store_time()};
        const std::string prefix = key_prefix(id);
        // An interrupted drop has already removed the schema; then there is nothing to adopt.
        if (auto failure = adopt_hand_written(prefix); failure && failure->code != "NOSCHEMA")
            return *failure;
        auto dropped = drop(prefix, id.str());
        if (!dropped)
            return dropped.failure();
        return {true, dropped.store_time()};
    }

    Answer<std::vector<SandboxInfo>> list_sandboxes() override
    {
        m_link.call_on(scripts().sandbox_list, key_prefix(std::nullopt));
        auto answer = m_link.run();
        if (!answer)
            return answer.failure();
        std::vector<SandboxInfo> out;
        const View pairs = (*answer)[1];
        for (std::size_t i = 0; i + 1 < pairs.size(); i += 2)
            out.push_back({pairs[i].str(), pairs[i + 1].time()});
        std::sort(out.begin(), out.end(), [](const SandboxInfo& a, const SandboxInfo& b) { return a.id < b.id; });
        return {std::move(out), answer->now};
    }

private:
    // A sandbox's tokens stay small. Where the server may lose tokens, those of a new schema start above all earlier ones.
    Answer<SchemaState> create(const std::string& prefix, const std::string& sandbox, const std::optional<TokenFloor>& floor)
    {
        std::string asked = floor ? floor->number ? std::to_string(*floor->number) : "now" : "";
        std::string of_new;
        if (sandbox.empty()) {
            const auto kept = read_kept(m_link);
            if (!kept)
                return kept.failure();
            if (kept->forgets)
                of_new = "now";
        }
        m_link.call_on(scripts().schema, prefix).add(sandbox).add(of_new).add(asked).add(schema_version);
        auto answer = m_link.run();
        if (!answer)
            return answer.failure();
        const bool unpacked = (*answer)[4].integer() == 1;
        SchemaState state{static_cast<int>((*answer)[1].integer()), (*answer)[2].integer() == 1, (*answer)[3].integer()};
        if (unpacked)
            if (auto failure = pack_rows(prefix))
                return *failure;
        return {std::move(state), answer->now};
    }

    // Packs the rows of schema 1. May be interrupted: rows not packed yet are read like hand-written ones, and the next `init`
    // continues.
    std::optional<Failure> pack_rows(const std::string& prefix)
    {
        std::string after;
        for (;;) {
            m_link.call_on(scripts().upgrade_2, prefix).add(after).add(page_size);
            auto answer = m_link.run();
            if (!answer)
                return answer.failure();
            if ((*answer)[1].nil())
                return std::nullopt;
            after = (*answer)[1].str();
        }
    }

    // Upgrades sandboxes of an older schema together with the store.
    std::optional<Failure> install_everywhere()
    {
        if (auto failure = m_link.install_library())
            return failure;
        auto sandboxes = list_sandboxes();
        if (!sandboxes)
            return sandboxes.failure();
        for (const SandboxInfo& one : *sandboxes) {
            const auto id = SandboxId::parse(one.id);
            if (!id)
                continue;
            m_link.call_on(scripts().schema_version, key_prefix(*id));
            auto found = m_link.run();
            if (!found)
                return found.failure();
            if ((*found)[1].nil()) // an interrupted drop
                continue;
            if (auto made = create(key_prefix(*id), one.id, std::nullopt); !made)
                return made.failure();
        }
        return std::nullopt;
    }

    Answer<Done> drop(const std::string& prefix, const std::string& sandbox)
    {
        for (;;) {
            m_link.call_on(scripts().drop, prefix).add(sandbox).add(keys_per_step);
            auto answer = m_link.run();
            if (!answer)
                return answer.failure();
            if ((*answer)[1].integer() == 0)
                return {Done{}, answer->now};
        }
    }

    // Adopts locks written by hand within a sandbox, so that they are dropped with it.
    std::optional<Failure> adopt_hand_written(const std::string& prefix)
    {
        std::string cursor = "0";
        do {
            std::vector<std::string> names;
            if (auto failure = foreign_names(m_link, prefix, cursor, names))
                return failure;
            if (names.empty())
                continue;
            Wire& wire = m_link.call_on(scripts().lock_adopt, prefix);
            for (const std::string& name : names)
                wire.add(name);
            if (auto adopted = m_link.run(); !adopted)
                return adopted.failure();
        } while (cursor != "0");
        return std::nullopt;
    }

    Answer<ClockReading> change_clock(const std::string& time, const std::string& step, const std::string& rate)
    {
        if (!m_link.in_sandbox())
            return Failure::usage("only the clock of a sandbox can be set; give --sandbox");
        m_link.call(scripts().clock_set).add(time).add(step).add(rate);
        if (auto answer = m_link.run(); !answer)
            return answer.failure();
        return clock(1);
    }

    Link& m_link;
};

} // namespace

std::unique_ptr<Admin> make_admin(Link& link) { return std::make_unique<RedisAdmin>(link); }

} // namespace lockdesk::redis

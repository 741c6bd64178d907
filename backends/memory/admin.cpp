// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/memory/database.h"

#include <algorithm>

namespace lockdesk::memory {

namespace {

class MemoryAdmin final : public Admin
{
public:
    explicit MemoryAdmin(Context& context) : m_context(context) {}

    std::string schema_text() const override
    {
        return "-- The memory store has no statements: its tables are part of the process.\n";
    }

    Answer<SchemaState> schema() override
    {
        return m_context.run(Mode::bare_read, [](Space& s, TimePoint) {
            return SchemaState{s.schema == Space::Schema::missing ? 0 : schema_version, false};
        });
    }

    Answer<SchemaState> create_schema(const std::optional<TokenFloor>& floor) override
    {
        if (floor && m_context.options().sandbox)
            return no_floor_in_sandbox_failure();
        return m_context.run(Mode::bare_write, [&](Space& s, TimePoint) {
            const bool created = s.schema != Space::Schema::created;
            s.schema = Space::Schema::created;
            if (floor) {
                const auto number = floor->number.value_or(to_us(m_context.db().store_now()) / 1'000'000);
                s.token_floor = std::max(s.token_floor, number);
                s.token_base = std::max(s.token_base, number);
            }
            return SchemaState{schema_version, created, s.token_floor};
        });
    }

    Answer<Done> drop_schema() override
    {
        return m_context.run(Mode::bare_write, [this](Space&, TimePoint) -> Answer<Done> {
            if (m_context.options().sandbox)
                return Failure::usage("A sandbox's schema goes with the sandbox: drop that.");
            // A new space has a new epoch, so that old cursors are recognised.
            m_context.db().root = std::make_unique<Space>(m_context.db(), std::string{});
            m_context.db().root->schema = Space::Schema::missing;
            return Done{};
        });
    }

    Answer<ClockReading> clock(int) override
    {
        return m_context.run(Mode::bare_read, [this](Space& s, TimePoint now) { return reading(s, now); });
    }

    Answer<ClockReading> set_clock(TimePoint t) override
    {
        return with_clock([&](SandboxClock& c, TimePoint store, TimePoint) { c = {t, store, c.rate}; });
    }

    Answer<ClockReading> advance_clock(Duration d) override
    {
        return with_clock([&](SandboxClock& c, TimePoint store, TimePoint now) { c = {add(now, d), store, c.rate}; });
    }

    Answer<ClockReading> set_rate(double rate) override
    {
        if (!(rate >= 0))
            return Failure::usage("The rate of a sandbox clock must be 0 or more.");
        return with_clock([&](SandboxClock& c, TimePoint store, TimePoint now) { c = {now, store, rate}; });
    }

    Answer<SandboxInfo> create_sandbox(const SandboxId& id) override
    {
        return m_context.run(Mode::bare_write, [&](Space&, TimePoint) -> Answer<SandboxInfo> {
            Database& db = m_context.db();
            const auto store = db.store_now();
            const auto [it, is_new] = db.sandboxes.try_emplace(id.str());
            if (!is_new)
                return Failure::usage("There is a sandbox " + id.str() + " already.");
            it->second = std::make_unique<Space>(db, id.str());
            it->second->schema = Space::Schema::created;
            it->second->created_at = store;
            it->second->clock = SandboxClock{store, store, 1.0};
            return SandboxInfo{id.str(), store};
        });
    }

    Answer<bool> drop_sandbox(const SandboxId& id) override
    {
        return m_context.run(Mode::bare_write, [&](Space&, TimePoint) {
            Database& db = m_context.db();
            std::erase_if(db.session_locks, [&](const auto& entry) { return std::get<0>(entry.first) == id.str(); });
            return db.sandboxes.erase(id.str()) > 0;
        });
    }

    Answer<std::vector<SandboxInfo>> list_sandboxes() override
    {
        return m_context.run(Mode::bare_read, [this](Space&, TimePoint) {
            std::vector<SandboxInfo> all;
            for (const auto& [id, space] : m_context.db().sandboxes)
                all.push_back({id, space->created_at});
            return all;
        });
    }

private:
    ClockReading reading(const Space& s, TimePoint now) const
    {
        const auto here = std::chrono::time_point_cast<std::chrono::microseconds>(std::chrono::system_clock::now());
        ClockReading r;
        r.store = now;
        r.offset = m_context.db().store_now() - here;
        if (s.clock)
            r.rate = s.clock->rate;
        return r;
    }

    template <class F> Answer<ClockReading> with_clock(F change)
    {
        return m_context.run(Mode::bare_write, [&](Space& s, TimePoint now) -> Answer<ClockReading> {
            if (!s.clock)
                return Failure::usage("Only a sandbox has a clock that can be set. Name one with --sandbox.");
            const auto store = m_context.db().store_now();
            change(*s.clock, store, now);
            return reading(s, s.clock->now(store));
        });
    }

    Context& m_context;
};

} // namespace

std::unique_ptr<Admin> make_admin(Context& context) { return std::make_unique<MemoryAdmin>(context); }

} // namespace lockdesk::memory

// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/observe/tracker.h"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace lockdesk::test {

using namespace std::chrono_literals;

inline const TimePoint start = time_from_us(1'790'000'000'000'000);

/// A made-up store, changed by a seed, and the updates of its observer.
class MadeUp
{
public:
    explicit MadeUp(unsigned seed) : m_random(seed) {}

    Update next(Duration later)
    {
        m_now += later;
        ChangeBatch batch;
        batch.snapshot = !m_reported;
        for (int i = 0; i < 6; ++i)
            change(batch);
        batch.waiters = m_waiters;
        // In a store's order: newest first, the latest few.
        batch.refusals.assign(m_refusals.rbegin(),
                              m_refusals.rbegin() + std::min<std::ptrdiff_t>(12, std::ssize(m_refusals)));
        batch.audit.assign(m_audit.rbegin(), m_audit.rbegin() + std::min<std::ptrdiff_t>(12, std::ssize(m_audit)));
        Update update;
        update.number = ++m_number;
        update.polled = true;
        update.snapshot = !m_reported;
        update.health.state = HealthState::live;
        update.clock = {true, m_now, steady(), 1, 12ms, 3ms, false};
        tracker.apply(std::move(batch), Entities::all(), m_reported ? Entities{} : Entities::all(), m_now, update);
        if (m_number % 8 == 0)
            tracker.tick(m_now, steady(), update);
        m_reported = true;
        return update;
    }
    [[nodiscard]] TimePoint now() const { return m_now; }
    [[nodiscard]] SteadyPoint steady() const { return SteadyPoint{} + 1h + (m_now - start); }
    Tracker tracker;

private:
    int pick(int below) { return std::uniform_int_distribution<int>(0, below - 1)(m_random); }

    void change(ChangeBatch& batch)
    {
        const std::string name = "lock/" + std::to_string(pick(40)) + (pick(5) == 0 ? "\"\\\n\u00e9" : "");
        const std::string owner = "host-" + std::to_string(pick(5)) + "/12/" + std::string(16, 'a');
        switch (pick(9)) {
        case 0:
        case 1: batch.locks.push_back(lock(name, owner)); break;
        case 2: batch.gone.push_back({Entity::lock, name}); break;
        case 3:
        case 4: batch.tasks.push_back(task(owner)); break;
        case 5: batch.messages.push_back(message(owner)); break;
        case 6: batch.workers.push_back(worker(owner)); break;
        case 7:
            m_waiters = {{name, owner, m_now, m_now + 3s}};
            if (pick(2) == 0)
                m_waiters.clear();
            break;
        default:
            m_refusals.push_back(
                {name, FencingToken{3}, FencingToken{4 + pick(9)}, owner, m_now + Duration{m_audit_seq % 1000}});
            m_audit.push_back({++m_audit_seq, m_now, "me@here", "force-release", "lock", name, "why", R"({"a":1})",
                               "lockdeskctl", "released"});
        }
    }
    LockRow lock(const std::string& name, const std::string& owner)
    {
        LockRow row;
        row.name = name;
        row.token = FencingToken{++m_token};
        row.acquired_at = m_now - Duration{pick(1000)};
        row.renewed_at = m_now;
        row.lease = 3s;
        row.renewals = pick(3);
        switch (m_token % 5) {
        case 0:
            row.session = LockSession{"4711", "psql \"x\"", "ann", "10.0.0.7", m_now, "idle", m_now, "SELECT 1\n"};
            break;
        case 1:
            row.quorum = LockQuorum{2,
                                    1,
                                    3s,
                                    {{"h:1", ServerSays::held, owner, 3s},
                                     {"h:2", ServerSays::other_owner, "x", {}},
                                     {"h:3", ServerSays::unreachable, "", {}}}};
            break;
        case 2: row.draw = DrawProgress{"course \u00e9", 3, 2, 1}; break;
        default: break;
        }
        if (pick(3) != 0) {
            row.owner = owner;
            row.holds = 1 + pick(2);
            if (pick(10) != 0)
                row.expires_at = m_now + 3s;
            return row;
        }
        row.released_at = m_now;
        row.last_owner = owner;
        if (pick(2) == 0) {
            row.cooling_until = m_now + 5s;
            row.reason = "held off";
        }
        return row;
    }
    TaskRow task(const std::string& owner)
    {
        TaskRow row;
        row.id = "task-" + std::to_string(pick(60));
        row.kind = "gateway";
        row.phase = pick(2) == 0 ? "Creating" : "Starting";
        row.created_at = start;
        row.updated_at = m_now;
        row.claims = pick(9);
        row.payload = std::array<const char*, 6>{"{\"a\": [1, 2.50],\n \"b\":null}",
                                                 "plain words",
                                                 "123",
                                                 "\"123\"",
                                                 "",
                                                 "{\"cut"}[static_cast<std::size_t>(pick(6))];
        if (pick(2) == 0) {
            row.owner = owner;
            row.locked_at = m_now;
            row.token = FencingToken{++m_token};
        }
        return row;
    }
    MessageRow message(const std::string& owner)
    {
        MessageRow row;
        row.id = "m-" + std::to_string(pick(60));
        row.topic = "mail";
        row.payload = R"({"to":"x"})";
        row.state =
            std::array{MessageState::pending, MessageState::sending, MessageState::dead}[static_cast<std::size_t>(pick(3))];
        row.created_at = m_now;
        if (row.state == MessageState::sending)
            row.owner = owner, row.lease_until = m_now + 2s;
        return row;
    }
    WorkerRow worker(const std::string& owner)
    {
        WorkerRow row;
        row.id = owner;
        row.host = "host";
        row.beat_at = m_now;
        row.counters.claims = pick(100);
        row.order = static_cast<WorkerOrder>(pick(4));
        return row;
    }

    std::mt19937 m_random;
    TimePoint m_now = start;
    bool m_reported = false;
    std::uint64_t m_number = 0;
    std::int64_t m_token = 0, m_audit_seq = 0;
    std::vector<WaiterRow> m_waiters;
    std::vector<FenceRow> m_refusals;
    std::vector<AuditRow> m_audit;
};

} // namespace lockdesk::test

// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backends/observe/saying.h"
#include "tests/interop/busy/busy_fixture.h"
#include "tests/unit/observe_watcher.h"

#include <iostream>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace lockdesk::test {

/// A busy store without a fault until a case plants one, and an observer that polls once a second.
class Planted : public testing::TestWithParam<std::string>
{
protected:
    static constexpr auto interval = 1s;
    static constexpr auto waits_too_long = 3s, oldest_message = 3s;

    void SetUp() override
    {
        ASSERT_TRUE(await([&] { return busy().is_busy(); }, patience)) << busy().said();
        ObserverOptions options;
        // One poll a second, whatever the load, each with its findings.
        options.interval = interval;
        options.hints = false;
        options.findings.starving_after = waits_too_long;
        options.findings.oldest_message = oldest_message;
        m_watcher.watch(busy().live.store(), options);
        ASSERT_TRUE(m_watcher.await([](const Update& u) { return u.snapshot; }, 0, patience));
        ASSERT_TRUE(await([&] { return all_is_well(); }, patience)) << last();
        m_from = m_watcher.count();
    }
    // A finding vanishes when its cause does.
    void TearDown() override
    {
        EXPECT_TRUE(await([&] { return all_is_well(); }, patience)) << last();
        m_watcher.forget();
    }

    static BusyStore& busy() { return busy_store(GetParam()); }
    Session& session() { return *busy().session; }
    TimePoint now() { return need(session().admin().clock(1)).store; }
    Acquisition acquire(const std::string& name, const std::string& owner, Duration lease)
    {
        return need(session().locks().acquire({LockName::trusted(name), OwnerId::trusted(owner), lease,
                                               RequestId::trusted("r-" + name + std::to_string(++m_requests))}));
    }
    LeaseResult release(const std::string& name, const std::string& owner, const Acquisition& held)
    {
        return need(session().locks().release(LockName::trusted(name), OwnerId::trusted(owner), *held.token)).result;
    }
    /// Releases it by force, as an operator does.
    void free_by_force(const std::string& name)
    {
        const auto row = need(session().locks().find(LockName::trusted(name)));
        ASSERT_TRUE(row);
        EXPECT_EQ(need(session().locks().force_release({.name = LockName::trusted(name),
                                                        .if_owner = OwnerId::trusted(row->owner),
                                                        .if_token = row->token,
                                                        .if_acquired_at = row->acquired_at,
                                                        .if_expires_at = {},
                                                        .reason = "planted",
                                                        .who = "test@here"}))
                      .result,
                  ForceResult::released);
    }
    ChildProcess worker(const std::string& name, const std::vector<std::string>& arguments)
    {
        return start_worker(busy().live.url(), name, m_dir / name, arguments);
    }
    std::optional<WorkerRow> row_of(const std::string& host)
    {
        for (const WorkerRow& row : busy().beats())
            if (row.id.rfind(host + "/", 0) == 0)
                return row;
        return std::nullopt;
    }
    bool seen(const std::string& worker)
    {
        return m_watcher.await(
                   [&](const Update& u) {
                       return std::any_of(u.workers.begin(), u.workers.end(), [&](const auto& row) { return row->id == worker; });
                   },
                   0, patience)
               != nullptr;
    }
    void set_rule(const std::string& kind, const std::string& phase, Duration lock_timeout, std::int64_t max_failures)
    {
        TaskRule rule;
        rule.kind = kind;
        rule.phase = phase;
        rule.lock_timeout = lock_timeout;
        rule.max_failures = max_failures;
        need(session().tasks().set_rule(rule));
    }
    void add_task(const std::string& id, const std::string& kind, Duration lock_timeout, std::int64_t max_failures)
    {
        set_rule(kind, "A", lock_timeout, max_failures);
        set_rule(kind, "done", 1h, 8); // tasks may stay in this phase
        const NewTask task{TaskId::trusted(id), TaskKind::trusted(kind), Phase::trusted("A")};
        need(session().tasks().add({&task, 1}));
    }
    TaskRow task(const std::string& id) { return *need(session().tasks().find(TaskId::trusted(id))); }

    /// Starts a worker that handles it.
    void finish(const std::string& id, const std::string& kind)
    {
        auto process = worker("heir", {"--kind", kind, "--advance", "A=done", "--interval", "200ms"});
        EXPECT_TRUE(await([&] { return task(id).phase == "done"; }, patience));
        EXPECT_EQ(process.stop(SIGTERM), 0);
    }

    enum class Since { then, about_then };
    /// Checks that the second poll begun after `due` reports it, as the only finding; not before `due` if that is exact.
    Finding found(FindingKind kind, const std::string& key, TimePoint due, Since since = Since::then)
    {
        Finding found;
        int polls = 0;
        TimePoint at{};
        std::set<std::string> others; // since the beginning
        (void)m_watcher.await(
            [&](const Update& u) {
                polls += u.polled && u.workers_read && *u.workers_read >= due ? 1 : 0;
                bool there = false;
                for (const Finding& one : u.findings ? *u.findings : std::vector<Finding>{}) {
                    if (one.kind == kind && one.key == key) {
                        there = true;
                        found = one;
                        at = u.summary ? u.summary->at : due;
                    } else if (one.kind != m_allowed && !is_usual(one)) {
                        others.insert(std::string(word(one.kind)) + " " + one.key);
                    }
                }
                return there || polls >= 6;
            },
            m_from, patience);
        EXPECT_NE(at, TimePoint{}) << "not found: " << word(kind) << " " << key;
        EXPECT_LE(polls, 2) << word(kind) << " " << key;
        EXPECT_TRUE(at >= due || since == Since::about_then) << "found before it was there";
        EXPECT_EQ(others, std::set<std::string>{});
        m_said = english_evidence(found.evidence, at);
        std::cout << GetParam() << ": " << word(kind) << " " << key << ", poll " << polls << ", "
                  << (at - due).count() / 1000 << " ms after it was there: " << m_said << '\n';
        return found;
    }
    static std::string said(const Finding& finding, TimePoint at)
    {
        return std::string(word(finding.kind)) + " " + finding.key + ": " + english_evidence(finding.evidence, at);
    }
    static bool proves(const Finding& finding, Entity entity, const std::string& key)
    {
        return std::find(finding.rows.begin(), finding.rows.end(), ProvingRow{entity, key}) != finding.rows.end();
    }
    [[nodiscard]] bool says(const std::string& part) const { return m_said.find(part) != std::string::npos; }

    // Without hints of a free lock, a process that returns before the waiter's next poll overtakes the waiter; at these
    // cases' thresholds of a few seconds that is expected.
    static bool is_usual(const Finding& finding)
    {
        return finding.kind == FindingKind::starving && finding.key.rfind("busy/", 0) == 0;
    }

    std::string m_said;
    std::optional<FindingKind> m_allowed; ///< besides the planted one

private:
    UpdatePtr newest()
    {
        const std::lock_guard lock(m_watcher.mutex);
        for (auto update = m_watcher.updates.rbegin(); update != m_watcher.updates.rend(); ++update)
            if ((*update)->findings)
                return *update;
        return nullptr;
    }
    bool all_is_well()
    {
        const auto update = newest();
        return update && std::all_of(update->findings->begin(), update->findings->end(), is_usual);
    }
    std::string last()
    {
        std::string out;
        const auto update = newest();
        for (const Finding& one : update ? *update->findings : std::vector<Finding>{})
            out += said(one, update->summary ? update->summary->at : one.since) + "\n";
        return out;
    }

protected:
    Watcher m_watcher;
    TempDir m_dir{"lockdesk-planted"};
    std::size_t m_from = 0;
    int m_requests = 0;
};

} // namespace lockdesk::test

// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/memory/space.h"

#include <algorithm>
#include <atomic>
#include <cmath>

namespace lockdesk::memory {

namespace {

// Number of removals remembered; an observer that is further behind gets a snapshot.
constexpr std::size_t max_removals = 100'000;

std::int64_t next_epoch()
{
    static std::atomic<std::int64_t> last{0};
    return ++last;
}

} // namespace

TimePoint SandboxClock::now(TimePoint store) const
{
    const auto passed = (store - set_at).count();
    if (rate == 1.0)
        return add(base, Duration{passed});
    return add(base, Duration{std::llround(static_cast<double>(passed) * rate)});
}

Space::Space(HintSink& hints, std::string id) : sandbox(std::move(id)), epoch(next_epoch()), m_hints(hints) {}

std::int64_t Space::stamped(std::int64_t old, Entity entity, const std::string& key, const std::string& topic)
{
    if (old != 0)
        log.erase(old);
    log.emplace_hint(log.end(), ++counter, LogEntry{entity, key});
    m_hints.hint(sandbox, entity, topic);
    return counter;
}

void Space::gone(std::int64_t old, Entity entity, const std::string& key, const std::string& topic)
{
    m_removals.push_back(stamped(old, entity, key, topic));
    if (m_removals.size() > max_removals) {
        forgotten = m_removals.front();
        log.erase(forgotten);
        m_removals.pop_front();
    }
}

void Space::lock_changed(LockRecord& lock) { lock.stamp = stamped(lock.stamp, Entity::lock, lock.row.name, lock.row.name); }
void Space::lock_gone(const std::string& name, std::int64_t stamp) { gone(stamp, Entity::lock, name, name); }

void Space::waiter_changed(WaiterRecord& waiter)
{
    waiter.stamp = stamped(waiter.stamp, Entity::waiter, waiter.row.name + "\n" + waiter.row.owner, waiter.row.name);
}

void Space::waiter_gone(const WaiterRecord& waiter)
{
    gone(waiter.stamp, Entity::waiter, waiter.row.name + "\n" + waiter.row.owner, waiter.row.name);
}

void Space::message_changed(MessageRecord& message)
{
    message.stamp = stamped(message.stamp, Entity::message, message.row.id, message.row.topic);
}

void Space::message_gone(const MessageRecord& message)
{
    gone(message.stamp, Entity::message, message.row.id, message.row.topic);
}

void Space::worker_changed(WorkerRecord& worker)
{
    worker.stamp = stamped(worker.stamp, Entity::worker, worker.row.id, worker.row.id);
}

void Space::worker_gone(const std::string& id, std::int64_t stamp) { gone(stamp, Entity::worker, id, id); }

void Space::write_refusal(FenceRow row)
{
    const auto resource = row.resource;
    refusals.emplace_hint(refusals.end(), ++counter, std::move(row));
    m_hints.hint(sandbox, Entity::refusal, resource);
}

void Space::write_audit(AuditRow row, TimePoint now)
{
    row.seq = ++last_audit;
    row.at = now;
    const auto key = row.key;
    audit.emplace_hint(audit.end(), ++counter, std::move(row));
    m_hints.hint(sandbox, Entity::audit, key);
}

lock_rules::Ground Space::ground(const std::string& name, FencingToken token) const
{
    lock_rules::Ground ground{token_base};
    if (token.number() > 0)
        return ground;
    ground.floor = token_floor;
    if (const auto fence = fences.find(name); fence != fences.end())
        ground.fence = fence->second.largest.number();
    return ground;
}

LockRecord& Space::new_lock(const std::string& name)
{
    LockRecord& lock = locks[name];
    lock.row.name = name;
    return lock;
}

TaskRecord* Space::add_task(TaskRow row)
{
    auto key = row.id;
    const auto [it, is_new] = tasks.try_emplace(std::move(key));
    if (!is_new)
        return nullptr;
    it->second.row = std::move(row);
    const auto above = ground(it->first, FencingToken{});
    it->second.row.token = FencingToken(std::max({above.base, above.floor, above.fence}));
    index(it->second);
    return &it->second;
}

void Space::remove_task(const std::string& id)
{
    const auto it = tasks.find(id);
    const TaskRow& row = it->second.row;
    unindex(it->second);
    token_floor = std::max(token_floor, row.token.number());
    gone(it->second.stamp, Entity::task, row.id, row.kind);
    tasks.erase(it);
}

void Space::index(TaskRecord& task)
{
    const TaskRow& row = task.row;
    order[{row.kind, row.phase}].insert({to_us(row.locked_at), to_us(row.updated_at), row.id});
    if (!row.claim_id.empty())
        claims[row.claim_id].insert(row.id);
    task.stamp = stamped(task.stamp, Entity::task, row.id, row.kind);
}

void Space::unindex(TaskRecord& task)
{
    const TaskRow& row = task.row;
    const auto queue = order.find({row.kind, row.phase});
    queue->second.erase({to_us(row.locked_at), to_us(row.updated_at), row.id});
    if (queue->second.empty())
        order.erase(queue);
    if (const auto claim = claims.find(row.claim_id); claim != claims.end()) {
        claim->second.erase(row.id);
        if (claim->second.empty())
            claims.erase(claim);
    }
}

TaskRule Space::rule(const std::string& kind, const std::string& phase) const
{
    const auto it = rules.find({kind, phase});
    if (it != rules.end())
        return it->second;
    TaskRule standard;
    standard.kind = kind;
    standard.phase = phase;
    return standard;
}

MessageRecord* Space::add_message(MessageRow row)
{
    auto key = row.id;
    const auto [it, is_new] = messages.try_emplace(std::move(key));
    if (!is_new)
        return nullptr;
    it->second.row = std::move(row);
    it->second.row.seq = ++last_seq;
    by_seq.emplace(last_seq, &it->second);
    index(it->second);
    message_changed(it->second);
    return &it->second;
}

void Space::remove_message(const std::string& id)
{
    const auto it = messages.find(id);
    unindex(it->second);
    by_seq.erase(it->second.row.seq);
    message_gone(it->second);
    messages.erase(it);
}

void Space::index(const MessageRecord& m)
{
    const auto created = Moment{to_us(m.row.created_at), m.row.seq};
    added.insert(created);
    switch (m.stored) {
    case Stored::pending: pending.insert({to_us(m.row.next_at.value_or(TimePoint{})), m.row.seq}); break;
    case Stored::sending: sending.insert({to_us(m.row.lease_until.value_or(TimePoint{})), m.row.seq}); break;
    case Stored::sent: sent.insert({to_us(m.row.sent_at.value_or(TimePoint{})), m.row.seq}); break;
    case Stored::dead: ++dead; break;
    }
    if (m.stored == Stored::pending || m.stored == Stored::sending)
        live.insert(created);
}

void Space::unindex(const MessageRecord& m)
{
    const auto created = Moment{to_us(m.row.created_at), m.row.seq};
    added.erase(created);
    live.erase(created);
    switch (m.stored) {
    case Stored::pending: pending.erase({to_us(m.row.next_at.value_or(TimePoint{})), m.row.seq}); break;
    case Stored::sending: sending.erase({to_us(m.row.lease_until.value_or(TimePoint{})), m.row.seq}); break;
    case Stored::sent: sent.erase({to_us(m.row.sent_at.value_or(TimePoint{})), m.row.seq}); break;
    case Stored::dead: --dead; break;
    }
}

} // namespace lockdesk::memory

// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/rows.h"
#include "backends/engine/text/filter.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace lockdesk {

enum class Entity : std::uint8_t { lock = 1, task = 2, message = 4, worker = 8, waiter = 16, refusal = 32, audit = 64 };

/// A set of entities.
class Entities
{
public:
    constexpr Entities() = default;
    constexpr Entities(Entity e) : m_bits(static_cast<std::uint8_t>(e)) {}
    [[nodiscard]] constexpr bool has(Entity e) const { return (m_bits & static_cast<std::uint8_t>(e)) != 0; }
    [[nodiscard]] constexpr bool empty() const { return m_bits == 0; }
    friend constexpr Entities operator|(Entities a, Entities b)
    {
        Entities r;
        r.m_bits = a.m_bits | b.m_bits;
        return r;
    }
    friend constexpr bool operator==(Entities, Entities) = default;
    static constexpr Entities all()
    {
        Entities r;
        r.m_bits = 127;
        return r;
    }

private:
    std::uint8_t m_bits = 0;
};
constexpr Entities operator|(Entity a, Entity b) { return Entities(a) | Entities(b); }

/// The position of an observer. Opaque text of the backend; empty: the beginning.
struct ChangeCursor
{
    std::string text;
    friend bool operator==(const ChangeCursor&, const ChangeCursor&) = default;
};

struct GoneRow
{
    Entity entity = Entity::lock;
    std::string key; ///< lock name, task id, message id, worker id; waiter: name, newline, owner
    friend bool operator==(const GoneRow&, const GoneRow&) = default;
};

/// The locks and tasks that a caller of `Changes` has: a snapshot leaves out those that are still the same, so that very many are not
/// in memory twice. One thread.
class KnownRows
{
public:
    virtual ~KnownRows() = default;
    /// A snapshot begins: what was left out of an earlier one counts no more.
    virtual void begin() = 0;
    /// Returns true if the caller has this very row, and notes that it was left out.
    virtual bool leaves_out(const LockRow& row) = 0;
    virtual bool leaves_out(const TaskRow& row) = 0;
    /// Returns true if a lock of this name was left out of this snapshot.
    virtual bool left_out(const std::string& lock) = 0;
};

/// Changes after a cursor. A row may appear more than once; the last state wins. With `snapshot`, the batch contains
/// every live row of the requested entities (up to the limit), except those left out as known; other rows are gone.
struct ChangeBatch
{
    ChangeCursor next;
    bool snapshot = false;
    Entities truncated; ///< entities with more rows than the limit
    std::vector<LockRow> locks;
    std::vector<TaskRow> tasks;
    std::vector<MessageRow> messages;
    std::vector<WorkerRow> workers;
    std::vector<WaiterRow> waiters; ///< always complete
    std::vector<FenceRow> refusals; ///< newest first
    std::vector<AuditRow> audit;    ///< newest first
    std::vector<GoneRow> gone;
    std::size_t known_locks = 0, known_tasks = 0; ///< left out (`KnownRows`)

    /// Number of rows read, with those left out.
    [[nodiscard]] std::size_t rows() const
    {
        return read_of(locks) + read_of(tasks) + messages.size() + workers.size() + waiters.size() + refusals.size() + audit.size();
    }
    /// The same, of one list.
    template <class Row> [[nodiscard]] static std::size_t read_of(const std::vector<Row>& list) { return list.size(); }
    [[nodiscard]] std::size_t read_of(const std::vector<LockRow>& list) const { return list.size() + known_locks; }
    [[nodiscard]] std::size_t read_of(const std::vector<TaskRow>& list) const { return list.size() + known_tasks; }
    /// Adds a row of a snapshot of up to `limit` rows, or of changes, which have no `known`.
    void add(LockRow row, std::size_t limit, KnownRows* known) { add(std::move(row), locks, known_locks, limit, known); }
    void add(TaskRow row, std::size_t limit, KnownRows* known) { add(std::move(row), tasks, known_tasks, limit, known); }
    void add(WorkerRow row, std::size_t, KnownRows*) { workers.push_back(std::move(row)); }

private:
    // A vector that doubles would hold up to twice as much as a large snapshot, and a search beside it, need.
    template <class Row>
    static void add(Row&& row, std::vector<Row>& into, std::size_t& left_out, std::size_t limit, KnownRows* known)
    {
        constexpr std::size_t many = 10'000, most = 100'000, found = 25'000;
        if (known != nullptr && known->leaves_out(row)) {
            ++left_out;
            return;
        }
        if (into.size() == many && limit > many)
            into.reserve(std::min(limit, most) + found);
        into.push_back(std::move(row));
    }
};

/// Reads rows and removals after a cursor, never missing a transaction that commits late. Read-only single statements, no
/// snapshot held between calls. Sent messages are not live: they appear in `gone`. One thread at a time.
class Changes
{
public:
    virtual ~Changes() = default;
    /// For an empty or too old cursor, returns a snapshot of at most `limit` rows per entity.
    virtual Answer<ChangeBatch> since(const ChangeCursor& cursor, Entities what, std::size_t limit) = 0;
    /// Sets the rows that later snapshots may leave out; null: none. They must live as long as this. A snapshot of locks without
    /// waiters leaves out none: some stores count them only once the rows are read.
    void leave_out(KnownRows* known) { m_known = known; }

protected:
    /// Null: a snapshot has every row.
    [[nodiscard]] KnownRows* known(Entities what) const
    {
        return what.has(Entity::lock) && !what.has(Entity::waiter) ? nullptr : m_known;
    }

private:
    KnownRows* m_known = nullptr;
};

const char* word(Entity); ///< lock, task, message, worker, waiter, fence, audit

} // namespace lockdesk

// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/rows.h"
#include "backends/engine/text/filter.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
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

/// Changes after a cursor. A row may appear more than once; the last state wins. With `snapshot`, the batch contains
/// every live row of the requested entities (up to the limit), and rows not in it are gone.
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
    [[nodiscard]] std::size_t rows() const
    {
        return locks.size() + tasks.size() + messages.size() + workers.size() + waiters.size() + refusals.size()
               + audit.size();
    }
};

/// Makes room for a large snapshot, and for a search beside it, once a batch has many rows: a vector that doubles would hold up to
/// twice as much. Call it before each row is added.
template <class Row> void make_room(std::vector<Row>& rows, std::size_t limit)
{
    constexpr std::size_t many = 10'000, most = 100'000, found = 25'000;
    if (rows.size() == many && limit > many)
        rows.reserve(std::min(limit, most) + found);
}

/// Reads rows and removals after a cursor, never missing a transaction that commits late. Read-only single statements, no
/// snapshot held between calls. Sent messages are not live: they appear in `gone`. One thread at a time.
class Changes
{
public:
    virtual ~Changes() = default;
    /// For an empty or too old cursor, returns a snapshot of at most `limit` rows per entity.
    virtual Answer<ChangeBatch> since(const ChangeCursor& cursor, Entities what, std::size_t limit) = 0;
};

const char* word(Entity); ///< lock, task, message, worker, waiter, fence, audit

} // namespace lockdesk

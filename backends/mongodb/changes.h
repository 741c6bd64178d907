// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/changes.h"
#include "backends/mongodb/decode.h"
#include "backends/mongodb/link.h"

#include <array>
#include <functional>
#include <map>
#include <set>

namespace lockdesk::mongodb {

/// Every change stamps its document with the server's time, later than the stamp before. Changes are read by an index
/// from some seconds before the last poll (fewer when polls follow each other within a second), minus rows already
/// returned, so that a statement that took long to commit is not missed. Slower ones (a transaction of the caller's) and
/// changes by hand appear in the next snapshot, which is taken periodically.
class MongoChanges final : public Changes
{
public:
    explicit MongoChanges(Link& link) : m_link(link) {}
    Answer<ChangeBatch> since(const ChangeCursor& cursor, Entities what, std::size_t limit) override;

private:
    struct Position; ///< a parsed cursor
    struct Reading;  ///< one call of `since`

    std::optional<Failure> snapshot(Reading& reading);
    std::optional<Failure> increment(Reading& reading);
    std::optional<Failure> removals(Reading& reading);
    std::optional<Failure> changed(Reading& reading, std::size_t entity);
    std::optional<Failure> fetch(Reading& reading, std::size_t entity, const std::vector<Bson>& keys);
    std::optional<Failure> notes(Reading& reading);
    std::optional<Failure> need_rules(Reading& reading, Entity entity);
    [[nodiscard]] Bson lookups(const Position& from, Entities what, std::size_t limit, std::int64_t window) const;
    /// Iterates over the documents read ahead, or, if there are more than `most`, those that the command finds.
    std::optional<Failure> each(const Reading& reading, const char* collection, const Bson& command, std::int64_t most,
                                const std::function<bool(View)>& want);
    std::optional<Failure> waiters(Reading& reading);
    [[nodiscard]] bool time_for_snapshot() const;
    void remember(Entity entity, const std::string& key, std::int64_t stamp);
    [[nodiscard]] std::int64_t answered(Entity entity, const std::string& key) const;
    void forget_before(std::int64_t stamp);

    Link& m_link;
    Entities m_snapshot_of;
    SteadyPoint m_snapshot_at{};
    std::size_t m_snapshot_rows = 0;
    SteadyPoint m_whole_window_at{}; ///< last read of the whole window
    std::string m_cursor;            ///< the last one returned: m_answered belongs to it
    std::map<std::pair<Entity, std::string>, std::int64_t> m_answered; ///< stamps of returned rows within the window
    std::map<std::pair<Entity, std::string>, std::int64_t> m_buried;   ///< stamps of tombstones within it
};

} // namespace lockdesk::mongodb

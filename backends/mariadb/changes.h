// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/mariadb/link.h"

#include <set>

namespace lockdesk::mariadb {

/// Every change stamps its row from one sequence, which is no order of commits: a transaction that stays open commits an old
/// stamp late. So the cursor's low mark passes no stamp of a transaction that is still open, and those are seen by a dirty
/// read of the stamps; what lies above the mark is read again, and what was told before is dropped.
class MariaDbChanges final : public Changes
{
public:
    explicit MariaDbChanges(Link& link) : m_link(link) {}
    Answer<ChangeBatch> since(const ChangeCursor& cursor, Entities what, std::size_t limit) override;

private:
    struct Cursor;
    struct Look;
    static std::optional<Cursor> parse(const std::string& text);
    Answer<Done> mark(Look& look, std::int64_t real_now);
    Answer<Done> read_rows(Look& look, Entities what, ChangeBatch& batch);
    Answer<Done> read_news(Look& look, Entities what, ChangeBatch& batch);
    Answer<Done> read_gone(Look& look, Entities what, ChangeBatch& batch);
    template <class Row>
    Answer<Done> read(Look& look, Entity entity, const char* statement, const std::string& order, std::vector<Row>& rows,
                      Row (*decode)(const Result&, int), ChangeBatch& batch);

    Link& m_link;
    std::string m_cursor; ///< that was answered last; what was told above its low mark:
    Entities m_what;
    std::set<std::int64_t> m_told;
};

} // namespace lockdesk::mariadb

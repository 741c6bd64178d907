// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/postgres/server_forms.h"

namespace lockdesk::postgres {

namespace {

// A stamp beyond the present snapshot comes from another server (a restored dump) and is void.
constexpr const char* is_new = "k.changed >= $1::xid8 AND k.changed < $2::xid8 "
                               "AND NOT pg_visible_in_snapshot(k.changed, $3::pg_snapshot)";

/// Every row carries the id of the transaction that wrote it last, and the cursor is the snapshot of the last poll: rows
/// that this snapshot did not see are new, however long their transaction was open.
class PostgresChanges final : public sql::SqlChanges
{
    using SqlChanges::SqlChanges;

    Answer<sql::Poll> poll(const std::string& cursor, Entities) override
    {
        return sql::decoded(m_link.run("changes_head", {{"cursor", cursor}}, Effect::read), [](const Result& head) {
            sql::Poll poll{.next = std::string(head.text(0, 1)),
                           .news = !head.is_null(0, 3),
                           .is_new = is_new,
                           .unsent = " AND k.state IS DISTINCT FROM 'sent'"};
            if (poll.news)
                poll.values = {{"xmin", head.text(0, 4)}, {"xmax", head.text(0, 2)}, {"snapshot", head.text(0, 3)}};
            return poll;
        });
    }
};

} // namespace

std::unique_ptr<Changes> make_changes(sql::Link& link) { return std::make_unique<PostgresChanges>(link); }

} // namespace lockdesk::postgres

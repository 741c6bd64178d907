// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/postgres/server_forms.h"

#include <algorithm>

namespace lockdesk::postgres {

namespace {

// "incarnation/snapshot": a cursor of another installation of the schema is void. A standby server does not list the
// transactions in progress; there the snapshot ends where the oldest of them begins.
struct Cursor
{
    std::string incarnation;
    std::string snapshot; ///< xmin:xmax:list
    [[nodiscard]] std::string xmin() const { return snapshot.substr(0, snapshot.find(':')); }
    [[nodiscard]] std::string xmax() const
    {
        return snapshot.substr(xmin().size() + 1, snapshot.rfind(':') - xmin().size() - 1);
    }
};

std::optional<Cursor> parse(const std::string& text)
{
    const auto slash = text.find('/');
    if (slash == std::string::npos)
        return std::nullopt;
    Cursor cursor{text.substr(0, slash), text.substr(slash + 1)};
    const bool plain = cursor.snapshot.find_first_not_of("0123456789:,") == std::string::npos
                       && std::count(cursor.snapshot.begin(), cursor.snapshot.end(), ':') == 2
                       && cursor.snapshot.front() != ':';
    return plain ? std::optional(cursor) : std::nullopt;
}

const std::string is_new = "k.changed >= $1::xid8 AND k.changed < $2::xid8 "
                           "AND NOT pg_visible_in_snapshot(k.changed, $3::pg_snapshot)";

std::uint64_t transaction(std::string_view text)
{
    std::uint64_t number = 0;
    for (const char c : text)
        number = number * 10 + static_cast<std::uint64_t>(c - '0');
    return number;
}

/// Every row carries the id of the transaction that wrote it last, and the cursor is the snapshot of the last poll: rows
/// that this snapshot did not see are new, however long their transaction was open.
class PostgresChanges final : public Changes
{
public:
    explicit PostgresChanges(sql::Link& link) : m_link(link) {}

    Answer<ChangeBatch> since(const ChangeCursor& cursor, Entities what, std::size_t limit) override
    {
        const auto head = m_link.run("changes_head", {}, Effect::read);
        if (!head)
            return head.failure();
        const std::string snapshot(head->text(0, 1));
        const std::string incarnation(head->text(0, 3));
        auto from = parse(cursor.text);
        // Each server numbers its transactions, and a restored dump keeps the numbers of another one: a cursor beyond this
        // snapshot comes from there, and so does a floor, which is then void.
        const auto next_transaction = transaction(head->text(0, 2));
        const auto told_floor = transaction(head->text(0, 4));
        const auto floor = told_floor < next_transaction ? told_floor : 0;
        if (from
            && (from->incarnation != incarnation || transaction(from->xmin()) <= floor
                || transaction(from->xmax()) > next_transaction))
            from.reset();

        ChangeBatch batch;
        batch.next.text = incarnation + "/" + snapshot;
        batch.snapshot = !from;
        sql::Poll poll{.news = from.has_value(),
                       .limit = limit,
                       .is_new = is_new,
                       .unsent = " AND k.state IS DISTINCT FROM 'sent'",
                       .known = known(what)};
        // A stamp beyond this snapshot comes from another server (a restored dump) and is void.
        if (from)
            poll.values.text("xmin", from->xmin()).text("xmax", head->text(0, 2)).text("snapshot", from->snapshot);
        if (const auto done = sql::read_changes(m_link, poll, what, batch); !done)
            return done.failure();
        // More changes than a batch may hold: a full snapshot is more useful than a part of them.
        if (from && !batch.truncated.empty())
            return since({}, what, limit);
        return {std::move(batch), head.store_time()};
    }

private:
    sql::Link& m_link;
};

} // namespace

std::unique_ptr<Changes> make_changes(sql::Link& link) { return std::make_unique<PostgresChanges>(link); }

} // namespace lockdesk::postgres

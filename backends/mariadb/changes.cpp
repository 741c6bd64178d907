// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/mariadb/server_forms.h"

#include "backends/engine/text/text.h"

#include <algorithm>
#include <ranges>
#include <set>

namespace lockdesk::mariadb {

namespace {

// Between taking its stamp and writing its row a statement does not wait: a stamp that no dirty read has seen after this
// many microseconds was never used.
constexpr std::int64_t settled_after = 1'000'000;
// How far back a snapshot checks for stamps of open transactions; it also checks all pending messages, because only their
// transactions belong to callers and have no limit.
constexpr std::int64_t look_back = 50'000;

// Up to this number, new stamps are queried one by one; beyond, all rows above the mark are read.
constexpr std::size_t listed_stamps = 1000;

std::int64_t stamp_of(const Result& r, int row) { return r.number(row, r.columns() - 1); }

// "incarnation/low/top/seen": every stamp up to `low` is reported or void; `top` was the largest one at the server's time
// `seen`. A cursor of another installation of the schema is void.
struct Cursor
{
    std::int64_t incarnation = 0, low = 0, top = 0, seen = 0;
    [[nodiscard]] std::string text() const
    {
        return std::to_string(incarnation) + "/" + std::to_string(low) + "/" + std::to_string(top) + "/"
               + std::to_string(seen);
    }
};

struct Look
{
    bool news = false; ///< else a snapshot
    Cursor from;
    Cursor next{};
    std::set<std::int64_t> before{};   ///< stamps above the mark that earlier answers reported
    std::set<std::int64_t> reported{}; ///< the same after this answer
    std::vector<std::int64_t> fresh{}; ///< those not reported yet

    /// Returns the condition on `k` for new rows; empty: nothing is new.
    [[nodiscard]] std::string condition() const
    {
        if (fresh.empty())
            return {};
        if (fresh.size() > listed_stamps)
            return "k.change_seq > " + std::to_string(from.low);
        return "k.change_seq IN (" + sql::joined(fresh, [](std::int64_t stamp) { return std::to_string(stamp); }) + ")";
    }
};

std::optional<Cursor> parse(const std::string& text)
{
    std::vector<std::int64_t> numbers;
    for (const auto part : std::views::split(text, '/')) {
        const auto number = parse_whole(std::string_view(part.begin(), part.end()), "number");
        numbers.push_back(number ? *number : -1);
    }
    const bool whole = numbers.size() == 4 && std::ranges::min(numbers) >= 0;
    return whole ? std::optional(Cursor{numbers[0], numbers[1], numbers[2], numbers[3]}) : std::nullopt;
}

/// Every change stamps its row from one sequence, whose order is not that of commits: a long transaction commits an old
/// stamp late. So the cursor's low mark stays below the stamps of open transactions, which a dirty read of the stamps
/// shows; each poll reads everything above the mark again, and drops what was reported before.
class MariaDbChanges final : public sql::SqlChanges
{
    using SqlChanges::SqlChanges;

    Answer<sql::Poll> poll(const std::string& cursor, Entities what) override
    {
        const auto head = m_link.run("changes_head", {}, Effect::read);
        if (!head)
            return head.failure();
        const auto incarnation = head->last().number(0, 2);
        auto from = parse(cursor);
        if (from && (from->incarnation != incarnation || from->low < head->last().number(0, 3)))
            from.reset();
        Look& look = m_look;
        look = {.news = from.has_value(), .from = from.value_or(Cursor{incarnation})};
        look.next = look.from;
        if (look.news && cursor == m_cursor && what == m_what)
            look.before = m_reported;
        if (const auto marked = mark(look, head->last().number(0, 1)); !marked)
            return marked.failure();
        return {sql::Poll{.next = look.next.text(),
                          .news = look.news,
                          .is_new = look.condition(),
                          .unsent = " AND k.state <> 'sent'",
                          .was_reported = [&](const Result& r, int row) { return look.before.contains(stamp_of(r, row)); }},
                head.store_time()};
    }

    void was_read(const std::string& next, Entities what) override
    {
        m_cursor = next;
        m_what = what;
        m_reported = std::move(m_look.reported);
    }

    // Computes the low mark, before the rows are read, so that it does not pass a commit in between.
    Answer<Done> mark(Look& look, std::int64_t real_now)
    {
        const auto top = m_link.run("changes_top", {}, Effect::read);
        if (!top)
            return top.failure();
        const auto largest = top->last().number(0, 0);
        auto& next = look.next;
        if (!look.news)
            next.low = std::max<std::int64_t>(largest - look_back, 0);
        Values values;
        values.number("low", next.low);
        if (!look.news)
            values.sql("pending", "\n" + m_link.text("changes_pending", values));
        const auto dirty = m_link.run("changes_dirty", values, Effect::read);
        if (!dirty)
            return dirty.failure();
        const auto committed = m_link.run("changes_committed", values, Effect::read);
        if (!committed)
            return committed.failure();
        std::set<std::int64_t> visible;
        for (int i = 0; i < committed->last().rows(); ++i)
            visible.insert(committed->last().number(i, 0));
        std::int64_t barrier = std::numeric_limits<std::int64_t>::max();
        for (int i = 0; i < dirty->last().rows(); ++i)
            if (const auto stamp = dirty->last().number(i, 0); !visible.contains(stamp))
                barrier = std::min(barrier, stamp - 1);
        for (const auto stamp : visible)
            if (!look.before.contains(stamp))
                look.fresh.push_back(stamp);
        const bool settled = look.news && real_now - look.from.seen >= settled_after;
        next.low = std::min(barrier, settled ? std::max(next.low, look.from.top) : next.low);
        if (!look.news || settled) {
            next.top = largest;
            next.seen = real_now;
        }
        look.reported.insert(visible.upper_bound(next.low), visible.end());
        return Done{};
    }

    Look m_look;          ///< of the last poll
    std::string m_cursor; ///< returned last; the stamps reported above its low mark:
    Entities m_what;
    std::set<std::int64_t> m_reported;
};

} // namespace

std::unique_ptr<Changes> make_changes(sql::Link& link) { return std::make_unique<MariaDbChanges>(link); }

} // namespace lockdesk::mariadb

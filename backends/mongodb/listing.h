// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/rules/row_order.h"
#include "backends/mongodb/link.h"
#include "backends/mongodb/lists.h"

#include <initializer_list>
#include <string_view>
#include <utility>
#include <vector>

namespace lockdesk::mongodb {

struct Query
{
    Bson filter;
    Bson sort;
    bool scanned = false; ///< reads the collection in its own order: the server selects, and has no index for it
};

/// Adds `field: value` for each of these keys that the filter requires, so that an index can serve it; the filter is
/// applied to the rows as well.
void demand(Bson& query, const char* field, const Filter& filter, std::initializer_list<std::string_view> keys);
/// Fields with the keys that filters have for them.
using KeyedFields = std::vector<std::pair<const char*, std::string_view>>;
/// The same for terms `key~value` and for bare words, which any of these fields may contain.
void demand_text(Bson& query, const Filter& filter, const KeyedFields& fields);

/// Whether the server selects by every term of the filter, and has an index for none: to read the collection in its own order and to sort
/// what matches takes less than half the time of reading it in the order of an index. `fields`: as for `demand_text`; `state`: the value
/// that the server selects by.
bool is_scanned(const Filter& filter, const KeyedFields& fields, std::string_view state = {});

struct Waiting
{
    std::vector<WaiterRow> rows; ///< those that still wait
    TimePoint now;
};
Answer<Waiting> all_waiters(Link& link);

/// Returns the number of documents from the collection's metadata: fast, but inexact after a crash of the server.
Answer<std::int64_t> estimated_count(Link& link, const char* collection);

Bson find_command(Link& link, const char* collection, const Query& query, std::int64_t limit = 0);

/// The same query for the documents after this one, by `_id`.
Query query_after(const Query& query, View last);

/// The query whose documents are the rows after the request's mark, by `_id`, the one order that has an index: the server would sort a
/// million documents by another field in seconds.
Query query_in_order(const Bson& filter, const OrderedRequest& request);

template <class Row, class Make>
Answer<OrderedPage<Row>> list_in_order(Link& link, const char* collection, const Query& query, const OrderedRequest& request,
                                       TimePoint now, Make make)
{
    OrderedPage<Row> page;
    const auto limit = request.filter.empty() ? static_cast<std::int64_t>(request.limit) + 1 : 0;
    if (auto failed = link.each("list", find_command(link, collection, query, limit), [&](View doc) {
            Row row = make(doc);
            if (!fits(request.filter, row, now))
                return true;
            page.more = page.rows.size() == request.limit;
            if (!page.more)
                page.rows.push_back(std::move(row));
            return !page.more;
        }))
        return *failed;
    return {std::move(page), now};
}

template <class Row, class Make>
Answer<Page<Row>> list_rows(Link& link, const char* collection, const Query& query, const ListRequest& request,
                            TimePoint now, Make make)
{
    Collector<Row> collector(request);
    Query part = query;
    if (query.scanned && request.patience)
        part.sort = Bson(); // nothing comes before everything is read and sorted
    const auto limit = query.scanned && !request.patience ? static_cast<std::int64_t>(collector.enough()) : 0;
    for (std::int64_t came = limit; limit == 0 || came == limit;) { // the filter may refuse some of these
        came = 0;
        if (auto failed = link.each(
                "list", find_command(link, collection, part, limit),
                [&](View doc) {
                    if (++came == limit)
                        part = query_after(query, doc);
                    return collector.take(make(doc), now);
                },
                [&] { return !collector.full(); }))
            return *failed;
        if (limit == 0 || collector.full())
            break;
    }
    std::int64_t total = 0;
    if (request.filter.empty() && collector.full()) {
        const auto count = estimated_count(link, collection);
        if (!count)
            return count.failure();
        total = *count;
    }
    return {collector.page(total), now};
}

/// The same in the order of changes, newest first; begins a read.
template <class Row, class Make>
Answer<Page<Row>> list_newest(Link& link, const char* collection, const ListRequest& request, Make make)
{
    if (auto failed = link.begin_read())
        return *failed;
    auto meta = link.look();
    if (!meta)
        return meta.failure();
    const Query newest{{}, Bson().whole("changed_at", -1).whole("_id", -1)};
    return list_rows<Row>(link, collection, newest, request, meta->now, make);
}

} // namespace lockdesk::mongodb

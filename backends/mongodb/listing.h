// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/rules/row_order.h"
#include "backends/mongodb/link.h"
#include "backends/mongodb/lists.h"

#include <initializer_list>
#include <string_view>
#include <utility>

namespace lockdesk::mongodb {

struct Query
{
    Bson filter;
    Bson sort;
};

/// Adds `field: value` for each of these keys that the filter requires, so that an index can serve it; the filter is
/// applied to the rows as well.
void demand(Bson& query, const char* field, const Filter& filter, std::initializer_list<std::string_view> keys);
/// The same for terms `key~value` and for bare words, which any of these fields may contain. `fields`: pairs of field and key.
void demand_text(Bson& query, const Filter& filter, std::initializer_list<std::pair<const char*, std::string_view>> fields);

struct Waiting
{
    std::vector<WaiterRow> rows; ///< those that still wait
    TimePoint now;
};
Answer<Waiting> all_waiters(Link& link);

/// Returns the number of documents from the collection's metadata: fast, but inexact after a crash of the server.
Answer<std::int64_t> estimated_count(Link& link, const char* collection);

Bson find_command(Link& link, const char* collection, const Query& query, std::int64_t limit = 0);

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
    if (auto failed = link.each("list", find_command(link, collection, query),
                                [&](View doc) { return collector.offer(make(doc), now); }))
        return *failed;
    std::int64_t total = 0;
    if (collector.full() && request.filter.empty()) {
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

// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/mongodb/listing.h"

#include "backends/mongodb/decode.h"

#include <algorithm>
#include <cctype>
#include <optional>
#include <string>

namespace lockdesk::mongodb {

void demand(Bson& query, const char* field, const Filter& filter, std::initializer_list<std::string_view> keys)
{
    Bson values;
    for (const std::string_view key : keys)
        if (const std::string* value = demanded(filter, key); value != nullptr && !value->empty())
            values.text("$eq", *value);
    if (!values.empty() && !query[field].present())
        query.doc(field, values);
}

namespace {

// The server's "i" also folds letters beyond ASCII; the filter checks the rows.
Bson containing(const std::string& sought)
{
    std::string pattern;
    for (const char c : sought) {
        if (std::ispunct(static_cast<unsigned char>(c)) != 0)
            pattern += '\\';
        pattern += c;
    }
    return Bson().text("$regex", pattern).text("$options", "i");
}

} // namespace

void demand_text(Bson& query, const Filter& filter, const KeyedFields& fields)
{
    Bson all;
    for (const FilterTerm& term : filter.terms()) {
        if (!seeks_plain_text(term))
            continue;
        Bson any;
        for (const auto& [field, key] : fields)
            if (term.key.empty() || term.key == key)
                any.push(Bson().doc(field, containing(term.value)));
        if (any.empty())
            continue;
        any.push(Bson().doc("_id", Bson().doc("$not", Bson().text("$type", "string")))); // shown by other texts
        all.push(Bson().array("$or", any));
    }
    if (!all.empty())
        query.array("$and", all);
}

bool is_scanned(const Filter& filter, const KeyedFields& fields, std::string_view state)
{
    const auto has_text = [&](const FilterTerm& term) {
        return seeks_plain_text(term) && (term.key.empty() || std::any_of(fields.begin(), fields.end(), [&](const auto& field) {
                                              return field.second == term.key;
                                          }));
    };
    return !filter.empty() && std::all_of(filter.terms().begin(), filter.terms().end(), [&](const FilterTerm& term) {
        const bool equal = term.op == FilterTerm::Op::equals && !term.negated && !term.value.empty();
        return has_text(term) || (equal && (term.key == "owner" || (term.key == "state" && term.value == state)));
    });
}

// An expression, as a comparison of a query passes over other types.
Query query_after(const Query& query, View last)
{
    Bson id;
    last["_id"].append_to(id.get(), "$literal"); // a text may begin with $
    const Bson later = Bson().array("$gt", Bson().text("0", "$_id").doc("1", id));
    return {Bson().array("$and", Bson().push(query.filter).push(Bson().doc("$expr", later))), query.sort, query.scanned};
}

Query query_in_order(const Bson& filter, const OrderedRequest& request)
{
    Query out{filter, Bson().whole("_id", request.order.descending ? -1 : 1)};
    const auto mark = request.after.empty() ? std::nullopt : parse_mark(request.after);
    if (!mark)
        return out;
    const Bson next = Bson().doc("_id", Bson().text(request.order.descending ? "$lt" : "$gt", mark->key));
    out.filter = Bson().array("$and", filter.empty() ? Bson().push(next) : Bson().push(filter).push(next));
    return out;
}

Bson find_command(Link& link, const char* collection, const Query& query, std::int64_t limit)
{
    Bson out;
    out.text("find", link.collection(collection)).doc("filter", query.filter);
    if (!query.sort.empty())
        out.doc("sort", query.sort);
    if (query.scanned)
        out.doc("hint", Bson().whole("$natural", 1)).flag("allowDiskUse", true);
    if (limit > 0)
        out.whole("limit", limit);
    return out.whole("batchSize", limit > 0 ? std::min(limit, page_size) : page_size);
}

Answer<Waiting> all_waiters(Link& link)
{
    auto meta = link.look();
    if (!meta)
        return meta.failure();
    Waiting out{{}, meta->now};
    const Query query{Bson().doc("until", Bson().whole("$gt", to_us(out.now))), Bson().whole("_id", 1)};
    if (auto failed = link.each("wait_list", find_command(link, "waiters", query, 100'000), [&](View doc) {
            out.rows.push_back(waiter_row(doc));
            return true;
        }))
        return *failed;
    return out;
}

Answer<std::int64_t> estimated_count(Link& link, const char* collection)
{
    auto reply = link.run("count", Bson().text("count", link.collection(collection)), Effect::reads);
    if (!reply)
        return reply.failure();
    return (*reply)["n"].integer();
}

} // namespace lockdesk::mongodb

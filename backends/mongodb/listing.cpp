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

void demand_text(Bson& query, const Filter& filter, std::initializer_list<std::pair<const char*, std::string_view>> fields)
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

std::vector<Query> queries_in_order(const Bson& filter, std::span<const OrderForm> forms, const OrderedRequest& request)
{
    const auto form = std::find_if(forms.begin(), forms.end(),
                                   [&](const OrderForm& one) { return one.column == request.order.column; });
    const std::int64_t direction = request.order.descending ? -1 : 1;
    const char* beyond = request.order.descending ? "$lt" : "$gt";
    const auto mark = request.after.empty() ? std::nullopt : parse_mark(request.after);
    const auto query = [&](const Bson& condition, bool by_value, bool after) {
        Bson all;
        if (!filter.empty())
            all.push(filter);
        if (!condition.empty())
            all.push(condition);
        if (after) {
            const Bson next_key = Bson().doc("_id", Bson().text(beyond, mark->key));
            if (by_value) {
                Bson next_value, same_value;
                if (mark->kind == OrderValue::Kind::number) {
                    next_value.doc(form->field, Bson().whole(beyond, mark->number));
                    same_value.whole(form->field, mark->number);
                } else {
                    next_value.doc(form->field, Bson().text(beyond, mark->text));
                    same_value.text(form->field, mark->text);
                }
                const Bson tie = Bson().array("$and", Bson().push(same_value).push(next_key));
                all.push(Bson().array("$or", Bson().push(next_value).push(tie)));
            } else {
                all.push(next_key);
            }
        }
        Query out;
        if (!all.empty())
            out.filter.array("$and", all);
        if (by_value)
            out.sort.whole(form->field, direction);
        out.sort.whole("_id", direction);
        return out;
    };
    if (std::string_view(form->field) == "_id")
        return {query({}, false, mark.has_value())};
    const Bson known = Bson::of_json(form->known);
    const bool past_values = mark && mark->kind == OrderValue::Kind::none;
    std::vector<Query> out;
    if (!past_values)
        out.push_back(query(known, true, mark.has_value()));
    out.push_back(query(Bson().array("$nor", Bson().push(known)), false, past_values));
    return out;
}

Bson find_command(Link& link, const char* collection, const Query& query, std::int64_t limit)
{
    Bson out;
    out.text("find", link.collection(collection)).doc("filter", query.filter);
    if (!query.sort.empty())
        out.doc("sort", query.sort);
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

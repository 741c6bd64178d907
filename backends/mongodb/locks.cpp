// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/engine/rules/lock_rules.h"
#include "backends/engine/text/text.h"
#include "backends/mongodb/concerns.h"
#include "backends/mongodb/decode.h"
#include "backends/mongodb/forced.h"
#include "backends/mongodb/listing.h"
#include "backends/mongodb/removals.h"
#include "backends/mongodb/seen_lock.h"
#include "backends/mongodb/spans.h"
#include "backends/mongodb/token_ground.h"

#include <algorithm>
#include <array>
#include <map>
#include <random>
#include <span>
#include <string_view>
#include <utility>

namespace lockdesk::mongodb {

namespace {

using Cause = Trouble::Cause;

// Maximum number of reads of a row that others change between two statements.
constexpr int most_rounds = 32;

TimePoint decided_at(const Bson& doc) { return time_from_us(doc["at"].integer()); }

bool moved_later(const Bson& doc)
{
    const auto before = doc["previous_expires_at"].number();
    const auto after = doc["expires_at"].number();
    return before && after && *after > *before;
}

Acquisition acquired(const LockRow& row, bool extended)
{
    Acquisition out;
    out.result = AcquireResult::acquired;
    out.token = row.token;
    out.holds = row.holds;
    out.extended = extended;
    out.acquired_at = row.acquired_at;
    out.expires_at = row.expires_at;
    out.holder = Holder{row.owner, row.token, row.expires_at};
    return out;
}

constexpr const char* told_nonce = "<mark of a row without a grant>";

std::string make_nonce()
{
    static thread_local std::mt19937_64 random{std::random_device{}()};
    return std::to_string(random()) + "-" + std::to_string(random());
}

Bson next_token()
{
    const Bson largest = Bson().array("$max", Bson().text("0", "$token").text("1", "$token_base").whole("2", 0));
    return Bson().doc("$toLong", Bson().array("$add", Bson().doc("0", largest).whole("1", 1)));
}

/// Every decision is one findAndModify, whose filter contains its condition. When it matches nothing, the row is read for
/// the reason; a row that has changed in between is tried again.
class MongoLocks final : public Locks, public OrderedList<LockRow>
{
    // Here, because its type is deduced.
    /// Calls `list` with those that wait and what makes a row of a document.
    template <class List> auto listed(List list)
    {
        std::map<std::string, std::int64_t> by_name;
        const auto make = [&](View doc) {
            LockRow row = lock_row(doc);
            const auto found = by_name.find(row.name);
            row.waiters = found == by_name.end() ? 0 : found->second;
            return row;
        };
        using Listed = decltype(list(std::declval<const Waiting&>(), make));
        if (auto failed = m_link.begin_read())
            return Listed(*failed);
        auto waiting = all_waiters(m_link);
        if (!waiting)
            return Listed(waiting.failure());
        for (const WaiterRow& w : waiting->rows)
            ++by_name[w.name];
        return list(*waiting, make);
    }

public:
    explicit MongoLocks(Link& link) : m_link(link) {}

    Answer<Acquisition> acquire(const AcquireRequest& request) override
    {
        if (auto failed = m_link.begin_write("lock_acquire"))
            return *failed;
        Values values;
        values.text("name", request.name.str()).text("owner", request.owner.str()).whole("lease", lease_us(request.lease));
        values.text("mark", request_mark(request.request.str()));
        values.whole("most_marks", static_cast<std::int64_t>(max_request_marks * request_mark_bytes));
        Values grant = values;
        grant.doc("new_token", next_token());
        std::string odd;
        for (int round = 0; round < most_rounds; ++round) {
            auto granted = m_link.change("lock_acquire", grant);
            if (!granted)
                return granted.failure();
            if (*granted)
                return {acquired(lock_row((**granted).view()), false), decided_at(**granted)};
            auto seen = see_lock(m_link, request.name);
            if (!seen)
                return seen.failure();
            auto answer = acquire_seen(request, *seen, values);
            if (!answer)
                return answer.failure();
            if (*answer)
                return {std::move(**answer), answer.store_time()};
            odd = seen->row.doubt;
        }
        return not_done(odd, "so nobody can take it", "lock_acquire");
    }

    Answer<LeaseAnswer> renew(const LockName& name, const OwnerId& owner, FencingToken token, Duration lease) override
    {
        if (auto failed = m_link.begin_write("lock_renew"))
            return *failed;
        Values values;
        values.text("name", name.str())
            .text("owner", owner.str())
            .whole("token", token.number())
            .whole("lease", lease_us(lease));
        return lease_verb("lock_renew", name, owner, token, values);
    }

    Answer<LeaseAnswer> release(const LockName& name, const OwnerId& owner, FencingToken token, Duration at_least) override
    {
        if (auto failed = m_link.begin_write("lock_release"))
            return *failed;
        Values values;
        values.text("name", name.str()).text("owner", owner.str()).whole("token", token.number());
        values.whole("at_least", lease_us(at_least)).whole("mark_size", static_cast<std::int64_t>(request_mark_bytes));
        return lease_verb("lock_release", name, owner, token, values);
    }

    Answer<ForceAnswer> force_release(const ForceRelease& request) override
    {
        return mongodb::force_release(m_link, request);
    }
    Answer<ForcePreview> preview_force_release(const ForceRelease& request) override
    {
        return mongodb::preview_force_release(m_link, request);
    }

    Answer<CoolingEnd> end_cooling(const EndCooling& request) override { return mongodb::end_cooling(m_link, request); }
    Answer<ForcePreview> preview_end_cooling(const EndCooling& request) override
    {
        return mongodb::preview_end_cooling(m_link, request);
    }

    Answer<std::optional<LockRow>> find(const LockName& name) override
    {
        if (auto failed = m_link.begin_read())
            return *failed;
        auto seen = see_lock(m_link, name);
        if (!seen)
            return seen.failure();
        return {seen->doc.present() ? std::optional(std::move(seen->row)) : std::nullopt, seen.store_time()};
    }

    Answer<Page<LockRow>> list(const ListRequest& request) override
    {
        return listed([&](const Waiting& waiting, const auto& make) {
            const Query query{filter_of(request.filter, waiting.now), Bson().whole("_id", 1),
                              is_scanned(request.filter, texts, word(LockState::expired))};
            return list_rows<LockRow>(m_link, "locks", query, request, waiting.now, make);
        });
    }

    [[nodiscard]] std::span<const std::string_view> order_columns() const override
    {
        static constexpr std::array<std::string_view, 1> key{"name"};
        return key;
    }

    Answer<OrderedPage<LockRow>> list_ordered(const OrderedRequest& request) override
    {
        if (auto wrong = check_order(order_columns(), request))
            return *wrong;
        return listed([&](const Waiting& waiting, const auto& make) {
            const auto query = query_in_order(filter_of(request.filter, waiting.now), request);
            return list_in_order<LockRow>(m_link, "locks", query, request, waiting.now, make);
        });
    }

    // Writes a tombstone first, then the floor, then removes the row: a later grant of that name starts above the floor.
    Answer<std::int64_t> collect(Duration older_than) override { return collect_in_steps(*this, older_than); }

    Answer<LockSweep> collect_some(Duration older_than, const std::string& after, std::int64_t limit) override
    {
        if (auto failed = m_link.begin_write("lock_collect", Schema::fresh))
            return *failed;
        auto meta = m_link.look();
        if (!meta)
            return meta.failure();
        const auto before = meta->now - Duration{bounded_us(older_than)};
        LockSweep sweep;
        std::int64_t looked = 0;
        std::int64_t largest = 0;
        std::vector<std::string> names;
        Bson deletes;
        if (auto failed =
                m_link.each("lock_collect_page", Values().text("after", after).whole("limit", limit), [&](View doc) {
                    sweep.next = id_text(doc["_id"]);
                    const auto released = doc["released_at"].time();
                    const auto cooling = doc["cooling_until"].time();
                    if (doc["owner"].str().empty() && released && *released < before
                        && (!cooling || *cooling <= meta->now)) {
                        Bson same;
                        doc["_id"].append_to(same.get(), "_id");
                        doc["token"].append_to(same.get(), "token");
                        doc["released_at"].append_to(same.get(), "released_at");
                        same.doc("owner", Bson().array("$in", Bson().null("0").text("1", "")));
                        deletes.push(Bson().doc("q", same).whole("limit", 1));
                        names.push_back(sweep.next);
                        largest = std::max(largest, doc["token"].integer());
                    }
                    return ++looked < limit;
                }))
            return *failed;
        if (looked < limit)
            sweep.next.clear();
        if (names.empty())
            return {std::move(sweep), meta->now};
        if (auto marked = mark_removed(m_link, Entity::lock, names))
            return *marked;
        if (auto raised = m_link.write("lock_collect_floor", Values().whole("token", largest)); !raised)
            return raised.failure();
        auto gone = m_link.run("lock_collect", Bson().text("delete", m_link.collection("locks")).array("deletes", deletes),
                               Effect::writes);
        if (!gone)
            return gone.failure();
        sweep.removed = (*gone)["n"].integer();
        return {std::move(sweep), meta->now};
    }

    Answer<Done> announce_wait(const LockName& name, const OwnerId& owner, Duration at_most) override
    {
        if (at_most <= Duration{0})
            return withdraw_wait(name, owner);
        if (auto failed = m_link.begin_write("wait_announce", Schema::fresh))
            return *failed;
        Values values;
        values.text("name", name.str()).text("owner", owner.str()).whole("at_most", bounded_us(at_most));
        if (auto answer = m_link.write("wait_announce", values); !answer)
            return answer.failure();
        return {Done{}, m_link.looked_now()};
    }

    Answer<Done> withdraw_wait(const LockName& name, const OwnerId& owner) override
    {
        if (auto failed = m_link.begin_write("wait_withdraw", Schema::fresh))
            return *failed;
        Values values;
        values.text("name", name.str()).text("owner", owner.str());
        if (auto answer = m_link.write("wait_withdraw", values); !answer)
            return answer.failure();
        return {Done{}, m_link.looked_now()};
    }

    Answer<Page<WaiterRow>> list_waiters(const ListRequest& request) override
    {
        if (auto failed = m_link.begin_read())
            return *failed;
        auto waiting = all_waiters(m_link);
        if (!waiting)
            return waiting.failure();
        Collector<WaiterRow> collector(request);
        const auto total = static_cast<std::int64_t>(waiting->rows.size());
        for (WaiterRow& row : waiting->rows)
            if (!collector.offer(std::move(row), waiting->now))
                break;
        return {collector.page(total), waiting->now};
    }

private:
    inline static const KeyedFields texts{{"_id", "name"}, {"_id", "id"}, {"owner", "owner"}};

    static Bson filter_of(const Filter& wanted, TimePoint now)
    {
        Bson filter;
        filter.doc("unborn", Bson().flag("$exists", false));
        demand(filter, "_id", wanted, {"name", "id"});
        demand(filter, "owner", wanted, {"owner"});
        demand_text(filter, wanted, texts);
        // Few of very many: otherwise all of them would travel.
        if (const std::string* state = demanded(wanted, "state"); state != nullptr && *state == word(LockState::expired))
            filter.doc("expires_at", Bson().whole("$lte", to_us(now)));
        return filter;
    }

    // Returns the lease that an earlier request with the same id got.
    Answer<std::optional<Acquisition>> answer_again(const LockRow& row, TimePoint now)
    {
        if (auto failed = m_link.confirm("lock_acquire", Effect::writes))
            return *failed;
        return {acquired(row, false), now};
    }

    // Returns the answer, or nullopt to try again, when the row could not be acquired.
    Answer<std::optional<Acquisition>> acquire_seen(const AcquireRequest& request, const SeenLock& seen, Values& values)
    {
        if (seen.nonce)
            return acquire_first(request, *seen.nonce, values);
        const bool takeable =
            seen.doc.present() && !is_live(seen.row, seen.now())
            && (!seen.row.cooling_until || *seen.row.cooling_until <= seen.now() || !seen.row.owner.empty());
        if (takeable && seen.row.token.number() >= largest_token)
            return lock_rules::used_up_failure();
        if (takeable && seen.row.token.number() == 0) {
            const std::string nonce = make_nonce();
            m_link.tell_as(nonce, told_nonce);
            Values unborn;
            unborn.text("name", request.name.str()).text("nonce", nonce);
            if (auto marked = m_link.write("lock_acquire_unborn", unborn); !marked)
                return marked.failure();
            return acquire_first(request, nonce, values);
        }
        if (!seen.doc.present()) {
            const std::string nonce = make_nonce();
            m_link.tell_as(nonce, told_nonce);
            Values insert;
            insert.text("name", request.name.str()).text("nonce", nonce);
            if (auto inserted = m_link.write("lock_acquire_insert", insert); !inserted)
                return inserted.failure();
            return acquire_first(request, nonce, values);
        }
        const LockRow& row = seen.row;
        const TimePoint now = seen.now();
        Acquisition out;
        if (row.owner.empty()) {
            if (!row.cooling_until || *row.cooling_until <= now)
                return std::optional<Acquisition>{};
            out.result = AcquireResult::cooling;
            out.expires_at = row.cooling_until;
            return {out, now};
        }
        if (!is_live(row, now))
            return std::optional<Acquisition>{};
        if (row.owner != request.owner.str()) {
            out.holder = holder_of(row, now);
            out.expires_at = row.expires_at;
            return {out, now};
        }
        if (seen.doc["requests"].text().find(request_mark(request.request.str())) != std::string_view::npos)
            return answer_again(row, now);
        auto again = m_link.change("lock_acquire_again", values);
        if (!again)
            return again.failure();
        if (!*again)
            return std::optional<Acquisition>{};
        return {acquired(lock_row((**again).view()), moved_later(**again)), decided_at(**again)};
    }

    // Grants a row for the first time, after its insertion, and so after anything that may have raised a floor or the fence
    // of this name.
    Answer<std::optional<Acquisition>> acquire_first(const AcquireRequest& request, const std::string& nonce, Values& values)
    {
        m_link.tell_as(nonce, told_nonce); // also for a row inserted by another session
        const Bson fences = Bson().push(m_link.lookup_one("fences", request.name.str(), "fence"));
        const auto meta = m_link.look(&fences);
        if (!meta)
            return meta.failure();
        const auto ground = token_ground(m_link, *meta, "lock_acquire_first");
        if (!ground)
            return ground.failure();
        const auto fence =
            token_number(m_link, meta->doc["fence"]["0"]["largest"], "the fence's document", "lock_acquire_first");
        if (!fence)
            return fence.failure();
        const auto above = std::max(*ground, *fence);
        if (above >= largest_token)
            return lock_rules::used_up_failure();
        Values first = values;
        first.text("nonce", nonce).whole("new_token", above + 1);
        auto granted = m_link.change("lock_acquire_first", first);
        if (!granted)
            return granted.failure();
        if (!*granted)
            return std::optional<Acquisition>{};
        return {acquired(lock_row((**granted).view()), false), decided_at(**granted)};
    }

    // Renew and release: done when the filter matched; otherwise the row explains why not.
    Answer<LeaseAnswer> lease_verb(const char* statement, const LockName& name, const OwnerId& owner, FencingToken token,
                                   const Values& values)
    {
        const bool releases = std::string_view(statement) == "lock_release";
        std::string odd;
        for (int round = 0; round < most_rounds; ++round) {
            const char* verb = releases && round % 2 == 1 ? "lock_release_one" : statement;
            auto changed = m_link.change(verb, values);
            if (!changed)
                return changed.failure();
            LeaseAnswer out;
            if (*changed) {
                const LockRow row = lock_row((**changed).view());
                const TimePoint now = decided_at(**changed);
                out.result = !releases           ? LeaseResult::renewed
                             : verb != statement ? LeaseResult::still_held
                             : row.cooling_until ? LeaseResult::cooling
                                                 : LeaseResult::released;
                out.holds = row.holds;
                out.extended = !releases && moved_later(**changed);
                out.acquired_at = row.owner.empty() ? (**changed)["last_acquired_at"].time() : row.acquired_at;
                out.expires_at = row.owner.empty() ? row.cooling_until : row.expires_at;
                out.holder = holder_of(row, now);
                return {out, now};
            }
            if (verb != statement)
                continue;
            auto seen = see_lock(m_link, name);
            if (!seen)
                return seen.failure();
            odd = seen->row.doubt;
            out.holder = holder_of(seen->row, seen->now());
            if (!seen->doc.present() || seen->row.owner != owner.str())
                return {out, seen->now()};
            if (seen->row.token != token)
                out.result = LeaseResult::stale;
            else if (!is_live(seen->row, seen->now()))
                out.result = LeaseResult::expired;
            else
                continue;
            return {out, seen->now()};
        }
        return not_done(odd, "so its lease cannot be changed", statement);
    }

    // Neither the filter nor the row's fields explained it: others wrote faster, or a field that only the server reads is odd.
    Failure not_done(const std::string& odd, const char* so, const char* statement)
    {
        if (odd.empty())
            return m_link.failure({Cause::kept_changing}, statement);
        return m_link.failure(
            {Cause::odd_document, 0,
             "the lock's document has odd fields (" + odd + "), " + so + "; nothing was changed. Correct or delete it"},
            statement);
    }

    Link& m_link;
};

} // namespace

std::unique_ptr<Locks> make_locks(Link& link) { return std::make_unique<MongoLocks>(link); }

} // namespace lockdesk::mongodb

// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/engine/rules/lock_rules.h"
#include "backends/engine/text/command_line.h"
#include "backends/engine/text/text.h"
#include "backends/sql/concerns.h"
#include "backends/sql/listing.h"

#include <algorithm>
#include <span>
#include <string_view>

namespace lockdesk::sql {

namespace {

// The one row that acquire, renew and release return.
enum LockColumn { now_at, result_at, owner_at, token_at, holds_at, extended_at, acquired_at, expires_at };

/// Returns the holder, or nullopt if the lease is over.
std::optional<Holder> holder_in(const Result& r)
{
    const auto expires = r.time(0, expires_at);
    if (r.text(0, owner_at).empty() || (expires && *expires <= r.time(0, now_at)))
        return std::nullopt;
    return Holder{std::string(r.text(0, owner_at)), FencingToken{r.number(0, token_at)}, expires};
}

Acquisition acquisition(const Result& r)
{
    Acquisition out;
    const auto result = r.text(0, result_at);
    out.result = result == "acquired" ? AcquireResult::acquired
                 : result == "busy"   ? AcquireResult::busy
                                      : AcquireResult::cooling;
    out.expires_at = r.time(0, expires_at);
    out.holder = holder_in(r);
    if (out.result == AcquireResult::acquired) {
        out.token = FencingToken{r.number(0, token_at)};
        out.holds = r.number(0, holds_at);
        out.extended = r.boolean(0, extended_at);
        out.acquired_at = r.time(0, acquired_at);
    }
    return out;
}

LeaseAnswer lease_answer(const Result& r)
{
    LeaseAnswer answer;
    using enum LeaseResult;
    if (const auto result =
            one_of({renewed, released, still_held, cooling, not_owner, stale, expired}, r.text(0, result_at)))
        answer.result = *result;
    answer.holder = holder_in(r);
    if (answer.result == not_owner || answer.result == stale || answer.result == expired)
        return answer;
    answer.holds = r.number(0, holds_at);
    answer.extended = r.boolean(0, extended_at);
    answer.acquired_at = r.time(0, acquired_at);
    answer.expires_at = r.time(0, expires_at);
    return answer;
}

const Listing<LockRow>& lock_listing()
{
    static const Listing<LockRow> listing{"lock_list", "locks", {{"k.name", 1}}, false, "{lock_state}"};
    return listing;
}

class SqlLocks final : public Locks, public OrderedRows<LockRow>
{
public:
    explicit SqlLocks(Link& link) : OrderedRows(link, lock_listing()) {}

    Answer<Acquisition> acquire(const AcquireRequest& request) override
    {
        Values values{{"name", request.name}, {"owner", request.owner}, {"lease", request.lease}};
        values.text("mark", request_mark(request.request.str()));
        const auto answer = m_link.run("lock_acquire", values, Effect::write);
        if (!answer)
            return answer.failure();
        if (answer->text(0, result_at) == "used up")
            return lock_rules::used_up_failure();
        auto out = acquisition(*answer);
        if (out.result == AcquireResult::acquired)
            m_link.hint_taken(Entity::lock, request.name.str());
        return {std::move(out), answer.store_time()};
    }

    Answer<LeaseAnswer> renew(const LockName& name, const OwnerId& owner, FencingToken token, Duration lease) override
    {
        return decoded(
            m_link.run("lock_renew", {{"name", name}, {"owner", owner}, {"token", token}, {"lease", lease}}, Effect::write),
            lease_answer);
    }

    Answer<LeaseAnswer> release(const LockName& name, const OwnerId& owner, FencingToken token, Duration at_least) override
    {
        const Values values{{"name", name}, {"owner", owner}, {"token", token}, {"at_least", at_least}};
        auto answer = decoded(m_link.run("lock_release", values, Effect::write), lease_answer);
        if (answer && (answer->result == LeaseResult::released || answer->result == LeaseResult::cooling))
            m_link.hint(Entity::lock, name.str());
        return answer;
    }

    Answer<ForceAnswer> force_release(const ForceRelease& request) override
    {
        return forced<ForceAnswer>("lock_force_release", force_release_sql(request), request.name);
    }

    Answer<ForcePreview> preview_force_release(const ForceRelease& request) override
    {
        return preview(request.name, force_release_sql(request), true);
    }

    Answer<ForcePreview> preview_end_cooling(const EndCooling& request) override
    {
        return preview(request.name, end_cooling_sql(request), false);
    }

    Answer<CoolingEnd> end_cooling(const EndCooling& request) override
    {
        return forced<CoolingEnd>("lock_end_cooling", end_cooling_sql(request), request.name);
    }

    Answer<std::optional<LockRow>> find(const LockName& name) override
    {
        return find_row<LockRow>(m_link, "lock_find", {{"name", AnyText{name.str()}}});
    }

    Answer<Page<LockRow>> list(const ListRequest& request) override { return list_rows(m_link, lock_listing(), request); }

    Answer<std::int64_t> collect(Duration older_than) override { return collect_in_steps(*this, older_than); }

    Answer<LockSweep> collect_some(Duration older_than, const std::string& after, std::int64_t limit) override
    {
        const Values values{{"older", older_than}, {"after", after}, {"limit", limit}};
        return decoded(m_link.run("lock_collect", values, Effect::write), [&](const Result& r) {
            if (r.number(0, 1) > 0)
                m_link.hint_observers(Entity::lock);
            return LockSweep{r.number(0, 1), std::string(r.number(0, 2) >= limit ? r.text(0, 3) : std::string_view())};
        });
    }

    Answer<Done> announce_wait(const LockName& name, const OwnerId& owner, Duration at_most) override
    {
        if (at_most <= Duration{0})
            return withdraw_wait(name, owner);
        return m_link.write("wait_announce", {{"name", name}, {"owner", owner}, {"at_most", at_most}}, Entity::waiter);
    }

    Answer<Done> withdraw_wait(const LockName& name, const OwnerId& owner) override
    {
        return m_link.write("wait_withdraw", {{"name", name}, {"owner", owner}}, Entity::waiter);
    }

    Answer<Page<WaiterRow>> list_waiters(const ListRequest& request) override
    {
        static const Listing<WaiterRow> listing{"wait_list", "", {{"k.name", 1}, {"k.owner", 2}}};
        return list_rows(m_link, listing, request);
    }

private:
    // The statement decides; what is there now is read after a refusal.
    template <class Out> Answer<Out> forced(const char* statement, const std::string& sql, const LockName& name)
    {
        return decoded(m_link.run_literal(statement, sql, Effect::write), [&](const Reply& r) -> Answer<Out> {
            Out out;
            if (r.is_null(0, 1)) {
                const auto row = find(name);
                if (!row)
                    return row.failure();
                const TimePoint now = row.store_time().value_or(TimePoint{});
                if (const auto& is = *row) {
                    out.holder = lock_rules::holder_of(is->owner, is->token, is->expires_at, now);
                    if constexpr (std::is_same_v<Out, CoolingEnd>)
                        out.cooling_until = lock_rules::is_cooling(lock_rules::lock_of(*is), now) ? is->cooling_until : std::nullopt;
                }
                return {std::move(out), row.store_time()};
            }
            out.result = ForceResult::released;
            if constexpr (std::is_same_v<Out, ForceAnswer>) {
                out.token = FencingToken{r.number(0, 1)};
                out.expires_at = r.time(0, 2);
            }
            m_link.hint(Entity::lock, name.str());
            return {std::move(out), r.now()};
        });
    }

    // Literal text, so that an operator reads beforehand what the server will log. No value in it comes from a local
    // clock.
    [[nodiscard]] std::string force_release_sql(const ForceRelease& request) const
    {
        std::string where = "owner = " + m_link.literal(request.if_owner.str())
                            + " AND token = " + std::to_string(request.if_token.number());
        if (request.if_acquired_at)
            where += " AND acquired_at = " + std::to_string(to_us(*request.if_acquired_at));
        if (request.if_expires_at)
            where += " AND expires_at = " + std::to_string(to_us(*request.if_expires_at));
        // Capped at the end of time, so that no intermediate value overflows.
        const bool cools = request.hold_off > Duration{0};
        Values values;
        values.sql("where", where).add({{"name", AnyText{request.name.str()}}});
        values.text("action", cools ? "hold-off" : "force-release");
        values.sql("cooling",
                   cools ? m_link.text("lock_force_release_cooling",
                                       {{"us", std::min(request.hold_off, no_end).count()}, {"end", to_us(end_of_time)}})
                         : "NULL");
        return m_link.text("lock_force_release", add_audit(values, request, command_line(request)));
    }

    Answer<ForcePreview> preview(const LockName& name, std::string sql, bool may_run_twice)
    {
        return decoded(m_link.run("wait_count", {{"name", AnyText{name.str()}}}, Effect::read), [&](const Result& r) {
            ForcePreview preview;
            preview.commands = {std::move(sql)};
            preview.may_run_twice = may_run_twice;
            preview.wakes = r.number(0, 1);
            return preview;
        });
    }

    [[nodiscard]] std::string end_cooling_sql(const EndCooling& request) const
    {
        Values values;
        values.add({{"name", AnyText{request.name.str()}}}).number("token", request.if_token.number());
        values.number("until", to_us(request.if_cooling_until));
        return m_link.text("lock_end_cooling", add_audit(values, request, command_line(request)));
    }
};

} // namespace

std::unique_ptr<Locks> make_locks(Link& link) { return std::make_unique<SqlLocks>(link); }

} // namespace lockdesk::sql

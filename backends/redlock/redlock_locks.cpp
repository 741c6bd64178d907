// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/redlock/redlock_locks.h"

#include "backends/engine/contracts/bare_locks.h"
#include "backends/redlock/verdict.h"

#include <random>
#include <set>

namespace lockdesk::redlock {

namespace {

using std::chrono::milliseconds;
using Clock = std::chrono::steady_clock;

constexpr int most_tries = 3;
constexpr int shortest_rest_ms = 150;
constexpr int longest_rest_ms = 250;
// Rows read from each server for a list.
constexpr std::size_t longest_look = 10'000;

Duration since(Clock::time_point begin) { return std::chrono::duration_cast<Duration>(Clock::now() - begin); }

// Start and end of a lease differ between servers: the ones shown were combined from several clocks.
ForceRelease by_owner_alone(ForceRelease request)
{
    request.if_acquired_at.reset();
    request.if_expires_at.reset();
    return request;
}

struct LeaseCount
{
    std::size_t good = 0, stale = 0;
    std::vector<Duration> left;
    Votes votes;
};

LeaseCount count(const Said<LeaseAnswer>& said, LeaseResult good)
{
    LeaseCount out;
    for (const auto& one : said) {
        if (!one || !*one)
            continue;
        const LeaseAnswer& answer = **one;
        out.good += answer.result == good;
        out.stale += answer.result == LeaseResult::stale;
        if (answer.result == good)
            out.left.push_back(left_until(answer.expires_at, one->store_time()));
        out.votes.add(answer.holder, one->store_time());
    }
    return out;
}

Failure cannot(const char* what) { return Failure::unsupported(std::string("Redlock ") + what); }

/// A lock is held if more than half of the servers say so, in plain string keys as node-redlock writes them. It is
/// valid for the quorum-th longest remaining lease, less the time of the call, 1 % and 2 ms. No tokens, so no
/// fence.
class RedlockLocks final : public BareLocks
{
public:
    explicit RedlockLocks(Panel& panel)
        : BareLocks(cannot("leaves nothing that could be collected: a free lock has no key"), cannot("keeps no waiters")),
          m_panel(panel), m_random(std::random_device{}())
    {
    }

    /// Tries up to three times, about 200 ms apart; a failed try is undone on all servers. Returns busy at once when a
    /// quorum says so.
    Answer<Acquisition> acquire(const AcquireRequest& request) override
    {
        std::uniform_int_distribution<int> rest(shortest_rest_ms, longest_rest_ms);
        for (int tries = 1;; ++tries) {
            auto tried = try_once(request);
            if (tried.final || tries == most_tries || !m_panel.rest(milliseconds{rest(m_random)}))
                return std::move(tried.answer);
        }
    }

    Answer<LeaseAnswer> renew(const LockName& name, const OwnerId& owner, FencingToken token, Duration lease) override
    {
        const auto begin = Clock::now();
        const auto said = m_panel.ask<LeaseAnswer>(
            [=](Session& s) { return s.locks().renew(name, owner, token, lease); },
            [&](const Said<LeaseAnswer>& so_far) { return count(so_far, LeaseResult::renewed).good >= m_panel.quorum(); });
        const auto now = middle_time(said);
        const auto counted = count(said, LeaseResult::renewed);
        LeaseAnswer out;
        const Duration valid = validity(counted.left, m_panel.quorum(), since(begin));
        if (valid > Duration{0}) {
            out.result = LeaseResult::renewed;
            out.holds = 1;
            for (const auto& one : said)
                out.extended = out.extended || (one && *one && (*one)->extended);
            if (now && valid != no_end)
                out.expires_at = add(*now, valid);
            out.holder = Holder{owner.str(), FencingToken{}, out.expires_at};
            return {std::move(out), now};
        }
        if (answered(said) < m_panel.quorum())
            return too_few(answered(said), m_panel.size(), failures_of(said));
        out.result = counted.stale > 0  ? LeaseResult::stale
                     : counted.good > 0 ? LeaseResult::expired
                                        : LeaseResult::not_owner;
        out.holder = counted.votes.winner(now);
        return {std::move(out), now};
    }

    Answer<LeaseAnswer> release(const LockName& name, const OwnerId& owner, FencingToken token, Duration at_least) override
    {
        if (at_least > Duration{0})
            return cannot("cannot keep a lock for nobody: release it without --at-least");
        const auto said = m_panel.ask<LeaseAnswer>(
            [=](Session& s) { return s.locks().release(name, owner, token, Duration{0}); }, {}, {}, true);
        const auto now = middle_time(said);
        const auto counted = count(said, LeaseResult::released);
        LeaseAnswer out;
        if (counted.good >= m_panel.quorum()) {
            out.result = LeaseResult::released;
            return {std::move(out), now};
        }
        if (answered(said) < m_panel.quorum())
            return too_few(answered(said), m_panel.size(), failures_of(said),
                           "; it is released on " + std::to_string(counted.good) + ", the rest ends with the lease");
        out.result = counted.stale > 0  ? LeaseResult::stale
                     : counted.good > 0 ? LeaseResult::expired
                                        : LeaseResult::not_owner;
        out.holder = counted.votes.winner(now);
        return {std::move(out), now};
    }

    Answer<ForceAnswer> force_release(const ForceRelease& request) override
    {
        const auto said =
            m_panel.ask<ForceAnswer>([r = by_owner_alone(request)](Session& s) { return s.locks().force_release(r); });
        const auto now = middle_time(said);
        std::size_t released = 0;
        Votes votes;
        for (const auto& one : said) {
            if (!one || !*one)
                continue;
            released += (*one)->result == ForceResult::released;
            votes.add((*one)->holder, one->store_time());
        }
        if (answered(said) < m_panel.quorum())
            return too_few(answered(said), m_panel.size(), failures_of(said),
                           "; it was released on " + std::to_string(released));
        ForceAnswer out;
        if (released > 0)
            out.result = ForceResult::released;
        else
            out.holder = votes.winner(now);
        return {std::move(out), now};
    }

    /// The command is the same on every server.
    Answer<ForcePreview> preview_force_release(const ForceRelease& request) override
    {
        const auto said = m_panel.look<ForcePreview>(
            [r = by_owner_alone(request)](Session& s) { return s.locks().preview_force_release(r); });
        for (const auto& one : said)
            if (one && *one)
                return {**one, middle_time(said)};
        return too_few(0, m_panel.size(), failures_of(said));
    }

    Answer<CoolingEnd> end_cooling(const EndCooling&) override
    {
        return cannot("keeps no lock for nobody: there is no hold-off to end");
    }

    Answer<std::optional<LockRow>> find(const LockName& name) override
    {
        using Row = std::optional<LockRow>;
        const auto said = m_panel.look<Row>([name](Session& s) { return s.locks().find(name); });
        if (answered(said) == 0)
            return too_few(0, m_panel.size(), failures_of(said));
        std::vector<View> views;
        for (std::size_t i = 0; i < said.size(); ++i) {
            const bool reachable = said[i] && *said[i];
            views.push_back({m_panel.name(i), reachable, reachable ? said[i]->value() : Row{},
                             reachable ? said[i]->store_time() : std::nullopt});
        }
        const auto now = middle_time(said);
        return {joined(name.str(), views, m_panel.quorum(), now), now};
    }

    /// `raw` of each row contains the view of each server.
    Answer<Page<LockRow>> list(const ListRequest& request) override
    {
        using Rows = Page<LockRow>;
        const auto said = m_panel.look<Rows>([](Session& s) { return s.locks().list({{}, longest_look}); });
        if (answered(said) == 0)
            return too_few(0, m_panel.size(), failures_of(said));
        const auto now = middle_time(said);
        Page<LockRow> page;
        std::vector<std::map<std::string, LockRow>> seen(said.size());
        std::set<std::string> names;
        for (std::size_t i = 0; i < said.size(); ++i) {
            if (!said[i] || !*said[i])
                continue;
            page.truncated = page.truncated || (*said[i])->truncated;
            for (const LockRow& row : (*said[i])->rows) {
                names.insert(row.name);
                seen[i].emplace(row.name, row);
            }
        }
        for (const std::string& name : names) {
            std::vector<View> views;
            for (std::size_t i = 0; i < said.size(); ++i) {
                const bool reachable = said[i] && *said[i];
                const auto found = seen[i].find(name);
                views.push_back({m_panel.name(i), reachable,
                                 found == seen[i].end() ? std::nullopt : std::optional(found->second),
                                 reachable ? said[i]->store_time() : std::nullopt});
            }
            auto row = joined(name, views, m_panel.quorum(), now);
            const auto field = [&](std::string_view key) { return filter_field(*row, now.value_or(TimePoint{}), key); };
            if (!row || !request.filter.matches(field))
                continue;
            if (page.rows.size() == request.limit) {
                page.truncated = true;
                break;
            }
            page.rows.push_back(std::move(*row));
        }
        return {std::move(page), now};
    }

private:
    struct Try
    {
        Answer<Acquisition> answer;
        bool final = false; ///< another try would have the same result
    };

    Try try_once(const AcquireRequest& request)
    {
        const auto begin = Clock::now();
        const auto tally = [](const Said<Acquisition>& said) {
            std::pair<std::size_t, Votes> out;
            for (const auto& one : said) {
                if (!one || !*one)
                    continue;
                if ((*one)->result == AcquireResult::acquired)
                    ++out.first;
                else
                    out.second.add((*one)->holder, one->store_time());
            }
            return out;
        };
        const auto said =
            m_panel.ask<Acquisition>([request](Session& s) { return s.locks().acquire(request); },
                                     [&](const Said<Acquisition>& so_far) {
                                         const auto [acquired, others] = tally(so_far);
                                         return acquired >= m_panel.quorum() || others.most() >= m_panel.quorum();
                                     });
        const auto now = middle_time(said);
        std::vector<Duration> left;
        Acquisition out;
        for (const auto& one : said) {
            if (!one || !*one || (*one)->result != AcquireResult::acquired)
                continue;
            left.push_back(left_until((*one)->expires_at, one->store_time()));
            out.extended = out.extended || (*one)->extended;
            if ((*one)->acquired_at)
                out.acquired_at = now;
        }
        const Duration valid = validity(left, m_panel.quorum(), since(begin));
        if (valid > Duration{0}) {
            out.result = AcquireResult::acquired;
            out.holds = 1;
            if (now && valid != no_end)
                out.expires_at = add(*now, valid);
            out.holder = Holder{request.owner.str(), FencingToken{}, out.expires_at};
            return {{std::move(out), now}, true};
        }
        undo(request, said);
        const auto others = tally(said).second;
        if (answered(said) < m_panel.quorum())
            return {too_few(answered(said), m_panel.size(), failures_of(said)), false};
        Acquisition busy;
        busy.holder = others.winner(now);
        if (busy.holder)
            busy.expires_at = busy.holder->expires_at;
        return {{std::move(busy), now}, others.most() >= m_panel.quorum()};
    }

    // Includes servers with an unknown outcome: the release follows the request. Holds from before this call are kept.
    void undo(const AcquireRequest& request, const Said<Acquisition>& said)
    {
        bool had_before = false;
        for (const auto& one : said)
            had_before = had_before || (one && *one && (*one)->result == AcquireResult::acquired && !(*one)->acquired_at);
        std::vector<bool> whom;
        for (const auto& one : said) {
            const bool fresh = one && *one && (*one)->result == AcquireResult::acquired && (*one)->acquired_at;
            const bool unknown = !one || one->is_in_doubt();
            whom.push_back(fresh || (unknown && !had_before));
        }
        (void)m_panel.ask<LeaseAnswer>([name = request.name, owner = request.owner](
                                           Session& s) { return s.locks().release(name, owner, FencingToken{}); },
                                       {}, whom, true);
    }

    Panel& m_panel;
    std::minstd_rand m_random;
};

} // namespace

std::unique_ptr<Locks> make_redlock_locks(Panel& panel) { return std::make_unique<RedlockLocks>(panel); }

} // namespace lockdesk::redlock

// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/redis/key_locks.h"

#include "backends/engine/contracts/bare_locks.h"
#include "backends/engine/text/text.h"
#include "backends/redis/key_scripts.h"
#include "backends/redis/lists.h"

#include <algorithm>
#include <array>
#include <set>

namespace lockdesk::redis {

namespace {

using Kind = KeyFormat::Kind;

// A later expiry would exceed the range of the server and of a double.
constexpr std::int64_t longest_ms = 7'000'000'000'000;

std::int64_t lease_ms(Duration lease) { return std::min(longest_ms, (lease.count() - 1) / 1000 + 1); }

std::optional<Holder> holder_of(View owner, View ends)
{
    if (owner.nil() || owner.text().empty())
        return std::nullopt;
    return Holder{owner.str(), FencingToken{}, ends.time()};
}

LeaseAnswer key_lease_answer(const Reply& r)
{
    constexpr std::array<LeaseResult, 6> results{LeaseResult::renewed, LeaseResult::released,  LeaseResult::still_held,
                                                 LeaseResult::cooling, LeaseResult::not_owner, LeaseResult::stale};
    LeaseAnswer out;
    out.result = results[static_cast<std::size_t>(std::clamp<std::int64_t>(r[1].integer(), 0, 5))];
    out.holds = r[2].integer();
    out.extended = r[3].integer() == 1;
    out.acquired_at = r[4].time();
    out.expires_at = r[5].time();
    out.holder = holder_of(r[6], r[7]);
    return out;
}

KeySeen seen_in(std::string key, View value, View ends, View listeners)
{
    return {std::move(key), value, ends.number().value_or(-1), listeners.integer()};
}

Failure cannot(const KeyFormat& format, const char* what)
{
    return Failure::unsupported("the format " + format.source + " " + what);
}

/// Locks in the keys of another library, without tokens. A new grant has its start in the answer; a repeated one to the
/// same owner has none (ShedLock: the same start). In a sandbox: plain string keys, with acquire, renew and release only.
class KeyLocks final : public BareLocks
{
public:
    KeyLocks(Link& link, KeyFormat format)
        : BareLocks(cannot(format, "leaves nothing that could be collected: a free lock has no key"),
                    cannot(format, "keeps no waiters")),
          m_link(link), m_format(std::move(format))
    {
    }

    Answer<Acquisition> acquire(const AcquireRequest& request) override
    {
        Wire& wire = m_link.call_on(scripts().acquire, m_format.key(request.name.str()));
        wire.add(request.owner.str()).add(lease_ms(request.lease));
        if (m_format.kind == Kind::redisson)
            wire.add(requests_key(request.name.str())).add(request_mark(request.request.str()));
        if (m_format.kind == Kind::shedlock)
            wire.add(shedlock_id(request.request));
        auto answer = m_link.run();
        if (!answer)
            return answer.failure();
        const Reply& r = *answer;
        Acquisition out;
        const auto code = r[1].integer();
        out.result = code == 0 ? AcquireResult::acquired : code == 1 ? AcquireResult::busy : AcquireResult::cooling;
        out.holds = r[2].integer();
        out.extended = r[3].integer() == 1;
        out.acquired_at = r[4].time();
        out.expires_at = r[5].time();
        out.holder = holder_of(r[6], r[7]);
        return {std::move(out), r.now};
    }

    Answer<LeaseAnswer> renew(const LockName& name, const OwnerId& owner, FencingToken token, Duration lease) override
    {
        Wire& wire = m_link.call_on(scripts().renew, m_format.key(name.str()));
        wire.add(owner.str()).add(token.number()).add(lease_ms(lease));
        if (m_format.kind == Kind::redisson)
            wire.add(requests_key(name.str()));
        return decoded(m_link.run(), key_lease_answer);
    }

    Answer<LeaseAnswer> release(const LockName& name, const OwnerId& owner, FencingToken token, Duration at_least) override
    {
        if (at_least > Duration{0} && m_format.kind != Kind::shedlock)
            return cannot(m_format, "cannot keep a lock for nobody: release it without --at-least");
        Wire& wire = m_link.call_on(scripts().release, m_format.key(name.str()));
        wire.add(owner.str()).add(token.number());
        if (m_format.kind == Kind::redisson)
            wire.add(requests_key(name.str())).add(m_format.channel(name.str())).add(fair_queue_key(name.str()));
        if (m_format.kind == Kind::shedlock)
            wire.add(std::min(at_least.count(), longest_ms * 1000));
        return decoded(m_link.run(), key_lease_answer);
    }

    Answer<ForceAnswer> force_release(const ForceRelease& request) override
    {
        auto forced = prepare(request);
        if (!forced)
            return forced.failure();
        ForceAnswer out;
        out.holder = forced->holder;
        if (forced->words.empty())
            return {out, forced.store_time()};
        if (m_link.read_only())
            forced->words[0] = "EVAL_RO";
        auto reply = m_link.as_shown("key_force_release", forced->words);
        if (!reply)
            return reply.failure();
        const auto code = View(reply->get()).integer();
        if (code < 0)
            return cannot(
                m_format,
                "is not what this key holds: it is a read-write lock, a multi-lock or data of another kind. Nothing "
                "was changed");
        if (code == 1)
            return {ForceAnswer{ForceResult::released, {}, {}, {}}, forced.store_time()};
        const auto row = find(request.name);
        if (!row)
            return row.failure();
        out.holder = *row && !(*row)->owner.empty()
                         ? std::optional(Holder{(*row)->owner, FencingToken{}, (*row)->expires_at})
                         : std::nullopt;
        return {out, row.store_time()};
    }

    Answer<CoolingEnd> end_cooling(const EndCooling&) override
    {
        return cannot(m_format, "has no hold-off; what its own programs keep for nobody stays theirs");
    }

    Answer<ForcePreview> preview_force_release(const ForceRelease& request) override
    {
        auto forced = prepare(request);
        if (!forced)
            return forced.failure();
        ForcePreview out;
        std::string line;
        for (const std::string& word : forced->words)
            line += (line.empty() ? "" : " ") + quoted_argument(word);
        if (!line.empty())
            out.commands.push_back(line);
        out.wakes = forced->wakes;
        out.protection = Protection::none;
        return {std::move(out), forced.store_time()};
    }

    Answer<std::optional<LockRow>> find(const LockName& name) override
    {
        auto answer = look_at(name);
        if (!answer)
            return answer.failure();
        const Reply& r = *answer;
        return {key_row(m_format, seen_in(m_format.key(name.str()), r[1], r[2], r[3]), r.now, true), r.now};
    }

    /// Scans the database for a bounded time; `truncated` if that did not suffice.
    Answer<Page<LockRow>> list(const ListRequest& request) override
    {
        if (m_link.in_sandbox())
            return cannot(m_format, "cannot be looked at in a sandbox");
        if (const std::string* demand = demanded(request.filter, "name"))
            if (const auto name = LockName::parse(*demand)) {
                auto row = find(*name);
                if (!row)
                    return row.failure();
                Page<LockRow> page;
                if (*row && fits(request.filter, **row, row.store_time().value_or(TimePoint{})))
                    page.rows.push_back(std::move(**row));
                return {std::move(page), row.store_time()};
            }
        const auto until =
            std::chrono::steady_clock::now() + std::min(m_link.timeout() / 2, Duration{std::chrono::seconds{2}});
        auto collector = collector_of<LockRow>(request);
        std::set<std::string> shown; // SCAN may return a key twice
        std::string cursor = "0";
        TimePoint now{};
        do {
            m_link.call_on(key_look_script(), "")
                .add(cursor)
                .add(m_format.pattern())
                .add(m_format.type())
                .add(m_format.channels());
            auto answer = m_link.run();
            if (!answer)
                return answer.failure();
            now = answer->now;
            cursor = (*answer)[1].str();
            const View rows = (*answer)[2];
            for (std::size_t i = 0; i < rows.size() && !collector.full(); ++i) {
                const View one = rows[i];
                auto row = key_row(m_format, seen_in(one[0].str(), one[1], one[2], one[3]), now, false);
                if (row && shown.insert(one[0].str()).second)
                    collector.offer(std::move(*row), now);
            }
        } while (cursor != "0" && !collector.full() && std::chrono::steady_clock::now() < until);
        std::sort(collector.rows().begin(), collector.rows().end(),
                  [](const LockRow& a, const LockRow& b) { return a.name < b.name; });
        auto page = collector.page(static_cast<std::int64_t>(shown.size()));
        if (cursor != "0") {
            page.truncated = true;
            page.about.reset();
        }
        return {std::move(page), now};
    }

private:
    struct Forced
    {
        std::vector<std::string> words; ///< empty: the lock has changed meanwhile
        std::int64_t wakes = 0;
        std::optional<Holder> holder;
    };

    [[nodiscard]] const KeyScripts& scripts() const
    {
        return m_link.in_sandbox() ? string_scripts_in_sandbox() : key_scripts(m_format.kind);
    }

    // Compares with the current value, provided that it still is the lock that was shown.
    Answer<Forced> prepare(const ForceRelease& request)
    {
        if (request.hold_off > Duration{0})
            return cannot(m_format, "cannot keep a lock for nobody: release it without --hold-off");
        auto answer = look_at(request.name);
        if (!answer)
            return answer.failure();
        const Reply& r = *answer;
        const auto row = key_row(m_format, seen_in(m_format.key(request.name.str()), r[1], r[2], r[3]), r.now, true);
        Forced out;
        out.wakes = r[3].integer();
        if (row && !row->owner.empty())
            out.holder = Holder{row->owner, FencingToken{}, row->expires_at};
        bool same = row && request.if_token == FencingToken{}
                    && (!request.if_expires_at || request.if_expires_at == row->expires_at);
        std::string value = request.if_owner.str();
        if (m_format.kind == Kind::shedlock) {
            same = same && row->owner == value && (!request.if_acquired_at || request.if_acquired_at == row->acquired_at);
            value = r[1].str();
        }
        // The command itself checks the owner, so that it is the same whatever happens to the
        // lock meanwhile.
        if (same || (m_format.kind != Kind::shedlock && request.if_token == FencingToken{}))
            out.words = key_release_words(m_format, request.name.str(), value, request.if_expires_at);
        return {std::move(out), r.now};
    }

    Answer<Reply> look_at(const LockName& name)
    {
        if (m_link.in_sandbox())
            return cannot(m_format, "cannot be looked at in a sandbox");
        m_link.call_on(key_find_script(), m_format.key(name.str())).add(m_format.type()).add(m_format.channel(name.str()));
        return m_link.run();
    }

    Link& m_link;
    const KeyFormat m_format;
};

} // namespace

std::unique_ptr<Locks> make_key_locks(Link& link, KeyFormat format)
{
    return std::make_unique<KeyLocks>(link, std::move(format));
}

} // namespace lockdesk::redis

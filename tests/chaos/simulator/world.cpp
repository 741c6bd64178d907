// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/chaos/simulator/world.h"

#include "backends/memory/memory_store.h"

#include <atomic>
#include <cstdio>

namespace lockdesk::simulator {

namespace {

Failure lost(const char* what) { return Failure::in_doubt(what).try_again().disconnected(); }

std::string reply(const Acquisition& a)
{
    return std::string(word(a.result)) + (a.token ? " token " + std::to_string(a.token->number()) : "") + " holds "
           + std::to_string(a.holds);
}
std::string reply(const LeaseAnswer& a) { return std::string(word(a.result)) + " holds " + std::to_string(a.holds); }
std::string reply(const ForceAnswer& a) { return word(a.result); }
std::string reply(const StepAnswer& a) { return word(a.result); }
std::string reply(const DeliveryAnswer& a) { return a.accepted ? "accepted" : "not accepted"; }
std::string reply(bool yes) { return yes ? "yes" : "no"; }
std::string reply(std::int64_t n) { return std::to_string(n); }
template <class Row> std::string reply(const std::vector<Row>& rows)
{
    std::string text = "[";
    for (const Row& row : rows)
        text += " " + row.id + " token " + std::to_string(row.token.number());
    return text + " ]";
}

} // namespace

Counts& Counts::operator+=(const Counts& o)
{
    steps += o.steps, calls += o.calls, writes += o.writes, refused += o.refused, crashes += o.crashes, freezes += o.freezes;
    lost_replies += o.lost_replies, cut += o.cut, late_calls += o.late_calls, jumps += o.jumps;
    return *this;
}

World::World(std::uint64_t seed, bool fenced, bool verbose,
             const std::function<std::unique_ptr<Session>(std::unique_ptr<Session>)>& decorate)
    : random(seed), journal(verbose), m_fenced(fenced), m_judge(random)
{
    static std::atomic<int> number = 0;
    m_name = "simulated" + std::to_string(++number);
    set_up_memory_store(m_name, {clock, {}});
    m_store = *open_memory_store(*StoreUrl::parse("memory:" + m_name));
    m_session = *m_store->open({});
    if (decorate)
        m_session = decorate(std::move(m_session));
    for (const char* phase : {first_phase, second_phase})
        (void)m_session->tasks().set_rule({task_kind.str(), phase, lock_timeout, BackoffPolicy::progressive, max_failures});
}

World::~World()
{
    m_session.reset();
    forget_memory_store(m_name);
}

std::string World::stamp() const
{
    char text[48];
    std::snprintf(text, sizeof text, "#%-4lld +%.6f s  ", static_cast<long long>(counts.steps),
                  static_cast<double>((now() - VirtualClock::default_start).count()) / 1e6);
    return text;
}

template <class T, class Call>
Answer<T> World::send(const std::string& who, const char* verb, const std::string& what, Call call)
{
    ++counts.calls;
    const auto fate = m_calm ? 99 : random.below(32);
    if (fate == 0) {
        ++counts.cut;
        say(who, [&] { return std::string(verb) + " " + what + " -> did not arrive"; });
        return Failure::unavailable("unreachable").try_again().disconnected();
    }
    if (fate == 1 || fate == 2) {
        ++counts.late_calls;
        say(who, [&] { return std::string(verb) + " " + what + " -> is under way, given up by its caller"; });
        m_under_way.emplace_back([this, who, verb, what, call] {
            Answer<T> answer = call();
            say(who, [&] {
                return std::string(verb) + " " + what + " (arrives late) -> " + (answer ? reply(*answer) : "failure");
            });
        });
        return lost("it took too long");
    }
    // Logged before the judge may throw: the last line of a replay is the broken step.
    say(who, [&] { return std::string(verb) + " " + what; });
    Answer<T> answer = call();
    say(who, [&] {
        return std::string("    -> ") + (answer ? reply(*answer) : answer.failure().message)
               + (fate < 6 ? " (reply lost)" : "");
    });
    if (fate >= 6)
        return answer;
    ++counts.lost_replies;
    return lost("the reply was lost");
}

Answer<Acquisition> World::acquire(const AcquireRequest& r)
{
    return send<Acquisition>(r.owner.str(), "acquire", r.name.str() + " request " + r.request.str(), [this, r] {
        auto a = m_session->locks().acquire(r);
        m_judge.acquired(r, a, now());
        return a;
    });
}

Answer<LeaseAnswer> World::renew(const LockName& n, const OwnerId& o, FencingToken t, Duration lease)
{
    return send<LeaseAnswer>(o.str(), "renew", n.str() + " token " + std::to_string(t.number()), [this, n, o, t, lease] {
        auto a = m_session->locks().renew(n, o, t, lease);
        m_judge.renewed(n, o, t, lease, a, now());
        return a;
    });
}

Answer<LeaseAnswer> World::release(const LockName& n, const OwnerId& o, FencingToken t, Duration at_least)
{
    return send<LeaseAnswer>(o.str(), "release", n.str() + " token " + std::to_string(t.number()),
                             [this, n, o, t, at_least] {
                                 auto a = m_session->locks().release(n, o, t, at_least);
                                 m_judge.released(n, o, t, at_least, a, now());
                                 return a;
                             });
}

Answer<ForceAnswer> World::force_release(const ForceRelease& r)
{
    return send<ForceAnswer>(r.who, "force-release", r.name.str() + " of " + r.if_owner.str(), [this, r] {
        auto a = m_session->locks().force_release(r);
        m_judge.forced(r, a, now());
        return a;
    });
}

Answer<bool> World::write(const std::string& resource, FencingToken t, const std::string& who)
{
    return send<bool>(who, "write", resource + " token " + std::to_string(t.number()),
                      [this, resource, t, who]() -> Answer<bool> {
                          if (m_fenced) {
                              const auto name = Resource::trusted(resource);
                              const auto a = m_session->fence().admit(name, t, who);
                              m_judge.admitted(name, t, a);
                              if (!a->admitted) {
                                  ++counts.refused;
                                  return false;
                              }
                          }
                          ++counts.writes;
                          m_judge.written(resource, t, who);
                          return true;
                      });
}

Answer<std::vector<TaskRow>> World::claim(const ClaimRequest& r)
{
    const std::string what = r.phase.str() + " claim " + r.claim.str() + (r.asking_again ? " again" : "");
    return send<std::vector<TaskRow>>(r.owner.str(), "claim", what, [this, r] {
        auto a = m_session->tasks().claim(r);
        m_judge.claimed(r, a, now());
        return a;
    });
}

Answer<StepAnswer> World::apply(const TaskStep& s)
{
    constexpr const char* verbs[]{"unlock", "relock", "relock by backoff", "advance", "extend", "fail"};
    const std::string what = s.id.str() + " token " + std::to_string(s.token.number());
    return send<StepAnswer>(s.owner.str(), verbs[s.what.index()], what, [this, s]() -> Answer<StepAnswer> {
        const auto all = m_session->tasks().apply({&s, 1});
        must(all.is_result() && all->size() == 1, "one answer per step", s.id.str());
        m_judge.stepped(s, all->front(), now());
        return all->front();
    });
}

Answer<StepAnswer> World::relock_forced(const ForcedRelock& r)
{
    return send<StepAnswer>(r.who, "forced relock", r.id.str() + " of " + r.if_owner, [this, r] {
        auto a = m_session->tasks().relock_forced(r);
        m_judge.relock_forced(r, a, now());
        return a;
    });
}

Answer<bool> World::send_off(const NewMessage& m)
{
    return send<bool>("producer", "add", m.id.str(), [this, m] {
        auto a = m_session->outbox().add(m);
        m_judge.sent_off(m, a, now());
        return a;
    });
}

Answer<std::vector<MessageRow>> World::claim(const MessageClaim& r)
{
    const std::string what = r.claim.str() + (r.asking_again ? " again" : "");
    return send<std::vector<MessageRow>>(r.owner.str(), "outbox claim", what, [this, r] {
        auto a = m_session->outbox().claim(r);
        m_judge.claimed(r, a, now());
        return a;
    });
}

void World::deliver(const std::string& who, const std::string& message)
{
    say(who, [&] { return "delivers " + message; });
    m_judge.delivered(message);
}

Answer<DeliveryAnswer> World::settle(const Delivery& d)
{
    return send<DeliveryAnswer>(d.owner.str(), d.delivered ? "settle" : "settle failed", d.id.str(),
                                [this, d]() -> Answer<DeliveryAnswer> {
                                    const auto all = m_session->outbox().settle({&d, 1});
                                    must(all.is_result() && all->size() == 1, "one answer per delivery", d.id.str());
                                    m_judge.settled(d, all->front(), now());
                                    return all->front();
                                });
}

Answer<std::vector<MessageRow>> World::retry_dead()
{
    return send<std::vector<MessageRow>>("operator", "retry dead", "all", [this] {
        auto a = m_session->outbox().retry_dead({});
        m_judge.revived(a, now());
        return a;
    });
}

Answer<std::int64_t> World::collect()
{
    return send<std::int64_t>("operator", "collect", "locks", [this] {
        auto a = m_session->locks().collect(Duration{0});
        m_judge.collected(Duration{0}, a, now());
        return a;
    });
}

void World::add_tasks(int count)
{
    for (int i = 0; i < count; ++i) {
        const NewTask task{TaskId::trusted(fresh("task")), task_kind, Phase::trusted(first_phase), DesiredState::running,
                           "{}"};
        (void)m_session->tasks().add({&task, 1});
        m_judge.added(task.id, now());
    }
}

void World::pass_time()
{
    using namespace std::chrono_literals;
    ++counts.jumps;
    const auto before = now();
    const auto edge = m_judge.edge_after(before);
    switch (random.below(4)) {
    case 0: jump(random.up_to(12s)); break;
    case 1: jump(random.up_to(400ms)); break;
    default:
        if (!edge)
            jump(random.up_to(1s));
        else
            clock->set(std::max(before, *edge + Duration{static_cast<std::int64_t>(random.below(3)) - 1}));
    }
    say("time", [&] { return "passes"; });
}

void World::let_one_arrive()
{
    const auto which = static_cast<std::ptrdiff_t>(random.below(m_under_way.size()));
    const auto call = std::move(m_under_way[static_cast<std::size_t>(which)]);
    m_under_way.erase(m_under_way.begin() + which);
    call();
}

void World::calm()
{
    m_calm = true;
    say("world", [] { return std::string("calms down: everything under way arrives, nothing more goes wrong"); });
    while (calls_under_way())
        let_one_arrive();
}

void World::check_the_end()
{
    const auto rows = m_session->audit().list({});
    must(rows.is_result(), "the audit can be read", "list");
    m_judge.at_the_end(rows->rows.size());
}

} // namespace lockdesk::simulator

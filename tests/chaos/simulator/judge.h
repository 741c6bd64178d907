// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/store.h"
#include "tests/chaos/simulator/basics.h"
#include "tests/support/lock_model.h"
#include "tests/support/task_model.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace lockdesk::simulator {

inline constexpr Duration lock_timeout = std::chrono::seconds{5}; ///< of the phases in which tasks are claimed
inline constexpr std::int64_t max_failures = 8;                   ///< in these phases
inline const auto task_kind = TaskKind::trusted("job");
inline constexpr const char* first_phase = "A";
inline constexpr const char* second_phase = "B";
inline constexpr const char* last_phase = "Done";

/// Throws a Violation unless the condition holds.
inline void must(bool holds, const char* promise, const std::string& subject)
{
    if (!holds)
        throw Violation(std::string(promise) + ": " + subject);
}

/// Tracks what was granted, from the store's true answer to every call that reached it. Throws Violation at the first
/// answer that breaks a promise: one of its own, or a rule of backends/engine/rules.
class Judge
{
public:
    explicit Judge(Random& random) : m_random(random) {}

    // locks
    void acquired(const AcquireRequest& r, const Answer<Acquisition>& a, TimePoint now);
    void renewed(const LockName& n, const OwnerId& o, FencingToken t, Duration lease, const Answer<LeaseAnswer>& a,
                 TimePoint now);
    void released(const LockName& n, const OwnerId& o, FencingToken t, Duration at_least, const Answer<LeaseAnswer>& a,
                  TimePoint now);
    void forced(const ForceRelease& r, const Answer<ForceAnswer>& a, TimePoint now);

    void collected(Duration older_than, const Answer<std::int64_t>& a, TimePoint now);

    // the protected resource
    void admitted(const Resource& r, FencingToken t, const Answer<FenceAnswer>& a);
    /// A write has reached the resource.
    void written(const std::string& resource, FencingToken t, const std::string& who);

    // tasks
    void added(const TaskId& id, TimePoint now);
    void claimed(const ClaimRequest& r, const Answer<std::vector<TaskRow>>& a, TimePoint now);
    void stepped(const TaskStep& s, const StepAnswer& a, TimePoint now);
    void relock_forced(const ForcedRelock& r, const Answer<StepAnswer>& a, TimePoint now);

    // outbox
    void sent_off(const NewMessage& m, const Answer<bool>& a, TimePoint now);
    void claimed(const MessageClaim& r, const Answer<std::vector<MessageRow>>& a, TimePoint now);
    void begun(const DeliveryBegin& r, const Answer<bool>& a, TimePoint now);
    void delivered(const std::string& message);
    void settled(const Delivery& d, const DeliveryAnswer& a, TimePoint now);
    void revived(const Answer<std::vector<MessageRow>>& a, TimePoint now);

    // what holders believe
    /// A holder that trusts a lease must have it.
    void trusted(const LockName& n, const OwnerId& o, FencingToken t, TimePoint now) const;
    /// A relay that delivers a message must hold it and have recorded that before.
    void delivers(const std::string& message, const OwnerId& o, FencingToken t) const;

    /// Returns an instant after `now` at which something becomes due or expires; for jumps to the very edge.
    std::optional<TimePoint> edge_after(TimePoint now);
    [[nodiscard]] bool all_done() const;
    /// Checks the final state, after everything had time to recover.
    void at_the_end(std::size_t audit_rows) const;

private:
    struct Protected
    {
        std::int64_t last_written = 0;
        std::string writer;
    };
    enum class Way { pending, sending, sent, dead };
    struct Message
    {
        Way way = Way::pending;
        std::string owner, claim_id;
        std::int64_t token = 0, tries = 0, cuts = 0, deliveries = 0;
        TimePoint next_at{}, lease_until{};
        bool begun = false; ///< a delivery without a reported result
    };

    /// The answer is the one of the rules.
    template <class T>
    static void by_the_rules(const char* verb, const std::string& subject, const T& answer, const T& expected)
    {
        must(test::same(answer, expected), "a store answers what the rules say",
             std::string(verb) + " " + subject + ": " + test::line(answer) + ", not " + test::line(expected));
    }
    /// Of grants and forced releases: also above those of rows that are gone.
    void raised(const std::string& name, std::optional<FencingToken> token);
    /// Returns true if it is a claim asked again, whose answer is as it was.
    bool asked_again(const ClaimRequest& r, const std::vector<TaskRow>& rows) const;
    static bool due(const Message& m, TimePoint now)
    {
        return (m.way == Way::pending && m.next_at <= now) || (m.way == Way::sending && m.lease_until <= now);
    }

    Random& m_random;
    test::LockModel m_locks;
    std::map<std::string, std::int64_t> m_tops; ///< the largest token of each lock
    std::map<std::string, Protected> m_resources;
    test::TaskModel m_tasks{{{task_kind.str(), first_phase, lock_timeout, BackoffPolicy::progressive, max_failures},
                             {task_kind.str(), second_phase, lock_timeout, BackoffPolicy::progressive, max_failures}}};
    std::map<std::string, std::int64_t> m_finished; ///< of each task the largest token whose holder has released it
    std::map<std::string, Message> m_messages;
    std::int64_t m_forced = 0; ///< forced actions, all of which the audit must have
};

} // namespace lockdesk::simulator

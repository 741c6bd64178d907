// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/chaos/simulator/planted.h"

#include "tests/chaos/simulator/simulator.h"
#include "tests/contract/mutants_forward.h"

#include <array>

namespace lockdesk::simulator {

namespace {

// A task keeps the token of its first claim.
struct ClaimKeepsToken : contract::ForwardTasks
{
    using ForwardTasks::ForwardTasks;
    Answer<std::vector<TaskRow>> claim(const ClaimRequest& r) override
    {
        auto rows = m_base.claim(r);
        if (rows)
            for (TaskRow& row : *rows)
                row.token = FencingToken(1);
        return rows;
    }
    Answer<std::vector<StepAnswer>> apply(std::span<const TaskStep> steps) override
    {
        std::vector<TaskStep> others(steps.begin(), steps.end());
        for (TaskStep& step : others)
            if (const auto row = m_base.find(step.id); row && *row)
                step.token = (*row)->token;
        auto answers = m_base.apply(others);
        if (answers)
            for (StepAnswer& answer : *answers)
                if (answer.row)
                    answer.row->token = FencingToken(1);
        return answers;
    }
};

// A message whose answer is lost is not stored.
struct MessageNotKept : contract::ForwardOutbox
{
    using ForwardOutbox::ForwardOutbox;
    Answer<bool> add(const NewMessage&) override { return true; }
};

template <class Into> contract::Decorate plant(Into into)
{
    return [into](std::unique_ptr<Session> session) -> std::unique_ptr<Session> {
        auto spoiled = std::make_unique<contract::ForwardSession>(std::move(session));
        into(*spoiled);
        return spoiled;
    };
}

} // namespace

contract::Decorate planted(const std::string& mutant)
{
    using contract::ForwardSession;
    if (mutant == "claim_keeps_token")
        return plant([](ForwardSession& s) { s.new_tasks = std::make_unique<ClaimKeepsToken>(s.base().tasks()); });
    if (mutant == "message_not_kept")
        return plant([](ForwardSession& s) { s.new_outbox = std::make_unique<MessageNotKept>(s.base().outbox()); });
    return contract::mutant_named(mutant);
}

// Not included: mutants of waiters, records, draws, the change log or read-only sessions, which no schedule uses.
std::span<const std::string> mutant_names()
{
    static const std::array<std::string, 30> names{"acquire_ignores_holder",
                                                   "claim_keeps_token",
                                                   "message_not_kept",
                                                   "release_without_token",
                                                   "release_without_owner",
                                                   "renew_without_token",
                                                   "token_checked_before_owner",
                                                   "expiry_off_by_one",
                                                   "client_clock",
                                                   "token_starts_again",
                                                   "collect_without_floor",
                                                   "shortened_reentry",
                                                   "holds_not_raised",
                                                   "renew_raises_holds",
                                                   "request_forgotten",
                                                   "at_least_ignored",
                                                   "cooling_for_others_only",
                                                   "force_without_token",
                                                   "force_like_release",
                                                   "fence_admits_smaller",
                                                   "fence_refuses_equal",
                                                   "claim_ignores_held",
                                                   "claim_takes_one_more",
                                                   "claim_due_not_strict",
                                                   "claim_without_id",
                                                   "claim_unfair",
                                                   "unlock_by_id_alone",
                                                   "unlock_touches_updated_at",
                                                   "late_settle_accepted",
                                                   "message_lease_ignored"};
    return names;
}

} // namespace lockdesk::simulator

// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/contract/mutants.h"

#include <array>

namespace lockdesk::contract {

std::span<const std::string> mutant_names()
{
    static const std::array<std::string, 49> names{
        // locks
        "release_without_token", "release_without_owner", "renew_without_token", "token_checked_before_owner",
        "expiry_off_by_one", "client_clock", "token_starts_again", "collect_without_floor", "shortened_reentry",
        "holds_not_raised", "renew_raises_holds", "request_forgotten", "at_least_ignored", "cooling_for_others_only",
        "force_without_token", "end_without_until", "force_like_release", "waiters_not_written", "first_grant_ignores_fence", "floor_not_raised",
        "acquire_ignores_holder", "renew_without_owner", "release_cools", "evidence_forgotten", "evidence_read_again",
        // fence
        "fence_admits_smaller", "fence_refuses_equal",
        // tasks
        "claim_ignores_held", "claim_takes_one_more", "claim_due_not_strict", "claim_without_id", "claim_unfair",
        "unlock_by_id_alone", "unlock_touches_updated_at", "removal_by_id_alone", "collect_takes_parked",
        // draws
        "late_leader_ranks", "batch_backwards", "duplicate_told_as_accepted",
        // outbox, records, changes, audit, sessions
        "late_settle_accepted", "stale_write_stays", "update_without_version", "gone_rows_kept", "audit_empty",
        "read_only_ignored", "message_lease_ignored", "late_begin_accepted", "begin_not_kept", "topic_ignored"};
    return names;
}

std::span<const std::string> lead_mutant_names()
{
    static const std::array<std::string, 6> names{"acquire_ignores_holder", "renew_without_owner",  "release_cools",
                                                  "token_starts_again",     "fence_admits_smaller", "force_like_release"};
    return names;
}

} // namespace lockdesk::contract

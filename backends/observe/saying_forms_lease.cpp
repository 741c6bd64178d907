// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
//
// The English texts of the advice about leases, and of waits, as in saying_forms.cpp.
#include "backends/observe/saying_forms_lease.h"

namespace lockdesk {

#define TRANSLATED(context, text) text

const std::vector<SayingForm>& lease_forms()
{
    using C = SayingCode;
    using T = SayingValue::Type;
    static const std::vector<SayingForm> all{
        {C::lease_holds,
         "lease_holds",
         TRANSLATED("lockdesk::saying", "grants in %3: %2, holds measured: %1"),
         {T::count, T::count, T::age}},
        {C::lease_is, "lease_is", TRANSLATED("lockdesk::saying", "lease %1"), {T::fine}},
        {C::lease_is_endless, "lease_is_endless", TRANSLATED("lockdesk::saying", "a lease without an end"), {}},
        {C::work_took,
         "work_took",
         TRANSLATED("lockdesk::saying", "work: median %1, p99 %2, longest %3"),
         {T::fine, T::fine, T::fine}},
        {C::work_at_least,
         "work_at_least",
         TRANSLATED("lockdesk::saying", "work: median %1, p99 at least %2, longest at least %3"),
         {T::fine, T::fine, T::fine}},
        {C::longest_unrenewed,
         "longest_unrenewed",
         TRANSLATED("lockdesk::saying", "%1 renewed their lease, the longest time without it was %2"),
         {T::count, T::fine},
         TRANSLATED("lockdesk::saying", "%1 renewed its lease, the longest time without it was %2")},
        {C::leases_ended,
         "leases_ended",
         TRANSLATED("lockdesk::saying", "%1 leases ended before the work (%2 %)"),
         {T::count, T::rate},
         TRANSLATED("lockdesk::saying", "%1 lease ended before the work (%2 %)")},
        {C::ended_of_which,
         "ended_of_which",
         TRANSLATED("lockdesk::saying", "%1 of these holders were seen at work later, and %2 were replaced: work ran twice, or may have"),
         {T::count, T::count},
         TRANSLATED("lockdesk::saying", "%1 of these holders was seen at work later, and %2 were replaced: work ran twice, or may have")},
        {C::holders_died,
         "holders_died",
         TRANSLATED("lockdesk::saying", "%1 ended after their holder had died"),
         {T::count},
         TRANSLATED("lockdesk::saying", "%1 ended after its holder had died")},
        {C::too_few_holds, "too_few_holds", TRANSLATED("lockdesk::saying", "too few for advice, which takes %1"), {T::count}},
        {C::would_have_covered,
         "would_have_covered",
         TRANSLATED("lockdesk::saying", "a lease of %1 would have covered all that was seen"),
         {T::fine}},
        {C::lease_is_tight,
         "lease_is_tight",
         TRANSLATED("lockdesk::saying", "it nearly ended before the work: %1 would leave room"),
         {T::fine}},
        {C::lease_fits, "lease_fits", TRANSLATED("lockdesk::saying", "the lease fits"), {}},
        {C::lease_is_generous,
         "lease_is_generous",
         TRANSLATED("lockdesk::saying", "after a crash the others wait for up to %1; %2 would have covered all that was seen"),
         {T::fine, T::fine}},
        {C::waits_for_held_by,
         "waits_for_held_by",
         TRANSLATED("lockdesk::saying", "%1 waits for %2, which %3 holds"),
         {T::text, T::text, T::text}},
        {C::more_in_cycle,
         "more_in_cycle",
         TRANSLATED("lockdesk::saying", "and %1 more of this cycle"),
         {T::count}},
    };
    return all;
}

#undef TRANSLATED

} // namespace lockdesk

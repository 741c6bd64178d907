// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/which_lock/recommendation.h"

#include <QCoreApplication>

namespace lockdesk {

namespace {

using scenarios::Way;

struct RecommendationTexts
{
    Q_DECLARE_TR_FUNCTIONS(Recommendation)
};

// For work that calls other systems, which no transaction can include.
Recommendation outside(const LockNeeds& needs)
{
    const bool often = needs.conflicts == LockNeeds::Conflicts::often;
    const bool longer = needs.length == LockNeeds::Length::longer;
    const bool neverTwice = needs.twice == LockNeeds::Twice::never;
    if (often && neverTwice)
        return {{Way::claim, Way::fence, Way::idempotent},
                longer ? RecommendationTexts::tr("Each claims another row and extends it at work; the token, or a receiver "
                                                 "that keeps ids, refuses whoever is "
                                                 "late.")
                       : RecommendationTexts::tr(
                           "Each claims another row; the token, or a receiver that keeps ids, refuses whoever "
                           "comes back late.")};
    if (often)
        return {{Way::claim},
                longer ? RecommendationTexts::tr(
                    "Each claims another row and extends it while it works; a crash gives it back by itself.")
                       : RecommendationTexts::tr(
                           "Each claims another row, nobody waits, and after a crash it comes back by itself.")};
    if (neverTwice && longer)
        return {{Way::watchdog, Way::fence, Way::idempotent},
                RecommendationTexts::tr(
                    "Renewal keeps the lease as long as it takes; only the token, or a receiver that keeps ids, "
                    "stops a holder that was frozen. One that hangs holds for ever.")};
    if (neverTwice)
        return {{Way::fixed_lease, Way::fence, Way::idempotent},
                RecommendationTexts::tr(
                    "The lease ends by itself after a crash; only the token, or a receiver that keeps ids, stops "
                    "a holder that is late.")};
    if (longer)
        return {{Way::watchdog, Way::session_lock},
                RecommendationTexts::tr(
                    "Renewal, or the connection itself, keeps the lock as long as the holder lives; one that "
                    "hangs holds for ever.")};
    return {{Way::fixed_lease, Way::lock_table},
            RecommendationTexts::tr("A lease longer than the work is enough, and it ends by itself after a crash.")};
}

} // namespace

Recommendation recommend(const LockNeeds& needs)
{
    const bool often = needs.conflicts == LockNeeds::Conflicts::often;
    if (needs.fits == LockNeeds::Fits::statement && often)
        return {{Way::conditional},
                RecommendationTexts::tr(
                    "One conditional UPDATE takes from the hot row without a lock and without a retry: 0 rows "
                    "say that nothing is left.")};
    if (needs.fits == LockNeeds::Fits::statement)
        return {{Way::conditional, Way::optimistic},
                RecommendationTexts::tr(
                    "One statement that looks and writes needs no lock: its condition refuses whoever is late; "
                    "where a person edits in between, the condition is the version.")};
    if (needs.fits == LockNeeds::Fits::transaction && often)
        return {{Way::pessimistic, Way::skip_locked},
                RecommendationTexts::tr(
                    "Waiting in turn is cheaper than work in vain; who may take another row skips locked ones.")};
    if (needs.fits == LockNeeds::Fits::transaction)
        return {
            {Way::optimistic},
            RecommendationTexts::tr("Conflicts are rare, so that a retry now and then costs less than a lock each time.")};
    return outside(needs);
}

} // namespace lockdesk

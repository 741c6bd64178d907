// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/feed/own_faults.h"

#include <QString>

#include <string>

/// What workers write of themselves into their rows: names from outside, joined with English words of ours, which are
/// translated here.
namespace lockdesk::format {

/// `gw-1, gw-2, gw-3 and 2 more`.
QString workerDoing(const std::string& doing);
/// `gateway Creating, Starting; relays exec:send; leads main; guards nightly`.
QString workerWorks(const std::string& kinds);

/// `frozen by you at 14:32:07`; `killed at 14:32:07, not from this window`.
QString ownFault(const OwnFault& fault, TimePoint now);
/// `by you, 14:32:07`: beside the word.
QString ownFaultSince(const OwnFault& fault, TimePoint now);
/// `demo-2/4471 was frozen by you at 14:32:07.`
QString ownFaultSentence(const std::string& owner, const OwnFault& fault, TimePoint now);
/// What a finding is, and its evidence, with the fault of this window that explains it.
QString findingKind(const Finding& finding, const OwnFaults& faults);
QString evidence(const Finding& finding, const OwnFaults& faults, TimePoint now);

} // namespace lockdesk::format

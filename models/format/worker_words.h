// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <string>

/// What workers write of themselves into their rows: names from outside, joined with English words of ours, which are
/// translated here.
namespace lockdesk::format {

/// `gw-1, gw-2, gw-3 and 2 more`.
QString workerDoing(const std::string& doing);
/// `gateway Creating; relays exec:send; leads main; guards nightly`.
QString workerWorks(const std::string& kinds);

} // namespace lockdesk::format

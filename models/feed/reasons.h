// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backends/engine/contracts/rows.h"

#include <QString>

namespace lockdesk {

class Feed;

/// Instant at which to evaluate heartbeats: not after the last read of workers, since later beats are not known.
TimePoint judgedNow(const Feed& feed);
/// Instant at which to evaluate that row: a lease that ended after the last read may have been renewed.
TimePoint judgedAt(const Feed& feed, const LockRow& row);
TimePoint judgedAt(const Feed& feed, const TaskRow& row);

/// Explains why a row does not progress, from all that the feed knows.
QString whyStuck(const Feed& feed, const LockRow& row);
QString whyStuck(const Feed& feed, const TaskRow& row);
QString whyStuck(const Feed& feed, const MessageRow& row);
/// Explains why messages wait; empty: the store has no outbox.
QString whyBacklog(const Feed& feed);

} // namespace lockdesk

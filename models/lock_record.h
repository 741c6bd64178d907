// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backends/engine/rows.h"

#include <QString>

#include <optional>
#include <vector>

namespace lockdesk {

struct ConnectionInfo;

/// The source that acts on this row, as sessions name it.
QString sourceOf(const ConnectionInfo& info, const LockRow& row);

/// The session that holds a session lock, as the server shows it. Empty of other locks.
QString sessionOf(const LockRow& row);
/// `backend 4711, billing from 10.0.0.7, idle in transaction`; empty of other locks.
QString sessionText(const LockRow& row);
/// What it ran last, shortened; may be empty.
QString sessionStatement(const LockRow& row);

/// What each server says of a lock over several.
struct ServerView
{
    QString server;
    QString says; ///< held, missing, other owner, unreachable
    QString owner;
    std::optional<Duration> left;
};
struct QuorumView
{
    qint64 quorum = 0, held = 0;
    Duration valid{0}; ///< how long its holder may trust it
    std::vector<ServerView> servers;
};
std::optional<QuorumView> quorumOf(const LockRow& row);

/// How far a first-come draw has come, of the lock of its consumer.
struct DrawView
{
    qint64 places = 0, accepted = 0, ranked = 0;
};
std::optional<DrawView> drawOf(const LockRow& row);

} // namespace lockdesk

// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/feed/feed_set.h"
#include "models/findings/triage.h"

#include <QHash>
#include <QObject>
#include <QTimer>

namespace lockdesk {

/// The operator's decisions about findings, of each connection, kept in the settings of this program. Mutes end by
/// themselves; an acknowledgement ends when its finding does. GUI thread.
class FindingBook final : public QObject
{
    Q_OBJECT

public:
    explicit FindingBook(FeedSet* feeds, QObject* parent = nullptr);

    /// Never null.
    [[nodiscard]] TriageRulesPtr rules(const QString& connection) const;
    /// Replaces earlier decisions about the same findings. Beyond `mostTriages` of a connection the oldest are dropped.
    void add(const QString& connection, const std::vector<Triage>& decisions);
    /// Takes back the decisions that apply to these findings.
    void lift(const QString& connection, const Findings& findings);
    /// Ends what has reached its end by this instant on this computer's clock. Called by a timer.
    void expire(TimePoint now);

signals:
    void changed(const QString& connection);

private:
    void replace(const QString& connection, std::vector<Triage> all);
    void forgetGone(const Feed* feed, const Update& update);
    void schedule();

    mutable QHash<QString, TriageRulesPtr> m_rules; ///< by connection id; read from the settings at first use
    QTimer m_end;
};

/// This computer's clock.
TimePoint wallClock();

} // namespace lockdesk

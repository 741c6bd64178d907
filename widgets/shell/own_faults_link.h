// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

namespace lockdesk {

class FeedSet;
class OwnWorkers;

/// Passes the faults of own workers to the feeds of their stores, so that tables, findings and reasons name them. GUI thread.
class OwnFaultsLink final : public QObject
{
    Q_OBJECT

public:
    OwnFaultsLink(OwnWorkers* workers, FeedSet* feeds, QObject* parent);

private:
    void pass();

    OwnWorkers* m_workers;
    FeedSet* m_feeds;
};

} // namespace lockdesk

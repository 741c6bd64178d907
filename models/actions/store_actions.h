// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backends/engine/contracts/store.h"
#include "models/actions/actions.h"
#include "models/feed/feed_set.h"

#include <QTimer>

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace lockdesk {

/// Opens a session for actions on a source of a connection. Called on that connection's action thread.
using StoreOpener = std::function<Answer<std::unique_ptr<Session>>(int connection, const std::string& source)>;

/// Actions on real stores: a thread and session per connection, opened when first needed. The destructor takes at most two
/// seconds.
class StoreActions final : public ActionRunner
{
    Q_OBJECT

public:
    /// `who` is written to the audit: `user@host`.
    StoreActions(FeedSet* feeds, StoreOpener opener, QString who, QObject* parent = nullptr);
    ~StoreActions() override;

    quint64 preview(const ActionRequest& request) override;
    quint64 run(const ActionRequest& request) override;
    void cancel(quint64 number) override;
    /// The text of a script by its hash; empty: not known. Before the first preview; called from any thread.
    void setScriptText(std::function<std::string(const std::string& hash)> text) { m_scriptText = std::move(text); }
    /// Sets how long to watch for late writes.
    void setWatchTime(std::chrono::milliseconds time) { m_watchTime = time; }

private:
    class Lane;
    struct Watch
    {
        quint64 number = 0;
        int connection = -1;
        std::vector<std::pair<std::string, FencingToken>> locks; ///< and the token that is needed now
        TimePoint from{};
        SteadyPoint until{};
        std::vector<FenceRow> seen; ///< refusals already reported
    };
    Lane& lane(int connection);
    quint64 enqueue(const ActionRequest& request, bool previewOnly);
    void noteDone(const ActionRequest& request, quint64 number, const std::vector<ActionResult>& results,
                  std::optional<TimePoint> at);
    void lookForLateWrites(Feed* feed);
    void endWatches();

    FeedSet* m_feeds;
    StoreOpener m_opener;
    QString m_who;
    std::function<std::string(const std::string& hash)> m_scriptText;
    quint64 m_next = 0;
    std::chrono::milliseconds m_watchTime{60'000};
    std::map<int, std::shared_ptr<Lane>> m_lanes;
    std::vector<Watch> m_watches;
    QTimer m_watchTimer;
};

} // namespace lockdesk

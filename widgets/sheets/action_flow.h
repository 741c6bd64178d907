// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/actions/actions.h"
#include "models/feed/feed_set.h"
#include "widgets/sheets/action_sheet.h"
#include "widgets/sheets/live_victims.h"

#include <QObject>
#include <QPointer>
#include <QSet>
#include <QTimer>

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace lockdesk {

/// Leads from a selection to a result: opens the sheet over `host`, fills it with evidence and the store's preview, runs
/// the action when it is submitted, and shows the result of each row. One sheet at a time; a second request replaces the
/// first.
///
/// An open sheet follows the rows: leases run, evidence changes, the preview is queried repeatedly. Runs what the last
/// preview showed. Another holder disables the button until the operator accepts it.
class ActionFlow final : public QObject
{
    Q_OBJECT

public:
    ActionFlow(FeedSet* feeds, ActionRunner* runner, QWidget* host);

    /// Opens the sheet of the action. In development, runs an `atOnce` action without one and emits the store's answer as
    /// `notice`. With an objection, opens and runs nothing.
    std::optional<Objection> start(ActionRequest request);
    /// Opens a sheet in development, too: nothing runs without a click in it. For those who take pictures.
    void askAlways() { m_asksAlways = true; }

    [[nodiscard]] ActionSheet* sheet() const { return m_sheet; }
    /// Closes the sheet. Returns false if none was open.
    bool escape();

signals:
    /// Text for the status bar, also after the sheet is closed: late writes and results.
    void notice(const QString& text);

private:
    using Clock = std::chrono::steady_clock;

    void open(ActionRequest request);
    // action_content.cpp
    [[nodiscard]] SheetContent firstContent() const;
    void describe(SheetContent& content) const;
    void showInput();
    [[nodiscard]] QString valueOf(const QString& written) const;
    void takeDelay();
    [[nodiscard]] QString delayNote() const;
    // action_live.cpp
    void takeUpdate(const Feed* feed, const Update& update);
    void tick();
    void showVictims();
    void showPoints();
    void showNews();
    [[nodiscard]] SheetNews news() const;
    [[nodiscard]] std::optional<SheetNews> noAnswer() const;
    [[nodiscard]] SheetNews changedNews(const std::vector<std::size_t>& changed) const;
    [[nodiscard]] std::vector<SheetPoint> evidence() const;
    void takeUp();
    // preview
    void askPreview();
    void showPreview(const ActionPreview& preview);
    void submit();
    void addResult(const ActionResult& result);
    void finish(quint64 number, int done, int changed, int failed);
    void addLateWrite(const LateWrite& write);
    [[nodiscard]] Feed* feed() const;
    void tellProgress();
    void previewLater();

    FeedSet* m_feeds;
    ActionRunner* m_runner;
    QWidget* m_host;
    QPointer<ActionSheet> m_sheet;
    QTimer m_previewDelay;   ///< so that typing a reason does not query the store at every letter
    QTimer m_tick;           ///< while a sheet is open
    ActionRequest m_request; ///< as the sheet shows it now
    ActionRequest m_asked;   ///< of the pending preview
    ActionRequest m_ready;   ///< of the shown preview: this one runs
    LiveVictims m_live;
    bool m_rowsChanged = false;
    SheetContent m_content;
    std::vector<SheetPoint> m_fixedEvidence; ///< of an action without rows
    std::optional<ActionPreview> m_preview;  ///< the shown one
    std::optional<ActionInput> m_input;      ///< the input of the sheet
    bool m_asksAlways = false;
    std::vector<SheetResult> m_results;
    quint64 m_previewNumber = 0; ///< pending; 0: none
    quint64 m_runNumber = 0;
    bool m_finished = false;
    bool m_stopping = false;
    QSet<quint64> m_quiet;                       ///< runs without a sheet
    std::optional<Clock::time_point> m_waitsFor; ///< since when an answer is pending
    Clock::time_point m_answeredAt{}, m_pointsAt{}, m_readAt{};
    Clock::duration m_usual{}; ///< duration of the last answer
};

/// Evidence about locks, for an operator about to free them: findings, the holder's heartbeat, and unknowns.
std::vector<SheetPoint> lockEvidence(const Feed& feed, const std::vector<LockRow>& locks);
std::vector<SheetPoint> taskEvidence(const Feed& feed, const std::vector<TaskRow>& tasks);
std::vector<SheetPoint> messageEvidence(const Feed& feed, const std::vector<MessageRow>& messages);
std::vector<SheetPoint> workerEvidence(const Feed& feed, const std::vector<WorkerRow>& workers);
SheetVictim victimOf(const Feed& feed, const LockRow& lock);
SheetVictim victimOf(const Feed& feed, const TaskRow& task);
SheetVictim victimOf(const Feed& feed, const MessageRow& message);
SheetVictim victimOf(const Feed& feed, const WorkerRow& worker);
SheetVictim victimOf(const Feed& feed, const LiveVictims::SeenRow& seen);

} // namespace lockdesk

// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/actions.h"
#include "models/feed.h"
#include "widgets/sheets/action_sheet.h"

#include <QObject>
#include <QPointer>
#include <QTimer>

#include <memory>
#include <vector>

namespace lockdesk {

/// From a selection to a result: opens the sheet over `host`, fills it with evidence and the store's preview, runs the action
/// when it is submitted, and shows what happened to each row. One sheet at a time; a second request replaces the first.
class ActionFlow final : public QObject
{
    Q_OBJECT

public:
    ActionFlow(FeedSet* feeds, ActionRunner* runner, QWidget* host);

    /// All rows of one connection. Answers what is wrong (rows of several stores, nothing that can be done), or nothing.
    QString forceUnlock(int connection, const std::vector<LockRow>& locks, bool holdOff);
    QString extendLocks(int connection, const std::vector<LockRow>& locks);
    QString relock(int connection, const std::vector<TaskRow>& tasks);
    QString unlock(int connection, const std::vector<TaskRow>& tasks);
    QString advance(int connection, const std::vector<TaskRow>& tasks, const QStringList& phases);
    /// No messages: all dead ones of the connection.
    QString retryDead(int connection, const std::vector<MessageRow>& messages);
    QString requeue(int connection, const std::vector<MessageRow>& messages);

    [[nodiscard]] ActionSheet* sheet() const { return m_sheet; }
    /// Closes the sheet. False: there was none.
    bool escape();

signals:
    /// Something for the status bar, after a sheet has been closed too: late writes, results.
    void notice(const QString& text);

private:
    QString open(ActionRequest request, SheetContent content);
    void describe(const ActionRequest& request, SheetContent& content) const;
    void askPreview();
    void showPreview(const ActionPreview& preview);
    void submit();
    void addResult(const ActionResult& result);
    void finish(quint64 number, int done, int changed, int failed);
    void addLateWrite(const LateWrite& write);
    [[nodiscard]] Feed* feed() const;
    [[nodiscard]] QString delayNote() const;
    [[nodiscard]] QString chosenPhase(const QString& text) const;
    void takeDelay();
    void previewLater();

    FeedSet* m_feeds;
    ActionRunner* m_runner;
    QWidget* m_host;
    QPointer<ActionSheet> m_sheet;
    QTimer m_previewDelay; ///< typing a reason does not ask the store at every letter
    ActionRequest m_request;
    SheetContent m_content;
    std::vector<SheetPoint> m_fixedConsequences;
    std::vector<TaskRow> m_tasks; ///< of a relock, for its backoff
    QStringList m_phases;         ///< of an advance, exact
    std::vector<SheetResult> m_results;
    quint64 m_previewNumber = 0;
    quint64 m_runNumber = 0;
};

/// Evidence about locks, as an operator reads it before freeing them: findings, the holder's heartbeat, and what nobody knows.
std::vector<SheetPoint> lockEvidence(const Feed& feed, const std::vector<LockRow>& locks);
std::vector<SheetPoint> taskEvidence(const Feed& feed, const std::vector<TaskRow>& tasks);
SheetVictim victimOf(const Feed& feed, const LockRow& lock);
SheetVictim victimOf(const Feed& feed, const TaskRow& task);
SheetVictim victimOf(const Feed& feed, const MessageRow& message);

/// The instants, from now, at which a task that keeps failing would be tried next: the first is the chosen wait.
std::vector<Duration> nextTries(const QString& choice, Duration waited, Duration lockTimeout, int count);

} // namespace lockdesk

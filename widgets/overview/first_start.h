// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/shell/page_context.h"

#include <QElapsedTimer>
#include <QPoint>
#include <QTimer>
#include <QWidget>

class QStackedWidget;
class QVBoxLayout;

namespace lockdesk {

class ActivityModel;
class EmptyState;
class FindingsModel;
class LaneView;
class LocksModel;
class OverviewPage;
class TableView;
class ThemeLabel;
class TryPanel;
class SectionTitle;

/// The overview while only the demo is open: live locks, lanes and events, and what to try.
class FirstStart final : public QWidget
{
    Q_OBJECT

public:
    FirstStart(const PageContext& context, OverviewPage* page);
    void setActive(bool active);
    /// Focuses the findings, or the locks if there are none.
    void focusContent();

protected:
    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QWidget* buildBanner();
    void buildFindings(QVBoxLayout* column);
    void buildLocks(QVBoxLayout* column);
    void buildLanes(QVBoxLayout* column);
    void buildActivity(QVBoxLayout* column);
    void connectPanel();
    void refresh();
    void fitFindings(bool atOnce = false);

    PageContext m_context;
    OverviewPage* m_page;
    FindingsModel* m_findingsModel;
    LocksModel* m_locksModel;
    ActivityModel* m_activityModel;
    QStackedWidget* m_findingsStack;
    EmptyState* m_nothing;
    TableView* m_findings;
    SectionTitle* m_locksTitle;
    TableView* m_locks;
    LaneView* m_lanes;
    QWidget* m_lower; ///< everything below the findings
    TableView* m_activity;
    TryPanel* m_try;
    QTimer m_timer;
    bool m_mouseIsBelow = false; ///< over `m_lower`
    QPoint m_mouseAt;
    QElapsedTimer m_moved; ///< since the mouse moved
};

} // namespace lockdesk

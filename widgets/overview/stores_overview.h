// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/shell/page_context.h"

#include <QWidget>

class QComboBox;
class QStackedWidget;

namespace lockdesk {

class EmptyState;
class FindingActions;
class FindingsModel;
class OverviewCharts;
class OverviewPage;
class SectionTitle;
class TableView;

/// The default overview: findings, stores, three charts.
class StoresOverview final : public QWidget
{
    Q_OBJECT

public:
    StoresOverview(const PageContext& context, OverviewPage* page);
    void setActive(bool active);
    /// Focuses the findings, or the stores if there are none.
    void focusContent();
    /// Returns false if nothing was selected.
    bool clearSelection();
    /// The findings as shown in the table; null if it shows only one store.
    [[nodiscard]] const FindingsModel* findingsOfAll() const;
    [[nodiscard]] FindingActions* findingActions() const { return m_actions; }

signals:
    void countsChanged();

private:
    QWidget* buildFindings();
    void count();
    QWidget* buildStores();
    QWidget* buildCharts();
    void fillStoreChoice();
    void applyStoreChoice();
    void buildTriage();

    PageContext m_context;
    OverviewPage* m_page;
    FindingsModel* m_model;
    EmptyState* m_nothing = nullptr;
    SectionTitle* m_title;
    QComboBox* m_choice;
    QStackedWidget* m_stack;
    TableView* m_findings;
    FindingActions* m_actions = nullptr;
    TableView* m_stores;
    OverviewCharts* m_charts;
};

} // namespace lockdesk

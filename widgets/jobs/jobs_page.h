// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/shell/page.h"
#include "widgets/shell/page_context.h"

namespace lockdesk {

class CountPart;
class FilterBox;
class JobsCharts;
class JobsTableModel;
class TableView;
class ThemeLabel;

/// Jobs that locks guard: when they ran, who did, what was missed; and how long locks are held and waited for.
class JobsPage final : public ConsolePage
{
    Q_OBJECT

public:
    explicit JobsPage(const PageContext& context, QWidget* parent = nullptr);

    [[nodiscard]] QString key() const override { return QStringLiteral("jobs"); }
    [[nodiscard]] QString title() const override { return tr("Jobs"); }
    [[nodiscard]] QString iconName() const override { return QStringLiteral("clock"); }
    [[nodiscard]] QString countText() const override;
    [[nodiscard]] bool countAlarms() const override;
    [[nodiscard]] QString statusText() const override;
    void setActive(bool active) override;
    void focusFilter() override;
    void focusContent() override;
    void applyFilter(const QString& text) override;
    bool escape() override;

    [[nodiscard]] TableView* table() const { return m_table; }
    [[nodiscard]] JobsTableModel* model() const { return m_model; }
    [[nodiscard]] JobsCharts* charts() const { return m_charts; }
    [[nodiscard]] QString adviceText() const;

private:
    void buildTable();
    void showRow(int row);
    void tellAdvice();
    void refreshed();

    PageContext m_context;
    JobsTableModel* m_model;
    TableView* m_table;
    FilterBox* m_filter;
    CountPart* m_count;
    ThemeLabel* m_advice;
    JobsCharts* m_charts;
    bool m_active = false;
    int m_missed = 0;
};

} // namespace lockdesk

// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/shell/page.h"
#include "widgets/shell/page_context.h"

class QStackedLayout;

namespace lockdesk {

class FindingsModel;
class FirstStart;
class StoresOverview;

/// Findings, state of the stores, the last minutes. While only the demo is open: locks, lanes and what to try.
class OverviewPage final : public ConsolePage
{
    Q_OBJECT

public:
    explicit OverviewPage(const PageContext& context, QWidget* parent = nullptr);

    [[nodiscard]] QString key() const override { return QStringLiteral("overview"); }
    [[nodiscard]] QString title() const override { return tr("Overview"); }
    [[nodiscard]] QString iconName() const override { return QStringLiteral("overview"); }
    [[nodiscard]] QString countText() const override;
    [[nodiscard]] bool countAlarms() const override;
    [[nodiscard]] bool countWarns() const override;
    [[nodiscard]] QString statusText() const override;
    void setActive(bool active) override;
    void focusContent() override;
    bool escape() override;
    [[nodiscard]] QList<QAction*> rowActions() const override;

private:
    void chooseVariant();
    /// Model whose rows the numbers count: the table's while visible, so that both always agree.
    [[nodiscard]] const FindingsModel* counted() const;

    PageContext m_context;
    FindingsModel* m_findings; ///< for counts while the table is hidden
    StoresOverview* m_stores;
    FirstStart* m_firstStart;
    QStackedLayout* m_stack;
    bool m_active = false;
};

/// The id of the built-in demo's connection.
inline constexpr char demoConnectionId[] = "demo";

} // namespace lockdesk

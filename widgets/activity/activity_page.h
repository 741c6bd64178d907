// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/shell/page.h"
#include "widgets/shell/page_context.h"

#include <QString>

#include <array>

class QStackedLayout;

namespace lockdesk {

class ActivityModel;
class AuditTableModel;
class CountPart;
class FilterBox;
class Segmented;
class TableView;
class ThemeLabel;
class WaitsTableModel;

/// Events as seen by the observers, the audit: forced actions recorded in the stores, and who waits for whom.
class ActivityPage final : public ConsolePage
{
    Q_OBJECT

public:
    explicit ActivityPage(const PageContext& context, QWidget* parent = nullptr);

    [[nodiscard]] QString key() const override { return QStringLiteral("activity"); }
    [[nodiscard]] QString title() const override { return tr("Activity"); }
    [[nodiscard]] QString iconName() const override { return QStringLiteral("activity"); }
    [[nodiscard]] QString statusText() const override;
    void focusFilter() override;
    void focusContent() override;
    void applyFilter(const QString& text) override;
    bool escape() override;
    /// Shows a wait: `key` is what is waited for and the waiter, with a line break between them.
    void revealRow(const QString& connection, const QString& key, std::function<void(bool)> done) override;

private:
    void buildTables(const PageContext& context);
    void buildMenus();
    void buildWaits();
    [[nodiscard]] TableView* table() const;
    void filterEdited(const QString& text);
    void offerWords();
    void chosen(int which);

    FeedSet* m_feeds;
    ActivityModel* m_events;
    AuditTableModel* m_audit;
    WaitsTableModel* m_waits;
    TableView* m_eventTable;
    TableView* m_auditTable;
    TableView* m_waitsTable;
    ThemeLabel* m_cycles;
    FilterBox* m_filter;
    std::array<QString, 3> m_wrong; ///< what is wrong with the filter for each table
    Segmented* m_choice;
    CountPart* m_count;
    QStackedLayout* m_stack;
};

} // namespace lockdesk

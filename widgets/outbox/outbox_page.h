// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/detail/row_page.h"
#include "widgets/workers/start_workers_sheet.h"

#include <QPointer>

namespace lockdesk {

class ChartView;
class StoresModel;

/// Backlog per store; charts of the chosen store, why its backlog does not drain, and its messages, dead ones first.
class OutboxPage final : public RowPage
{
    Q_OBJECT

public:
    explicit OutboxPage(const PageContext& context, QWidget* parent = nullptr);
    void setActive(bool active) override;
    void startStep(NextStep step) override;
    std::optional<Objection> retryDead();
    [[nodiscard]] std::vector<MessageRow> deadOnes() const;
    [[nodiscard]] bool showsAllDead() const;
    std::optional<Objection> requeue();
    void startRelay();
    [[nodiscard]] QPushButton* relayButton() const { return m_relay; }
    [[nodiscard]] StartWorkersSheet* relaySheet() const { return m_sheet; }
    bool escape() override;
    [[nodiscard]] TableView* storesTable() const { return m_stores; }

protected:
    [[nodiscard]] DetailContent contentOf(const TableEntry& entry) const override;
    void resizeEvent(QResizeEvent* event) override;

private:
    QWidget* assembleStores();
    void dressStores();
    QWidget* assembleCharts();
    void shareHeight();
    void chooseStore();
    void followWorst();
    void refreshCharts();
    [[nodiscard]] int worstOutbox() const;
    [[nodiscard]] Feed* chosen() const;

    TableView* m_stores = nullptr;
    StoresModel* m_storesModel;
    QWidget* m_charts = nullptr;
    ChartView* m_flow = nullptr;
    ChartView* m_waiting = nullptr;
    ThemeLabel* m_why = nullptr;
    QPushButton* m_relay = nullptr;
    QPointer<StartWorkersSheet> m_sheet;
    int m_chosen = -1;
    bool m_byHand = false;    ///< chosen by the user; else the store with the worst backlog at any time
    bool m_following = false; ///< the current selection change is not the user's
};

} // namespace lockdesk

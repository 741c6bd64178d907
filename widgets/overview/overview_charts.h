// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/feed/history.h"
#include "widgets/shell/page_context.h"

#include <QWidget>

namespace lockdesk {

class ChartView;

/// Locks held per store, acquired and expired a second, outbox pending and oldest age.
class OverviewCharts final : public QWidget
{
    Q_OBJECT

public:
    explicit OverviewCharts(const PageContext& context, QWidget* parent = nullptr);
    void setSeconds(int seconds);

protected:
    void showEvent(QShowEvent* event) override;

private:
    void refresh();
    void refreshHeld(const std::vector<int>& connections);
    [[nodiscard]] QList<QPointF> total(const std::vector<int>& connections, History::Series series,
                                       bool largest = false) const;
    [[nodiscard]] double end(const std::vector<int>& connections) const;
    [[nodiscard]] bool anyAvailable(const std::vector<int>& connections, History::Series series) const;

    PageContext m_context;
    int m_seconds = 600;
    double m_to = 0; ///< end of the charts
    std::vector<int> m_heldConnections;
    ChartView* m_held;
    ChartView* m_rates;
    ChartView* m_outbox;
};

} // namespace lockdesk

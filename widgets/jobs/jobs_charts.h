// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backends/observe/recent_times.h"
#include "models/feed/history.h"
#include "widgets/shell/page_context.h"

#include <QList>
#include <QPointF>
#include <QWidget>

#include <array>
#include <deque>
#include <vector>

class QGridLayout;

namespace lockdesk {

class ChartView;

/// Hold and wait times of locks (p50 and p99), and tasks by phase and by state. With several connections the percentiles are those of
/// all their samples of the last minute together.
class JobsCharts final : public QWidget
{
    Q_OBJECT

public:
    explicit JobsCharts(const PageContext& context, QWidget* parent = nullptr);
    [[nodiscard]] ChartView* holds() const { return m_holds; }
    [[nodiscard]] ChartView* waits() const { return m_waits; }
    [[nodiscard]] ChartView* phases() const { return m_phases; }
    [[nodiscard]] ChartView* states() const { return m_states; }

protected:
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    enum Curve { HoldP50, HoldP99, WaitP50, WaitP99, CurveCount };
    void arrange();
    void sample();
    void refresh();
    [[nodiscard]] QString waitsNotice(const std::vector<int>& connections) const;
    void refreshPhases(const std::vector<int>& connections);
    void refreshStates(const std::vector<int>& connections);
    [[nodiscard]] QList<QPointF> total(const std::vector<int>& connections, History::Series series) const;
    [[nodiscard]] std::vector<int> shownConnections() const;

    PageContext m_context;
    double m_to = 0;
    std::vector<int> m_sampled; ///< connections whose samples are merged; others begin anew
    std::array<std::deque<QPointF>, CurveCount> m_curves;
    std::vector<std::pair<QString, QString>> m_shownPhases; ///< kind and phase of each curve
    ChartView* m_holds;
    ChartView* m_waits;
    ChartView* m_phases;
    ChartView* m_states;
    QGridLayout* m_grid;
    int m_columns = 0; ///< 4: one row of charts; 2: two rows
};

} // namespace lockdesk

// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/detail/row_page.h"
#include "widgets/workers/start_workers_sheet.h"

class QComboBox;
class QScrollArea;

namespace lockdesk {

class LaneView;
class ToolRow;

/// Workers of all stores, faults on own processes, and their lanes of the last 60 seconds.
class WorkersPage final : public RowPage
{
    Q_OBJECT

public:
    explicit WorkersPage(const PageContext& context, QWidget* parent = nullptr);
    void setActive(bool active) override;
    bool escape() override;

    enum class Fault { crash, freeze, slow, hang, cutOff, skew };
    [[nodiscard]] QPushButton* faultButton(Fault fault) const;
    [[nodiscard]] LaneView* lanes() const { return m_lanes; }
    void startWorkers();
    [[nodiscard]] StartWorkersSheet* startSheet() const { return m_startSheet; }

protected:
    [[nodiscard]] DetailContent contentOf(const TableEntry& entry) const override;
    void selectionSettled() override;
    [[nodiscard]] QString refusal(const QAction* action) const override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void assembleTools();
    void assembleFaults();
    void assembleLanes();
    void shareHeight();
    void judge();
    void refreshLanes();
    std::optional<Objection> order(WorkerOrder order, Duration slowBy);
    /// All selected ones, as their rows say.
    [[nodiscard]] bool allPaused() const;
    /// Returns the selected worker if it is a child of this window; else null and why not.
    const OwnWorker* ownTarget(QString* why) const;

    QAction* m_pause = nullptr;
    QAction* m_stop = nullptr;
    ToolRow* m_faults = nullptr;
    ThemeLabel* m_faultLabel = nullptr;
    QPushButton* m_crash = nullptr;
    QPushButton* m_freeze = nullptr;
    QPushButton* m_slow = nullptr;
    QPushButton* m_hang = nullptr;
    QPushButton* m_cutOff = nullptr;
    QPushButton* m_skew = nullptr;
    ThemeLabel* m_ownCount = nullptr;
    QScrollArea* m_lanesArea = nullptr;
    LaneView* m_lanes = nullptr;
    QPointer<StartWorkersSheet> m_startSheet;
};

} // namespace lockdesk

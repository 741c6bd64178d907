// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/classroom/classroom.h"
#include "widgets/classroom/event_look.h"
#include "widgets/sheets/sheet.h"
#include "widgets/shell/page.h"

#include <QPointer>
#include <QTimer>

#include <functional>

class QPushButton;
class QSplitter;
class QScrollArea;
class QVBoxLayout;

namespace lockdesk {

class AskPanel;
class Banner;
class ClassActions;
class ClassClock;
class LaneView;
class LessonHeader;
class StepPanel;
class StepTable;
class ToolRow;
class VariantPicker;
class VerdictBar;
struct PageContext;

/// Lessons on real stores: lanes, steps, the statement and the rows of each, a question to the class, a verdict.
class ClassroomPage final : public ConsolePage
{
    Q_OBJECT

public:
    explicit ClassroomPage(const PageContext& context, QWidget* parent = nullptr);
    ~ClassroomPage() override;

    [[nodiscard]] QString key() const override { return QStringLiteral("classroom"); }
    [[nodiscard]] QString title() const override { return tr("Classroom"); }
    [[nodiscard]] QString iconName() const override { return QStringLiteral("classroom"); }
    [[nodiscard]] QString statusText() const override;
    [[nodiscard]] QStringList statusParts() const override;
    [[nodiscard]] QString sidebarCaption() const override { return tr("Lessons"); }
    [[nodiscard]] std::vector<SidebarEntry> sidebarEntries() const override;
    void openSidebarEntry(const QString& id) override;
    [[nodiscard]] QList<QAction*> rowActions() const override;
    void focusContent() override;
    void setActive(bool active) override;
    bool escape() override;

    /// Sets who makes the comparison of the ways, listed under the lessons, when it is first shown. Takes ownership of what it makes.
    void setComparison(std::function<QWidget*()> make);

    [[nodiscard]] Classroom* room() const { return m_room; }
    [[nodiscard]] ClassActions* actions() const { return m_actions; }
    [[nodiscard]] LaneView* lanes() const { return m_lanes; }
    [[nodiscard]] StepTable* steps() const { return m_steps; }
    [[nodiscard]] StepPanel* panel() const { return m_panel; }
    [[nodiscard]] AskPanel* ask() const { return m_ask; }
    [[nodiscard]] VerdictBar* verdict() const { return m_verdict; }
    [[nodiscard]] VariantPicker* variants() const { return m_variants; }
    [[nodiscard]] Banner* banner() const { return m_banner; }
    [[nodiscard]] Sheet* sheet() const { return m_sheet; }

    void openResultSheet();
    void openJoinSheet();
    void openFile();
    void saveRecording();

protected:
    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    void assembleTools();
    void assembleBody(QVBoxLayout* column);
    void assembleLanes();
    void connectActions();
    void dress();
    void dressLanes();
    void squeezeLanes();
    [[nodiscard]] int laneHeightIn(int room) const;
    void refreshLesson();
    void refreshVariants();
    void refreshSoon();
    void refresh();
    void refreshLanes();
    void refreshStoreButton();
    void refreshBanner();
    void judgeKeys();
    void showQuestion();
    void moveLesson(int by);
    void showLaneMenu(int lane, const QPoint& global);
    void targetLane(int lane);
    void editClock();
    void showComparison(bool shown);
    [[nodiscard]] int laneAt(const QPoint& point) const;
    [[nodiscard]] bool isProjector() const;
    void cover(Sheet* sheet, QWidget* first);

    Classroom* m_room;
    ClassActions* m_actions;
    LessonHeader* m_header;
    ToolRow* m_tools;
    VariantPicker* m_variants;
    ClassClock* m_clock;
    QPushButton* m_store = nullptr;
    QPushButton* m_again = nullptr;
    QPushButton* m_back = nullptr;
    QPushButton* m_step = nullptr;
    QPushButton* m_run = nullptr;
    QPushButton* m_speed = nullptr;
    QWidget* m_line = nullptr;
    Banner* m_banner;
    LaneView* m_lanes;
    QSplitter* m_rows;
    QSplitter* m_columns;
    StepTable* m_steps;
    StepPanel* m_panel;
    AskPanel* m_ask;
    QScrollArea* m_askColumn;
    VerdictBar* m_verdict;
    QWidget* m_body;
    std::function<QWidget*()> m_makeComparison;
    QWidget* m_comparison = nullptr; ///< none until it is first shown
    QPointer<Sheet> m_sheet;
    QTimer m_soon;
    LaneLooks m_looks[2];
    int m_looksOf[2] = {-1, -1};           ///< editions of the tracks
    std::vector<std::string> m_laneActors; ///< by lane; empty: not an actor
    std::int64_t m_laneEnd = 0;            ///< end of the picture when last shown
    int m_dressedWidth = 0;
    int m_shownLaneHeight = 56;
    int m_askedAt = -1; ///< position at which a question has the statement's room; -1: none
    QString m_badFile; ///< file whose error is shown
    bool m_active = false;
    bool m_everActive = false;
};

} // namespace lockdesk

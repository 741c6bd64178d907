// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/which_lock/measure_desk.h"
#include "models/which_lock/recommendation.h"
#include "widgets/common/chrome.h"

class QComboBox;
class QGridLayout;
class QProgressBar;
class QStackedWidget;
class QVBoxLayout;

namespace lockdesk {

class WayTable;

/// Compares the ways: what each protects from, what it costs and when it fails, with numbers of this machine; and a few
/// questions that lead to one.
class WhichLockPage final : public Surface
{
    Q_OBJECT

public:
    using Library = std::shared_ptr<const scenarios::LessonLibrary>;
    WhichLockPage(ClassStores* stores, Library lessons, QWidget* parent = nullptr);

    [[nodiscard]] MeasureDesk* desk() const { return m_desk; }
    [[nodiscard]] WayTable* table() const { return m_table; }
    [[nodiscard]] WayTable* numbers() const { return m_numbers; }
    [[nodiscard]] WayTable* situations() const { return m_situations; }
    [[nodiscard]] WayTable* stages() const { return m_stages; }
    [[nodiscard]] Segmented* views() const { return m_views; }
    [[nodiscard]] QPushButton* measureButton() const { return m_measure; }
    [[nodiscard]] QPushButton* cancelButton() const { return m_cancel; }
    [[nodiscard]] ThemeLabel* why() const { return m_why; }
    [[nodiscard]] const std::vector<Segmented*>& questions() const { return m_questions; }

signals:
    void lessonWanted(const QString& lesson, const QString& variant);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void assembleQuestions(QVBoxLayout* column);
    void placeQuestions();
    void assembleTools(QVBoxLayout* column);
    void assembleViews(QVBoxLayout* column);
    void showView(int index);
    void fillStores();
    void fillTables();
    void fillNumbers();
    void fitColumns();
    void recommendNow();
    void refreshTools();
    [[nodiscard]] QWidget* nameCell(int row);
    void openLesson(int row);

    MeasureDesk* m_desk;
    Library m_lessons;
    QGridLayout* m_grid = nullptr;
    std::vector<QWidget*> m_cells; ///< one per question
    int m_across = 0;
    std::vector<Segmented*> m_questions;
    ThemeLabel* m_why;
    QComboBox* m_store;
    QPushButton* m_measure;
    QPushButton* m_cancel;
    QProgressBar* m_bar;
    ThemeLabel* m_state;
    Segmented* m_views;
    QStackedWidget* m_stack;
    WayTable* m_table;
    WayTable* m_numbers;
    WayTable* m_situations;
    WayTable* m_stages;
    Recommendation m_recommended;
};

} // namespace lockdesk

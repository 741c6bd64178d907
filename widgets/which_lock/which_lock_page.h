// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/which_lock/measure_desk.h"
#include "models/which_lock/recommendation.h"
#include "widgets/common/chrome.h"

class QComboBox;
class QProgressBar;
class QTableWidget;
class QVBoxLayout;

namespace lockdesk {

/// The ways side by side: what each protects from, costs, and when it fails, with numbers of this machine; and a few
/// questions that lead to one.
class WhichLockPage final : public Surface
{
    Q_OBJECT

public:
    WhichLockPage(ClassStores* stores, MeasureDesk::Library lessons, QWidget* parent = nullptr);

    [[nodiscard]] MeasureDesk* desk() const { return m_desk; }
    [[nodiscard]] QTableWidget* table() const { return m_table; }
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
    void assembleTools(QVBoxLayout* column);
    void assembleTable(QVBoxLayout* column);
    void fillStores();
    void fillTable();
    void fillNumbers();
    void fitColumns();
    void recommendNow();
    void refreshTools();
    [[nodiscard]] QWidget* nameCell(int row);
    void openLesson(int row);

    MeasureDesk* m_desk;
    MeasureDesk::Library m_lessons;
    std::vector<Segmented*> m_questions;
    ThemeLabel* m_why;
    QComboBox* m_store;
    QPushButton* m_measure;
    QPushButton* m_cancel;
    QProgressBar* m_bar;
    ThemeLabel* m_state;
    QTableWidget* m_table;
    Recommendation m_recommended;
};

} // namespace lockdesk

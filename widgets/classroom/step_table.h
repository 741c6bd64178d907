// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/classroom/steps_model.h"
#include "widgets/common/chrome.h"
#include "widgets/common/table_view.h"

namespace lockdesk {

/// The steps of a lesson. The selected row is the current step: moving the selection moves through the recording.
class StepTable final : public QWidget
{
    Q_OBJECT

public:
    explicit StepTable(Classroom* room, QWidget* parent = nullptr);
    [[nodiscard]] TableView* view() const { return m_view; }
    [[nodiscard]] StepsModel* model() const { return m_model; }
    /// The current step's full sentence if its cell is too narrow for it; hidden otherwise.
    [[nodiscard]] ThemeLabel* sentence() const { return m_sentence; }

private:
    void follow();
    void dress();
    void showSentence();

    Classroom* m_room;
    StepsModel* m_model;
    TableView* m_view;
    ThemeLabel* m_sentence;
    bool m_following = false;
};

} // namespace lockdesk

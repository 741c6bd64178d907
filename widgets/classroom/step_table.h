// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/classroom/steps_model.h"
#include "widgets/common/table_view.h"

namespace lockdesk {

/// The steps of a lesson, each with its whole sentence: long ones wrap, and their rows are higher. The selected row is the
/// current step: moving the selection moves through the recording.
class StepTable final : public QWidget
{
    Q_OBJECT

public:
    explicit StepTable(Classroom* room, QWidget* parent = nullptr);
    [[nodiscard]] TableView* view() const { return m_view; }
    [[nodiscard]] StepsModel* model() const { return m_model; }

private:
    void follow();
    void dress();
    /// Gives rows the heights of their sentences.
    void fitRows(int first, int last);
    void fitAll() { fitRows(0, m_model->rowCount() - 1); }
    /// Keeps room for the header and the whole current step.
    void keepRoom();

    Classroom* m_room;
    StepsModel* m_model;
    TableView* m_view;
    bool m_following = false;
};

} // namespace lockdesk

// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/classroom/classroom.h"
#include "widgets/sheets/sheet.h"

namespace lockdesk {

/// Shows how others join: the command that starts a worker on any machine that reaches the store.
class JoinSheet final : public Sheet
{
    Q_OBJECT

public:
    JoinSheet(const Classroom* room, QWidget* host);
    [[nodiscard]] QWidget* firstField() const;
    [[nodiscard]] QString line() const { return m_line; }
    /// The participants so far, one a line.
    [[nodiscard]] QString participants() const { return m_who->text(); }

private:
    void refreshWho();

    const Classroom* m_room;
    QString m_line;
    ThemeLabel* m_who;
    QPushButton* m_copy;
};

} // namespace lockdesk

// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/feed/feed.h"
#include "widgets/sheets/sheet.h"
#include "widgets/shell/own_workers.h"

class QComboBox;
class QFormLayout;
class QLineEdit;
class QSpinBox;

namespace lockdesk {

/// How many workers, on which store, for which tasks, how long they pretend to work. In production the connection's name is typed
/// and a reason given, as for everything else that is done there.
class StartWorkersSheet final : public Sheet
{
    Q_OBJECT

public:
    StartWorkersSheet(FeedSet* feeds, OwnWorkers* control, QWidget* host);
    void start();
    /// With this role on this connection.
    void choose(const QString& connection, const QString& role);
    /// On this connection.
    void choose(const QString& connection);
    [[nodiscard]] QPushButton* startButton() const { return m_start; }
    [[nodiscard]] QComboBox* storeBox() const { return m_store; }
    [[nodiscard]] QLineEdit* reasonField() const { return m_reason; }
    [[nodiscard]] QLineEdit* typedField() const { return m_typed; }

private:
    void assembleFields();
    void assembleFooter();
    void fillKinds();
    void judgeFriction();
    void submit();
    void refuse(const QString& why);
    [[nodiscard]] WorkerStart request() const;

    FeedSet* m_feeds;
    OwnWorkers* m_control;
    QComboBox* m_store = nullptr;
    QSpinBox* m_count = nullptr;
    QComboBox* m_role = nullptr;
    QComboBox* m_kind = nullptr;
    QLineEdit* m_phases = nullptr;
    QLineEdit* m_advances = nullptr;
    QLineEdit* m_receiver = nullptr;
    QSpinBox* m_work = nullptr;
    QLineEdit* m_reason = nullptr;
    QLineEdit* m_typed = nullptr;
    QFormLayout* m_form = nullptr;
    bool m_friction = false;
    ThemeLabel* m_error = nullptr;
    QPushButton* m_start = nullptr;
};

} // namespace lockdesk

// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/feed/feed_set.h"
#include "widgets/sheets/sheet.h"
#include "widgets/shell/own_workers.h"

class QComboBox;
class QFormLayout;
class QLineEdit;

namespace lockdesk {

class NumberField;

/// Asks for number, store, tasks and simulated work of new workers. In production the connection's name must be typed and
/// a reason given, as for every other action there.
class StartWorkersSheet final : public Sheet
{
    Q_OBJECT

public:
    StartWorkersSheet(FeedSet* feeds, OwnWorkers* control, QWidget* host);
    void start();
    /// Sets this role and connection.
    void choose(const QString& connection, const QString& role);
    /// Sets this connection.
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
    NumberField* m_count = nullptr;
    QComboBox* m_role = nullptr;
    QComboBox* m_kind = nullptr;
    QLineEdit* m_phases = nullptr;
    QLineEdit* m_advances = nullptr;
    QLineEdit* m_receiver = nullptr;
    NumberField* m_work = nullptr;
    QLineEdit* m_reason = nullptr;
    QLineEdit* m_typed = nullptr;
    QFormLayout* m_form = nullptr;
    bool m_friction = false;
    ThemeLabel* m_error = nullptr;
    QPushButton* m_start = nullptr;
};

} // namespace lockdesk

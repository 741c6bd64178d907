// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/findings/triage.h"
#include "models/tables/findings_spec.h"
#include "widgets/shell/page_context.h"

#include <QAction>
#include <QList>
#include <QObject>
#include <QString>

#include <utility>
#include <vector>

namespace lockdesk {

class ConsolePage;
class Feed;
class FindingsModel;
class TableView;

/// What is done to the selected findings: their next step, acknowledge, mute, take back. Keys are those of the table.
class FindingActions final : public QObject
{
    Q_OBJECT

public:
    FindingActions(const PageContext& context, ConsolePage* page, TableView* table, FindingsModel* model);

    [[nodiscard]] QList<QAction*> all() const { return m_all; }
    [[nodiscard]] QAction* acknowledgeAction() const { return m_acknowledge; }
    [[nodiscard]] QAction* muteAction() const { return m_mute; }
    [[nodiscard]] QAction* liftAction() const { return m_lift; }
    /// The row's own step: opens a group, or goes to the row that proves the finding.
    void follow(int row);

private:
    using Chosen = std::vector<std::pair<Feed*, FindingLine>>;
    QAction* add(const QString& text, int key, void (FindingActions::*run)());
    [[nodiscard]] Chosen chosen() const;
    void refresh();
    void decide(Triage::What what);
    void acknowledge() { decide(Triage::What::acknowledged); }
    void mute() { decide(Triage::What::muted); }
    void lift();
    void step();

    PageContext m_context;
    ConsolePage* m_page;
    TableView* m_table;
    FindingsModel* m_model;
    QList<QAction*> m_all;
    QAction* m_step;
    QAction* m_acknowledge;
    QAction* m_mute;
    QAction* m_lift;
};

} // namespace lockdesk

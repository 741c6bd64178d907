// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/console/connections_manager.h"

#include "app/console/connection_tester.h"
#include "app/console/connections_controller.h"
#include "widgets/connect/connect_dialog.h"
#include "widgets/connect/connections_dialog.h"
#include "widgets/overview/overview_page.h"
#include "widgets/shell/main_window.h"

#include <vector>

namespace lockdesk::app {

namespace {

ConnectionDraft draftOf(const ConnectionsController::Profile& profile)
{
    ConnectionDraft draft;
    draft.id = profile.id;
    draft.name = profile.name;
    draft.url = profile.url;
    draft.password = profile.password;
    draft.environment = profile.environment;
    draft.readOnly = profile.readOnly;
    draft.sources = profile.sources;
    draft.group = profile.group;
    draft.retention = profile.retention;
    return draft;
}

} // namespace

ConnectionsManager::ConnectionsManager(ConnectionsController* connections, ConnectionTester* tester, MainWindow* window,
                                       QObject* parent)
    : QObject(parent), m_connections(connections), m_tester(tester), m_window(window)
{
    connect(connections, &ConnectionsController::opened, this, &ConnectionsManager::refresh);
}

void ConnectionsManager::createOne(const QString& url)
{
    ConnectionDraft draft;
    draft.url = url;
    showDialog(draft);
}

void ConnectionsManager::edit(const QString& id)
{
    if (id == QLatin1String(demoConnectionId))
        return;
    const auto open = m_connections->openOne(id);
    const auto* saved = m_connections->savedOne(id);
    if (!open && saved == nullptr)
        return;
    ConnectionDraft draft = draftOf(open ? *open : *saved);
    if (saved != nullptr)
        draft.group = saved->group; // may have changed since it was opened
    showDialog(draft);
}

void ConnectionsManager::duplicate(const QString& id)
{
    const auto* saved = m_connections->savedOne(id);
    if (saved == nullptr)
        return;
    ConnectionDraft draft = draftOf(*saved);
    if (const auto open = m_connections->openOne(id))
        draft.password = open->password;
    draft.id.clear();
    draft.after = id;
    draft.name = m_connections->freeName(draft.name);
    showDialog(draft);
}

void ConnectionsManager::showDialog(const ConnectionDraft& draft)
{
    QWidget* parent = m_window;
    if (m_dialog)
        parent = m_dialog;
    auto* dialog = new ConnectDialog(m_tester, draft, parent);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    QStringList groups;
    for (const auto& one : m_connections->saved())
        if (!one.group.isEmpty() && !groups.contains(one.group))
            groups << one.group;
    dialog->setGroups(groups);
    dialog->setNameCheck([this, id = draft.id](const QString& name) { return m_connections->nameProblem(name, id); });
    dialog->setSave([this](const ConnectionDraft& wanted) {
        const QString wrong = m_connections->saveAndOpen(wanted);
        if (m_dialog && wrong.isEmpty())
            m_dialog->select(wanted.name);
        if (wrong.isEmpty())
            m_window->leadIntoPage();
        refresh();
        emit changed();
        return wrong;
    });
    dialog->open();
}

void ConnectionsManager::show()
{
    if (m_dialog)
        return;
    const QString wrong = m_connections->loadSaved(); // another program may have changed them
    m_dialog = new ConnectionsDialog(m_window);
    m_dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(m_dialog, &ConnectionsDialog::newRequested, this, [this] { createOne({}); });
    connect(m_dialog, &ConnectionsDialog::openRequested, this, &ConnectionsManager::open);
    connect(m_dialog, &ConnectionsDialog::editRequested, this, &ConnectionsManager::edit);
    connect(m_dialog, &ConnectionsDialog::duplicateRequested, this, &ConnectionsManager::duplicate);
    connect(m_dialog, &ConnectionsDialog::deleteRequested, this, &ConnectionsManager::remove);
    connect(m_dialog, &ConnectionsDialog::undoRequested, this, &ConnectionsManager::undo);
    connect(m_dialog, &ConnectionsDialog::orderChanged, this, &ConnectionsManager::arrange);
    connect(m_dialog, &QDialog::finished, m_connections, &ConnectionsController::forgetRemoved);
    refresh();
    if (!wrong.isEmpty())
        m_dialog->showProblem(wrong);
    emit changed();
    m_dialog->open();
}

// One that is open already is shown by the strip.
void ConnectionsManager::open(const QString& id)
{
    if (!m_connections->openOne(id))
        m_connections->openSaved(id);
    m_dialog->accept();
}

void ConnectionsManager::remove(const QString& id)
{
    const QString wrong = m_connections->remove(id);
    refresh();
    if (wrong.isEmpty())
        m_dialog->showDeleted(id);
    else
        m_dialog->showProblem(wrong);
    emit changed();
}

void ConnectionsManager::undo()
{
    const QString id = m_connections->undoRemove();
    if (!id.isEmpty()) {
        m_dialog->showDeleted({});
        m_dialog->select(id);
    }
    refresh();
    emit changed();
}

void ConnectionsManager::arrange()
{
    const QString wrong = m_connections->arrange(m_dialog->order());
    if (!wrong.isEmpty())
        m_dialog->showProblem(wrong);
    refresh();
    emit changed();
}

void ConnectionsManager::refresh()
{
    if (!m_dialog)
        return;
    std::vector<ListedConnection> all;
    for (const auto& one : m_connections->saved())
        all.push_back({one.id, one.name, one.url, one.environment, one.group, one.readOnly,
                       m_connections->openOne(one.id).has_value()});
    m_dialog->setConnections(all);
}

} // namespace lockdesk::app

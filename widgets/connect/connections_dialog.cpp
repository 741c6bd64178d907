// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/connect/connections_dialog.h"

#include "models/format/format.h"
#include "widgets/common/chrome.h"
#include "widgets/common/empty_texts.h"
#include "widgets/theme/theme.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeySequence>
#include <QPainter>
#include <QPushButton>
#include <QShortcut>
#include <QTimer>
#include <QTreeWidget>
#include <QVBoxLayout>

namespace lockdesk {

namespace {

enum Column { nameColumn, addressColumn, environmentColumn, stateColumn, columnCount };
constexpr int idRole = Qt::UserRole;
constexpr int groupRole = Qt::UserRole + 1;

bool isGroup(const QTreeWidgetItem* item) { return item->data(nameColumn, idRole).toString().isEmpty(); }

/// Says what will be listed while nothing is.
class ConnectionList final : public QTreeWidget
{
public:
    using QTreeWidget::QTreeWidget;

protected:
    void paintEvent(QPaintEvent* event) override
    {
        QTreeWidget::paintEvent(event);
        if (topLevelItemCount() > 0)
            return;
        QPainter painter(viewport());
        paintEmptyTexts(painter, *viewport(), ConnectionsDialog::emptyTexts());
    }
};

QSize rowSize() { return {0, Theme::get().px(26)}; }

QString stateOf(const ListedConnection& one)
{
    QStringList state;
    if (one.open)
        state << ConnectionsDialog::tr("open");
    if (one.readOnly)
        state << ConnectionsDialog::tr("read-only");
    return state.join(QStringLiteral(", "));
}

} // namespace

ConnectionsDialog::ConnectionsDialog(QWidget* parent) : QDialog(parent), m_list(new ConnectionList), m_banner(new Banner)
{
    setWindowTitle(tr("Connections"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_banner);
    auto* row = new QHBoxLayout;
    row->setContentsMargins(16, 14, 16, 14);
    row->setSpacing(12);
    buildList();
    row->addWidget(m_list, 1);
    row->addLayout(buildButtons());
    column->addLayout(row, 1);
    connect(m_list, &QTreeWidget::currentItemChanged, this, &ConnectionsDialog::refresh);
    connect(m_list, &QTreeWidget::itemDoubleClicked, this, [this](const QTreeWidgetItem* item) {
        if (!isGroup(item))
            openIt();
    });
    connect(m_banner, &Banner::buttonClicked, this, &ConnectionsDialog::undo);
    m_banner->setClosable(true);
    connect(m_banner, &Banner::closed, m_banner, &QWidget::hide);
    connect(new QShortcut(QKeySequence::Undo, this), &QShortcut::activated, this, &ConnectionsDialog::undo);
    resize(Theme::get().px(880), Theme::get().px(460));
    refresh();
    m_list->setFocus();
}

EmptyTexts ConnectionsDialog::emptyTexts()
{
    return {Glyph::ring, tr("No connection is saved."),
            tr("New… describes a store: its address, its environment, and whether it is read-only. It is then listed here.")};
}

void ConnectionsDialog::buildList()
{
    m_list->setColumnCount(columnCount);
    m_list->setHeaderLabels({tr("Name"), tr("Address"), tr("Environment"), tr("State")});
    m_list->setAccessibleName(tr("Saved connections"));
    m_list->setDragDropMode(QAbstractItemView::InternalMove);
    m_list->setSelectionMode(QAbstractItemView::SingleSelection);
    m_list->setUniformRowHeights(true);
    m_list->setExpandsOnDoubleClick(false);
    m_list->header()->setStretchLastSection(false);
    m_list->header()->setSectionResizeMode(addressColumn, QHeaderView::Stretch);
    const Theme& theme = Theme::get();
    m_list->setColumnWidth(nameColumn, theme.px(190));
    m_list->setColumnWidth(environmentColumn, theme.px(100));
    m_list->setColumnWidth(stateColumn, theme.px(120));
    m_list->viewport()->installEventFilter(this);
}

QVBoxLayout* ConnectionsDialog::buildButtons()
{
    auto* column = new QVBoxLayout;
    column->setSpacing(8);
    QPushButton* open = addButton(column, tr("Connect"), QStringLiteral("plug"), {}, &ConnectionsDialog::openIt);
    open->setDefault(true); // Enter in the list
    addButton(column, tr("New…"), {}, QKeySequence::New, &ConnectionsDialog::newRequested);
    addButton(column, tr("Edit…"), QStringLiteral("edit"), QKeySequence(Qt::Key_F2), &ConnectionsDialog::editIt);
    addButton(column, tr("Duplicate…"), {}, QKeySequence(Qt::CTRL | Qt::Key_D), &ConnectionsDialog::duplicateIt);
    addButton(column, tr("Delete"), {}, QKeySequence::Delete, &ConnectionsDialog::deleteIt);
    column->addSpacing(8);
    addButton(column, tr("Up"), {}, QKeySequence(Qt::ALT | Qt::Key_Up), &ConnectionsDialog::moveUp);
    addButton(column, tr("Down"), {}, QKeySequence(Qt::ALT | Qt::Key_Down), &ConnectionsDialog::moveDown);
    column->addStretch(1);
    auto* close = makeButton(tr("Close"));
    close->setAutoDefault(false);
    close->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    connect(close, &QPushButton::clicked, this, &QDialog::reject);
    column->addWidget(close);
    return column;
}

QPushButton* ConnectionsDialog::addButton(QVBoxLayout* column, const QString& text, const QString& iconName,
                                          const QKeySequence& key, Run run)
{
    auto* button = makeButton(text, iconName);
    button->setAutoDefault(false);
    button->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    connect(button, &QPushButton::clicked, this, run);
    if (!key.isEmpty()) {
        connect(new QShortcut(key, this), &QShortcut::activated, button, [button] {
            if (button->isEnabled())
                button->click();
        });
        button->setToolTip(key.toString(QKeySequence::NativeText));
    }
    if (run != &ConnectionsDialog::newRequested)
        m_needOne.push_back(button);
    column->addWidget(button);
    return button;
}

QString ConnectionsDialog::current() const
{
    const QTreeWidgetItem* item = m_list->currentItem();
    return item != nullptr ? item->data(nameColumn, idRole).toString() : QString();
}

QTreeWidgetItem* ConnectionsDialog::itemOf(const QString& id) const
{
    for (int i = 0; i < m_list->topLevelItemCount(); ++i) {
        QTreeWidgetItem* item = m_list->topLevelItem(i);
        if (!isGroup(item) && item->data(nameColumn, idRole) == id)
            return item;
        for (int k = 0; k < item->childCount(); ++k)
            if (item->child(k)->data(nameColumn, idRole) == id)
                return item->child(k);
    }
    return nullptr;
}

// Buttons that lose their connection must not take the focus along.
void ConnectionsDialog::refresh()
{
    const bool one = !current().isEmpty();
    for (QPushButton* button : m_needOne) {
        if (!one && button->hasFocus())
            m_list->setFocus();
        button->setEnabled(one);
    }
}

QTreeWidgetItem* ConnectionsDialog::groupItem(const QString& group)
{
    for (int i = 0; i < m_list->topLevelItemCount(); ++i)
        if (isGroup(m_list->topLevelItem(i)) && m_list->topLevelItem(i)->data(nameColumn, groupRole) == group)
            return m_list->topLevelItem(i);
    auto* item = new QTreeWidgetItem(m_list, {format::foreign(group)});
    item->setData(nameColumn, groupRole, group);
    item->setSizeHint(nameColumn, rowSize());
    item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsDropEnabled);
    item->setFirstColumnSpanned(true);
    for (int column = nameColumn + 1; column < columnCount; ++column) // screen readers find the covered cells, too
        item->setData(column, Qt::AccessibleTextRole, format::foreign(group));
    return item;
}

void ConnectionsDialog::setConnections(const std::vector<ListedConnection>& connections)
{
    const QString before = m_wanted.isEmpty() ? current() : m_wanted;
    const QTreeWidgetItem* item = itemOf(before);
    const QTreeWidgetItem* beside = item != nullptr ? m_list->itemBelow(item) : nullptr;
    const QString next = beside != nullptr ? beside->data(nameColumn, idRole).toString() : QString();
    m_list->clear();
    for (const ListedConnection& one : connections) {
        QTreeWidgetItem* parent = one.group.isEmpty() ? m_list->invisibleRootItem() : groupItem(one.group);
        auto* row = new QTreeWidgetItem(parent, {format::foreign(one.name), format::foreign(one.url),
                                                 format::environment(one.environment), stateOf(one)});
        row->setData(nameColumn, idRole, one.id);
        row->setSizeHint(nameColumn, rowSize());
        row->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsDragEnabled); // nothing drops into it
        row->setToolTip(nameColumn, format::foreign(one.name));
        row->setToolTip(addressColumn, format::foreign(one.url));
    }
    m_list->expandAll();
    QTreeWidgetItem* chosen = itemOf(before);
    if (chosen != nullptr)
        m_wanted.clear();
    else if (chosen = itemOf(next); chosen == nullptr && !connections.empty())
        chosen = itemOf(connections.back().id);
    m_list->setCurrentItem(chosen);
    refresh();
}

void ConnectionsDialog::select(const QString& id)
{
    m_wanted = id;
    if (QTreeWidgetItem* item = itemOf(id)) {
        m_list->setCurrentItem(item);
        m_wanted.clear();
    }
}

std::vector<std::pair<QString, QString>> ConnectionsDialog::order() const
{
    std::vector<std::pair<QString, QString>> out;
    for (int i = 0; i < m_list->topLevelItemCount(); ++i) {
        const QTreeWidgetItem* item = m_list->topLevelItem(i);
        if (!isGroup(item))
            out.emplace_back(item->data(nameColumn, idRole).toString(), QString());
        for (int k = 0; k < item->childCount(); ++k)
            out.emplace_back(item->child(k)->data(nameColumn, idRole).toString(),
                             item->data(nameColumn, groupRole).toString());
    }
    return out;
}

// Past the end of a group it leaves the group; beside a group it goes in.
void ConnectionsDialog::move(int by)
{
    QTreeWidgetItem* item = m_list->currentItem();
    if (item == nullptr || isGroup(item))
        return;
    QTreeWidgetItem* root = m_list->invisibleRootItem();
    QTreeWidgetItem* parent = item->parent() != nullptr ? item->parent() : root;
    const int at = parent->indexOfChild(item);
    const int to = at + by;
    const bool beyond = to < 0 || to >= parent->childCount();
    if (parent == root && beyond)
        return;
    parent->takeChild(at);
    if (beyond) {
        const int place = root->indexOfChild(parent);
        root->insertChild(by < 0 ? place : place + 1, item);
    } else if (QTreeWidgetItem* group = by < 0 ? parent->child(to) : parent->child(at); parent == root && isGroup(group)) {
        group->insertChild(by < 0 ? group->childCount() : 0, item);
        group->setExpanded(true);
    } else {
        parent->insertChild(to, item);
    }
    m_list->setCurrentItem(item);
    emit orderChanged();
}

// A drop has been applied once the view has handled it.
bool ConnectionsDialog::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_list->viewport() && event->type() == QEvent::Drop)
        QTimer::singleShot(0, this, &ConnectionsDialog::orderChanged);
    return QDialog::eventFilter(watched, event);
}

void ConnectionsDialog::undo()
{
    if (m_canUndo)
        emit undoRequested();
}

void ConnectionsDialog::showDeleted(const QString& name)
{
    m_canUndo = !name.isEmpty();
    if (m_canUndo)
        m_banner->showMessage(Glyph::check, Tone::text2, tr("%1 was deleted.").arg(format::foreign(name)),
                              tr("Its store is as it was."), tr("Undo"));
    m_banner->setVisible(m_canUndo);
}

void ConnectionsDialog::showProblem(const QString& text)
{
    m_canUndo = false;
    m_banner->showMessage(Glyph::diamond, Tone::expired, text, {});
    m_banner->show();
}

} // namespace lockdesk

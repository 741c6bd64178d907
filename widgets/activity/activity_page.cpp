// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/activity/activity_page.h"

#include "models/format/format.h"
#include "models/tables/activity_model.h"
#include "models/tables/audit_table_model.h"
#include "models/tables/roles.h"
#include "models/tables/waits_table_model.h"
#include "widgets/common/count_part.h"
#include "widgets/common/filter_box.h"
#include "widgets/common/live_table.h"
#include "widgets/common/row_menu.h"

#include <QMenu>
#include <QStackedLayout>
#include <QVBoxLayout>

namespace lockdesk {

ActivityPage::ActivityPage(const PageContext& context, QWidget* parent)
    : ConsolePage(parent), m_feeds(context.feeds), m_events(new ActivityModel(context.feeds)),
      m_audit(new AuditTableModel(context.feeds, context.localAudit, this)), m_waits(new WaitsTableModel(context.feeds, this)),
      m_eventTable(new TableView(QStringLiteral("activity/columns"))),
      m_auditTable(new TableView(QStringLiteral("audit/columns"))),
      m_waitsTable(new TableView(QStringLiteral("waits/columns"))), m_cycles(new ThemeLabel({}, ThemeLabel::Type::title, Tone::expired)),
      m_filter(new FilterBox), m_choice(new Segmented({tr("Events"), tr("Audit"), tr("Waits")})), m_count(new CountPart(m_events)), m_stack(new QStackedLayout)
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    auto* tools = new ToolRow;
    tools->add(m_choice);
    tools->add(m_filter);
    tools->addElastic(m_count);
    column->addWidget(tools);
    column->addWidget(makeStaleBanner(context));
    column->addLayout(m_stack, 1); // first, as it shows its first widget: without a parent that would be a window
    buildTables(context);
    buildMenus();
    buildWaits();
    keepLayout(m_waitsTable, context);
    connect(m_choice, &Segmented::currentChanged, this, [this](int which) {
        chosen(which);
        offerWords();
        m_filter->setError(m_wrong[std::size_t(which)]);
    });
    offerWords();
    connect(m_filter, &FilterBox::edited, this, &ActivityPage::filterEdited);
    connect(m_events, &LiveTableModel::countsChanged, this, [this] { chosen(m_choice->current()); });
    for (auto signal : {&QAbstractItemModel::rowsInserted, &QAbstractItemModel::rowsRemoved})
        connect(m_audit, signal, this, [this] { chosen(m_choice->current()); });
    connect(m_audit, &QAbstractItemModel::modelReset, this, [this] { chosen(m_choice->current()); });
    connect(m_waits, &WaitsTableModel::rebuilt, this, [this] {
        m_cycles->setText(m_waits->cyclesText());
        m_cycles->setVisible(!m_waits->cyclesText().isEmpty());
        if (m_choice->current() == 2)
            chosen(2);
    });
}

void ActivityPage::buildTables(const PageContext& context)
{
    using E = ActivityModel;
    attachTable(m_eventTable, m_events, context,
                {{E::At, 160, CellKind::mono2},
                 {E::StoreName, 90, CellKind::store},
                 {E::Actor, 180, CellKind::mono},
                 {E::Text, 420, CellKind::text},
                 {E::EventName, 90, CellKind::text2, true},
                 {E::What, 160, CellKind::mono, true},
                 {E::Token, 70, CellKind::monoNumber, true}});
    m_eventTable->setAccessibleName(tr("Events"));
    m_eventTable->setEmptyTexts([this] {
        if (m_events->totalRows() > 0)
            return EmptyTexts{Glyph::ring, tr("Nothing fits the filter."),
                              tr("%Ln other(s) are here. Esc clears the filter.", nullptr, int(m_events->totalRows()))};
        return ifAnswered(
            *m_feeds, m_events->shownConnections(),
            {Glyph::ring, tr("Nothing has happened yet."),
             tr("Acquisitions, claims, takeovers, refusals and whatever else moves appear here, newest first.")});
    });
    m_auditTable->setEmptyTexts([this] {
        if (m_audit->totalRows() > 0)
            return EmptyTexts{Glyph::ring, tr("Nothing fits the filter."),
                              tr("%Ln other(s) are here. Esc clears the filter.", nullptr, int(m_audit->totalRows()))};
        return ifAnswered(*m_feeds, m_events->shownConnections(),
                          {Glyph::ring, tr("Nobody has forced anything."),
                           tr("Each forced action appears here: who, when, why, and what came of it.")});
    });
    using A = AuditTableModel;
    m_auditTable->setModel(m_audit);
    m_auditTable->setSortingEnabled(false);
    m_auditTable->setColumns({{QStringLiteral("at"), 160, makeDelegate(CellKind::mono2)},
                              {QStringLiteral("store"), 90, makeDelegate(CellKind::store)},
                              {QStringLiteral("who"), 140, makeDelegate(CellKind::text)},
                              {QStringLiteral("action"), 110, makeDelegate(CellKind::text)},
                              {QStringLiteral("what"), 170, makeDelegate(CellKind::mono)},
                              {QStringLiteral("reason"), 220, makeDelegate(CellKind::text2)},
                              {QStringLiteral("result"), 90, makeDelegate(CellKind::state)},
                              {QStringLiteral("where"), 124, makeDelegate(CellKind::text2)},
                              {QStringLiteral("command"), 300, makeDelegate(CellKind::mono2)}});
    static_assert(A::ColumnCount == 9);
    m_auditTable->setAccessibleName(tr("Audit"));
    keepLayout(m_auditTable, context);
    m_stack->addWidget(m_eventTable);
    m_stack->addWidget(m_auditTable);
    m_stack->addWidget(new EmptyState(
        Glyph::ring, Tone::text2, tr("Nobody has forced anything."),
        tr("Forced releases, hold-offs, relocks and retries appear here, with who, why and what came "
           "of it. They are written in the store, or in a file of yours where the store has no place for them.")));
}

// What an event or a forced action was about, and its command line; of the audit, the command that was run.
void ActivityPage::buildMenus()
{
    const auto goTo = [this](QMenu& menu, const std::optional<RowAddress>& row) {
        const Feed* feed = row ? m_feeds->at(row->connection) : nullptr;
        QAction* go = menu.addAction(tr("Go to the &Row"), this, [this, row, id = feed ? feed->info().id : QString()] {
            emit rowRequested(QString::fromLatin1(word(row->entity)), id, format::exact(row->key));
        });
        go->setEnabled(feed != nullptr);
    };
    const auto eventRow = [this](const QModelIndex& index) -> std::optional<RowAddress> {
        const auto row = m_events->rowAt(index.row());
        if (row == nullptr || row->event.key.empty())
            return std::nullopt;
        return RowAddress{index.data(StoreRole).toInt(), row->event.entity, row->event.key};
    };
    m_eventTable->addRowMenu([goTo, eventRow](QMenu& menu, const QModelIndex& index) { goTo(menu, eventRow(index)); });
    addFilterMenu(m_eventTable, m_events, m_filter);
    setRowCommand(m_eventTable, m_feeds, eventRow);
    m_auditTable->addRowMenu(
        [this, goTo](QMenu& menu, const QModelIndex& index) { goTo(menu, m_audit->addressAt(index.row())); });
    setRowCommand(m_auditTable, m_feeds, [this](const QModelIndex& index) { return m_audit->addressAt(index.row()); });
    m_auditTable->setCommandOf([](const QModelIndex& index) {
        return index.siblingAtColumn(AuditTableModel::Command).data(ExactTextRole).toString();
    });
}

void ActivityPage::buildWaits()
{
    m_waitsTable->setEmptyTexts([this] {
        if (m_waits->totalRows() > 0)
            return EmptyTexts{Glyph::ring, tr("Nothing fits the filter."),
                              tr("%Ln other(s) are here. Esc clears the filter.", nullptr, m_waits->totalRows())};
        return ifAnswered(*m_feeds, m_events->shownConnections(),
                          {Glyph::ring, tr("Nobody waits."),
                          tr("Whoever waits for a lock appears here, with its holder, and so do sessions of PostgreSQL and MariaDB that "
                             "wait for one another's rows and tables. Those that wait in a circle are named.")});
    });
    m_waitsTable->setModel(m_waits);
    m_waitsTable->setSortingEnabled(false);
    m_waitsTable->setColumns({{QStringLiteral("store"), 90, makeDelegate(CellKind::store)},
                              {QStringLiteral("waiter"), 220, makeDelegate(CellKind::mono)},
                              {QStringLiteral("what"), 160, makeDelegate(CellKind::mono)},
                              {QStringLiteral("holder"), 200, makeDelegate(CellKind::mono2)},
                              {QStringLiteral("layer"), 90, makeDelegate(CellKind::text2)},
                              {QStringLiteral("waited"), 110, makeDelegate(CellKind::number)},
                              {QStringLiteral("cycle"), 90, makeDelegate(CellKind::text)}});
    static_assert(WaitsTableModel::ColumnCount == 7);
    m_waitsTable->setAccessibleName(tr("Waits"));
    const auto lockOf = [this](const QModelIndex& index) { return m_waits->lockAt(index.row()); };
    m_waitsTable->addRowMenu([this, lockOf](QMenu& menu, const QModelIndex& index) {
        const auto row = lockOf(index);
        const Feed* feed = row ? m_feeds->at(row->connection) : nullptr;
        QAction* go = menu.addAction(tr("Go to the &Row"), this, [this, row, id = feed ? feed->info().id : QString()] {
            emit rowRequested(QString::fromLatin1(word(row->entity)), id, format::exact(row->key));
        });
        go->setEnabled(feed != nullptr);
    });
    setRowCommand(m_waitsTable, m_feeds, lockOf);
    auto* page = new QWidget;
    auto* column = new QVBoxLayout(page);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    m_cycles->setContentsMargins(12, 8, 12, 8);
    m_cycles->setWordWrap(true);
    m_cycles->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_cycles->setVisible(false);
    column->addWidget(m_cycles);
    column->addWidget(m_waitsTable, 1);
    m_stack->addWidget(page);
}

TableView* ActivityPage::table() const
{
    return m_choice->current() == 0 ? m_eventTable : m_choice->current() == 1 ? m_auditTable : m_waitsTable;
}

void ActivityPage::chosen(int which)
{
    const int rows = which == 0 ? m_events->rowCount() : which == 1 ? m_audit->rowCount() : m_waits->rowCount();
    // An audit hidden by the filter still shows its table, not the empty page.
    m_stack->setCurrentIndex(which == 2 ? 3 : which == 1 && rows == 0 && m_audit->totalRows() == 0 ? 2 : which);
    m_count->setTexts({which == 0   ? m_events->countText()
                       : which == 1 ? tr("%Ln forced action(s)", nullptr, rows)
                                    : tr("%Ln wait(s)", nullptr, rows),
                       format::count(rows)});
    emit statusChanged();
}

void ActivityPage::filterEdited(const QString& text)
{
    m_events->setFilterText(text);
    m_wrong = {m_events->filterError(), m_audit->setFilterText(text), m_waits->setFilterText(text)};
    m_filter->setError(m_wrong[std::size_t(m_choice->current())]);
}

// Each of the three tables has keys of its own.
void ActivityPage::offerWords()
{
    switch (m_choice->current()) {
    case 0:
        m_filter->setWords({key(), m_events->filterKeys(),
                            [this](const QString& key) { return m_events->valuesSeen(key); }});
        break;
    case 1:
        m_filter->setWords({QStringLiteral("audit"), m_audit->filterKeys(),
                            [this](const QString& key) { return m_audit->valuesSeen(key); }});
        break;
    default:
        m_filter->setWords({QStringLiteral("waits"), m_waits->filterKeys(),
                            [this](const QString& key) { return m_waits->valuesSeen(key); }});
    }
}

void ActivityPage::revealRow(const QString& connection, const QString& key, std::function<void(bool)> done)
{
    m_choice->setCurrent(2);
    chosen(2);
    if (!m_filter->text().isEmpty())
        m_filter->setText({});
    const int row = m_waits->rowOf(connection, key);
    if (row >= 0) {
        m_waitsTable->setCurrentIndex(m_waits->index(row, 0));
        m_waitsTable->selectRow(row);
        m_waitsTable->scrollTo(m_waits->index(row, 0));
    }
    done(row >= 0);
}

QString ActivityPage::statusText() const
{
    if (m_choice->current() == 2)
        return tr("%Ln wait(s)", nullptr, m_waits->totalRows());
    if (m_choice->current() == 0)
        return tr("%Ln event(s) since the connections were opened", nullptr, int(m_events->totalRows()));
    const int forced = int(m_audit->totalRows());
    return m_audit->hasMore() ? tr("the newest %Ln forced action(s); lockdeskctl list audit has all of a store", nullptr, forced)
                              : tr("%Ln forced action(s) in the stores' audit", nullptr, forced);
}

void ActivityPage::focusFilter() { m_filter->focusField(); }

void ActivityPage::focusContent()
{
    QWidget* rows = table();
    (rows->isVisibleTo(this) ? rows : this)->setFocus(Qt::OtherFocusReason);
}

void ActivityPage::applyFilter(const QString& text) { m_filter->setText(text); }

bool ActivityPage::escape()
{
    if (table()->selectionModel()->hasSelection()) {
        table()->clearSelection();
        return true;
    }
    if (m_filter->text().isEmpty())
        return false;
    m_filter->setText({});
    return true;
}

} // namespace lockdesk

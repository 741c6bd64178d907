// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/detail/row_page.h"

#include "models/feed/local_audit_rows.h"
#include "models/format/format.h"
#include "models/format/worker_words.h"
#include "models/tables/countdown_timer.h"
#include "models/tables/roles.h"
#include "models/tables/row_address.h"
#include "widgets/common/filter_box.h"
#include "widgets/common/row_menu.h"
#include "widgets/common/splitter_keeper.h"
#include "widgets/theme/theme.h"

#include <QAction>
#include <QMenu>
#include <QPersistentModelIndex>
#include <QVBoxLayout>

#include <algorithm>

namespace lockdesk {

namespace {

// Below this width the detail leaves too little of the table; it still covers the right part of the page, but no more.
constexpr int wide_page = 1300;
constexpr int most_events = 500;

QString tableOf(Entity entity)
{
    switch (entity) {
    case Entity::lock: return QStringLiteral("locks");
    case Entity::task: return QStringLiteral("tasks");
    case Entity::message: return QStringLiteral("outbox");
    case Entity::worker: return QStringLiteral("workers");
    default: return QString::fromLatin1(word(entity));
    }
}

} // namespace

RowPage::RowPage(const PageContext& context, Names names, LiveTableModel* model, const std::vector<ColumnLook>& columns,
                 QWidget* parent)
    : LiveTablePage(context, std::move(names), model, columns, parent), m_context(context),
      m_splitter(new QSplitter(Qt::Horizontal)), m_detail(new DetailPanel),
      m_flow(new ActionFlow(context.feeds, context.actions, this))
{
    const int at = column()->indexOf(table());
    column()->insertWidget(at, m_splitter, 1);
    m_splitter->addWidget(table());
    m_splitter->addWidget(m_detail);
    m_splitter->setStretchFactor(0, 1);
    m_splitter->setStretchFactor(1, 0);
    m_splitter->setCollapsible(0, false);
    m_splitter->setHandleWidth(1);
    m_splitter->setChildrenCollapsible(false);
    m_splitter->setAccessibleName(tr("Table and detail"));
    m_splitter->handle(1)->setAccessibleName(tr("Width of the detail"));
    m_detail->hide();
    m_handle = new SplitterKeeper(m_splitter, 1, key() + QStringLiteral("/detail"), context.shown, [this](std::optional<int> size) {
        if (m_detail->isVisible())
            placeHandle(size);
    });

    connect(table(), &TableView::rowActivated, this, [this](const QModelIndex& index) { showDetail(index.row()); });
    connect(table(), &TableView::selectionMoved, this, &RowPage::followSelection);
    table()->addRowMenu([this](QMenu& menu, const QModelIndex& index) {
        menu.addAction(tr("Open &Detail"), this, [this, row = QPersistentModelIndex(index)] {
            if (row.isValid())
                showDetail(row.row());
        });
        menu.addActions(m_menuActions);
    });
    addFilterMenu(table(), model, filterBox());
    setRowCommand(table(), context.feeds, [model](const QModelIndex& index) { return addressOf(*model, index.row()); });
    connect(m_detail, &DetailPanel::closed, this, &RowPage::hideDetail);
    connect(m_detail, &DetailPanel::proofRequested, this, [this](const QString& entity, const QString& key) {
        const Feed* feed = m_context.feeds->at(m_detailConnection);
        if (feed != nullptr)
            emit rowRequested(entity, feed->info().id, key);
    });
    connect(m_flow, &ActionFlow::notice, this, &RowPage::notice);
    connect(context.shown, &ShownConnections::changed, this, &RowPage::judgeActions);
    connect(context.feeds, &FeedSet::added, this, &RowPage::judgeActions);
    connect(context.feeds, &FeedSet::removed, this, &RowPage::judgeActions);
    context.countdown->add(
        m_detail,
        [this]() -> std::optional<Duration> {
            return m_detail->isVisible() ? std::optional<Duration>(std::chrono::minutes{2}) : std::nullopt;
        },
        [this] { refreshDetail(); });
}

void RowPage::putBesideDetail(QWidget* left)
{
    m_splitter->insertWidget(0, left);
    m_splitter->setStretchFactor(0, 1);
    m_splitter->setStretchFactor(1, 0);
}

QAction* RowPage::addRowAction(const QString& text, const QString& iconName, Placement placement,
                               std::function<std::optional<Objection>()> run)
{
    auto* action = new QAction(icon(iconName), text, this);
    m_actions += action;
    if (placement != Placement::detail)
        m_menuActions += action;
    connect(action, &QAction::triggered, this, [this, run = std::move(run)] { say(run()); });
    const auto makeOwn = [&](const QString& picture) {
        auto* button = makeButton(text, picture);
        connect(button, &QPushButton::clicked, action, &QAction::trigger);
        connect(action, &QAction::changed, button, [this, action, button] {
            if (button->hasFocus() && !action->isEnabled())
                table()->setFocus(Qt::OtherFocusReason); // Qt would give it to the next button, which Enter then presses
            button->setEnabled(action->isEnabled());
            button->setToolTip(action->toolTip());
            if (button->text() != action->text())
                button->setText(action->text());
        });
        m_buttons.emplace_back(action, button);
        return button;
    };
    if (placement == Placement::toolRow)
        toolRow()->add(makeOwn(iconName));
    // The bottom of the detail is narrow: only the first action and those that are only there keep their icons.
    if (placement != Placement::menu) {
        auto* button = makeOwn(m_actions.size() == 1 || placement == Placement::detail ? iconName : QString());
        m_detail->addAction(button);
        m_detailButtons.emplace_back(action, button);
    }
    judgeActions();
    return action;
}

void RowPage::say(const std::optional<Objection>& objection)
{
    if (objection)
        emit notice(text(*objection));
}

void RowPage::reserveTexts(QAction* action, const QStringList& texts)
{
    for (const auto& [of, button] : m_buttons)
        if (of == action)
            reserveWidth(button, texts);
}

void RowPage::setAlwaysEnabled(QAction* action)
{
    m_alwaysEnabled += action;
    judgeActions();
}

void RowPage::addColumnsButton()
{
    auto* button = makeButton({}, QStringLiteral("columns"), QStringLiteral("flat"));
    button->setToolTip(tr("Columns"));
    button->setAccessibleName(tr("Columns"));
    connect(button, &QPushButton::clicked, this,
            [this, button] { table()->showColumnMenu(button->mapToGlobal(QPoint(0, button->height()))); });
    toolRow()->add(button);
}

std::vector<int> RowPage::chosenRows() const
{
    std::vector<int> rows = table()->selectedRows();
    if (rows.empty() && m_detail->isVisible())
        if (const int row = model()->rowOfKey(m_detailConnection, m_detailKey); row >= 0)
            rows.push_back(row);
    return rows;
}

// The recording of the selected rows, or the only one shown if none is selected. Null: a store exists.
const Feed* RowPage::recordingMeant() const
{
    const Feed* recording = nullptr;
    const auto isStore = [&](int connection) {
        const Feed* feed = context().feeds->at(connection);
        if (feed != nullptr && feed->info().recording)
            recording = feed;
        return feed != nullptr && !feed->info().recording;
    };
    const std::vector<int> rows = chosenRows();
    for (const int row : rows)
        if (isStore(model()->index(row, 0).data(StoreRole).toInt()))
            return nullptr;
    if (rows.empty())
        for (const Feed* feed : context().feeds->feeds())
            if (context().shown->shows(feed->index()) && isStore(feed->index()))
                return nullptr;
    return recording;
}

void RowPage::judgeActions()
{
    const bool any = !chosenRows().empty();
    const Feed* recording = recordingMeant();
    for (QAction* action : m_actions) {
        const QString why = recording != nullptr
                                ? tr("%1 is a recording: nothing can be changed in it.").arg(recording->info().name)
                            : m_alwaysEnabled.contains(action) ? QString()
                            : !any                             ? tr("Select a row first.")
                                                               : refusal(action);
        action->setEnabled(why.isEmpty());
        action->setToolTip(why);
    }
}

void RowPage::followSelection()
{
    judgeActions();
    if (m_detail->isVisible())
        if (const std::vector<int> rows = table()->selectedRows(); rows.size() == 1)
            showDetail(rows.front());
    selectionSettled();
}

void RowPage::showDetail(int row)
{
    const TableEntry* entry = model()->entryAt(row);
    if (entry == nullptr)
        return;
    m_detailConnection = entry->connection;
    m_detailKey = model()->index(row, 0).data(KeyRole).toString();
    if (!m_detail->isVisible()) {
        m_detail->show();
        placeHandle(m_handle->size());
    }
    fillDetail(*entry);
    judgeActions();
    // The detail narrows the table: keeps the row in view.
    table()->scrollTo(model()->index(row, 0));
}

void RowPage::placeHandle(std::optional<int> size)
{
    const int wide = size.value_or(Theme::get().px(width() >= Theme::get().px(wide_page) ? 520 : 386));
    m_splitter->setSizes({std::max(200, width() - wide), std::min(wide, std::max(200, width() - 200))});
}

void RowPage::fillDetail(const TableEntry& entry)
{
    m_detail->setContent(contentOf(entry));
    for (const auto& [action, button] : m_detailButtons)
        button->setVisible(offersInDetail(action, entry));
}

void RowPage::hideDetail()
{
    m_detail->hide();
    m_detailConnection = -1;
    m_detailKey.clear();
    table()->setFocus();
    judgeActions();
}

void RowPage::refreshDetail()
{
    const int row = model()->rowOfKey(m_detailConnection, m_detailKey);
    if (const TableEntry* entry = row >= 0 ? model()->entryAt(row) : nullptr) {
        fillDetail(*entry);
        return;
    }
    DetailContent last = m_detail->content();
    last.headline = tr("Not shown any more: it is gone, or the filter leaves it out");
    last.state = QStringLiteral("free");
    last.lease.reset();
    last.why.clear();
    m_detail->setContent(last);
    judgeActions(); // no row is left to act on
}

bool RowPage::escape()
{
    if (m_flow->escape())
        return true;
    if (m_detail->isVisible()) {
        hideDetail();
        return true;
    }
    return LiveTablePage::escape();
}

void RowPage::fillHead(const TableEntry& entry, DetailContent& content) const
{
    const Feed* feed = feedOf(entry);
    if (feed == nullptr)
        return;
    content.environment = feed->info().environment;
    content.subtitle = tr("%1 · source %2").arg(feed->info().name, feed->info().source);
    if (feed->isStale())
        content.subtitle += QStringLiteral(" · ") + format::health(feed->health(), std::chrono::steady_clock::now());
}

void RowPage::fillFindings(const TableEntry& entry, Entity entity, const std::string& key, DetailContent& content) const
{
    const Feed* feed = feedOf(entry);
    if (feed == nullptr)
        return;
    for (const Finding& finding : feed->facts().findingsOf(entity, key)) {
        const bool act = finding.severity == Severity::act;
        DetailFinding line{act ? Glyph::diamond : Glyph::triangle,
                           act ? Tone::expired : Tone::closing,
                           format::findingKind(finding, *feed->ownFaults()),
                           {},
                           {},
                           {}};
        if (!finding.rows.empty()) {
            const ProvingRow& proof = finding.rows.back();
            line.link = tr("lockdesk_%1, %Ln row(s)", nullptr, int(finding.rows.size())).arg(tableOf(proof.entity));
            line.entity = QString::fromLatin1(word(proof.entity));
            line.key = format::exact(proof.key);
        }
        content.findings.push_back(std::move(line));
    }
}

void RowPage::fillEvents(const TableEntry& entry, const HistoryOf& row, DetailContent& content) const
{
    const Feed* feed = feedOf(entry);
    if (feed == nullptr)
        return;
    for (const HistoryEntry& one : historyOf(*feed, row, m_context.localAudit)) {
        const bool local = one.from == HistoryEntry::From::localAudit;
        const QString text = one.from == HistoryEntry::From::observed
                                 ? format::event(one.event)
                                 : (local ? tr("audit of this computer: %1") : tr("audit of the store: %1"))
                                       .arg(format::auditEntry(one.audit));
        content.events.push_back({format::clock(one.at, feed->now()), text, one.earlier});
        if (content.events.size() >= most_events)
            break;
    }
}

} // namespace lockdesk

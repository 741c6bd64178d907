// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/overview/stores_overview.h"

#include "models/format/format.h"
#include "models/tables/findings_model.h"
#include "models/tables/roles.h"
#include "models/tables/stores_model.h"
#include "widgets/common/live_table.h"
#include "widgets/common/named_box.h"
#include "widgets/findings/finding_actions.h"
#include "widgets/overview/finding_links.h"
#include "widgets/overview/overview_charts.h"
#include "widgets/overview/overview_page.h"

#include <QComboBox>
#include <QPushButton>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace lockdesk {

StoresOverview::StoresOverview(const PageContext& context, OverviewPage* page)
    : QWidget(page), m_context(context), m_page(page), m_model(new FindingsModel(context.feeds, context.findings)),
      m_title(new SectionTitle(tr("Needs a human"))), m_choice(new QComboBox), m_stack(new QStackedWidget),
      m_findings(new TableView(QStringLiteral("findings/columns"))), m_stores(new TableView({})),
      m_charts(new OverviewCharts(context))
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_title);
    column->addWidget(buildFindings(), 1);
    column->addWidget(buildStores());
    column->addWidget(buildCharts());
}

QWidget* StoresOverview::buildFindings()
{
    using F = FindingsModel;
    attachTable(m_findings, m_model, m_context,
                {{F::KindName, 178, CellKind::text},
                 {F::What, 172, CellKind::mono},
                 {F::StoreName, 100, CellKind::store, false, false, 160},
                 {F::Evidence, 474, CellKind::text2},
                 {F::For, 64, CellKind::time},
                 {F::Next, 104, CellKind::link}});
    dressFindings(m_findings);
    m_choice->setProperty("kind", QStringLiteral("flat"));
    nameBox(m_choice, tr("Stores whose findings are shown"));
    m_title->addRight(makePendingLink(m_model));
    m_title->addRight(m_choice);
    fillStoreChoice();
    connect(m_context.feeds, &FeedSet::added, this, &StoresOverview::fillStoreChoice);
    connect(m_context.feeds, &FeedSet::removed, this, &StoresOverview::fillStoreChoice);
    connect(m_context.feeds, &FeedSet::infoChanged, this, &StoresOverview::fillStoreChoice);
    connect(m_choice, &QComboBox::currentIndexChanged, this, &StoresOverview::applyStoreChoice);
    connect(m_context.shown, &ShownConnections::changed, this, &StoresOverview::applyStoreChoice);
    m_stack->addWidget(m_findings);
    m_nothing = new EmptyState(Glyph::unknown, Tone::closing, {}, {});
    m_stack->addWidget(m_nothing);
    connect(m_model, &LiveTableModel::countsChanged, this, &StoresOverview::count);
    for (auto signal : {&FeedSet::added, &FeedSet::healthChanged})
        connect(m_context.feeds, signal, this, &StoresOverview::count);
    connect(m_context.feeds, &FeedSet::removed, this, &StoresOverview::count);
    connect(m_context.feeds, &FeedSet::updated, this, [this](Feed*, const UpdatePtr& update) {
        if (update->summary)
            count();
    });
    count();
    connect(m_model, &QAbstractItemModel::dataChanged, this, &StoresOverview::count);
    buildTriage();
    m_findings->setAccessibleName(tr("Findings"));
    addFindingMenu(m_findings, m_model, m_page);
    return m_stack;
}

void StoresOverview::buildTriage()
{
    m_actions = new FindingActions(m_context, m_page, m_findings, m_model);
    connect(m_findings, &TableView::rowActivated, m_actions, [this](const QModelIndex& index) { m_actions->follow(index.row()); });
    connect(m_findings, &TableView::linkClicked, m_actions, [this](const QModelIndex& index) {
        if (index.column() == FindingsModel::Next)
            m_actions->follow(index.row());
    });
    if (m_context.findings == nullptr)
        return;
    for (QAction* action : {m_actions->acknowledgeAction(), m_actions->muteAction()}) {
        auto* button = makeButton(action->text(), {}, QStringLiteral("flat"));
        button->setFocusPolicy(Qt::TabFocus); // a click must not take the focus, and with it the keys, from the table
        connect(button, &QPushButton::clicked, action, &QAction::trigger);
        const auto follow = [action, button] { button->setVisible(action->isEnabled()); };
        connect(action, &QAction::changed, button, follow);
        follow();
        m_title->addRight(button);
    }
}

QWidget* StoresOverview::buildStores()
{
    auto* part = new QWidget;
    auto* column = new QVBoxLayout(part);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    using S = StoresModel;
    auto* model = new StoresModel(m_context.feeds);
    attachTable(m_stores, model, m_context,
                {{S::StoreName, 80, CellKind::store, false, false, 160},
                 {S::Environment, 102, CellKind::chip},
                 {S::Kind, 106, CellKind::text2, false, true},
                 {S::HealthName, 158, CellKind::state},
                 {S::Offset, 104, CellKind::number, false, true},
                 {S::Cost, 128, CellKind::number, false, true},
                 {S::Held, 54, CellKind::number},
                 {S::Closing, 62, CellKind::number},
                 {S::Expired, 66, CellKind::number},
                 {S::TasksDue, 76, CellKind::number},
                 {S::Pending, 72, CellKind::number},
                 {S::Oldest, 92, CellKind::number}});
    const auto numbers = [this](int at, const QString& word) {
        auto* delegate = new NumberDelegate(m_stores);
        delegate->setRowLook(liveRowLook);
        delegate->setStateOf([word](const QModelIndex& i) { return i.data(RawRole).toLongLong() > 0 ? word : QString(); });
        m_stores->setItemDelegateForColumn(at, delegate);
    };
    numbers(S::Closing, QStringLiteral("closing"));
    numbers(S::Expired, QStringLiteral("expired"));
    auto* oldest = new NumberDelegate(m_stores);
    oldest->setRowLook(liveRowLook);
    oldest->setStateOf([](const QModelIndex& i) {
        return i.data(RawRole).toLongLong() >= 60'000'000 ? QStringLiteral("warning") : QString();
    });
    m_stores->setItemDelegateForColumn(S::Oldest, oldest);
    m_stores->setPlain(6);
    m_stores->setSelectionMode(QAbstractItemView::NoSelection);
    m_stores->setAccessibleName(tr("Stores"));
    auto* title = new SectionTitle(tr("Stores"));
    column->addWidget(new Line);
    column->addWidget(title);
    column->addWidget(m_stores);
    return part;
}

QWidget* StoresOverview::buildCharts()
{
    auto* part = new QWidget;
    auto* column = new QVBoxLayout(part);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    auto* title = new SectionTitle(tr("Last 10 minutes"));
    auto* span = new QComboBox;
    span->setProperty("kind", QStringLiteral("flat"));
    nameBox(span, tr("Span of the charts"));
    for (const int minutes : {1, 3, 10})
        span->addItem(tr("%1 min").arg(minutes), minutes);
    span->setCurrentIndex(2);
    connect(span, &QComboBox::currentIndexChanged, this, [this, span, title] {
        const int minutes = span->currentData().toInt();
        title->setTitle(minutes == 1 ? tr("Last minute") : tr("Last %1 minutes").arg(minutes));
        m_charts->setSeconds(minutes * 60);
    });
    title->addRight(span);
    m_charts->setFixedHeight(166);
    column->addWidget(new Line);
    column->addWidget(title);
    column->addWidget(m_charts);
    return part;
}

void StoresOverview::fillStoreChoice()
{
    const QSignalBlocker quiet(m_choice);
    const QString before = m_choice->currentData().toString();
    m_choice->clear();
    m_choice->addItem(tr("All stores"), QString());
    for (const Feed* feed : m_context.feeds->feeds())
        m_choice->addItem(feed->info().name, feed->info().id);
    m_choice->setCurrentIndex(std::max(0, m_choice->findData(before)));
}

void StoresOverview::applyStoreChoice()
{
    const Feed* feed = m_context.feeds->find(m_choice->currentData().toString());
    m_model->setShownConnections(feed != nullptr ? QSet<int>{feed->index()} : m_context.shown->indexes());
    count();
}

void StoresOverview::count()
{
    const Feed* feed = m_context.feeds->find(m_choice->currentData().toString());
    const auto answers =
        answersOf(*m_context.feeds, feed != nullptr ? QSet<int>{feed->index()} : m_context.shown->indexes());
    const int rows = m_model->rowCount();
    m_title->setCaption(findingsCaption(m_model->counts(), answers));
    dressNothing(m_nothing, answers);
    m_stack->setCurrentIndex(rows > 0 ? 0 : 1);
    emit countsChanged();
}

void StoresOverview::setActive(bool active) { m_model->setActive(active); }

const FindingsModel* StoresOverview::findingsOfAll() const
{
    return m_choice->currentData().toString().isEmpty() ? m_model : nullptr;
}

void StoresOverview::focusContent()
{
    (m_stack->currentWidget() == m_findings ? m_findings : m_stores)->setFocus(Qt::OtherFocusReason);
}

bool StoresOverview::clearSelection()
{
    if (!m_findings->selectionModel()->hasSelection())
        return false;
    m_findings->clearSelection();
    return true;
}

} // namespace lockdesk

// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/outbox/outbox_page.h"

#include "models/feed/history.h"
#include "models/feed/reasons.h"
#include "models/format/format.h"
#include "models/format/record_text.h"
#include "models/tables/messages_model.h"
#include "models/tables/roles.h"
#include "models/tables/stores_model.h"
#include "models/timeline/timeline.h"
#include "widgets/common/chart_view.h"
#include "widgets/outbox/relay_delegate.h"
#include "widgets/theme/theme.h"
#include "widgets/workers/start_workers_sheet.h"

#include <QAction>
#include <QDateTime>
#include <QVBoxLayout>

#include <algorithm>

namespace lockdesk {

namespace {

constexpr int chart_seconds = 600;

const MessageRow& messageOf(const TableEntry& entry) { return entry.as<MessageRow>(); }

std::vector<ColumnLook> outboxColumnLooks()
{
    using C = MessagesModel;
    return {{C::State, 88, CellKind::state},
            {C::Id, 120, CellKind::mono, false, true, 300},
            {C::Topic, 132, CellKind::mono},
            {C::Age, 70, CellKind::time},
            {C::Tries, 62, CellKind::number, false, true},
            {C::Due, 104, CellKind::time},
            {C::ClaimedBy, 140, CellKind::owner, false, true, 320},
            {C::LastError, 160, CellKind::text2}, // the widest: it takes the remaining width
            {C::StoreName, 84, CellKind::store, false, false, 140}};
}

constexpr auto defaultFilter = "-state:sent";

QList<QPointF> listOf(const std::vector<QPointF>& points) { return QList<QPointF>(points.begin(), points.end()); }

} // namespace

OutboxPage::OutboxPage(const PageContext& context, QWidget* parent)
    : RowPage(context,
              {QStringLiteral("outbox"), tr("Outbox"), QStringLiteral("outbox"), QLatin1String(defaultFilter),
               tr("No message waits."),
               tr("Messages appear here from the commit that wrote them until a relay has sent them.")},
              new MessagesModel(context.feeds), outboxColumnLooks(), parent),
      m_storesModel(new StoresModel(context.feeds))
{
    column()->insertWidget(0, assembleStores());
    column()->insertWidget(1, assembleCharts());
    addRowAction(tr("Retry dead…"), QStringLiteral("retry"), Placement::toolRow, [this] { return retryDead(); });
    addRowAction(tr("Requeue…"), {}, Placement::toolRow, [this] { return requeue(); });
    setAlwaysEnabled(rowActions().front()); // without a selection it applies to all dead messages
    addColumnsButton();
    connect(context.history, &History::sampled, this, [this] {
        if (isVisible())
            refreshCharts();
    });
    chooseStore();
}

QWidget* OutboxPage::assembleStores()
{
    using S = StoresModel;
    m_stores = new TableView(QStringLiteral("outbox/stores"));
    m_storesModel->setAboutOutboxes();
    attachTable(m_stores, m_storesModel, context(),
                {{S::StoreName, 120, CellKind::store},
                 {S::Kind, 110, CellKind::text2, false, true},
                 {S::Pending, 84, CellKind::number},
                 {S::Oldest, 110, CellKind::time},
                 {S::In, 62, CellKind::number},
                 {S::Out, 62, CellKind::number},
                 {S::Drains, 104, CellKind::time},
                 {S::Sending, 76, CellKind::number},
                 {S::Dead, 64, CellKind::number},
                 {S::Relay, 190, CellKind::mono2, false, true}});
    dressStores();
    m_stores->setPlain(4);
    m_stores->setAccessibleName(tr("Outboxes"));
    connect(m_stores, &TableView::selectionMoved, this, &OutboxPage::chooseStore);
    connect(m_stores, &QAbstractItemView::clicked, this, &OutboxPage::chooseStore); // also on the row already selected
    connect(m_storesModel, &LiveTableModel::countsChanged, this, [this] {
        if (chosen() == nullptr)
            chooseStore();
    });
    return m_stores;
}

void OutboxPage::dressStores()
{
    using S = StoresModel;
    const auto backlogOf = [](const QModelIndex& index) {
        const auto row = index.data(RowRole).value<RowPtr<StoreRow>>();
        return row != nullptr && row->backlog ? *row->backlog : Backlog{};
    };
    const auto alarm = [this](int column, const char* state, std::function<bool(const QModelIndex&)> holds) {
        auto* delegate = new NumberDelegate(m_stores);
        delegate->setRowLook(liveRowLook);
        delegate->setStateOf([state, holds](const QModelIndex& i) { return holds(i) ? QLatin1String(state) : QString(); },
                             true);
        m_stores->setItemDelegateForColumn(column, delegate);
    };
    alarm(S::Oldest, "warning", [backlogOf](const QModelIndex& i) {
        const auto oldest = backlogOf(i).oldest;
        return oldest && *oldest >= std::chrono::minutes{1};
    });
    alarm(S::Drains, "warning", [backlogOf](const QModelIndex& i) {
        const Backlog b = backlogOf(i);
        return b.pending > 0 && b.out_rate <= b.in_rate;
    });
    alarm(S::Dead, "dead", [backlogOf](const QModelIndex& i) { return backlogOf(i).dead > 0; });
    auto* relay = new RelayDelegate(m_stores);
    relay->setRowLook(liveRowLook);
    m_stores->setItemDelegateForColumn(S::Relay, relay);
}

QWidget* OutboxPage::assembleCharts()
{
    auto* box = new Surface(Surface::Ground::window, Qt::TopEdge | Qt::BottomEdge);
    auto* row = new QHBoxLayout(box);
    row->setContentsMargins(0, 1, 0, 1);
    row->setSpacing(0);
    m_flow = new ChartView(tr("messages per second"));
    m_flow->addSeries({tr("in"), Tone::held});
    m_flow->addSeries({tr("out"), Tone::text2, Qt::DashLine});
    m_waiting = new ChartView(tr("waiting"));
    m_waiting->addSeries({tr("pending"), Tone::held, Qt::SolidLine, true});
    m_waiting->addSeries({tr("oldest age"), Tone::closing, Qt::DashLine, false, true});
    m_waiting->setFormat(chartNumber, chartAge);
    auto* why = new Surface(Surface::Ground::window, Qt::LeftEdge);
    auto* whyColumn = new QVBoxLayout(why);
    whyColumn->setContentsMargins(12, 8, 12, 8);
    whyColumn->addWidget(new ThemeLabel(tr("Why does it not drain?"), ThemeLabel::Type::caption, Tone::text2));
    m_why = new ThemeLabel;
    m_why->setWordWrap(true);
    whyColumn->addWidget(m_why);
    m_relay = makeButton(tr("Start relay…"), QStringLiteral("plus"));
    connect(m_relay, &QPushButton::clicked, this, &OutboxPage::startRelay);
    whyColumn->addSpacing(4);
    whyColumn->addWidget(m_relay, 0, Qt::AlignLeft);
    whyColumn->addStretch(1);
    row->addWidget(m_flow, 3);
    row->addWidget(new Line(Qt::Vertical));
    row->addWidget(m_waiting, 3);
    row->addWidget(why, 2);
    m_charts = box;
    shareHeight();
    connect(&Theme::get(), &Theme::changed, this, &OutboxPage::shareHeight);
    return box;
}

// In a high window the charts grow too, since the table has few rows while the relays keep up.
void OutboxPage::shareHeight()
{
    const Theme& theme = Theme::get();
    m_charts->setFixedHeight(std::clamp(height() / 4, theme.px(164), theme.px(280)));
}

void OutboxPage::resizeEvent(QResizeEvent* event)
{
    RowPage::resizeEvent(event);
    shareHeight();
}

Feed* OutboxPage::chosen() const { return context().feeds->at(m_chosen); }

void OutboxPage::startRelay()
{
    if (m_sheet != nullptr)
        m_sheet->close();
    m_sheet = new StartWorkersSheet(context().feeds, context().workers, this);
    if (const Feed* feed = chosen())
        m_sheet->choose(feed->info().id, QStringLiteral("relay"));
    m_sheet->start();
}

bool OutboxPage::escape()
{
    if (m_sheet != nullptr && m_sheet->isVisible()) {
        m_sheet->close();
        return true;
    }
    return RowPage::escape();
}

void OutboxPage::chooseStore()
{
    if (m_following)
        return;
    const std::vector<int> rows = m_stores->selectedRows();
    const auto row = rows.empty() ? nullptr : m_storesModel->rowAt(rows.front());
    // Without focus, the selection was only restored.
    m_byHand = row != nullptr && window()->focusWidget() == m_stores;
    if (row != nullptr)
        m_chosen = row->connection;
    refreshCharts();
}

// Selects the store with the worst backlog until the user selects one: charts and reasons need a selected row.
void OutboxPage::followWorst()
{
    m_chosen = worstOutbox();
    const int row = m_storesModel->rowOfKey(m_chosen, QStringLiteral("store"));
    const std::vector<int> rows = m_stores->selectedRows();
    if (row < 0 || (rows.size() == 1 && rows.front() == row))
        return;
    m_following = true;
    m_stores->selectRow(row);
    m_following = false;
}

int OutboxPage::worstOutbox() const
{
    int worst = -1;
    std::pair<Duration, std::int64_t> most{-1, -1}; // the longest wait; if nothing waits, the number of dead messages
    for (int i = 0; i < m_storesModel->rowCount(); ++i) {
        const auto row = m_storesModel->rowAt(i);
        const Backlog backlog = row->backlog.value_or(Backlog{});
        if (const std::pair bad{backlog.oldest.value_or(Duration{0}), backlog.dead}; bad > most) {
            most = bad;
            worst = row->connection;
        }
    }
    return worst;
}

void OutboxPage::refreshCharts()
{
    if (!m_byHand)
        followWorst();
    const Feed* feed = chosen();
    m_flow->setNotice(feed == nullptr ? tr("No store is connected.") : QString());
    m_waiting->setNotice(feed == nullptr ? tr("No store is connected.") : QString());
    if (feed == nullptr)
        return;
    const History& history = *context().history;
    m_flow->setTitle(tr("%1, messages per second").arg(feed->info().name));
    m_waiting->setTitle(tr("%1, waiting").arg(feed->info().name));
    if (!history.available(m_chosen, History::OutboxPending)) {
        m_flow->setNotice(tr("not available here"));
        m_waiting->setNotice(tr("not available here"));
        m_why->setText(tr("This source has no outbox."));
        m_relay->setEnabled(false);
        return;
    }
    const double now = history.instant(m_chosen).value_or(double(QDateTime::currentMSecsSinceEpoch()));
    const auto put = [&](ChartView* chart, int series, History::Series what) {
        chart->replace(series, listOf(history.points(m_chosen, what, chart_seconds)));
    };
    put(m_flow, 0, History::OutboxIn);
    put(m_flow, 1, History::OutboxOut);
    put(m_waiting, 0, History::OutboxPending);
    put(m_waiting, 1, History::OutboxOldest);
    m_flow->setTimeRange(now - chart_seconds * 1000.0, now);
    m_waiting->setTimeRange(now - chart_seconds * 1000.0, now);
    m_why->setText(whyBacklog(*feed));
    m_relay->setEnabled(!feed->info().readOnly);
    m_relay->setToolTip(feed->info().recording
                            ? tr("%1 is a recording: nothing can be changed in it.").arg(feed->info().name)
                        : feed->info().readOnly ? tr("%1 is read-only: a relay must write.").arg(feed->info().name)
                                                : QString());
}

void OutboxPage::setActive(bool active)
{
    RowPage::setActive(active);
    if (active)
        refreshCharts();
}

std::optional<Objection> OutboxPage::retryDead()
{
    if (table()->selectedRows().empty()) {
        const Feed* feed = chosen();
        if (feed == nullptr)
            return Objection{Objection::Why::noStore};
        const auto dead = deadOnes();
        if (showsAllDead())
            return flow()->start(requestOfAllDead(*feed, dead));
        if (dead.empty())
            return Objection{Objection::Why::noneDeadShown};
        return flow()->start(requestOf(actions::retryDead(), feed, dead));
    }
    auto [connection, messages] = selection<MessageRow>(messageOf);
    std::erase_if(messages, [](const MessageRow& message) { return message.state != MessageState::dead; });
    if (connection >= 0 && messages.empty())
        return Objection{Objection::Why::noneDead};
    return flow()->start(requestOf(actions::retryDead(), context().feeds->at(connection), messages));
}

// The dead messages of the chosen store that the table has.
std::vector<MessageRow> OutboxPage::deadOnes() const
{
    std::vector<MessageRow> dead;
    for (int row = 0; row < model()->rowCount(); ++row) {
        const TableEntry* entry = model()->entryAt(row);
        if (entry->connection == m_chosen && messageOf(*entry).state == MessageState::dead)
            dead.push_back(messageOf(*entry));
    }
    return dead;
}

// False if the filter or a selected span of time may hide dead messages from the table.
bool OutboxPage::showsAllDead() const
{
    const QString filter = model()->filterText().trimmed();
    const bool moved = context().timeline != nullptr && context().timeline->selection().has_value();
    return !moved
           && (filter.isEmpty() || filter == QLatin1String(defaultFilter) || filter == QLatin1String("state:dead"));
}

std::optional<Objection> OutboxPage::requeue()
{
    const auto [connection, messages] = selection<MessageRow>(messageOf);
    return flow()->start(requestOf(actions::requeue(), context().feeds->at(connection), messages));
}

void OutboxPage::startStep(NextStep step)
{
    if (step == NextStep::retry_dead)
        say(retryDead());
}

DetailContent OutboxPage::contentOf(const TableEntry& entry) const
{
    const MessageRow& message = messageOf(entry);
    DetailContent content;
    fillHead(entry, content);
    content.name = format::foreign(message.id);
    content.record = format::exact(recordText(message));
    const Feed* feed = feedOf(entry);
    if (feed == nullptr)
        return content;
    const TimePoint now = feed->now();
    content.state = QString::fromLatin1(word(message.state));
    content.headline = format::state(word(message.state));
    content.why = whyStuck(*feed, message);
    const auto fact = [&](const QString& label, const QString& value, const QString& more = {}, bool fixed = false,
                          const QString& tip = {}) {
        content.facts.push_back({label, value, more, Tone::text, fixed, tip});
    };
    fact(tr("topic"), format::foreign(message.topic), {}, true);
    fact(tr("tries"), format::count(message.tries));
    fact(tr("added"), format::clock(message.created_at, now), format::past(now - message.created_at), false,
         format::absolute(message.created_at));
    if (const auto next = message.next_at ? std::max(*message.next_at, message.created_at) : now; message.next_at)
        fact(tr("next try"), format::clock(next, now), format::due(next - now), false, format::absolute(next));
    if (!message.owner.empty())
        fact(tr("claimed by"), format::foreign(message.owner), tr("token %1").arg(format::token(message.token)), true);
    if (message.lease_until)
        fact(tr("lease"), format::clock(*message.lease_until, now), {}, false, format::absolute(*message.lease_until));
    if (!message.last_error.empty())
        fact(tr("last error"), format::engineSentence(message.last_error));
    fact(tr("payload"), format::foreign(message.payload.substr(0, 400)), {}, true);
    fillFindings(entry, Entity::message, message.id, content);
    fillEvents(entry, {Entity::message, message.id, message.id}, content);
    return content;
}

} // namespace lockdesk

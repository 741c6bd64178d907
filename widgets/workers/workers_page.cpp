// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/workers/workers_page.h"

#include "models/feed/reasons.h"
#include "models/format/format.h"
#include "models/format/worker_words.h"
#include "models/format/record_text.h"
#include "models/tables/countdown_timer.h"
#include "models/tables/workers_model.h"
#include "widgets/common/filter_box.h"
#include "widgets/common/lane_view.h"
#include "widgets/shell/worker_lanes.h"
#include "widgets/theme/theme.h"
#include "widgets/workers/heartbeat_delegate.h"

#include <QAction>
#include <QInputDialog>
#include <QScrollArea>
#include <QVBoxLayout>

#include <algorithm>

namespace lockdesk {

namespace {

const WorkerRow& workerOf(const TableEntry& entry) { return entry.as<WorkerView>().row; }

std::vector<ColumnLook> workersColumnLooks()
{
    using C = WorkersModel;
    return {{C::State, 88, CellKind::state},
            {C::Worker, 132, CellKind::mono},
            {C::StoreName, 80, CellKind::store, false, false, 140},
            {C::RoleName, 82, CellKind::text2, false, true},
            {C::Doing, 190, CellKind::mono},
            {C::LeaseLeft, 152, CellKind::lease, false, false, 300},
            {C::Heartbeat, 180, CellKind::time, false, true},
            {C::ClaimRate, 66, CellKind::number, false, true},
            {C::HoldTime, 84, CellKind::number, false, true},
            {C::Done, 70, CellKind::number, false, true},
            {C::Failed, 60, CellKind::number, false, true},
            {C::Refused, 66, CellKind::number, false, true}};
}

QString orderText(const WorkerRow& worker)
{
    switch (worker.order) {
    case WorkerOrder::run: break;
    case WorkerOrder::pause:
        return WorkersPage::tr("It was told to pause: it takes nothing new until it is told to run.");
    case WorkerOrder::slow:
        return WorkersPage::tr("It was told to slow down: each step takes %1 longer.").arg(format::longSpan(worker.slow_by));
    case WorkerOrder::stop: return WorkersPage::tr("It was told to stop.");
    }
    return {};
}

} // namespace

WorkersPage::WorkersPage(const PageContext& context, QWidget* parent)
    : RowPage(context,
              {QStringLiteral("workers"),
               tr("Workers"),
               QStringLiteral("workers"),
               {},
               tr("No worker is here."),
               tr("Workers appear here with their first heartbeat, whatever host they run on. Start some of your own "
                  "to see.")},
              new WorkersModel(context.feeds), workersColumnLooks(), parent)
{
    auto* beats = new HeartbeatDelegate(table());
    beats->setRowLook(liveRowLook);
    table()->setItemDelegateForColumn(WorkersModel::Heartbeat, beats);
    assembleTools();
    assembleLanes();
    connect(context.workers, &OwnWorkers::changed, this, [this] {
        judge();
        refreshLanes();
    });
    connect(context.workers, &OwnWorkers::notice, this, &WorkersPage::notice);
    // A changed row reaches the table slightly after its update.
    connect(model(), &LiveTableModel::dataChanged, this, [this] {
        if (isVisible())
            judge();
    });
    context.countdown->add(
        m_lanes,
        [this]() -> std::optional<Duration> {
            return m_lanes->isVisible() && !m_lanes->lanes().empty() ? std::optional<Duration>(std::chrono::seconds{1})
                                                                     : std::nullopt;
        },
        [this] { m_lanes->setNow(laneNow()); });
    judge();
}

void WorkersPage::assembleTools()
{
    auto* startButton = makeButton(tr("Start workers…"), QStringLiteral("plus"));
    toolRow()->insertAt(0, startButton);
    connect(startButton, &QPushButton::clicked, this, &WorkersPage::startWorkers);
    m_pause = addRowAction(tr("Pause"), QStringLiteral("pause"), Placement::toolRow,
                           [this] { return order(allPaused() ? WorkerOrder::run : WorkerOrder::pause, {}); });
    reserveTexts(m_pause, {tr("Pause"), tr("Resume")});
    m_stop = addRowAction(tr("Stop"), QStringLiteral("stop"), Placement::toolRow, [this] { return order(WorkerOrder::stop, {}); });
    setAlwaysEnabled(addRowAction(startButton->text(), QStringLiteral("plus"), Placement::menu, [this] { // for the palette
        startWorkers();
        return std::nullopt;
    }));

    assembleFaults();
    addColumnsButton();
}

void WorkersPage::assembleFaults()
{
    // In the title of the lanes of own workers, on which alone faults act: with the widths reserved for their other texts the
    // buttons do not fit into the tool row at 1024.
    m_faults = new ToolRow;
    auto* title = new ThemeLabel(tr("Own workers, last 60 s"), ThemeLabel::Type::title);
    m_faults->add(title);
    m_ownCount = m_faults->addText();
    m_faults->addStretch();
    m_faultLabel = new ThemeLabel({}, ThemeLabel::Type::body, Tone::text2);
    m_crash = makeButton(tr("Crash"), QStringLiteral("crash"));
    m_freeze = makeButton(tr("Freeze"), QStringLiteral("freeze"));
    m_slow = makeButton(tr("Slow…"), QStringLiteral("slow"));
    m_hang = makeButton(tr("Hang"), QStringLiteral("hang"));
    m_cutOff = makeButton(tr("Cut off"), QStringLiteral("cut"));
    m_skew = makeButton(tr("Skew…"), QStringLiteral("skew"));
    // A button's text depends on the selected worker; its neighbours must not move.
    m_faultLabel->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    reserveWidth(m_faultLabel, {tr("Fault"), tr("Fault on %1").arg(QStringLiteral("demo-10"))});
    reserveWidth(m_freeze, {tr("Freeze"), tr("Thaw")});
    reserveWidth(m_hang, {tr("Hang"), tr("Go on")});
    reserveWidth(m_cutOff, {tr("Cut off"), tr("Reconnect")});
    for (ThemeLabel* label : {title, m_ownCount, m_faultLabel})
        label->setProperty("spare", true);
    for (QWidget* widget : {static_cast<QWidget*>(m_faultLabel), static_cast<QWidget*>(m_crash),
                            static_cast<QWidget*>(m_freeze), static_cast<QWidget*>(m_slow), static_cast<QWidget*>(m_hang),
                            static_cast<QWidget*>(m_cutOff), static_cast<QWidget*>(m_skew)})
        m_faults->add(widget);
    connect(m_crash, &QPushButton::clicked, this, [this] {
        if (const OwnWorker* target = ownTarget(nullptr))
            context().workers->crash(target->label);
    });
    connect(m_freeze, &QPushButton::clicked, this, [this] {
        const OwnWorker* target = ownTarget(nullptr);
        if (target == nullptr)
            return;
        if (target->state == OwnWorker::State::frozen)
            context().workers->thaw(target->label);
        else
            context().workers->freeze(target->label);
    });
    connect(m_slow, &QPushButton::clicked, this, [this] {
        bool given = false;
        const int seconds =
            QInputDialog::getInt(this, tr("Slow down"), tr("Seconds added to each step:"), 12, 0, 3600, 1, &given);
        if (given)
            say(order(seconds > 0 ? WorkerOrder::slow : WorkerOrder::run, std::chrono::seconds{seconds}));
    });
    connect(m_hang, &QPushButton::clicked, this, [this] {
        if (const OwnWorker* target = ownTarget(nullptr))
            context().workers->hang(target->label, !target->hangs);
    });
    connect(m_cutOff, &QPushButton::clicked, this, [this] {
        if (const OwnWorker* target = ownTarget(nullptr))
            context().workers->cutOff(target->label, !target->cutOff);
    });
    connect(m_skew, &QPushButton::clicked, this, [this] {
        const OwnWorker* target = ownTarget(nullptr);
        if (target == nullptr)
            return;
        bool given = false;
        const QString label = target->label;
        const int seconds =
            QInputDialog::getInt(this, tr("Skew the clock"), tr("Seconds that its own clock is ahead (or behind):"),
                                 target->skewMs == 0 ? 3600 : 0, -86'400, 86'400, 1, &given);
        if (given)
            context().workers->skew(label, std::int64_t{seconds} * 1000);
    });
}

void WorkersPage::assembleLanes()
{
    m_lanes = new LaneView;
    m_lanes->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::MinimumExpanding); // fills the page
    auto* area = m_lanesArea = new QScrollArea;
    area->setWidget(m_lanes);
    area->setWidgetResizable(true);
    area->setFrameShape(QFrame::NoFrame);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    area->setAccessibleName(tr("Own workers, last 60 s"));
    shareHeight();
    connect(&Theme::get(), &Theme::changed, this, &WorkersPage::shareHeight);
    auto* left = new QWidget;
    auto* parts = new QVBoxLayout(left);
    parts->setContentsMargins(0, 0, 0, 0);
    parts->setSpacing(0);
    parts->addWidget(table(), 1);
    parts->addWidget(m_faults);
    parts->addWidget(area);
    putBesideDetail(left);
    refreshLanes();
}

// In a high window the lanes get a share: they often need more room than the few rows above.
void WorkersPage::shareHeight()
{
    const Theme& theme = Theme::get();
    m_lanesArea->setFixedHeight(std::clamp(height() * 3 / 10, theme.px(216), theme.px(420)));
}

void WorkersPage::resizeEvent(QResizeEvent* event)
{
    RowPage::resizeEvent(event);
    shareHeight();
}

QPushButton* WorkersPage::faultButton(Fault fault) const
{
    switch (fault) {
    case Fault::crash: return m_crash;
    case Fault::freeze: return m_freeze;
    case Fault::slow: return m_slow;
    case Fault::hang: return m_hang;
    case Fault::cutOff: return m_cutOff;
    case Fault::skew: return m_skew;
    }
    return nullptr;
}

const OwnWorker* WorkersPage::ownTarget(QString* why) const
{
    const auto [connection, workers] = selection<WorkerRow>(workerOf);
    const Feed* feed = context().feeds->at(connection);
    if (feed == nullptr || workers.size() != 1) {
        if (why != nullptr)
            *why = tr("Select one worker.");
        return nullptr;
    }
    const OwnWorker* own = context().workers->find(feed->info().id, workers.front().pid);
    if (own == nullptr && why != nullptr)
        *why = tr("%1 was not started from this window: only own workers can be crashed or frozen.")
                   .arg(format::ownerShort(workers.front().id));
    return own;
}

// Nobody takes an order that was given to a process that has ended.
QString WorkersPage::refusal(const QAction* action) const
{
    if (action != m_pause && action != m_stop)
        return {};
    const OwnWorker* own = ownTarget(nullptr);
    const bool ended =
        own != nullptr && (own->state == OwnWorker::State::crashed || own->state == OwnWorker::State::ended);
    return ended ? tr("%1 has ended.").arg(own->label) : QString();
}

void WorkersPage::judge()
{
    judgeActions();
    // The state in the store, not the one requested.
    m_pause->setText(allPaused() ? tr("Resume") : tr("Pause"));
    QString why;
    const OwnWorker* target = ownTarget(&why);
    m_faultLabel->setText(target != nullptr ? tr("Fault on %1").arg(target->label) : tr("Fault"));
    const bool alive =
        target != nullptr && target->state != OwnWorker::State::crashed && target->state != OwnWorker::State::ended;
    if (target != nullptr && !alive)
        why = tr("%1 has ended.").arg(target->label);
    const bool frozen = target != nullptr && target->state == OwnWorker::State::frozen;
    m_freeze->setText(frozen ? tr("Thaw") : tr("Freeze"));
    for (QPushButton* button : {m_crash, m_freeze, m_slow}) {
        button->setEnabled(alive);
        button->setToolTip(alive ? QString() : why);
    }
    // A frozen process cannot take orders.
    const bool listens = alive && !frozen;
    const QString deaf = frozen ? tr("%1 is frozen: thaw it first.").arg(target->label) : why;
    const bool relay = target != nullptr && target->role == QLatin1String("relay");
    for (QPushButton* button : {m_hang, m_cutOff, m_skew}) {
        button->setEnabled(listens && !(button == m_hang && relay));
        button->setToolTip(!listens                    ? deaf
                           : button == m_hang && relay ? tr("A relay calls its receiver: let that hang instead.")
                                                       : QString());
    }
    m_hang->setText(target != nullptr && target->hangs ? tr("Go on") : tr("Hang"));
    m_cutOff->setText(target != nullptr && target->cutOff ? tr("Reconnect") : tr("Cut off"));
    m_crash->setAccessibleName(target != nullptr ? tr("Crash %1").arg(target->label) : tr("Crash"));
    m_freeze->setAccessibleName(target != nullptr ? m_freeze->text() + u' ' + target->label : m_freeze->text());
}

void WorkersPage::selectionSettled() { judge(); }

void WorkersPage::refreshLanes()
{
    const auto& own = context().workers->workers();
    m_lanes->setLanes(workerLanes(own));
    m_lanes->setNow(laneNow());
    m_lanesArea->setVisible(!own.empty()); // an axis without lanes would waste half of a low window
    m_ownCount->setText(own.empty() ? tr("none started here yet") : tr("%Ln started here", nullptr, int(own.size())));
    m_ownCount->setToolTip(tr("Started from this window; only these can be crashed or frozen."));
}

std::optional<Objection> WorkersPage::order(WorkerOrder what, Duration slowBy)
{
    const auto [connection, workers] = selection<WorkerRow>(workerOf);
    ActionRequest request = requestOf(actions::orderWorker(), context().feeds->at(connection), workers);
    request.control = {what, slowBy};
    // What the store answers comes as a notice, or in the sheet.
    return flow()->start(std::move(request));
}

bool WorkersPage::allPaused() const
{
    const auto [connection, workers] = selection<WorkerRow>(workerOf);
    return !workers.empty() && std::all_of(workers.begin(), workers.end(), [](const WorkerRow& worker) {
        return worker.order == WorkerOrder::pause;
    });
}

void WorkersPage::startWorkers()
{
    if (m_startSheet != nullptr)
        m_startSheet->close();
    m_startSheet = new StartWorkersSheet(context().feeds, context().workers, this);
    // The store of the selected worker; else the one chosen in the sidebar.
    const auto selected = selection<WorkerRow>(workerOf).first;
    const auto& shown = context().shown->indexes();
    const Feed* feed = context().feeds->at(selected >= 0 ? selected : shown.size() == 1 ? *shown.begin() : -1);
    if (feed != nullptr)
        m_startSheet->choose(feed->info().id);
    m_startSheet->start();
}

bool WorkersPage::escape()
{
    if (m_startSheet != nullptr && m_startSheet->isVisible()) {
        m_startSheet->close();
        return true;
    }
    return RowPage::escape();
}

void WorkersPage::setActive(bool active)
{
    RowPage::setActive(active);
    if (active)
        refreshLanes();
}

DetailContent WorkersPage::contentOf(const TableEntry& entry) const
{
    const WorkerRow& worker = workerOf(entry);
    DetailContent content;
    fillHead(entry, content);
    content.name = format::foreign(worker.id);
    content.record = format::exact(recordText(worker));
    const Feed* feed = feedOf(entry);
    if (feed == nullptr)
        return content;
    const TimePoint now = feed->now();
    const WorkerHealth health = worker_health(worker, judgedNow(*feed));
    const OwnFault* fault = feed->ownFaults()->of(worker.id);
    const std::string state(workerState(worker, judgedNow(*feed), fault));
    content.state = QString::fromLatin1(state.c_str());
    content.headline = (fault != nullptr ? format::ownFault(*fault, now) : format::state(state.c_str()))
                       + QStringLiteral(", ") + tr("last heartbeat %1").arg(format::past(now - worker.beat_at));
    const QString doing = format::workerDoing(worker.doing);
    const QString since = worker.doing_since ? format::clock(*worker.doing_since, now) : QString(); // a leader has none
    if (health == WorkerHealth::live)
        content.why = worker.doing.empty() ? tr("It works on nothing now.")
                      : since.isEmpty()    ? tr("It works on %1.").arg(doing)
                                           : tr("It works on %1 since %2.").arg(doing, since);
    else // what it does now is unknown
        content.why = worker.doing.empty() ? tr("At its last heartbeat it worked on nothing.")
                      : since.isEmpty()    ? tr("At its last heartbeat it worked on %1.").arg(doing)
                                           : tr("At its last heartbeat it worked on %1, since %2.").arg(doing, since);
    if (const QString order = orderText(worker); !order.isEmpty())
        content.why += u' ' + order;
    const auto fact = [&](const QString& label, const QString& value, const QString& more = {}, bool fixed = false) {
        content.facts.push_back({label, value, more, Tone::text, fixed, {}});
    };
    fact(tr("host, pid"), format::foreign(worker.host) + QStringLiteral(", ") + QString::number(worker.pid), {}, true);
    fact(tr("role"), format::roles(worker.role), format::workerWorks(worker.kinds));
    fact(tr("order"), format::state(word(worker.order)),
         worker.slow_by.count() > 0 ? tr("slow by %1").arg(format::longSpan(worker.slow_by)) : QString());
    fact(tr("started"), format::clock(worker.started_at, now), format::past(now - worker.started_at));
    fact(tr("claims"), format::count(worker.counters.claims), tr("%1 done").arg(format::count(worker.counters.done)));
    fact(tr("relocked"), format::count(worker.counters.relocked));
    fact(tr("failed"), format::count(worker.counters.failed));
    fact(tr("refused"), format::count(worker.counters.refused));
    fact(tr("waits, p50"), format::measured(worker.counters.wait_p50_us));
    fact(tr("holds, p50"), format::measured(worker.counters.hold_p50_us));
    fillFindings(entry, Entity::worker, worker.id, content);
    fillEvents(entry, {Entity::worker, worker.id, worker.id}, content);
    return content;
}

} // namespace lockdesk

// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/live_table.h"

#include "models/feed/answers.h"
#include "models/format/format.h"
#include "models/tables/countdown_timer.h"
#include "models/tables/roles.h"
#include "models/timeline/timeline.h"
#include "widgets/common/choice_keeper.h"

#include <QHeaderView>
#include <QScrollBar>

#include <algorithm>
#include <initializer_list>
#include <optional>

namespace lockdesk {

namespace {

QString stateOf(const QModelIndex& index) { return index.data(StateRole).toString(); }

LeaseCell leaseCellOf(const QModelIndex& index)
{
    LeaseCell cell;
    const auto info = index.data(LeaseRole).value<LeaseInfo>();
    cell.bar = toLeaseBar(info);
    cell.texts = {index.data(Qt::DisplayRole).toString()};
    const QString brief = index.data(ShortTextRole).toString();
    if (!brief.isEmpty() && brief != cell.texts.first())
        cell.texts << brief;
    switch (info.kind) {
    case LeaseInfo::Kind::expired:
        cell.tone = Tone::expired;
        cell.bold = true;
        break;
    case LeaseInfo::Kind::running: cell.tone = info.closing ? Tone::closing : Tone::text; break;
    case LeaseInfo::Kind::noExpiry: cell.tone = Tone::text; break;
    case LeaseInfo::Kind::cooling:
    case LeaseInfo::Kind::none: cell.tone = Tone::text2; break;
    }
    return cell;
}

/// State words that may occur in the rows of an entity.
QStringList stateWords(std::optional<Entity> entity)
{
    const auto words = [](std::initializer_list<const char*> list) {
        QStringList out;
        for (const char* word : list)
            out << QString::fromLatin1(word);
        return out;
    };
    switch (entity.value_or(Entity::audit)) {
    case Entity::lock: return words({"free", "held", "closing", "expired", "cooling"});
    case Entity::task: return words({"held", "waiting", "due", "expired", "failed", "done"});
    case Entity::message: return words({"pending", "sending", "sent", "dead"});
    case Entity::worker: return words({"live", "late", "silent", "paused", "slow", "stopping", "frozen", "killed", "cut-off"});
    default: return {};
    }
}

/// First and last row on screen.
std::pair<int, int> visibleRows(const TableView* view)
{
    const int first = std::max(0, view->rowAt(0));
    int last = view->rowAt(view->viewport()->height() - 1);
    if (last < 0)
        last = view->model()->rowCount() - 1;
    return {first, last};
}

/// States of the rows on screen: they change with time alone, also for rows without further updates.
QStringList visibleStates(const TableView* view, const LiveTableModel* model)
{
    QStringList out;
    const auto [first, last] = visibleRows(view);
    for (int row = first; row <= last && row < model->rowCount(); ++row)
        out << stateOf(model->index(row, 0));
    return out;
}

void repaintCountdowns(TableView* view, const LiveTableModel* model, QStringList& states)
{
    // Word, glyph and tint of a row are those of its last painting.
    if (QStringList now = visibleStates(view, model); now != states) {
        states = std::move(now);
        view->viewport()->update();
        return;
    }
    for (int column = 0; column < model->columnCount(); ++column) {
        if (!model->isCountdown(column) || view->isColumnHidden(column))
            continue;
        view->viewport()->update(view->columnViewportPosition(column), 0, view->columnWidth(column),
                                 view->viewport()->height());
    }
}

} // namespace

LeaseBar toLeaseBar(const LeaseInfo& info)
{
    LeaseBar bar;
    bar.kind = static_cast<LeaseBar::Kind>(info.kind);
    bar.left = info.left;
    bar.uncertainty = info.uncertainty;
    bar.margin = info.margin;
    bar.renewalTick = info.renewalTick;
    bar.closing = info.closing;
    bar.stale = info.stale;
    return bar;
}
static_assert(int(LeaseInfo::Kind::cooling) == int(LeaseBar::Kind::cooling));

RowLook liveRowLook(const QModelIndex& index) { return {index.data(AlarmRole).toBool(), index.data(StaleRole).toBool()}; }

CellDelegate* makeDelegate(CellKind kind)
{
    switch (kind) {
    case CellKind::text: return new TextDelegate;
    case CellKind::text2: return new TextDelegate(Tone::text2);
    case CellKind::mono: return new MonoDelegate;
    case CellKind::mono2: return new MonoDelegate(nullptr, Tone::text2);
    case CellKind::owner: {
        auto* owner = new MonoDelegate(nullptr, Tone::text2);
        owner->setUsesRoom(true);
        return owner;
    }
    case CellKind::number: return new NumberDelegate;
    case CellKind::monoNumber: return new NumberDelegate(nullptr, Tone::text, true);
    case CellKind::time: return new NumberDelegate;
    case CellKind::state: return new StateDelegate(stateOf);
    case CellKind::lease: return new LeaseBarDelegate(leaseCellOf);
    case CellKind::store: return new StoreDelegate([](const QModelIndex& i) { return i.data(EnvironmentRole).toString(); });
    case CellKind::chip: return new ChipDelegate;
    case CellKind::link: {
        auto* link = new TextDelegate(Tone::primary);
        link->setWhole(true);
        return link;
    }
    }
    return new TextDelegate;
}

void keepLayout(TableView* view, const PageContext& context)
{
    const auto follow = [view, shown = context.shown] { view->setLayoutScope(shown->layout()); };
    QObject::connect(context.shown, &ShownConnections::layoutChanged, view, follow);
    follow();
}

void attachTable(TableView* view, LiveTableModel* model, const PageContext& context, const std::vector<ColumnLook>& columns)
{
    model->setParent(view);
    view->setModel(model);
    view->setRowLook(liveRowLook);
    std::vector<TableColumn> all(static_cast<std::size_t>(model->columnCount()));
    for (int i = 0; i < model->columnCount(); ++i)
        all[std::size_t(i)] = {model->columnName(i), 100, nullptr, true, false, 0};
    for (const ColumnLook& look : columns) {
        CellDelegate* delegate = makeDelegate(look.kind);
        if (auto* state = qobject_cast<StateDelegate*>(delegate))
            state->setWords(stateWords(model->entity()));
        all[std::size_t(look.column)] = {model->columnName(look.column), look.width, delegate, look.hidden, look.spare, look.most};
    }
    // The initial column order first; the user's saved order is restored over it.
    QHeaderView* header = view->horizontalHeader();
    for (int to = 0; to < int(columns.size()); ++to)
        header->moveSection(header->visualIndex(columns[std::size_t(to)].column), to);
    view->setColumns(std::move(all));

    // The model's own order until the user clicks a header.
    view->setInitialSort(model->sortColumn(), model->sortOrder());

    keepLayout(view, context);
    new ChoiceKeeper(view, model); // owned by the view
    const auto applyShown = [model, shown = context.shown] { model->setShownConnections(shown->indexes()); };
    QObject::connect(context.shown, &ShownConnections::changed, model, applyShown);
    applyShown();
    QObject::connect(view, &TableView::holdChanged, model, &LiveTableModel::setHeld);
    QObject::connect(view, &TableView::stillForAWhile, model, &LiveTableModel::applyPending);
    const auto sayVisible = [view, model] {
        const auto [first, last] = visibleRows(view);
        model->showRows(first, last);
    };
    QObject::connect(view->verticalScrollBar(), &QScrollBar::valueChanged, model, sayVisible);
    QObject::connect(model, &LiveTableModel::arranged, model, sayVisible); // once the rows are in their place
    context.countdown->add(
        view,
        [view, model]() -> std::optional<Duration> {
            if (!view->isVisible() || model->rowCount() == 0)
                return std::nullopt;
            const auto [first, last] = visibleRows(view);
            return model->soonest(first, last).value_or(std::chrono::minutes{2});
        },
        [view, model, states = QStringList()]() mutable { repaintCountdowns(view, model, states); });
    // A selected span of time limits the table to what moved in it.
    if (context.timeline == nullptr)
        return;
    model->setMoved(context.timeline->moved());
    QObject::connect(context.timeline, &Timeline::selectionChanged, model,
                     [model, timeline = context.timeline] { model->setMoved(timeline->moved()); });
}

EmptyTexts ifAnswered(const FeedSet& feeds, const QSet<int>& connections, EmptyTexts texts)
{
    const Answers answers = answersOf(feeds, connections);
    if (answers.asked == 0 || answers.all())
        return texts;
    return {Glyph::staleSquare, nothingText(answers), texts.what, true};
}

Banner* makeStaleBanner(const PageContext& context, QWidget* parent)
{
    auto* banner = new Banner(parent);
    FeedSet* feeds = context.feeds;
    ShownConnections* shown = context.shown;
    const auto refresh = [banner, feeds, shown] {
        std::vector<Feed*> stale;
        for (Feed* feed : feeds->feeds()) {
            if (feed->isStale() && shown->shows(feed->index()))
                stale.push_back(feed);
        }
        if (stale.empty()) {
            banner->hide();
            return;
        }
        // What waits for a human comes first: the others are tried again without one.
        const auto human = std::find_if(stale.begin(), stale.end(), [](const Feed* feed) { return feed->waitsForPassword(); });
        if (human != stale.end())
            std::rotate(stale.begin(), human, human + 1);
        const Feed* first = stale.front();
        if (std::all_of(stale.begin(), stale.end(), [](const Feed* feed) { return feed->info().recording; })) {
            banner->showMessage(Glyph::staleSquare, Tone::closing,
                                Banner::tr("%1 did not answer then:").arg(first->info().name),
                                format::engineSentence(first->health().cause));
            return;
        }
        const QString text = format::staleBanner(first->info().name, first->health(), std::chrono::steady_clock::now());
        const qsizetype colon = text.indexOf(QLatin1Char(':'));
        QString rest = text.mid(colon + 1).trimmed();
        if (stale.size() > 1)
            rest += QLatin1Char(' ') + Banner::tr("%Ln more do not answer.", nullptr, int(stale.size()) - 1);
        banner->showMessage(Glyph::staleSquare, Tone::closing, text.left(colon + 1), rest,
                            first->waitsForPassword() ? Banner::tr("Enter the password…") : Banner::tr("Try now"));
    };
    // A refused login is repeated with a password alone.
    QObject::connect(banner, &Banner::buttonClicked, banner, [feeds, shown] {
        const auto refused = std::find_if(feeds->feeds().begin(), feeds->feeds().end(), [shown](const Feed* feed) {
            return feed->waitsForPassword() && shown->shows(feed->index());
        });
        if (refused != feeds->feeds().end()) {
            emit feeds->passwordWanted(*refused);
            return;
        }
        for (const Feed* feed : feeds->feeds()) {
            if (feed->isStale() && feed->observer() != nullptr)
                feed->observer()->try_now();
        }
    });
    QObject::connect(feeds, &FeedSet::healthChanged, banner, refresh);
    QObject::connect(feeds, &FeedSet::removed, banner, refresh);
    QObject::connect(shown, &ShownConnections::changed, banner, refresh);
    // The banner contains a running age.
    auto* timer = new QTimer(banner);
    timer->setInterval(1000);
    QObject::connect(timer, &QTimer::timeout, banner, [banner, refresh] {
        if (banner->isVisible())
            refresh();
    });
    timer->start();
    refresh();
    return banner;
}

QPushButton* makePendingLink(LiveTableModel* model)
{
    QPushButton* link = makeButton({}, {}, QStringLiteral("link"));
    const auto refresh = [link, model] {
        const int n = model->pendingChanges();
        link->setText(n > 0 ? format::changesWait(n) : QString());
        link->setVisible(n > 0);
        link->updateGeometry();
    };
    QObject::connect(model, &LiveTableModel::pendingChangesChanged, link, refresh);
    QObject::connect(link, &QPushButton::clicked, model, &LiveTableModel::applyPending);
    refresh();
    return link;
}

} // namespace lockdesk

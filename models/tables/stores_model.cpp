// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tables/stores_model.h"

#include "backends/observe/processes.h"
#include "backends/observe/why.h"
#include "models/format/format.h"
#include "models/tables/engine_spec.h"
#include "models/tables/lease_info.h"

#include <QCoreApplication>
#include <QFileInfo>

#include <algorithm>

namespace lockdesk {

namespace {

const StoreRow& storeOf(const TableEntry& entry) { return entry.as<StoreRow>(); }

int rank(HealthState state) { return state == HealthState::stale ? 0 : state == HealthState::connecting ? 1 : 2; }

double drainSeconds(const Backlog& backlog)
{
    if (backlog.pending == 0 || keeps_up(backlog))
        return 0;
    return backlog.out_rate > backlog.in_rate ? static_cast<double>(backlog.pending) / (backlog.out_rate - backlog.in_rate)
                                              : 1e12;
}

// For a recording: its past state, not the health of a store.
QString recordedHealth(const Feed& feed)
{
    const QString at = format::clock(feed.now());
    return feed.isStale() ? QCoreApplication::translate("tables", "no answer then, %1").arg(at)
                          : QCoreApplication::translate("tables", "recorded %1").arg(at);
}

QString recordingFile(const Feed& feed)
{
    const QString file = format::foreign(QFileInfo(feed.info().url).fileName());
    return file.isEmpty() ? feed.storeKind() : file;
}

class StoresSpec final : public TableSpec
{
public:
    const std::vector<ColumnSpec>& columns() const override
    {
        static const std::vector<ColumnSpec> all{
            {"store", QT_TRANSLATE_NOOP("tables", "store")},
            {"environment", QT_TRANSLATE_NOOP("tables", "environment")},
            {"kind", QT_TRANSLATE_NOOP("tables", "kind")},
            {"health", QT_TRANSLATE_NOOP("tables", "health"), countsDown | unfiltered},
            {"offset", QT_TRANSLATE_NOOP("tables", "clock offset"), alignRight | spanOfTime},
            {"cost", QT_TRANSLATE_NOOP("tables", "poll cost"), alignRight | spanOfTime},
            {"held", QT_TRANSLATE_NOOP("tables", "held"), alignRight},
            {"closing", QT_TRANSLATE_NOOP("tables", "closing"), alignRight},
            {"expired", QT_TRANSLATE_NOOP("tables", "expired"), alignRight},
            {"due", QT_TRANSLATE_NOOP("tables", "tasks due"), alignRight},
            {"pending", QT_TRANSLATE_NOOP("tables", "outbox"), alignRight},
            {"oldest", QT_TRANSLATE_NOOP("tables", "oldest"), alignRight | countsDown | spanOfTime},
            {"in", QT_TRANSLATE_NOOP("tables", "in/s"), alignRight | thousandths},
            {"out", QT_TRANSLATE_NOOP("tables", "out/s"), alignRight | thousandths},
            {"drains", QT_TRANSLATE_NOOP("tables", "drains in"), alignRight | thousandths},
            {"sending", QT_TRANSLATE_NOOP("tables", "sending"), alignRight},
            {"dead", QT_TRANSLATE_NOOP("tables", "dead"), alignRight},
            {"relay", QT_TRANSLATE_NOOP("tables", "relay"), fixedPitch | countsDown | unfiltered},
        };
        return all;
    }
    std::vector<std::string_view> filterKeys() const override { return {"name", "store", "env", "kind", "state"}; }
    void extract(const Update& update, int connection, TableDelta& delta) const override
    {
        auto row = std::make_shared<StoreRow>();
        row->connection = connection;
        row->health = update.health;
        row->clock = update.clock;
        row->cost = update.cost;
        if (update.capabilities) {
            row->kind = update.capabilities->store + ' ' + update.capabilities->version;
            row->has_outbox = update.capabilities->outbox;
        }
        row->summary = update.summary;
        row->backlog = update.backlog;
        for (const auto& worker : update.workers)
            if (has_role(*worker, "relay"))
                row->relays.push_back(worker->id);
        if (!row->relays.empty())
            row->relay = row->relays.front();
        for (const GoneRow& gone : update.gone)
            if (gone.entity == Entity::worker)
                row->gone_worker = gone.key;
        delta.upserts.push_back({std::move(row), connection});
    }
    std::shared_ptr<const void> merged(const std::shared_ptr<const void>& before,
                                       std::shared_ptr<const void> now) const override
    {
        auto row = *static_cast<const StoreRow*>(now.get());
        if (const auto* was = static_cast<const StoreRow*>(before.get())) {
            if (!row.summary)
                row.summary = was->summary;
            if (!row.backlog)
                row.backlog = was->backlog;
            if (row.kind.empty())
                row.kind = was->kind;
            // Keeps the same relay as long as it has heartbeats.
            const auto beats = std::find(row.relays.begin(), row.relays.end(), was->relay) != row.relays.end();
            if (beats || (row.relays.empty() && was->relay != row.gone_worker))
                row.relay = was->relay;
        }
        return std::make_shared<const StoreRow>(std::move(row));
    }
    std::string_view key(const TableEntry&) const override { return "store"; }
    SortKey sortKey(const TableEntry& entry, int column, const TableContext& context) const override
    {
        const StoreRow& row = storeOf(entry);
        const auto& backlog = row.backlog;
        const auto& summary = row.summary;
        switch (column) {
        case StoresModel::StoreName: return SortKey::of(std::int64_t{row.connection}); // in the order of the strip
        case StoresModel::Environment: return SortKey::of(std::string_view(context.of(entry).environment));
        case StoresModel::Kind: return SortKey::of(std::string_view(row.kind));
        case StoresModel::HealthName: return SortKey::of(std::int64_t{rank(row.health.state)});
        case StoresModel::Offset: return row.clock.known ? SortKey::of(row.clock.offset) : SortKey{};
        case StoresModel::Cost: return SortKey::of(row.cost.busy);
        case StoresModel::Held: return summary ? SortKey::of(summary->held) : SortKey{};
        case StoresModel::Closing: return summary ? SortKey::of(summary->closing) : SortKey{};
        case StoresModel::Expired: return summary ? SortKey::of(summary->expired) : SortKey{};
        case StoresModel::TasksDue: return summary ? SortKey::of(summary->tasks_due) : SortKey{};
        case StoresModel::Pending: return backlog ? SortKey::of(backlog->pending) : SortKey{};
        case StoresModel::Oldest: return backlog ? SortKey::of(backlog->oldest) : SortKey{};
        case StoresModel::In: return backlog ? SortKey::of(backlog->in_rate) : SortKey{};
        case StoresModel::Out: return backlog ? SortKey::of(backlog->out_rate) : SortKey{};
        case StoresModel::Drains: return backlog ? SortKey::of(drainSeconds(*backlog)) : SortKey{};
        case StoresModel::Sending: return backlog ? SortKey::of(backlog->sending) : SortKey{};
        case StoresModel::Dead: return backlog ? SortKey::of(backlog->dead) : SortKey{};
        case StoresModel::Relay: return SortKey::of(std::string_view(row.relay));
        default: break;
        }
        Q_UNREACHABLE();
    }
    std::optional<FieldValue> field(const TableEntry& entry, std::string_view key,
                                    const TableContext& context) const override
    {
        if (key == "name" || key == "store")
            return FieldValue::of(context.of(entry).name);
        if (key == "env")
            return FieldValue::of(context.of(entry).environment);
        if (key == "kind")
            return FieldValue::of(storeOf(entry).kind);
        if (key == "state")
            return wordField(word(storeOf(entry).health.state));
        return std::nullopt;
    }
    void texts(const TableEntry& entry, std::vector<std::string_view>& out) const override { out = {storeOf(entry).kind}; }
};

} // namespace

StoresModel::StoresModel(FeedSet* feeds, QObject* parent) : LiveTableModel(feeds, std::make_shared<StoresSpec>(), parent) {}

QVariant StoresModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (m_aboutOutboxes && section == Pending && orientation == Qt::Horizontal && role == Qt::DisplayRole)
        return QCoreApplication::translate("tables", "pending");
    return LiveTableModel::headerData(section, orientation, role);
}

RowPtr<StoreRow> StoresModel::rowAt(int row) const
{
    const TableEntry* entry = entryAt(row);
    return entry ? std::static_pointer_cast<const StoreRow>(entry->row) : nullptr;
}

QString StoresModel::state(const TableEntry& entry) const
{
    const Feed* feed = feeds()->at(entry.connection);
    const bool recording = feed != nullptr && feed->info().recording;
    return recording ? QStringLiteral("paused") : QString::fromLatin1(word(storeOf(entry).health.state));
}

bool StoresModel::isAlarm(const TableEntry&) const { return false; }

QVariant StoresModel::rowVariant(const TableEntry& entry) const
{
    return QVariant::fromValue(std::static_pointer_cast<const StoreRow>(entry.row));
}

// Ages of whole seconds.
std::optional<TimePoint> StoresModel::countsTo(const TableEntry& entry) const
{
    // The silence of a store that has never answered is counted as well.
    const auto& summary = storeOf(entry).summary;
    return summary ? summary->at : TimePoint{};
}

QString StoresModel::wholeText(const TableEntry& entry, int column) const
{
    const StoreRow& row = storeOf(entry);
    const Feed* feed = feeds()->at(entry.connection);
    if (feed != nullptr && feed->info().recording && column == Kind)
        return feed->info().url + QLatin1Char('\n') + feed->storeKind();
    if (column == HealthName && row.health.state == HealthState::stale)
        return format::engineSentence(row.health.cause);
    if (column == Relay)
        return format::foreign(row.relay);
    return LiveTableModel::wholeText(entry, column);
}

QVariant StoresModel::cell(const TableEntry& entry, int column, int role) const
{
    const StoreRow& row = storeOf(entry);
    const Feed* feed = feeds()->at(entry.connection);
    if (!feed || role == AbsoluteTimeRole)
        return {};
    if (role == LeaseRole) {
        if (column != Relay || row.relay.empty() || feed->isStale())
            return {};
        const WorkerRow* relay = feed->workers().of(row.relay);
        // For a worker with several roles, the role of the lease is unknown.
        if (relay == nullptr || relay->role != "relay")
            return {};
        return QVariant::fromValue(leaseInfo(*relay, now(entry), uncertainty(entry.connection)));
    }
    if (feed->info().recording && (column == HealthName || column == Offset || column == Cost || column == Kind))
        return column == HealthName ? recordedHealth(*feed) : column == Kind ? recordingFile(*feed) : format::dash();
    const auto counted = [&](const auto& value) {
        return row.backlog ? format::count(value(*row.backlog)) : format::dash();
    };
    const auto summed = [&](auto Summary::*number) {
        return row.summary ? format::count(*row.summary.*number) : format::dash();
    };
    switch (column) {
    case StoreName: return feed->info().name;
    case Environment: return format::environment(feed->info().environment);
    case Kind: return feed->storeKind();
    case HealthName: return format::health(row.health, std::chrono::steady_clock::now());
    case Offset: return feed->isStale() ? format::dash() : format::clockOffset(row.clock);
    case Cost:
        return feed->isStale() ? format::nextTry(row.health, std::chrono::steady_clock::now()) : format::pollCost(row.cost);
    case Held: return summed(&Summary::held);
    case Closing: return summed(&Summary::closing);
    case Expired: return summed(&Summary::expired);
    case TasksDue: return summed(&Summary::tasks_due);
    case Pending: return counted([](const Backlog& b) { return b.pending; });
    case Oldest: return row.backlog && row.backlog->oldest ? format::longSpan(*row.backlog->oldest) : format::dash();
    case In: return row.backlog ? format::rate(row.backlog->in_rate) : format::dash();
    case Out: return row.backlog ? format::rate(row.backlog->out_rate) : format::dash();
    case Drains: return row.backlog ? format::drains(*row.backlog) : format::dash();
    case Sending: return counted([](const Backlog& b) { return b.sending; });
    case Dead: return counted([](const Backlog& b) { return b.dead; });
    case Relay: // the relay's state at a silent store is unknown
        return feed->isStale() ? format::health(row.health, std::chrono::steady_clock::now())
                               : format::ownerShort(row.relay);
    default: return {};
    }
}

} // namespace lockdesk

// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tables/workers_model.h"

#include "backends/engine/text/filter_words.h"
#include "models/format/format.h"
#include "models/format/worker_words.h"
#include "models/tables/engine_spec.h"
#include "models/tables/lease_info.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <cmath>

namespace lockdesk {

std::string_view workerState(const WorkerRow& row, TimePoint judged, const OwnFault* fault)
{
    if (fault != nullptr)
        return word(fault->what);
    const auto health = worker_health(row, judged);
    const bool own = row.state == "paused" || row.state == "slow" || row.state == "stopping";
    return health == WorkerHealth::live && own ? std::string_view(row.state) : word(health);
}

namespace {

constexpr std::size_t kept_beats = 32;

// A worker that is dead or frozen does nothing now, whatever its last heartbeat said.
bool works(std::string_view state) { return state != word(WorkerHealth::silent) && state != "killed" && state != "frozen"; }

const WorkerRow& workerOf(const TableEntry& entry) { return entry.as<WorkerView>().row; }

std::string_view stateWord(const TableEntry& entry, const TableContext& context)
{
    const auto& faults = context.of(entry).ownFaults;
    return workerState(workerOf(entry), context.judged(entry), faults ? faults->of(workerOf(entry).id) : nullptr);
}

// `worker +2`: the first role, and the number of others.
QString rolesShort(const std::string& roles)
{
    const auto more = std::count(roles.begin(), roles.end(), '+');
    const QString first = format::state(roles.substr(0, roles.find('+')).c_str());
    return more == 0 ? first : QStringLiteral("%1 +%2").arg(first).arg(more);
}

int rank(std::string_view state)
{
    constexpr std::array<std::string_view, 9> worst_first{"silent",   "killed", "frozen", "cut-off", "late",
                                                         "stopping", "slow",   "paused", "live"};
    return static_cast<int>(std::find(worst_first.begin(), worst_first.end(), state) - worst_first.begin());
}

class WorkersSpec final : public TableSpec
{
public:
    const std::vector<ColumnSpec>& columns() const override
    {
        static const std::vector<ColumnSpec> all{
            {"state", QT_TRANSLATE_NOOP("tables", "state")},
            {"worker", QT_TRANSLATE_NOOP("tables", "worker"), fixedPitch},
            {"store", QT_TRANSLATE_NOOP("tables", "store")},
            {"role", QT_TRANSLATE_NOOP("tables", "role")},
            {"doing", QT_TRANSLATE_NOOP("tables", "does now"), fixedPitch | countsDown},
            {"lease", QT_TRANSLATE_NOOP("tables", "lease left"), countsDown | instants},
            {"heartbeat", QT_TRANSLATE_NOOP("tables", "heartbeat, last 22 s"), countsDown | instants},
            {"claims", QT_TRANSLATE_NOOP("tables", "claims/s"), alignRight | thousandths | countsDown},
            {"hold", QT_TRANSLATE_NOOP("tables", "hold, p50"), alignRight | spanOfTime},
            {"done", QT_TRANSLATE_NOOP("tables", "done"), alignRight},
            {"failed", QT_TRANSLATE_NOOP("tables", "failed"), alignRight},
            {"refused", QT_TRANSLATE_NOOP("tables", "refused"), alignRight},
            {"kinds", QT_TRANSLATE_NOOP("tables", "handles")},
            {"order", QT_TRANSLATE_NOOP("tables", "order")},
            {"started", QT_TRANSLATE_NOOP("tables", "started"), alignRight | fixedPitch | instants},
        };
        return all;
    }
    std::vector<std::string_view> filterKeys() const override
    {
        return {"worker", "name", "id", "owner", "state", "store", "env", "role", "kind", "age"};
    }
    std::vector<std::string_view> filterValues(std::string_view key) const override
    {
        if (key == "state") {
            const auto all = states_of(Entity::worker);
            std::vector<std::string_view> out(all.begin(), all.end());
            out.insert(out.end(), {"paused", "slow", "stopping"});  // of a live one, by its order
            out.insert(out.end(), {"frozen", "killed", "cut-off"}); // from this window
            return out;
        }
        if (key == "env")
            return {"development", "staging", "production"};
        return {};
    }
    void extract(const Update& update, int connection, TableDelta& delta) const override
    {
        for (const auto& row : update.workers)
            delta.upserts.push_back({std::make_shared<const WorkerView>(WorkerView{*row, 0, {}}), connection});
        for (const GoneRow& gone : update.gone)
            if (gone.entity == Entity::worker)
                delta.gone.push_back(gone.key);
        delta.replace = update.snapshot && update.covered.has(Entity::worker);
    }
    std::shared_ptr<const void> merged(const std::shared_ptr<const void>& before,
                                       std::shared_ptr<const void> now) const override
    {
        auto view = *std::static_pointer_cast<const WorkerView>(now);
        if (const auto* was = static_cast<const WorkerView*>(before.get())) {
            view.beats = was->beats;
            view.claim_rate = was->claim_rate;
            const auto seconds = std::chrono::duration<double>(view.row.beat_at - was->row.beat_at).count();
            if (seconds > 0.1) {
                const auto rate = static_cast<double>(view.row.counters.claims - was->row.counters.claims) / seconds;
                const double keep = std::exp(-seconds / 5); // smoothed over several beats
                view.claim_rate = std::max(0.0, view.claim_rate * keep + rate * (1 - keep));
            }
        }
        // The row has only the last beat; those between two polls are unknown.
        if (view.beats.empty() || view.beats.back() != view.row.beat_at)
            view.beats.push_back(view.row.beat_at);
        if (view.beats.size() > kept_beats)
            view.beats.erase(view.beats.begin(), view.beats.end() - kept_beats);
        return std::make_shared<const WorkerView>(std::move(view));
    }
    std::string_view key(const TableEntry& entry) const override { return workerOf(entry).id; }
    bool movesByItself(int column) const override { return column == WorkersModel::State; }
    SortKey sortKey(const TableEntry& entry, int column, const TableContext& context) const override
    {
        const WorkerRow& row = workerOf(entry);
        switch (column) {
        case WorkersModel::State: return SortKey::of_rank(rank(stateWord(entry, context)), row.beat_at);
        case WorkersModel::Worker: return SortKey::of(std::string_view(row.id));
        case WorkersModel::StoreName: return SortKey::of(std::string_view(context.of(entry).name));
        case WorkersModel::RoleName: return SortKey::of(std::string_view(row.role));
        case WorkersModel::Doing: return SortKey::of(std::string_view(row.doing));
        case WorkersModel::LeaseLeft: return row.doing.empty() ? SortKey{} : SortKey::of(row.lease_until);
        case WorkersModel::Heartbeat: return SortKey::of(row.beat_at);
        case WorkersModel::ClaimRate: return SortKey::of(entry.as<WorkerView>().claim_rate);
        case WorkersModel::HoldTime: return row.counters.hold_p50_us < 0 ? SortKey{} : SortKey::of(row.counters.hold_p50_us);
        case WorkersModel::Done: return SortKey::of(row.counters.done);
        case WorkersModel::Failed: return SortKey::of(row.counters.failed);
        case WorkersModel::Refused: return SortKey::of(row.counters.refused);
        case WorkersModel::Kinds: return SortKey::of(std::string_view(row.kinds));
        case WorkersModel::Order: return SortKey::of(std::string_view(word(row.order)));
        case WorkersModel::Started: return SortKey::of(row.started_at);
        default: break;
        }
        Q_UNREACHABLE();
    }
    std::optional<FieldValue> field(const TableEntry& entry, std::string_view key,
                                    const TableContext& context) const override
    {
        const WorkerRow& row = workerOf(entry);
        if (key == "worker" || key == "name" || key == "id" || key == "owner")
            return FieldValue::of(row.id);
        if (key == "state")
            return FieldValue::of(stateWord(entry, context));
        if (key == "store")
            return FieldValue::of(context.of(entry).name);
        if (key == "env")
            return FieldValue::of(context.of(entry).environment);
        if (key == "role")
            return FieldValue::of(row.role);
        if (key == "kind")
            return FieldValue::of(row.kinds);
        if (key == "age")
            return FieldValue::of(context.now(entry) - row.beat_at);
        return std::nullopt;
    }
    void texts(const TableEntry& entry, std::vector<std::string_view>& out) const override
    {
        const WorkerRow& row = workerOf(entry);
        out = {row.id, row.role, row.kinds, row.doing};
    }
};

} // namespace

WorkersModel::WorkersModel(FeedSet* feeds, QObject* parent) : LiveTableModel(feeds, std::make_shared<WorkersSpec>(), parent)
{
}

RowPtr<WorkerView> WorkersModel::rowAt(int row) const
{
    const TableEntry* entry = entryAt(row);
    return entry ? std::static_pointer_cast<const WorkerView>(entry->row) : nullptr;
}

const OwnFault* WorkersModel::faultOf(const TableEntry& entry) const
{
    const Feed* feed = feeds()->at(entry.connection);
    return feed != nullptr ? feed->ownFaults()->of(workerOf(entry).id) : nullptr;
}

std::string WorkersModel::stateOf(const TableEntry& entry) const
{
    return std::string(workerState(workerOf(entry), judged(entry.connection), faultOf(entry)));
}

QString WorkersModel::state(const TableEntry& entry) const { return format::exact(stateOf(entry)); }

bool WorkersModel::isAlarm(const TableEntry& entry) const { return stateOf(entry) == word(WorkerHealth::silent); }

QVariant WorkersModel::rowVariant(const TableEntry& entry) const
{
    return QVariant::fromValue(std::static_pointer_cast<const WorkerView>(entry.row));
}

std::optional<TimePoint> WorkersModel::countsTo(const TableEntry& entry) const
{
    const auto end = leaseEnd(entry);
    return end ? end : std::optional(workerOf(entry).beat_at);
}

// The lease of its work. One that ended while the worker was dead says nothing: others may hold that lock since.
std::optional<TimePoint> WorkersModel::leaseEnd(const TableEntry& entry) const
{
    const WorkerRow& row = workerOf(entry);
    if (row.doing.empty() || !row.lease_until || (*row.lease_until <= now(entry) && !works(stateOf(entry))))
        return std::nullopt;
    return row.lease_until;
}

QString WorkersModel::wholeText(const TableEntry& entry, int column) const
{
    if (column == Worker)
        return format::foreign(workerOf(entry).id);
    if (column == RoleName)
        return format::roles(workerOf(entry).role) + QStringLiteral(": ") + format::foreign(workerOf(entry).kinds);
    if (const OwnFault* fault = faultOf(entry); fault != nullptr && (column == State || column == Heartbeat))
        return format::ownFault(*fault, now(entry));
    if (column == State && !workerOf(entry).doubt.empty())
        return format::foreign(workerOf(entry).doubt);
    return LiveTableModel::wholeText(entry, column);
}

std::optional<std::string> WorkersModel::foreignText(const TableEntry& entry, int column) const
{
    const auto& row = workerOf(entry);
    switch (column) {
    case Worker: return row.id;
    case Kinds: return row.kinds;
    case Doing: return row.doing;
    default: return {};
    }
}

std::optional<TimePoint> WorkersModel::instant(const TableEntry& entry, int column) const
{
    const WorkerRow& row = workerOf(entry);
    if (column == LeaseLeft)
        return leaseEnd(entry);
    return column == Heartbeat ? std::optional(row.beat_at) : column == Started ? std::optional(row.started_at) : std::nullopt;
}

QVariant WorkersModel::cell(const TableEntry& entry, int column, int role) const
{
    const WorkerRow& row = workerOf(entry);
    const auto at = now(entry);
    const bool busy = !row.doing.empty();
    if (role == AbsoluteTimeRole) {
        const auto time = instant(entry, column);
        return time ? QVariant(format::absolute(*time)) : QVariant();
    }
    if (role == LeaseRole)
        return column != LeaseLeft ? QVariant()
                                   : QVariant::fromValue(leaseEnd(entry) ? leaseInfo(row, at, uncertainty(entry.connection)) : LeaseInfo{});
    switch (column) {
    case State: return format::state(stateOf(entry).c_str());
    case Worker: return format::ownerShort(row.id);
    case StoreName: return feeds()->at(entry.connection) ? feeds()->at(entry.connection)->info().name : QString();
    case RoleName: return role == ShortTextRole ? rolesShort(row.role) : format::roles(row.role);
    case Doing:
        if (!busy)
            return format::dash();
        return works(stateOf(entry)) ? format::workerDoing(row.doing)
                                     : QCoreApplication::translate("tables", "was: %1").arg(format::workerDoing(row.doing));
    case LeaseLeft: {
        const auto end = leaseEnd(entry);
        if (!end)
            return format::dash();
        return *end > at ? format::ahead(*end - at, uncertainty(entry.connection)) : format::past(at - *end);
    }
    case Heartbeat:
        if (const OwnFault* fault = faultOf(entry))
            return role == ShortTextRole ? format::clock(fault->at, at) : format::ownFaultSince(*fault, at);
        return worker_health(row, judged(entry.connection)) == WorkerHealth::live ? QString()
                                                                                  : format::past(at - row.beat_at);
    case ClaimRate: return !works(stateOf(entry)) ? format::dash() : format::rate(entry.as<WorkerView>().claim_rate);
    case HoldTime: return format::measured(row.counters.hold_p50_us);
    case Done: return format::count(row.counters.done);
    case Failed: return format::count(row.counters.failed);
    case Refused: return format::count(row.counters.refused);
    case Kinds: return format::workerWorks(row.kinds);
    case Order: return format::state(word(row.order));
    case Started: return format::clock(row.started_at, at);
    default: return {};
    }
}

} // namespace lockdesk

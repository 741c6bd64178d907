// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tables/locks_model.h"

#include "backends/engine/text/filter_words.h"
#include "backends/engine/rules/lease_end.h"
#include "models/format/format.h"
#include "models/tables/engine_spec.h"
#include "models/tables/lease_info.h"

#include <QCoreApplication>

#include <algorithm>

namespace lockdesk {

namespace {

// Worst first.
int rank(LockState state)
{
    switch (state) {
    case LockState::expired: return 0;
    case LockState::closing: return 1;
    case LockState::cooling: return 2;
    case LockState::held: return 3;
    case LockState::free: return 4;
    }
    return 5;
}

std::optional<TimePoint> leaseEnd(const LockRow& row) { return row.owner.empty() ? row.cooling_until : lease_end(row); }

const std::string& shownOwner(const LockRow& row) { return row.owner.empty() ? row.last_owner : row.owner; }

class LocksSpec final : public EngineSpec<LockRow, Entity::lock, &Update::locks>
{
public:
    const std::vector<ColumnSpec>& columns() const override
    {
        static const std::vector<ColumnSpec> all{
            {"state", QT_TRANSLATE_NOOP("tables", "state")},
            {"name", QT_TRANSLATE_NOOP("tables", "name"), fixedPitch},
            {"lease", QT_TRANSLATE_NOOP("tables", "lease left"), countsDown | instants},
            {"owner", QT_TRANSLATE_NOOP("tables", "owner"), fixedPitch},
            {"token", QT_TRANSLATE_NOOP("tables", "token"), alignRight | fixedPitch},
            {"waiting", QT_TRANSLATE_NOOP("tables", "waiting"), alignRight},
            {"acquired", QT_TRANSLATE_NOOP("tables", "acquired"), alignRight | fixedPitch | instants},
            {"holds", QT_TRANSLATE_NOOP("tables", "holds"), alignRight},
            {"renewals", QT_TRANSLATE_NOOP("tables", "renewals"), alignRight},
            {"source", QT_TRANSLATE_NOOP("tables", "source")},
            {"store", QT_TRANSLATE_NOOP("tables", "store")},
        };
        return all;
    }
    std::vector<std::string_view> filterKeys() const override
    {
        return {"name", "owner", "state", "store", "env", "source", "token", "age", "waiting", "id"};
    }
    std::vector<std::string_view> filterValues(std::string_view key) const override
    {
        if (key == "state") {
            const auto all = states_of(Entity::lock);
            return {all.begin(), all.end()};
        }
        if (key == "env")
            return {"development", "staging", "production"};
        return {};
    }
    bool movesByItself(int column) const override { return column == LocksModel::State; }
    std::string_view storeColumn(int column) const override
    {
        switch (column) {
        case LocksModel::Name: return "name";
        case LocksModel::State:
        case LocksModel::LeaseLeft: return "expires";
        case LocksModel::Owner: return "owner";
        case LocksModel::Token: return "token";
        case LocksModel::Acquired: return "acquired";
        case LocksModel::Renewals: return "renewals";
        default: return {};
        }
    }
    // No store stores states. The end of the lease orders them, except that cooling locks are among the free ones.
    const char* storeOrderHint(int column) const override
    {
        return column == LocksModel::State
                   ? QT_TRANSLATE_NOOP("tables", "%1 sorts all of its rows by the end of the lease: expired first, the longest expired at the "
                                                 "top, then those that end soonest, cooling and free ones last.")
                   : nullptr;
    }
    SortKey sortKey(const TableEntry& entry, int column, const TableContext& context) const override
    {
        const auto& row = entry.as<LockRow>();
        switch (column) {
        case LocksModel::State: return stateKey(row, context.judgedLock(entry));
        case LocksModel::Name: return SortKey::of(std::string_view(row.name));
        case LocksModel::LeaseLeft: return SortKey::of(leaseEnd(row));
        case LocksModel::Owner: return SortKey::of(std::string_view(shownOwner(row)));
        case LocksModel::Token: return row.token.number() == 0 ? SortKey{} : SortKey::of(row.token.number());
        case LocksModel::Waiting: return SortKey::of(row.waiters);
        case LocksModel::Acquired: return SortKey::of(row.acquired_at);
        case LocksModel::Holds: return SortKey::of(row.holds);
        case LocksModel::Renewals: return SortKey::of(row.renewals);
        case LocksModel::Source: return SortKey::of(std::string_view(row.source));
        case LocksModel::StoreName: return SortKey::of(std::string_view(context.of(entry).name));
        default: break;
        }
        Q_UNREACHABLE();
    }
    std::optional<FieldValue> field(const TableEntry& entry, std::string_view key,
                                    const TableContext& context) const override
    {
        const auto& row = entry.as<LockRow>();
        if (key == "name" || key == "id")
            return FieldValue::of(row.name);
        if (key == "owner")
            return FieldValue::of(row.owner);
        if (key == "state")
            return wordField(word(lock_state(row, context.judgedLock(entry))));
        if (key == "store")
            return FieldValue::of(context.of(entry).name);
        if (key == "env")
            return FieldValue::of(context.of(entry).environment);
        if (key == "source")
            return FieldValue::of(row.source);
        if (key == "token")
            return FieldValue::of(row.token.number());
        if (key == "waiting")
            return FieldValue::of(row.waiters);
        if (key == "age" && row.acquired_at && !row.owner.empty())
            return FieldValue::of(context.now(entry) - *row.acquired_at);
        return std::nullopt;
    }
    void texts(const TableEntry& entry, std::vector<std::string_view>& out) const override
    {
        const auto& row = entry.as<LockRow>();
        out = {row.name, row.owner, row.source};
    }

private:
    static SortKey stateKey(const LockRow& row, TimePoint now)
    {
        const auto state = lock_state(row, now);
        return SortKey::of_rank(rank(state), state == LockState::expired || state == LockState::closing ? leaseEnd(row) : std::nullopt);
    }
};

} // namespace

LocksModel::LocksModel(FeedSet* feeds, QObject* parent) : LiveTableModel(feeds, std::make_shared<LocksSpec>(), parent) {}

RowPtr<LockRow> LocksModel::rowAt(int row) const
{
    const TableEntry* entry = entryAt(row);
    return entry ? std::static_pointer_cast<const LockRow>(entry->row) : nullptr;
}

QString LocksModel::state(const TableEntry& entry) const
{
    return QString::fromLatin1(word(lock_state(entry.as<LockRow>(), judgedLock(entry))));
}

bool LocksModel::isAlarm(const TableEntry& entry) const
{
    return lock_state(entry.as<LockRow>(), judgedLock(entry)) == LockState::expired;
}

QVariant LocksModel::rowVariant(const TableEntry& entry) const
{
    return QVariant::fromValue(std::static_pointer_cast<const LockRow>(entry.row));
}

std::optional<TimePoint> LocksModel::countsTo(const TableEntry& entry) const { return leaseEnd(entry.as<LockRow>()); }

QString LocksModel::wholeText(const TableEntry& entry, int column) const
{
    const auto& row = entry.as<LockRow>();
    if (column == Owner)
        return format::foreign(shownOwner(row));
    if (column == LeaseLeft)
        return format::leaseLong(row, judgedLock(entry), uncertainty(entry.connection));
    if (column == State && !row.doubt.empty())
        return format::foreign(row.doubt);
    return LiveTableModel::wholeText(entry, column);
}

std::optional<std::string> LocksModel::foreignText(const TableEntry& entry, int column) const
{
    const auto& row = entry.as<LockRow>();
    switch (column) {
    case Name: return row.name;
    case Owner: return shownOwner(row);
    case Source: return row.source;
    default: return {};
    }
}

std::optional<TimePoint> LocksModel::instant(const TableEntry& entry, int column) const
{
    const auto& row = entry.as<LockRow>();
    return column == LeaseLeft ? leaseEnd(row) : column == Acquired ? row.acquired_at : std::nullopt;
}

QVariant LocksModel::cell(const TableEntry& entry, int column, int role) const
{
    const auto& row = entry.as<LockRow>();
    if (role == AbsoluteTimeRole) {
        const auto time = instant(entry, column);
        return time ? QVariant(format::absolute(*time)) : QVariant();
    }
    if (role == LeaseRole) {
        if (column != LeaseLeft)
            return {};
        auto info = leaseInfo(row, judgedLock(entry), uncertainty(entry.connection));
        const Feed* feed = feeds()->at(entry.connection);
        info.stale = feed && feed->isStale();
        return QVariant::fromValue(info);
    }
    switch (column) {
    case State: return format::state(word(lock_state(row, judgedLock(entry))));
    case Name: return format::foreign(row.name);
    case LeaseLeft:
        return role == ShortTextRole ? format::leaseShort(row, judgedLock(entry))
                                     : format::lease(row, judgedLock(entry), uncertainty(entry.connection));
    case Owner: return role == ShortTextRole ? format::ownerShort(shownOwner(row)) : format::owner(shownOwner(row));
    case Token: return format::token(row.token);
    case Waiting: return row.waiters == 0 ? format::dash() : format::count(row.waiters);
    case Acquired:
        return row.acquired_at && !row.owner.empty() ? format::clock(*row.acquired_at, now(entry)) : format::dash();
    case Holds: return format::count(row.holds);
    case Renewals: return format::count(row.renewals);
    case Source: return format::foreign(row.source);
    case StoreName: return feeds()->at(entry.connection) ? feeds()->at(entry.connection)->info().name : QString();
    default: return {};
    }
}

} // namespace lockdesk

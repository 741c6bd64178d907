// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tables/findings_model.h"

#include "models/format/format.h"
#include "models/tables/engine_spec.h"

#include <QCoreApplication>

#include <algorithm>

namespace lockdesk {

namespace {

/// A finding under its key.
struct KeyedFinding
{
    Finding finding;
    std::string key;
    std::string said; ///< the evidence as shown, for filter and order
};

std::string said(const Finding& finding, const Update& update)
{
    const TimePoint now = update.summary ? update.summary->at : update.clock.store;
    return format::evidence(finding.evidence, now).toStdString();
}

const Finding& findingOf(const TableEntry& entry) { return entry.as<KeyedFinding>().finding; }

class FindingsSpec final : public TableSpec
{
public:
    const std::vector<ColumnSpec>& columns() const override
    {
        static const std::vector<ColumnSpec> all{
            {"finding", QT_TRANSLATE_NOOP("tables", "finding")},
            {"what", QT_TRANSLATE_NOOP("tables", "what"), fixedPitch},
            {"store", QT_TRANSLATE_NOOP("tables", "store")},
            {"evidence", QT_TRANSLATE_NOOP("tables", "evidence"), countsDown},
            {"for", QT_TRANSLATE_NOOP("tables", "for"), alignRight | countsDown},
            {"next", QT_TRANSLATE_NOOP("tables", "next step")},
        };
        return all;
    }
    std::vector<std::string_view> filterKeys() const override { return {"kind", "name", "state", "store", "env", "age"}; }
    void extract(const Update& update, int connection, TableDelta& delta) const override
    {
        if (!update.findings)
            return;
        delta.replace = true;
        for (const Finding& finding : *update.findings) {
            auto key = std::to_string(static_cast<int>(finding.kind)) + ' ' + finding.key;
            if (finding.kind == FindingKind::starving && !finding.rows.empty())
                key += ' ' + finding.rows.front().key; // one per waiter
            delta.upserts.push_back(
                {std::make_shared<const KeyedFinding>(KeyedFinding{finding, std::move(key), said(finding, update)}),
                 connection});
        }
    }
    std::shared_ptr<const void> merged(const std::shared_ptr<const void>& before,
                                       std::shared_ptr<const void> now) const override
    {
        const auto* was = static_cast<const KeyedFinding*>(before.get());
        return was && was->finding == static_cast<const KeyedFinding*>(now.get())->finding ? before : now;
    }
    std::string_view key(const TableEntry& entry) const override { return entry.as<KeyedFinding>().key; }
    SortKey sortKey(const TableEntry& entry, int column, const TableContext& context) const override
    {
        const Finding& finding = findingOf(entry);
        switch (column) {
        // The order of `worse`: a silent store, then severity, then the longest.
        case FindingsModel::KindName: {
            const std::int64_t order =
                finding.kind == FindingKind::store_silent ? 0 : 3 - static_cast<int>(finding.severity);
            return SortKey::of((order << 52) + std::clamp<std::int64_t>(to_us(finding.since) / 1000, 0, (1LL << 52) - 1));
        }
        case FindingsModel::What: return SortKey::of(std::string_view(finding.key));
        case FindingsModel::StoreName: return SortKey::of(std::string_view(context.of(entry).name));
        case FindingsModel::Evidence: return SortKey::of(std::string_view(entry.as<KeyedFinding>().said));
        case FindingsModel::For: return SortKey::of(-to_us(finding.since));
        case FindingsModel::Next: return SortKey::of(std::int64_t{static_cast<int>(finding.next)});
        default: break;
        }
        Q_UNREACHABLE();
    }
    std::optional<FieldValue> field(const TableEntry& entry, std::string_view key,
                                    const TableContext& context) const override
    {
        const Finding& finding = findingOf(entry);
        if (key == "kind")
            return wordField(word(finding.kind));
        if (key == "name")
            return FieldValue::of(finding.key);
        if (key == "state")
            return wordField(word(finding.severity));
        if (key == "store")
            return FieldValue::of(context.of(entry).name);
        if (key == "env")
            return FieldValue::of(context.of(entry).environment);
        if (key == "age")
            return FieldValue::of(context.now(entry) - finding.since);
        return std::nullopt;
    }
    void texts(const TableEntry& entry, std::vector<std::string_view>& out) const override
    {
        const Finding& finding = findingOf(entry);
        out = {finding.key, entry.as<KeyedFinding>().said, word(finding.kind)};
    }
};

} // namespace

FindingsModel::FindingsModel(FeedSet* feeds, QObject* parent)
    : LiveTableModel(feeds, std::make_shared<FindingsSpec>(), parent)
{
}

RowPtr<Finding> FindingsModel::rowAt(int row) const
{
    const TableEntry* entry = entryAt(row);
    return entry ? RowPtr<Finding>(entry->row, &findingOf(*entry)) : nullptr;
}

QString FindingsModel::state(const TableEntry& entry) const { return QString::fromLatin1(word(findingOf(entry).severity)); }

bool FindingsModel::isAlarm(const TableEntry& entry) const { return findingOf(entry).kind == FindingKind::expired_and_held; }

bool FindingsModel::tellsSilence(const TableEntry& entry) const
{
    return findingOf(entry).kind == FindingKind::store_silent;
}

QVariant FindingsModel::rowVariant(const TableEntry& entry) const
{
    return QVariant::fromValue(RowPtr<Finding>(entry.row, &findingOf(entry)));
}

std::optional<TimePoint> FindingsModel::countsTo(const TableEntry& entry) const { return findingOf(entry).since; }

QString FindingsModel::wholeText(const TableEntry& entry, int column) const
{
    return LiveTableModel::wholeText(entry, column);
}

std::optional<std::string> FindingsModel::foreignText(const TableEntry& entry, int column) const
{
    return column == What ? std::optional(findingOf(entry).key) : std::nullopt;
}

QVariant FindingsModel::cell(const TableEntry& entry, int column, int role) const
{
    const Finding& finding = findingOf(entry);
    if (role == AbsoluteTimeRole)
        return column == For ? QVariant(format::absolute(finding.since)) : QVariant();
    if (role == LeaseRole)
        return {};
    switch (column) {
    case KindName: {
        const Feed* feed = feeds()->at(entry.connection);
        if (finding.kind == FindingKind::store_silent && feed != nullptr && feed->health().refuses)
            return QCoreApplication::translate("tables", "store cannot be read");
        return format::findingKind(finding.kind);
    }
    case What:
        // The key of this kind is not a name from outside.
        return finding.kind == FindingKind::store_silent ? QCoreApplication::translate("tables", "store")
                                                         : format::foreign(finding.key);
    case StoreName: return feeds()->at(entry.connection) ? feeds()->at(entry.connection)->info().name : QString();
    case Evidence: return format::evidence(finding.evidence, now(entry));
    case For: return format::span(now(entry) - finding.since);
    case Next: {
        const Feed* feed = feeds()->at(entry.connection);
        return format::nextStep(feed != nullptr && feed->info().recording ? NextStep::show : finding.next);
    }
    default: return {};
    }
}

} // namespace lockdesk

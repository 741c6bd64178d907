// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tables/findings_spec.h"

#include "models/format/format.h"
#include "models/tables/engine_spec.h"
#include "models/tables/findings_model.h"

#include <QtGlobal>

#include <algorithm>

namespace lockdesk {

namespace {

using LineRole = FindingLine::Role;

/// Makes the rows of one store's findings.
class Lines
{
public:
    Lines(const FindingsView& view, const Update& update, int connection)
        : m_view(view), m_now(update.summary ? update.summary->at : update.clock.store), m_connection(connection)
    {
        if (const auto found = view.rules.find(connection); found != view.rules.end())
            m_rules = found->second;
    }

    std::vector<std::shared_ptr<const FindingLine>> of(const Findings& findings)
    {
        std::map<std::pair<FindingKind, bool>, Judged> kinds; // by kind and whether acknowledged
        Judged muted;
        for (const Finding& finding : findings) {
            const Triage* triage = m_rules ? m_rules->of(finding) : nullptr;
            if (triage != nullptr && triage->what == Triage::What::muted)
                muted.emplace_back(&finding, triage);
            else
                kinds[{finding.kind, triage != nullptr}].emplace_back(&finding, triage);
        }
        for (auto& [kind, lines] : kinds) {
            const std::string mark = std::string("g ") + std::to_string(m_connection) + ' '
                                     + std::to_string(static_cast<int>(kind.first)) + (kind.second ? " a" : "");
            if (static_cast<std::int64_t>(lines.size()) >= m_view.groupedFrom)
                gather(lines, LineRole::group, LineRole::member, mark);
            else
                for (const auto& one : lines)
                    put(lineOf(one));
        }
        if (!muted.empty())
            gather(muted, LineRole::mutedGroup, LineRole::muted, "m " + std::to_string(m_connection));
        return std::move(m_out);
    }

private:
    /// Findings with what the user decided about them. Thousands of them may be behind one row: only rows are copies.
    using Judged = std::vector<std::pair<const Finding*, const Triage*>>;

    FindingLine lineOf(const std::pair<const Finding*, const Triage*>& one) const
    {
        const Finding& finding = *one.first;
        FindingLine line;
        line.finding = finding;
        line.key = std::to_string(static_cast<int>(finding.kind)) + ' ' + finding.key;
        if (finding.kind == FindingKind::starving && !finding.rows.empty())
            line.key += ' ' + finding.rows.front().key; // one per waiter
        line.evidence = format::evidence(finding.evidence, m_now).toStdString();
        if (one.second != nullptr)
            line.triage = *one.second;
        return line;
    }

    void put(FindingLine line) { m_out.push_back(std::make_shared<const FindingLine>(std::move(line))); }

    // The head of these lines, and below it the lines if it is open: their keys follow that of the head.
    void gather(const Judged& all, LineRole headRole, LineRole memberRole, const std::string& mark)
    {
        const auto oldest = std::min_element(all.begin(), all.end(), [](const auto& a, const auto& b) {
            return a.first->since < b.first->since;
        });
        FindingLine head = lineOf(*oldest);
        head.role = headRole;
        head.key = mark;
        head.members = static_cast<std::int64_t>(all.size());
        head.open = m_view.open.contains({m_connection, mark});
        for (const auto& [finding, triage] : all)
            if (headRole == LineRole::mutedGroup && triage->until && (!head.end || *triage->until < *head.end))
                head.end = triage->until;
        m_out.push_back(std::make_shared<const FindingLine>(std::move(head)));
        const auto shared = m_out.back();
        if (!shared->open)
            return;
        for (const auto& one : all) {
            FindingLine line = lineOf(one);
            std::string since = std::to_string(to_us(line.finding.since));
            since.insert(0, since.size() < 20 ? 20 - since.size() : 0, '0');
            line.key = mark + ' ' + since + ' ' + line.key;
            line.role = memberRole;
            line.head = shared;
            put(std::move(line));
        }
    }

    const FindingsView& m_view;
    const TimePoint m_now;
    const int m_connection;
    TriageRulesPtr m_rules;
    std::vector<std::shared_ptr<const FindingLine>> m_out;
};

} // namespace

void FindingsSpec::setView(std::shared_ptr<const FindingsView> view)
{
    const std::lock_guard lock(m_mutex);
    m_view = std::move(view);
}

const std::vector<ColumnSpec>& FindingsSpec::columns() const
{
    static const std::vector<ColumnSpec> all{
        {"finding", QT_TRANSLATE_NOOP("tables", "finding")},
        {"what", QT_TRANSLATE_NOOP("tables", "what"), fixedPitch},
        {"store", QT_TRANSLATE_NOOP("tables", "store")},
        {"evidence", QT_TRANSLATE_NOOP("tables", "evidence"), countsDown},
        {"for", QT_TRANSLATE_NOOP("tables", "for"), alignRight | countsDown | unfiltered},
        {"next", QT_TRANSLATE_NOOP("tables", "next step"), unfiltered},
    };
    return all;
}

std::vector<std::string_view> FindingsSpec::filterKeys() const { return {"kind", "name", "state", "store", "env", "age"}; }

void FindingsSpec::extract(const Update& update, int connection, TableDelta& delta) const
{
    if (!update.findings)
        return;
    delta.replace = true;
    std::shared_ptr<const FindingsView> view;
    {
        const std::lock_guard lock(m_mutex);
        view = m_view;
    }
    for (auto& line : Lines(*view, update, connection).of(*update.findings))
        delta.upserts.push_back({std::move(line), connection});
}

std::shared_ptr<const void> FindingsSpec::merged(const std::shared_ptr<const void>& before,
                                                 std::shared_ptr<const void> now) const
{
    const auto* was = static_cast<const FindingLine*>(before.get());
    return was != nullptr && *was == *static_cast<const FindingLine*>(now.get()) ? before : now;
}

// Members have the keys of their head, so that they stay below it in every order.
SortKey FindingsSpec::sortKey(const TableEntry& entry, int column, const TableContext& context) const
{
    const FindingLine& own = entry.as<FindingLine>();
    if (own.isMuted())
        return {}; // last in both directions
    const FindingLine& line = own.head ? *own.head : own;
    const Finding& finding = line.finding;
    switch (column) {
    // The order of `worse`: a silent store, then severity, then the longest. What is acknowledged follows.
    case FindingsModel::KindName: {
        const std::int64_t order = (line.triage ? 4 : 0)
                                   + (finding.kind == FindingKind::store_silent ? 0 : 3 - static_cast<int>(finding.severity));
        return SortKey::of((order << 52) + std::clamp<std::int64_t>(to_us(finding.since) / 1000, 0, (1LL << 52) - 1));
    }
    case FindingsModel::What: return SortKey::of(std::string_view(finding.key));
    case FindingsModel::StoreName: return SortKey::of(std::string_view(context.of(entry).name));
    case FindingsModel::Evidence: return SortKey::of(std::string_view(line.evidence));
    case FindingsModel::For: return SortKey::of(-to_us(finding.since));
    case FindingsModel::Next: return SortKey::of(std::int64_t{static_cast<int>(finding.next)});
    default: break;
    }
    Q_UNREACHABLE();
}

std::optional<FieldValue> FindingsSpec::field(const TableEntry& entry, std::string_view key,
                                              const TableContext& context) const
{
    const Finding& finding = entry.as<FindingLine>().finding;
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

void FindingsSpec::texts(const TableEntry& entry, std::vector<std::string_view>& out) const
{
    const FindingLine& line = entry.as<FindingLine>();
    out = {line.finding.key, line.evidence, word(line.finding.kind)};
}

} // namespace lockdesk

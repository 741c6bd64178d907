// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tables/findings_model.h"

#include "models/findings/finding_book.h"
#include "models/format/format.h"
#include "models/format/worker_words.h"

#include <QCoreApplication>

#include <algorithm>

namespace lockdesk {

namespace {

using LineRole = FindingLine::Role;

const FindingLine& lineOf(const TableEntry& entry) { return entry.as<FindingLine>(); }

QString tableText(const char* text, int n = -1) { return QCoreApplication::translate("tables", text, nullptr, n); }

QString headCount(const FindingLine& line)
{
    const int n = static_cast<int>(std::min<std::int64_t>(line.members, 2'000'000'000));
    if (line.role == LineRole::mutedGroup)
        return tableText(QT_TRANSLATE_N_NOOP("tables", "%Ln finding(s)"), n);
    switch (line.finding.entity) {
    case Entity::lock: return tableText(QT_TRANSLATE_N_NOOP("tables", "%Ln lock(s)"), n);
    case Entity::task: return tableText(QT_TRANSLATE_N_NOOP("tables", "%Ln task(s)"), n);
    default: return tableText(QT_TRANSLATE_N_NOOP("tables", "%Ln finding(s)"), n);
    }
}

} // namespace

QString triageText(const Triage& triage)
{
    QString text;
    if (triage.what == Triage::What::acknowledged)
        text = tableText(QT_TRANSLATE_NOOP("tables", "acknowledged by %1")).arg(format::foreign(triage.who));
    else if (triage.until)
        text = tableText(QT_TRANSLATE_NOOP("tables", "muted until %1")).arg(format::clock(*triage.until));
    else
        text = tableText(QT_TRANSLATE_NOOP("tables", "muted without an end"));
    return triage.reason.empty() ? text : text + QStringLiteral(": ") + format::foreign(triage.reason);
}

FindingsModel::FindingsModel(FeedSet* feeds, FindingBook* book, QObject* parent)
    : FindingsModel(feeds, book, std::make_shared<FindingsSpec>(), parent)
{
}

FindingsModel::FindingsModel(FeedSet* feeds, FindingBook* book, std::shared_ptr<FindingsSpec> spec, QObject* parent)
    : LiveTableModel(feeds, spec, parent), m_book(book), m_findings(std::move(spec))
{
    if (m_book == nullptr)
        return;
    m_view.groupedFrom = groupedFrom;
    takeRules();
    connect(feeds, &FeedSet::added, this, &FindingsModel::takeRules);
    connect(m_book, &FindingBook::changed, this, [this](const QString& connection) {
        takeRules();
        if (const Feed* feed = this->feeds()->find(connection))
            readAgain(feed);
    });
    for (const Feed* feed : feeds->feeds())
        readAgain(feed);
}

void FindingsModel::takeRules()
{
    m_view.rules.clear();
    for (const Feed* feed : feeds()->feeds())
        m_view.rules[feed->index()] = m_book->rules(feed->info().id);
    m_findings->setView(std::make_shared<const FindingsView>(m_view));
}

// Makes rows of the findings that are known, by the present rules.
void FindingsModel::readAgain(const Feed* feed)
{
    if (feed->facts().findings().empty())
        return;
    auto update = std::make_shared<Update>();
    update->findings = feed->facts().sharedFindings();
    update->clock = feed->clock();
    update->clock.store = feed->now();
    insist(feed, std::move(update));
}

void FindingsModel::toggle(int row)
{
    const FindingLine* line = lineAt(row);
    const TableEntry* entry = entryAt(row);
    if (line == nullptr || m_book == nullptr)
        return;
    const std::pair<int, std::string> head{entry->connection, line->head ? line->head->key : line->key};
    if (m_view.open.erase(head) == 0)
        m_view.open.insert(head);
    m_findings->setView(std::make_shared<const FindingsView>(m_view));
    if (const Feed* feed = feeds()->at(head.first))
        readAgain(feed);
}

RowPtr<Finding> FindingsModel::rowAt(int row) const
{
    const TableEntry* entry = entryAt(row);
    return entry ? RowPtr<Finding>(entry->row, &lineOf(*entry).finding) : nullptr;
}

const FindingLine* FindingsModel::lineAt(int row) const
{
    const TableEntry* entry = entryAt(row);
    return entry != nullptr && entry->row ? &lineOf(*entry) : nullptr;
}

FindingsModel::Counts FindingsModel::counts() const
{
    Counts out;
    for (int row = 0; row < rowCount(); ++row) {
        const FindingLine* line = lineAt(row);
        if (line == nullptr || line->head)
            continue;
        (line->isMuted() ? out.muted : line->triage ? out.acknowledged : out.open) += line->members;
    }
    return out;
}

QString FindingsModel::state(const TableEntry& entry) const
{
    const FindingLine& line = lineOf(entry);
    if (line.isMuted())
        return QStringLiteral("muted");
    return line.triage ? QStringLiteral("acknowledged") : QString::fromLatin1(word(line.finding.severity));
}

bool FindingsModel::isAlarm(const TableEntry& entry) const
{
    const FindingLine& line = lineOf(entry);
    return line.finding.kind == FindingKind::expired_and_held && !line.triage;
}

bool FindingsModel::tellsSilence(const TableEntry& entry) const
{
    return lineOf(entry).finding.kind == FindingKind::store_silent;
}

QVariant FindingsModel::rowVariant(const TableEntry& entry) const
{
    return QVariant::fromValue(RowPtr<Finding>(entry.row, &lineOf(entry).finding));
}

std::optional<TimePoint> FindingsModel::countsTo(const TableEntry& entry) const { return lineOf(entry).finding.since; }

QString FindingsModel::wholeText(const TableEntry& entry, int column) const
{
    return LiveTableModel::wholeText(entry, column);
}

std::optional<std::string> FindingsModel::foreignText(const TableEntry& entry, int column) const
{
    return column == What && !lineOf(entry).isHead() ? std::optional(lineOf(entry).finding.key) : std::nullopt;
}

QString FindingsModel::evidenceText(const TableEntry& entry) const
{
    const FindingLine& line = lineOf(entry);
    const Feed* feed = feeds()->at(entry.connection);
    const QString evidence = feed != nullptr ? format::evidence(line.finding, *feed->ownFaults(), now(entry))
                                             : format::evidence(line.finding.evidence, now(entry));
    return line.triage ? QStringLiteral("%1; %2").arg(triageText(*line.triage), evidence) : evidence;
}

QVariant FindingsModel::headCell(const TableEntry& entry, int column) const
{
    const FindingLine& line = lineOf(entry);
    switch (column) {
    case KindName:
        return line.role == LineRole::mutedGroup ? tableText(QT_TRANSLATE_NOOP("tables", "muted"))
                                             : format::findingKind(line.finding.kind, line.finding.entity);
    case What: return headCount(line);
    case Evidence:
        if (line.role == LineRole::mutedGroup)
            return line.end ? tableText(QT_TRANSLATE_NOOP("tables", "not counted; the first mute ends at %1"))
                                  .arg(format::clock(*line.end))
                            : tableText(QT_TRANSLATE_NOOP("tables", "not counted"));
        return tableText(QT_TRANSLATE_NOOP("tables", "the oldest: %1; %2"))
            .arg(format::foreign(line.finding.key), evidenceText(entry));
    case For: return line.role == LineRole::mutedGroup ? QString() : format::span(now(entry) - line.finding.since);
    case Next: return line.open ? tableText(QT_TRANSLATE_NOOP("tables", "Close")) : tableText(QT_TRANSLATE_NOOP("tables", "Show all"));
    default: return {};
    }
}

std::optional<TimePoint> FindingsModel::instant(const TableEntry& entry, int column) const
{
    return column == For ? std::optional(lineOf(entry).finding.since) : std::nullopt;
}

QVariant FindingsModel::cell(const TableEntry& entry, int column, int role) const
{
    const FindingLine& line = lineOf(entry);
    const Finding& finding = line.finding;
    if (role == AbsoluteTimeRole)
        return column == For && line.role != LineRole::mutedGroup ? QVariant(format::absolute(finding.since)) : QVariant();
    if (role == LeaseRole)
        return {};
    if (line.isHead() && column != StoreName)
        return headCell(entry, column);
    switch (column) {
    case KindName: {
        const Feed* feed = feeds()->at(entry.connection);
        if (finding.kind == FindingKind::store_silent && feed != nullptr && feed->health().refuses)
            return QCoreApplication::translate("tables", "store cannot be read");
        return feed != nullptr ? format::findingKind(finding, *feed->ownFaults()) : format::findingKind(finding.kind, finding.entity);
    }
    case What:
        // The key of this kind is not a name from outside.
        return finding.kind == FindingKind::store_silent ? QCoreApplication::translate("tables", "store")
                                                         : format::foreign(finding.key);
    case StoreName: return feeds()->at(entry.connection) ? feeds()->at(entry.connection)->info().name : QString();
    case Evidence: return evidenceText(entry);
    case For: return format::span(now(entry) - finding.since);
    case Next: {
        const Feed* feed = feeds()->at(entry.connection);
        if (finding.kind == FindingKind::store_silent && feed != nullptr && feed->waitsForPassword())
            return tableText(QT_TRANSLATE_NOOP("tables", "Enter the password…"));
        return format::nextStep(feed != nullptr && feed->info().recording ? NextStep::show : finding.next);
    }
    default: return {};
    }
}

} // namespace lockdesk

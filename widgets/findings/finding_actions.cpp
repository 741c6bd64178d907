// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/findings/finding_actions.h"

#include "models/findings/finding_book.h"
#include "models/format/format.h"
#include "models/tables/findings_model.h"
#include "widgets/common/table_view.h"
#include "widgets/findings/triage_sheet.h"
#include "widgets/overview/finding_links.h"
#include "widgets/shell/page.h"

#include <QItemSelectionModel>
#include <QSysInfo>

#include <algorithm>
#include <chrono>
#include <map>
#include <memory>

namespace lockdesk {

namespace {

constexpr std::size_t mostAtOnce = 500;

// As the local audit names the operator: user and computer.
std::string decidingOperator()
{
    const QString user = qEnvironmentVariable("USER", qEnvironmentVariable("LOGNAME"));
    return (user.isEmpty() ? QSysInfo::machineHostName() : user + QLatin1Char('@') + QSysInfo::machineHostName()).toStdString();
}

QString findingName(const Feed& feed, const FindingLine& line)
{
    if (line.isHead())
        return FindingActions::tr("%1: all %2 of %3")
            .arg(format::findingKind(line.finding.kind, line.finding.entity), format::count(line.members), feed.info().name);
    return QStringLiteral("%1: %2").arg(format::findingKind(line.finding.kind, line.finding.entity), format::foreign(line.finding.key));
}

// Rows of a finding over many (dead messages of a topic) prove it; its own key is not a row's.
ProvingRow provingRowOf(const Finding& finding)
{
    return finding.rows.empty() ? ProvingRow{finding.entity, finding.key} : finding.rows.front();
}

} // namespace

FindingActions::FindingActions(const PageContext& context, ConsolePage* page, TableView* table, FindingsModel* model)
    : QObject(table), m_context(context), m_page(page), m_table(table), m_model(model),
      m_step(add(tr("Next Step…"), Qt::SHIFT | Qt::Key_U, &FindingActions::step)),
      m_acknowledge(add(tr("Acknowledge…"), Qt::SHIFT | Qt::Key_A, &FindingActions::acknowledge)),
      m_mute(add(tr("Mute…"), Qt::SHIFT | Qt::Key_M, &FindingActions::mute)),
      m_lift(add(tr("Show and Count Again"), Qt::SHIFT | Qt::Key_S, &FindingActions::lift))
{
    connect(table, &TableView::selectionMoved, this, &FindingActions::refresh);
    connect(model, &LiveTableModel::countsChanged, this, &FindingActions::refresh);
    refresh();
}

QAction* FindingActions::add(const QString& text, int key, void (FindingActions::*run)())
{
    auto* action = new QAction(text, this);
    action->setShortcut(QKeySequence(key));
    action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    m_table->addAction(action);
    connect(action, &QAction::triggered, this, run);
    m_all += action;
    return action;
}

FindingActions::Chosen FindingActions::chosen() const
{
    Chosen out;
    for (const int row : m_table->selectedRows()) {
        const FindingLine* line = m_model->lineAt(row);
        const TableEntry* entry = m_model->entryAt(row);
        Feed* feed = entry != nullptr ? m_context.feeds->at(entry->connection) : nullptr;
        if (line != nullptr && feed != nullptr)
            out.emplace_back(feed, *line);
    }
    return out;
}

void FindingActions::refresh()
{
    const Chosen rows = chosen();
    const auto isFresh = [](const auto& one) { return !one.second.triage && !one.second.isMuted(); };
    const bool book = m_context.findings != nullptr;
    const bool mutes = std::any_of(rows.begin(), rows.end(), [](const auto& one) { return !one.second.isMuted(); });
    m_acknowledge->setEnabled(book && std::any_of(rows.begin(), rows.end(), isFresh));
    m_mute->setEnabled(book && mutes);
    m_lift->setEnabled(book && std::any_of(rows.begin(), rows.end(), [](const auto& one) {
                           return one.second.triage || one.second.isMuted();
                       }));
    m_step->setEnabled(!rows.empty());
    const bool alike = !rows.empty() && std::all_of(rows.begin(), rows.end(), [&](const auto& one) {
        return one.second.finding.next == rows.front().second.finding.next;
    });
    m_step->setText(alike ? format::nextStep(rows.front().second.finding.next) : tr("Next Step…"));
}

void FindingActions::follow(int row)
{
    const FindingLine* line = m_model->lineAt(row);
    const TableEntry* entry = m_model->entryAt(row);
    if (line != nullptr && line->isHead())
        m_model->toggle(row);
    else if (entry != nullptr)
        followFinding(m_model->rowAt(row), m_context.feeds->at(entry->connection), m_page);
}

void FindingActions::decide(Triage::What what)
{
    Chosen rows = chosen();
    std::erase_if(rows, [what](const auto& one) {
        return one.second.isMuted() || (what == Triage::What::acknowledged && one.second.triage);
    });
    if (rows.empty() || m_context.findings == nullptr)
        return;
    QStringList names;
    for (const auto& [feed, line] : rows)
        names += findingName(*feed, line);
    auto* sheet = new TriageSheet(what, names, m_page);
    connect(sheet, &TriageSheet::decided, this, [this, what, rows](const QString& reason, int hours) {
        std::map<QString, std::vector<Triage>> decisions;
        for (const auto& [feed, line] : rows) {
            Triage one;
            one.what = what;
            one.kind = line.finding.kind;
            if (!line.isHead())
                one.subject = subjectOf(line.finding);
            one.upTo = std::max(feed->now(), line.finding.since);
            if (hours > 0)
                one.until = wallClock() + std::chrono::hours{hours};
            one.reason = reason.toStdString();
            one.who = decidingOperator();
            decisions[feed->info().id].push_back(std::move(one));
        }
        m_table->clearSelection(); // it would hold the rows in place
        for (const auto& [connection, list] : decisions)
            m_context.findings->add(connection, list);
    });
    sheet->start();
}

void FindingActions::lift()
{
    std::map<QString, std::vector<Finding>> findings;
    for (const auto& [feed, line] : chosen()) {
        if (!line.isHead()) {
            findings[feed->info().id].push_back(line.finding);
            continue;
        }
        const TriageRulesPtr rules = m_context.findings->rules(feed->info().id);
        for (const Finding& finding : feed->facts().findings()) {
            const Triage* triage = rules->of(finding);
            if (triage != nullptr
                && (line.isMuted() ? triage->what == Triage::What::muted
                                   : finding.kind == line.finding.kind && triage->what == Triage::What::acknowledged))
                findings[feed->info().id].push_back(finding);
        }
    }
    m_table->clearSelection();
    for (const auto& [connection, list] : findings)
        m_context.findings->lift(connection, list);
}

// The same step for all that is selected, in one sheet, where their rows are.
void FindingActions::step()
{
    const Chosen rows = chosen();
    if (rows.empty())
        return;
    const Feed* feed = rows.front().first;
    const NextStep next = feed->info().recording ? NextStep::show : rows.front().second.finding.next;
    const Entity entity = provingRowOf(rows.front().second.finding).entity;
    std::vector<Finding> findings;
    for (const auto& [of, line] : rows) {
        if (of != feed || line.finding.next != rows.front().second.finding.next || provingRowOf(line.finding).entity != entity)
            return emit m_page->notice(tr("These findings have different next steps or stores: choose those of one."));
        if (!line.isHead()) {
            findings.push_back(line.finding);
            continue;
        }
        if (line.isMuted())
            return emit m_page->notice(tr("Open the muted findings first and choose some of them."));
        const TriageRulesPtr rules = m_context.findings->rules(feed->info().id);
        for (const Finding& one : feed->facts().findings())
            if (one.kind == line.finding.kind && (rules->of(one) != nullptr) == line.triage.has_value())
                findings.push_back(one);
    }
    if (findings.size() > mostAtOnce)
        return emit m_page->notice(tr("More than %1 at once: choose fewer.").arg(mostAtOnce));
    if (findings.size() == 1)
        return followFinding(std::make_shared<const Finding>(findings.front()), feed, m_page);
    QStringList keys;
    for (const Finding& one : findings)
        keys += format::exact(provingRowOf(one).key);
    emit m_page->stepsRequested(QString::fromLatin1(word(entity)), feed->info().id, keys, next);
}

} // namespace lockdesk

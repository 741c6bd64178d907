// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/overview/overview_page.h"

#include "models/feed/answers.h"
#include "models/format/format.h"
#include "models/tables/findings_model.h"
#include "widgets/findings/finding_actions.h"
#include "widgets/overview/first_start.h"
#include "widgets/overview/stores_overview.h"
#include "widgets/sheets/sheet.h"

#include <QStackedLayout>

namespace lockdesk {

OverviewPage::OverviewPage(const PageContext& context, QWidget* parent)
    : ConsolePage(parent), m_context(context), m_findings(new FindingsModel(context.feeds, context.findings, this)),
      m_stores(new StoresOverview(context, this)), m_firstStart(new FirstStart(context, this)),
      m_stack(new QStackedLayout(this))
{
    m_stack->setContentsMargins(0, 0, 0, 0);
    m_stack->addWidget(m_stores);
    m_stack->addWidget(m_firstStart);
    m_findings->setShownConnections(context.shown->indexes());
    connect(context.shown, &ShownConnections::changed, m_findings,
            [this] { m_findings->setShownConnections(m_context.shown->indexes()); });
    connect(m_stores, &StoresOverview::countsChanged, this, &ConsolePage::countChanged);
    connect(m_stores, &StoresOverview::countsChanged, this, &ConsolePage::statusChanged);
    connect(m_findings, &LiveTableModel::countsChanged, this, &ConsolePage::countChanged);
    connect(m_findings, &LiveTableModel::countsChanged, this, &ConsolePage::statusChanged);
    connect(m_findings, &QAbstractItemModel::dataChanged, this, &ConsolePage::countChanged);
    connect(context.feeds, &FeedSet::healthChanged, this, &ConsolePage::statusChanged);
    connect(context.feeds, &FeedSet::added, this, &OverviewPage::chooseVariant);
    connect(context.feeds, &FeedSet::removed, this, &OverviewPage::chooseVariant);
    chooseVariant();
}

void OverviewPage::chooseVariant()
{
    const auto& feeds = m_context.feeds->feeds();
    const bool onlyDemo = feeds.size() == 1 && feeds.front()->info().id == QLatin1String(demoConnectionId);
    m_stack->setCurrentWidget(onlyDemo ? static_cast<QWidget*>(m_firstStart) : m_stores);
    m_firstStart->setActive(onlyDemo && isVisible());
}

const FindingsModel* OverviewPage::counted() const
{
    const bool seen = m_active && m_stack->currentWidget() == m_stores;
    const FindingsModel* shown = seen ? m_stores->findingsOfAll() : nullptr;
    return shown != nullptr ? shown : m_findings;
}

QString OverviewPage::countText() const
{
    const std::int64_t open = counted()->counts().open;
    return open > 0 ? format::count(open) : QString();
}

// Red only where a human must act.
bool OverviewPage::countAlarms() const
{
    const FindingsModel* findings = counted();
    for (int row = 0; row < findings->rowCount(); ++row) {
        const FindingLine* line = findings->lineAt(row);
        if (line != nullptr && line->finding.severity == Severity::act && !line->triage && !line->isMuted())
            return true;
    }
    return false;
}

bool OverviewPage::countWarns() const { return counted()->counts().open > 0 && !countAlarms(); }

QList<QAction*> OverviewPage::rowActions() const
{
    return m_stack->currentWidget() == m_stores && m_context.findings != nullptr ? m_stores->findingActions()->all()
                                                                                 : QList<QAction*>();
}

QString OverviewPage::statusText() const
{
    const FindingsModel* findings = counted();
    const auto open = findings->counts().open;
    const auto answers = answersOf(*m_context.feeds, m_context.shown->indexes());
    if (open == 0)
        return nothingText(answers);
    int oldest = -1;
    for (int row = 0; row < findings->rowCount(); ++row) {
        const FindingLine* line = findings->lineAt(row);
        if (line == nullptr || line->triage || line->isMuted())
            continue;
        if (oldest < 0 || line->finding.since < findings->lineAt(oldest)->finding.since)
            oldest = row;
    }
    return tr("%Ln finding(s) need a human. Oldest: %1, %2", nullptr, int(open))
        .arg(findings->index(oldest, FindingsModel::KindName).data().toString(),
             findings->index(oldest, FindingsModel::For).data().toString());
}

void OverviewPage::setActive(bool active)
{
    m_active = active;
    m_stores->setActive(active && m_stack->currentWidget() == m_stores);
    m_firstStart->setActive(active && m_stack->currentWidget() == m_firstStart);
    emit countChanged();
    emit statusChanged();
}

void OverviewPage::focusContent()
{
    if (m_stack->currentWidget() == m_stores)
        m_stores->focusContent();
    else
        m_firstStart->focusContent();
}

bool OverviewPage::escape()
{
    for (Sheet* sheet : findChildren<Sheet*>(Qt::FindDirectChildrenOnly))
        if (sheet->isVisible()) {
            sheet->close();
            return true;
        }
    return m_stack->currentWidget() == m_stores && m_stores->clearSelection();
}

} // namespace lockdesk

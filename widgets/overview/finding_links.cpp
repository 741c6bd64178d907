// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/overview/finding_links.h"

#include "models/findings_model.h"
#include "models/format.h"
#include "models/roles.h"
#include "widgets/common/live_table.h"
#include "widgets/shell/page.h"

namespace lockdesk {

namespace {

QString glyphWord(const QModelIndex& index)
{
    return index.data(StateRole).toString() == QLatin1String("act") ? QStringLiteral("alarm") : QStringLiteral("warning");
}

QString stepWord(NextStep step)
{
    switch (step) {
    case NextStep::force_unlock: return QStringLiteral("force-unlock");
    case NextStep::relock: return QStringLiteral("relock");
    case NextStep::retry_dead: return QStringLiteral("retry-dead");
    case NextStep::show: break;
    }
    return {};
}

} // namespace

void dressFindings(TableView* table)
{
    auto* kinds = new StateDelegate(glyphWord, table);
    kinds->setRowLook(liveRowLook);
    table->setItemDelegateForColumn(FindingsModel::KindName, kinds);
}

void followFinding(const RowPtr<Finding>& finding, const Feed* feed, ConsolePage* page)
{
    if (finding == nullptr || feed == nullptr)
        return;
    // A finding over many rows (dead messages of a topic) is proven by them; its own key names no row.
    const std::string& key = finding->rows.empty() ? finding->key : finding->rows.front().key;
    const Entity entity = finding->rows.empty() ? finding->entity : finding->rows.front().entity;
    const QString where = QString::fromLatin1(word(entity));
    const QString step = feed->info().recording ? QString() : stepWord(finding->next); // there is no store to do it to
    if (step.isEmpty())
        emit page->rowRequested(where, feed->info().id, format::exact(key));
    else
        emit page->stepRequested(where, feed->info().id, format::exact(key), step);
}

} // namespace lockdesk

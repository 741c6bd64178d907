// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/overview/finding_links.h"

#include "models/format/format.h"
#include "models/tables/findings_model.h"
#include "models/tables/roles.h"
#include "widgets/common/chrome.h"
#include "widgets/common/live_table.h"
#include "widgets/shell/page.h"

#include <QCoreApplication>

namespace lockdesk {

namespace {

struct FindingTexts
{
    Q_DECLARE_TR_FUNCTIONS(Findings)
};

QString glyphWord(const QModelIndex& index)
{
    const QString state = index.data(StateRole).toString();
    if (state == QLatin1String("acknowledged") || state == QLatin1String("muted"))
        return state;
    return state == QLatin1String("act") ? QStringLiteral("alarm") : QStringLiteral("warning");
}

} // namespace

void dressFindings(TableView* table)
{
    auto* kinds = new StateDelegate(glyphWord, table);
    kinds->setRowLook(liveRowLook);
    table->setItemDelegateForColumn(FindingsModel::KindName, kinds);
}

void dressNothing(EmptyState* nothing, const Answers& answers)
{
    const bool sure = answers.asked > 0 && answers.all();
    nothing->setLook(sure ? Glyph::check : Glyph::unknown, sure ? Tone::live : Tone::closing);
    nothing->setTexts(nothingText(answers),
                      sure ? FindingTexts::tr("Expired, silent, starving and dead things appear here, worst first, with the "
                                              "rows that prove them.")
                           : FindingTexts::tr("What needs somebody there is not known until they answer."));
}

QString findingsCaption(const FindingsModel::Counts& counts, const Answers& answers)
{
    const bool any = counts.open + counts.acknowledged + counts.muted > 0;
    QStringList parts;
    if (counts.open > 0)
        parts << FindingTexts::tr("%Ln finding(s), worst first", nullptr, int(counts.open));
    else if (any && answers.all())
        parts << nothingText(answers);
    if (counts.acknowledged > 0)
        parts << FindingTexts::tr("%Ln acknowledged", nullptr, int(counts.acknowledged));
    if (counts.muted > 0)
        parts << FindingTexts::tr("%Ln muted", nullptr, int(counts.muted));
    // Without findings the empty page shows it.
    if (any && !answers.all())
        parts << missingText(answers);
    return parts.join(QStringLiteral("; "));
}

void followFinding(const RowPtr<Finding>& finding, const Feed* feed, ConsolePage* page)
{
    if (finding == nullptr || feed == nullptr)
        return;
    if (finding->kind == FindingKind::store_silent) { // without a row: polls the store itself again
        if (feed->observer() != nullptr)
            feed->observer()->try_now();
        return;
    }
    // The rows of a finding over many rows (dead messages of a topic) prove it; its own key is not a row's.
    const std::string& key = finding->rows.empty() ? finding->key : finding->rows.front().key;
    const Entity entity = finding->rows.empty() ? finding->entity : finding->rows.front().entity;
    const QString where = QString::fromLatin1(word(entity));
    const NextStep step = feed->info().recording ? NextStep::show : finding->next; // a recording has no store to act on
    if (step == NextStep::show)
        emit page->rowRequested(where, feed->info().id, format::exact(key));
    else
        emit page->stepRequested(where, feed->info().id, format::exact(key), step);
}

} // namespace lockdesk

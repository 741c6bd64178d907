// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/overview/finding_links.h"

#include "models/format/format.h"
#include "models/tables/findings_model.h"
#include "models/tables/roles.h"
#include "widgets/common/chrome.h"
#include "widgets/common/live_table.h"
#include "widgets/common/row_menu.h"
#include "widgets/shell/page.h"

#include <QCoreApplication>
#include <QMenu>

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

namespace {

// The rows of a finding over many rows (dead messages of a topic) prove it; its own key is not a row's.
RowAddress provingRow(const Finding& finding, int connection)
{
    return finding.rows.empty() ? RowAddress{connection, finding.entity, finding.key}
                                : RowAddress{connection, finding.rows.front().entity, finding.rows.front().key};
}

} // namespace

void addFindingMenu(TableView* table, const FindingsModel* model, ConsolePage* page)
{
    table->addRowMenu([model, page](QMenu& menu, const QModelIndex& index) {
        const auto finding = model->rowAt(index.row());
        const Feed* feed = model->feeds()->at(index.data(StoreRole).toInt());
        if (finding == nullptr || feed == nullptr)
            return;
        const QString next = index.siblingAtColumn(FindingsModel::Next).data().toString();
        const auto go = [finding, page, feeds = model->feeds(), at = feed->index()] {
            followFinding(finding, feeds->at(at), page);
        };
        if (finding->kind == FindingKind::store_silent) {
            menu.addAction(next, page, go);
            return;
        }
        if (finding->next != NextStep::show && !feed->info().recording)
            menu.addAction(next, page, go);
        const RowAddress row = provingRow(*finding, feed->index());
        menu.addAction(FindingTexts::tr("Go to the &Row"), page, [page, row, id = feed->info().id] {
            emit page->rowRequested(QString::fromLatin1(word(row.entity)), id, format::exact(row.key));
        });
    });
    setRowCommand(table, model->feeds(), [model](const QModelIndex& index) -> std::optional<RowAddress> {
        const auto finding = model->rowAt(index.row());
        if (finding == nullptr || finding->kind == FindingKind::store_silent)
            return std::nullopt;
        return provingRow(*finding, index.data(StoreRole).toInt());
    });
}

void followFinding(const RowPtr<Finding>& finding, const Feed* feed, ConsolePage* page)
{
    if (finding == nullptr || feed == nullptr)
        return;
    if (finding->kind == FindingKind::store_silent) { // without a row: polls the store itself again
        if (feed->waitsForPassword())
            emit page->passwordWanted(feed->info().id);
        else if (feed->observer() != nullptr)
            feed->observer()->try_now();
        return;
    }
    const auto [connection, entity, key, source] = provingRow(*finding, feed->index());
    const QString where = QString::fromLatin1(word(entity));
    const NextStep step = feed->info().recording ? NextStep::show : finding->next; // a recording has no store to act on
    if (step == NextStep::show)
        emit page->rowRequested(where, feed->info().id, format::exact(key));
    else
        emit page->stepRequested(where, feed->info().id, format::exact(key), step);
}

} // namespace lockdesk

// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/row_menu.h"

#include "backends/engine/text/text.h"
#include "models/actions/show_command.h"
#include "models/feed/feed_set.h"
#include "models/feed/row_link.h"
#include "models/format/format.h"
#include "models/tables/cell_term.h"
#include "models/tables/live_table_model.h"
#include "widgets/common/filter_box.h"
#include "widgets/common/table_view.h"

#include <QCoreApplication>
#include <QMenu>

namespace lockdesk {

namespace {

struct RowMenuTexts
{
    Q_DECLARE_TR_FUNCTIONS(RowMenu)
};

} // namespace

void addFilterMenu(TableView* table, const LiveTableModel* model, FilterBox* filter)
{
    table->addRowMenu([model, filter](QMenu& menu, const QModelIndex& index) {
        const QString term = termOfCell(*model, index);
        if (term.isEmpty())
            return;
        const auto add = [&](const QString& text, const QString& what) {
            menu.addAction(text.arg(format::buttonText(format::foreign(term))), filter,
                           [filter, what] { filter->setText(withTerm(filter->text(), what)); });
        };
        add(RowMenuTexts::tr("&Only %1"), term);
        add(RowMenuTexts::tr("&Without %1"), u'-' + term);
    });
}

void setRowCommand(TableView* table, FeedSet* feeds, std::function<std::optional<RowAddress>(const QModelIndex&)> rowOf)
{
    table->setCommandOf([feeds, rowOf](const QModelIndex& index) {
        const auto row = rowOf(index);
        const Feed* feed = row ? feeds->at(row->connection) : nullptr;
        return feed == nullptr ? QString() : showCommand(feed->info(), row->entity, row->key, row->source);
    });
    table->setLinkOf([feeds, rowOf](const QModelIndex& index) {
        const auto row = rowOf(index);
        const Feed* feed = row ? feeds->at(row->connection) : nullptr;
        return feed == nullptr || feed->info().recording || !is_utf8(row->key)
                   ? QString()
                   : rowLinkText({feed->info().name, row->entity, format::exact(row->key)});
    });
}

} // namespace lockdesk

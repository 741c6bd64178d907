// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/shell/live_table_page.h"

#include "models/format/format.h"
#include "models/tables/roles.h"
#include "widgets/common/count_part.h"
#include "widgets/common/filter_box.h"

#include <QItemSelection>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace lockdesk {

LiveTablePage::LiveTablePage(const PageContext& context, Names names, LiveTableModel* model,
                             const std::vector<ColumnLook>& columns, QWidget* parent)
    : ConsolePage(parent), m_names(std::move(names)), m_feeds(context.feeds), m_model(model),
      m_column(new QVBoxLayout(this)), m_tools(new ToolRow), m_filter(new FilterBox),
      m_table(new TableView(m_names.key + QStringLiteral("/columns")))
{
    m_column->setContentsMargins(0, 0, 0, 0);
    m_column->setSpacing(0);
    m_tools->add(m_filter);
    m_shown = new CountPart(model);
    m_tools->addElastic(m_shown);
    attachTable(m_table, model, context, columns);
    m_column->addWidget(m_tools);
    m_column->addWidget(makeStaleBanner(context));
    m_column->addWidget(m_table, 1);
    m_table->setAccessibleName(m_names.title);
    m_filter->setWords({m_names.key, model->filterKeys(), [model](const QString& key) { return model->valuesSeen(key); }});
    connect(m_filter, &FilterBox::edited, this, [this](const QString& text) {
        m_filtered = true;
        m_model->setFilterText(text);
        m_filter->setError(m_model->filterError());
    });
    connect(m_filter, &FilterBox::left, this, &LiveTablePage::enterTable);
    connect(model, &LiveTableModel::arranged, this, [this] {
        lookForWanted();
        showTop();
    });
    connect(model, &LiveTableModel::countsChanged, this, [this] {
        refreshShownText();
        emit countChanged();
        emit statusChanged();
    });
    connect(m_table, &TableView::selectionMoved, this, &ConsolePage::statusChanged);
    m_table->setEmptyTexts([this] { return emptyTexts(); });
    if (!m_names.filter.isEmpty())
        m_filter->setText(m_names.filter);
    setActive(false);
}

EmptyTexts LiveTablePage::emptyTexts() const
{
    if (m_feeds->feeds().empty())
        return {Glyph::ring, tr("No store is connected."),
                tr("Connect to one with Ctrl+N, or open the demo from the menu Connection.")};
    const auto& feeds = m_feeds->feeds();
    const auto silent = std::find_if(feeds.begin(), feeds.end(),
                                     [](const Feed* feed) { return feed->health().state == HealthState::connecting; });
    if (silent != feeds.end())
        return {Glyph::clockHands, tr("Waiting for %1.").arg((*silent)->info().name),
                tr("Its first answer has not come yet."), true};
    if (m_model->isArranging())
        return {Glyph::clockHands, tr("Rows are being put in order."), tr("They appear in a moment."), true};
    if (m_model->isComing())
        return {Glyph::clockHands, tr("More rows are being read."), tr("What fits the filter appears in a moment."), true};
    if (const QString search = m_model->searchText(); !search.isEmpty())
        return {Glyph::clockHands, tr("Nothing fits the filter so far."), search, true};
    if (m_model->totalRows() > 0)
        return {Glyph::ring, tr("Nothing fits the filter."),
                tr("%Ln other(s) are here. Esc clears the filter.", nullptr, int(m_model->totalRows()))};
    return ifAnswered(*m_feeds, m_model->shownConnections(), {Glyph::ring, m_names.empty, m_names.appears});
}

void LiveTablePage::refreshShownText() { m_shown->setTexts(shownTexts()); }

// The number before the filter; none as long as no store has been read.
QString LiveTablePage::countText() const
{
    const auto& feeds = m_feeds->feeds();
    const auto isUnread = [](const Feed* feed) { return feed->facts().summary().at == TimePoint{}; };
    if (m_model->totalRows() == 0 && !feeds.empty() && std::all_of(feeds.begin(), feeds.end(), isUnread))
        return format::dash();
    return format::atLeast(m_model->totalRows(), m_model->aboutRows() > 0);
}

QString LiveTablePage::statusText() const
{
    const std::vector<int> rows = m_table->selectedRows();
    if (rows.size() == 1) {
        return tr("1 of %1 selected: %2")
            .arg(format::count(m_model->rowCount()),
                 format::foreign(m_model->index(rows.front(), 0).data(KeyRole).toString()));
    }
    if (rows.size() > 1)
        return tr("%1 of %2 selected").arg(format::count(std::int64_t(rows.size())), format::count(m_model->rowCount()));
    return m_model->countText();
}

void LiveTablePage::setActive(bool active)
{
    // The sidebar's count needs the filter even while the page is hidden, so the model stays active.
    if (active)
        m_model->setActive(true);
}

// After a filter change, shows the first row, the worst match. The current row could be anywhere.
void LiveTablePage::showTop()
{
    if (!m_filtered || m_model->isAsking()) // this order may belong to the previous filter
        return;
    m_filtered = false;
    m_table->doItemsLayout();
    if (const std::vector<int> rows = m_table->selectedRows(); !rows.empty())
        return m_table->scrollTo(m_model->index(rows.front(), 0));
    m_table->selectionModel()->clearCurrentIndex();
    m_table->scrollToTop();
}

// Moves the focus from the filter into the table.
void LiveTablePage::enterTable()
{
    m_table->setFocus(Qt::TabFocusReason);
    if (!m_table->currentIndex().isValid() && m_model->rowCount() > 0)
        m_table->selectionModel()->setCurrentIndex(m_model->index(0, 0), QItemSelectionModel::NoUpdate);
}

void LiveTablePage::focusFilter() { m_filter->focusField(); }

void LiveTablePage::focusContent() { m_table->setFocus(); }

void LiveTablePage::applyFilter(const QString& text) { m_filter->setText(text); }

void LiveTablePage::revealRow(const QString& connection, const QString& rowKey, std::function<void(bool)> done)
{
    m_wanted.reset();
    m_model->applyPending(); // the row may be among the waiting changes
    if (!m_model->isAsking() && selectKey(connection, rowKey))
        return done(true);
    if (!m_filter->text().isEmpty())
        applyFilter({}); // the filter may hide it
    m_wanted = Wanted{connection, rowKey, std::move(done)};
    if (!m_model->isAsking())
        lookForWanted();
}

void LiveTablePage::revealRows(const QString& connection, const QStringList& keys, std::function<void(int)> done)
{
    if (keys.size() > 1 && !m_filter->text().isEmpty())
        applyFilter({}); // it may hide some of them
    revealRow(connection, keys.value(0), [this, connection, keys, done = std::move(done)](bool found) {
        const Feed* feed = m_feeds->find(connection);
        QItemSelection selection;
        int count = 0;
        for (const QString& key : feed != nullptr ? keys : QStringList()) {
            const int row = m_model->rowOfKey(feed->index(), key);
            if (row < 0)
                continue;
            ++count;
            selection.select(m_model->index(row, 0), m_model->index(row, m_model->columnCount() - 1));
        }
        if (keys.size() > 1)
            m_table->selectionModel()->select(selection, QItemSelectionModel::ClearAndSelect);
        done(keys.size() > 1 ? count : found ? 1 : 0);
    });
}

void LiveTablePage::lookForWanted()
{
    if (!m_wanted)
        return;
    const bool found = selectKey(m_wanted->connection, m_wanted->key);
    if (!found && m_model->isAsking())
        return;
    const auto done = std::exchange(m_wanted, std::nullopt)->done;
    done(found);
}

bool LiveTablePage::selectKey(const QString& connection, const QString& rowKey)
{
    const Feed* feed = m_feeds->find(connection);
    if (feed == nullptr)
        return false;
    const int row = m_model->rowOfKey(feed->index(), rowKey);
    if (row < 0)
        return false;
    m_table->doItemsLayout(); // updates the scroll bar for the rows just inserted
    m_table->selectRow(row);
    m_table->scrollTo(m_model->index(row, 0));
    m_table->setFocus();
    revealed(row);
    return true;
}

bool LiveTablePage::escape()
{
    if (m_table->selectionModel()->hasSelection()) {
        m_table->clearSelection();
        return true;
    }
    if (!m_filter->text().isEmpty()) {
        m_filter->setText({});
        return true;
    }
    return false;
}

} // namespace lockdesk

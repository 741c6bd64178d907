// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/format/format.h"
#include "widgets/common/live_table.h"
#include "widgets/shell/page.h"

#include <functional>
#include <optional>

class QVBoxLayout;

namespace lockdesk {

class CountPart;
class FilterBox;

/// A page with a filter, a banner and a live table. Pages with more content derive from it or use its parts.
class LiveTablePage : public ConsolePage
{
    Q_OBJECT

public:
    struct Names
    {
        QString key;
        QString title;
        QString icon;
        QString filter; ///< initial filter
        QString empty;  ///< without rows: one sentence, and what will appear
        QString appears;
    };
    LiveTablePage(const PageContext& context, Names names, LiveTableModel* model, const std::vector<ColumnLook>& columns,
                  QWidget* parent = nullptr);

    [[nodiscard]] QString key() const override { return m_names.key; }
    [[nodiscard]] QString title() const override { return m_names.title; }
    [[nodiscard]] QString iconName() const override { return m_names.icon; }
    [[nodiscard]] QString countText() const override;
    [[nodiscard]] QString statusText() const override;
    void setActive(bool active) override;
    void focusFilter() override;
    void focusContent() override;
    void applyFilter(const QString& text) override;
    void revealRow(const QString& connection, const QString& rowKey, std::function<void(bool)> done) override;
    void revealRows(const QString& connection, const QStringList& keys, std::function<void(int)> done) override;
    bool escape() override;

    [[nodiscard]] TableView* table() const { return m_table; }
    [[nodiscard]] LiveTableModel* model() const { return m_model; }
    [[nodiscard]] FilterBox* filterBox() const { return m_filter; }

protected:
    [[nodiscard]] ToolRow* toolRow() const { return m_tools; }
    /// Texts beside the filter with the number of rows, longest first.
    [[nodiscard]] virtual QStringList shownTexts() const
    {
        const QString search = m_model->searchText();
        QStringList texts{m_model->countText(), format::count(m_model->rowCount())};
        if (!search.isEmpty())
            texts.prepend(tr("%1, %2").arg(m_model->countText(), search));
        return texts;
    }
    void refreshShownText();
    /// Called when a requested row has been selected.
    virtual void revealed(int row) { Q_UNUSED(row) }
    [[nodiscard]] QVBoxLayout* column() const { return m_column; }

private:
    [[nodiscard]] EmptyTexts emptyTexts() const;
    void showTop();
    void lookForWanted();
    bool selectKey(const QString& connection, const QString& rowKey);
    void enterTable();

    Names m_names;
    FeedSet* m_feeds;
    LiveTableModel* m_model;
    QVBoxLayout* m_column;
    ToolRow* m_tools;
    CountPart* m_shown = nullptr;
    FilterBox* m_filter;
    TableView* m_table;
    struct Wanted
    {
        QString connection, key;
        std::function<void(bool)> done;
    };
    std::optional<Wanted> m_wanted; ///< row to reveal once the pending order is shown
    bool m_filtered = false; ///< the next order belongs to another filter
};

} // namespace lockdesk

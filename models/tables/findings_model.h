// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/tables/findings_spec.h"
#include "models/tables/live_table_model.h"

namespace lockdesk {

class FindingBook;

/// Findings of all connections, worst first. With a book, many of one kind in a store are one row that opens, and muted ones
/// are one row at the end. StateRole: severity word (act, warning, notice), `acknowledged` or `muted`.
class FindingsModel final : public LiveTableModel
{
    Q_OBJECT

public:
    enum Column { KindName, What, StoreName, Evidence, For, Next, ColumnCount };
    Q_ENUM(Column)

    struct Counts
    {
        std::int64_t open = 0, acknowledged = 0, muted = 0;
        friend bool operator==(const Counts&, const Counts&) = default;
    };
    /// Number of findings of one kind in one store that become one row.
    static constexpr std::int64_t groupedFrom = 10;

    /// Without a book every finding is a row.
    explicit FindingsModel(FeedSet* feeds, FindingBook* book = nullptr, QObject* parent = nullptr);
    /// Null: no such row.
    [[nodiscard]] RowPtr<Finding> rowAt(int row) const;
    [[nodiscard]] const FindingLine* lineAt(int row) const;
    /// Findings (not rows) as shown.
    [[nodiscard]] Counts counts() const;
    /// Opens or closes the group of this row.
    void toggle(int row);

protected:
    [[nodiscard]] std::optional<std::string> foreignText(const TableEntry& entry, int column) const override;
    [[nodiscard]] std::optional<TimePoint> instant(const TableEntry& entry, int column) const override;
    [[nodiscard]] QVariant cell(const TableEntry& entry, int column, int role) const override;
    [[nodiscard]] QString state(const TableEntry& entry) const override;
    [[nodiscard]] bool isAlarm(const TableEntry& entry) const override;
    [[nodiscard]] bool tellsSilence(const TableEntry& entry) const override;
    [[nodiscard]] QVariant rowVariant(const TableEntry& entry) const override;
    [[nodiscard]] std::optional<TimePoint> countsTo(const TableEntry& entry) const override;
    [[nodiscard]] QString wholeText(const TableEntry& entry, int column) const override;

private:
    FindingsModel(FeedSet* feeds, FindingBook* book, std::shared_ptr<FindingsSpec> spec, QObject* parent);
    void takeRules();
    void readAgain(const Feed* feed);
    [[nodiscard]] QVariant headCell(const TableEntry& entry, int column) const;
    [[nodiscard]] QString evidenceText(const TableEntry& entry) const;

    FindingBook* m_book;
    std::shared_ptr<FindingsSpec> m_findings;
    FindingsView m_view;
};

/// `acknowledged by ann@pay-7: being looked into`, `muted until 15:00: known`.
QString triageText(const Triage& triage);

} // namespace lockdesk

Q_DECLARE_METATYPE(lockdesk::RowPtr<lockdesk::Finding>)

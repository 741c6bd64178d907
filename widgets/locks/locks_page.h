// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/detail/row_page.h"

namespace lockdesk {

/// Locks of all stores: force unlock, hold off, extend; detail with the lease over time.
class LocksPage final : public RowPage
{
    Q_OBJECT

public:
    explicit LocksPage(const PageContext& context, QWidget* parent = nullptr);
    void startStep(NextStep step) override;
    /// What the buttons do, for the selected rows. An objection: nothing is done.
    std::optional<Objection> forceRelease(bool holdOff);
    std::optional<Objection> endHoldOff();
    std::optional<Objection> extend();
    std::optional<Objection> beginMaintenance();
    std::optional<Objection> copyCommand();

protected:
    [[nodiscard]] DetailContent contentOf(const TableEntry& entry) const override;
    [[nodiscard]] bool offersInDetail(const QAction* action, const TableEntry& entry) const override;

private:
    QAction* m_endHoldOff = nullptr;
    [[nodiscard]] std::pair<int, std::vector<LockRow>> held() const;
    [[nodiscard]] std::optional<LeaseTime> leaseTime(const TableEntry& entry, const LockRow& lock) const;
    void fillFacts(const Feed& feed, const LockRow& lock, DetailContent& content) const;
    static void fillHolder(const Feed& feed, const LockRow& lock, DetailContent& content);
};

} // namespace lockdesk

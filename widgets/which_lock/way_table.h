// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTableWidget>

namespace lockdesk {

/// A table of wrapped texts: each cell as high as it needs, none is cut.
class WayTable final : public QTableWidget
{
    Q_OBJECT

public:
    static constexpr int recommendedRole = Qt::UserRole + 1; ///< of the first column: its row has a bar and a tint
    static constexpr int groupRole = Qt::UserRole + 2;       ///< a line precedes the row

    explicit WayTable(const QString& accessibleName, QWidget* parent = nullptr);
    QTableWidgetItem* put(int row, int column, const QString& text, bool known = true, Qt::Alignment align = Qt::AlignLeft);
    /// Sizes the columns: the first as wide as its longest text, those from `fixed` on as wide as their longest line; the
    /// others share the remaining width.
    void fit(int fixed);
    void setRecommended(const std::vector<int>& rows);
};

} // namespace lockdesk

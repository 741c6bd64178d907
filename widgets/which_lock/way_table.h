// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTableWidget>

namespace lockdesk {

/// A table of texts that are read as a whole: wrapped, each cell as high as it needs, no cell is cut.
class WayTable final : public QTableWidget
{
    Q_OBJECT

public:
    static constexpr int recommendedRole = Qt::UserRole + 1; ///< of the first column: its row has a bar and a tint
    static constexpr int groupRole = Qt::UserRole + 2;       ///< a line stands before it

    explicit WayTable(const QString& accessibleName, QWidget* parent = nullptr);
    QTableWidgetItem* put(int row, int column, const QString& text, bool known = true, Qt::Alignment align = Qt::AlignLeft);
    /// The first column as wide as its longest text, those before `fixed` share what the others leave; the others as wide as their
    /// longest line.
    void fit(int fixed);
    void setRecommended(const std::vector<int>& rows);
};

} // namespace lockdesk

// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/sheets/sheet_content.h"

#include <QAbstractScrollArea>

#include <utility>
#include <vector>

namespace lockdesk {

/// Rows of name, owner, token and lease, painted; at most so many high, then it scrolls by itself. After the action a row has what
/// happened to it in the place of its lease. Only what is in view is painted.
class VictimList final : public QAbstractScrollArea
{
    Q_OBJECT

public:
    explicit VictimList(QWidget* parent = nullptr);
    void setContent(const SheetContent& content);
    void setVictim(std::size_t row, const SheetVictim& victim);
    void setResult(std::size_t row, const SheetResult& result);
    void setMostRows(int rows);
    /// First and last row in view.
    [[nodiscard]] std::pair<std::size_t, std::size_t> shown() const;
    [[nodiscard]] const std::vector<SheetVictim>& victims() const { return m_content.victims; }
    [[nodiscard]] QSize sizeHint() const override;

signals:
    void scrolled();

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool viewportEvent(QEvent* event) override;

private:
    void relayout();
    void paintHeader(QPainter& painter) const;
    void paintRow(QPainter& painter, std::size_t row, int y) const;
    [[nodiscard]] int x(double share) const { return int(viewport()->width() * share); }

    SheetContent m_content;
    std::vector<SheetResult> m_results; ///< by victim; without a text: none yet
    int m_most = 6;
};

} // namespace lockdesk

// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/sheets/sheet_content.h"

#include <QAbstractScrollArea>

#include <utility>
#include <vector>

namespace lockdesk {

/// Painted rows of name, owner, token and lease; scrolls beyond a maximum number of rows. After the action a row shows its
/// result instead of its lease. Paints only the rows in view.
class VictimList final : public QAbstractScrollArea
{
    Q_OBJECT

public:
    explicit VictimList(QWidget* parent = nullptr);
    void setContent(const SheetContent& content);
    void setVictim(std::size_t row, const SheetVictim& victim);
    void setResult(std::size_t row, const SheetResult& result);
    void setMostRows(int rows);
    /// Width of the column of names, in pixels: that of the longest name, between a least and a greatest share.
    [[nodiscard]] int nameWidth() const { return m_nameWidth; }
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
    void measure();
    void paintHeader(QPainter& painter) const;
    void paintRow(QPainter& painter, std::size_t row, int y) const;
    [[nodiscard]] int x(double share) const { return int(viewport()->width() * share); }

    SheetContent m_content;
    std::vector<SheetResult> m_results; ///< by victim; empty text: no result yet
    int m_most = 6;
    QString m_longest; ///< the name that decides on the width of its column
    int m_nameWidth = 0;
};

} // namespace lockdesk

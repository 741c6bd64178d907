// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backends/scenarios/event.h"

#include <QWidget>

namespace lockdesk {

/// Rows before and after a step, field by field, with changes marked. As high as its content.
class RowDiff final : public QWidget
{
    Q_OBJECT

public:
    explicit RowDiff(QWidget* parent = nullptr);
    void setRows(const std::vector<scenarios::RowChange>& rows);
    [[nodiscard]] QSize sizeHint() const override;
    /// For tests and screen readers: `value 250 -> 100 (changed)`.
    [[nodiscard]] QStringList lines() const;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    struct Line
    {
        QString name, before, after;
        bool heading = false;
        bool changed = false;
    };
    void paintLine(QPainter& painter, const Line& line, const QRect& row) const;
    std::vector<Line> m_lines;
};

} // namespace lockdesk

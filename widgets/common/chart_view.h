// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/theme/tokens.h"

#include <QList>
#include <QPointF>
#include <QWidget>

#include <functional>
#include <optional>
#include <vector>

class QIODevice;

namespace lockdesk {

/// How a series is drawn.
struct ChartSeries
{
    QString name;
    Tone tone = Tone::held;
    Qt::PenStyle pen = Qt::SolidLine;
    bool area = false; ///< filled down to zero
    bool rightAxis = false;
};

/// A chart over time: a small wrapper of QtCharts. Points are replaced as a whole, never appended; where some are missing,
/// the line has a gap. x is milliseconds since 1970 on the store's clock. Hovering shows values; the context menu exports.
class ChartView final : public QWidget
{
    Q_OBJECT

public:
    /// Text of a value on an axis and in the hover box.
    using Format = std::function<QString(double value)>;

    explicit ChartView(const QString& title, QWidget* parent = nullptr);
    ~ChartView() override;

    void setTitle(const QString& title);
    int addSeries(const ChartSeries& series);
    [[nodiscard]] int seriesCount() const;
    void clearSeries();
    void replace(int series, const QList<QPointF>& points);
    void setTimeRange(double fromMs, double toMs);
    void setFormat(Format left, Format right = {});
    /// Replaces the curves by a text on what is missing and why. Empty: shows the curves.
    void setNotice(const QString& text);
    [[nodiscard]] QString notice() const;

    [[nodiscard]] QList<QPointF> points(int series) const;
    [[nodiscard]] QString name(int series) const; ///< as given, not escaped
    /// The lines that are drawn: points are not joined over a gap.
    [[nodiscard]] QList<QList<QPointF>> lines(int series) const;
    [[nodiscard]] QRectF plotArea() const; ///< without the axes and their labels
    void writeCsv(QIODevice& out) const;
    bool savePng(const QString& path) const;

    [[nodiscard]] QSize sizeHint() const override;

    /// Returns the smallest round axis end at or above `value`; its half is round too.
    static double niceTop(double value);
    /// The same for seconds: the half is a whole number of its unit.
    static double niceAge(double seconds);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    class Canvas;
    struct Curve;
    struct Piece;
    void addPiece(Curve& curve);
    void layOut();
    void rescale();
    void dress();
    void showValues(const QPointF& at, const QPoint& global);
    void chooseExport(bool png);

    Canvas* m_canvas;
    std::vector<Curve> m_curves;
};

/// Digits in groups, no fraction unless the value is small.
QString chartNumber(double value);
/// An age in seconds: `0`, `30 s`, `3 min`.
QString chartAge(double seconds);

} // namespace lockdesk

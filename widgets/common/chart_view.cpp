// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/chart_view.h"

#include "models/format/format.h"
#include "widgets/theme/theme.h"

#include <QAreaSeries>
#include <QChart>
#include <QChartView>
#include <QContextMenuEvent>
#include <QDateTime>
#include <QFileDialog>
#include <QGraphicsLayout>
#include <QHelpEvent>
#include <QLineSeries>
#include <QLocale>
#include <QMenu>
#include <QMouseEvent>
#include <QSaveFile>
#include <QTextStream>
#include <QToolTip>
#include <QVBoxLayout>
#include <QValueAxis>

#include <algorithm>
#include <cmath>

namespace lockdesk {

namespace {

QString clockText(double ms, bool seconds)
{
    return QDateTime::fromMSecsSinceEpoch(qint64(ms))
        .toString(seconds ? QStringLiteral("HH:mm:ss") : QStringLiteral("HH:mm"));
}

} // namespace

QString chartNumber(double value)
{
    const bool whole = std::abs(value - std::round(value)) < 0.005 || std::abs(value) >= 100;
    return QLocale(QLocale::English).toString(value, 'f', whole ? 0 : 1);
}

QString chartAge(double seconds)
{
    return seconds < 1 ? QStringLiteral("0") : format::span(Duration{std::int64_t(seconds * 1e6)});
}

struct ChartView::Curve
{
    ChartSeries look;
    QLineSeries* line = nullptr;
    QLineSeries* roof = nullptr; ///< upper edge of the area, without a pen: the line is drawn over it
    QLineSeries* floor = nullptr;
    QAreaSeries* area = nullptr;
};

/// The plot by QtCharts; title, legend and axis texts are painted over it, at the positions of the grid.
class ChartView::Canvas final : public QChartView
{
public:
    explicit Canvas(ChartView* owner) : QChartView(new QChart), m_owner(owner)
    {
        chart()->legend()->hide();
        chart()->setMargins({});
        chart()->setBackgroundVisible(false);
        chart()->setAnimationOptions(QChart::NoAnimation);
        chart()->layout()->setContentsMargins(0, 0, 0, 0);
        for (QValueAxis** axis : {&x, &left, &right}) {
            *axis = new QValueAxis;
            (*axis)->setLabelsVisible(false);
            (*axis)->setLineVisible(false);
            (*axis)->setTickCount(3);
            (*axis)->setGridLineVisible(false);
        }
        chart()->addAxis(x, Qt::AlignBottom);
        chart()->addAxis(left, Qt::AlignLeft);
        chart()->addAxis(right, Qt::AlignRight);
        left->setRange(0, 2);
        right->setRange(0, 2);
        setFrameShape(QFrame::NoFrame);
        setMouseTracking(true);
        setRenderHint(QPainter::Antialiasing);
        setFocusPolicy(Qt::NoFocus);
        viewport()->setFocusPolicy(Qt::NoFocus);
    }

    QString title;
    QString notice;
    Format leftFormat = chartNumber;
    Format rightFormat;
    QValueAxis* x = nullptr;
    QValueAxis* left = nullptr;
    QValueAxis* right = nullptr;
    std::optional<double> hover;

protected:
    // Paints its own grid: the chart's keeps its old width after a resize until its range changes.
    void drawBackground(QPainter* painter, const QRectF& rect) override
    {
        QChartView::drawBackground(painter, rect);
        const QRectF plot = chart()->plotArea();
        painter->save();
        painter->resetTransform();
        painter->setRenderHint(QPainter::Antialiasing, false);
        painter->setPen(QPen(Theme::get().tokens().line, 1));
        for (int i = 0; i < 3; ++i) {
            if (i == 1 && !notice.isEmpty())
                continue; // the notice stands there
            const double y = plot.bottom() - plot.height() * i / 2.0;
            painter->drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y));
        }
        painter->restore();
    }

    void drawForeground(QPainter* painter, const QRectF&) override
    {
        painter->save();
        painter->resetTransform();
        paintTitle(*painter);
        paintLegend(*painter);
        if (notice.isEmpty())
            paintAxes(*painter);
        else
            paintNotice(*painter);
        painter->restore();
    }

private:
    void paintTitle(QPainter& painter) const
    {
        const Theme& theme = Theme::get();
        painter.setFont(theme.title());
        painter.setPen(theme.tokens().text);
        painter.drawText(QRect(theme.px(10), 0, width(), theme.px(26)), Qt::AlignVCenter | Qt::AlignLeft, title);
    }

    void paintLegend(QPainter& painter) const
    {
        const Theme& theme = Theme::get();
        const Tokens& t = theme.tokens();
        painter.setFont(theme.caption());
        const QFontMetrics metrics = painter.fontMetrics();
        const int reserved = theme.px(22) + QFontMetrics(theme.title()).horizontalAdvance(title);
        int end = width() - theme.px(10);
        const auto& curves = m_owner->m_curves;
        for (auto it = curves.rbegin(); it != curves.rend(); ++it) {
            const int w = metrics.horizontalAdvance(it->look.name);
            if (end - w - theme.px(20) < reserved)
                return;
            painter.setPen(t.text2);
            painter.drawText(QRect(end - w, 0, w + 2, theme.px(26)), Qt::AlignVCenter | Qt::AlignLeft, it->look.name);
            end -= w + theme.px(6);
            QPen pen(t.ink(it->look.tone), 1.6, it->look.pen == Qt::SolidLine ? Qt::SolidLine : Qt::CustomDashLine,
                     Qt::FlatCap);
            if (it->look.pen != Qt::SolidLine)
                pen.setDashPattern({2.2, 1.2});
            painter.setPen(pen);
            painter.drawLine(QPointF(end - theme.px(14), theme.px(13) + 0.5), QPointF(end, theme.px(13) + 0.5));
            end -= theme.px(14 + 12);
        }
    }

    void paintAxes(QPainter& painter) const
    {
        const Theme& theme = Theme::get();
        const Tokens& t = theme.tokens();
        const QRectF plot = chart()->plotArea();
        painter.setFont(theme.small());
        painter.setPen(t.text2);
        for (int i = 0; i < 3; ++i) {
            const double part = i / 2.0;
            const double y = plot.bottom() - plot.height() * part;
            const QRectF row(0, y - theme.px(8), plot.left() - theme.px(6), theme.px(16));
            painter.setPen(t.text2);
            painter.drawText(row, Qt::AlignVCenter | Qt::AlignRight, leftFormat(left->max() * part));
            if (rightFormat) {
                painter.setPen(t.closingInk);
                painter.drawText(QRectF(plot.right() + theme.px(6), row.y(), width(), row.height()),
                                 Qt::AlignVCenter | Qt::AlignLeft, rightFormat(right->max() * part));
            }
        }
        painter.setPen(t.text2);
        if (x->max() > x->min()) {
            const bool seconds = x->max() - x->min() < 3 * 60'000;
            const QRectF row(plot.left(), plot.bottom() + theme.px(3), plot.width(), theme.px(16));
            painter.drawText(row, Qt::AlignLeft | Qt::AlignVCenter, clockText(x->min(), seconds));
            painter.drawText(row, Qt::AlignHCenter | Qt::AlignVCenter, clockText((x->min() + x->max()) / 2, seconds));
            painter.drawText(row, Qt::AlignRight | Qt::AlignVCenter, clockText(x->max(), seconds));
        }
        if (hover && *hover >= x->min() && *hover <= x->max()) {
            const double at = plot.left() + plot.width() * (*hover - x->min()) / (x->max() - x->min());
            painter.fillRect(QRectF(std::floor(at), plot.top(), 1, plot.height()), t.text3);
        }
    }

    void paintNotice(QPainter& painter) const
    {
        const Theme& theme = Theme::get();
        painter.setFont(theme.caption());
        painter.setPen(theme.tokens().text2);
        painter.drawText(QRectF(chart()->plotArea()), Qt::AlignCenter | Qt::TextWordWrap, notice);
    }

    ChartView* m_owner;
};

ChartView::ChartView(const QString& title, QWidget* parent) : QWidget(parent), m_canvas(new Canvas(this))
{
    auto* box = new QVBoxLayout(this);
    box->setContentsMargins(0, 0, 0, 0);
    box->addWidget(m_canvas);
    m_canvas->viewport()->installEventFilter(this);
    m_canvas->viewport()->setMouseTracking(true);
    setTitle(title);
    dress();
    connect(&Theme::get(), &Theme::changed, this, &ChartView::dress);
}

ChartView::~ChartView() = default;

QSize ChartView::sizeHint() const { return {Theme::get().px(300), Theme::get().px(160)}; }

void ChartView::setTitle(const QString& title)
{
    m_canvas->title = title;
    setAccessibleName(title);
    m_canvas->viewport()->update();
}

int ChartView::addSeries(const ChartSeries& series)
{
    Curve curve;
    curve.look = series;
    curve.line = new QLineSeries;
    const auto show = [this, &series](QAbstractSeries* shown) {
        m_canvas->chart()->addSeries(shown);
        shown->attachAxis(m_canvas->x);
        shown->attachAxis(series.rightAxis ? m_canvas->right : m_canvas->left);
    };
    if (series.area) {
        curve.roof = new QLineSeries;
        curve.floor = new QLineSeries;
        curve.area = new QAreaSeries(curve.roof, curve.floor);
        curve.roof->setParent(curve.area);
        curve.floor->setParent(curve.area);
        curve.area->setPen(Qt::NoPen);
        show(curve.area);
    }
    show(curve.line);
    m_curves.push_back(curve);
    dress();
    layOut();
    return int(m_curves.size()) - 1;
}

int ChartView::seriesCount() const { return int(m_curves.size()); }

void ChartView::clearSeries()
{
    m_curves.clear();
    m_canvas->chart()->removeAllSeries();
    m_canvas->viewport()->update();
}

void ChartView::replace(int series, const QList<QPointF>& points)
{
    const Curve& curve = m_curves.at(std::size_t(series));
    if (curve.floor != nullptr && !points.isEmpty())
        curve.floor->replace({QPointF(points.first().x(), 0), QPointF(points.last().x(), 0)});
    if (curve.roof != nullptr)
        curve.roof->replace(points);
    curve.line->replace(points);
    rescale();
}

QList<QPointF> ChartView::points(int series) const { return m_curves.at(std::size_t(series)).line->points(); }

void ChartView::setTimeRange(double fromMs, double toMs) { m_canvas->x->setRange(fromMs, toMs); }

void ChartView::setFormat(Format left, Format right)
{
    m_canvas->leftFormat = std::move(left);
    m_canvas->rightFormat = std::move(right);
    layOut();
}

void ChartView::setNotice(const QString& text)
{
    if (m_canvas->notice == text)
        return;
    m_canvas->notice = text;
    for (const Curve& curve : m_curves) {
        if (curve.area != nullptr)
            curve.area->setVisible(text.isEmpty());
        curve.line->setVisible(text.isEmpty());
    }
    m_canvas->viewport()->update();
}

double ChartView::niceTop(double value)
{
    if (value <= 2)
        return 2;
    const double decade = std::pow(10.0, std::floor(std::log10(value)));
    for (const double step : {1.0, 1.2, 2.0, 3.0, 4.0, 5.0, 6.0, 8.0, 10.0}) {
        const double top = step * decade;
        // Half of it is labelled too and must be whole.
        if (top >= value && std::fmod(top, 2.0) == 0.0)
            return top;
    }
    return decade * 10;
}

double ChartView::niceAge(double seconds)
{
    constexpr double minute = 60, hour = 3600, day = 86400;
    for (const double top : {2.0,        4.0,        10.0,        20.0,        40.0,        minute,  2 * minute,
                             4 * minute, 6 * minute, 10 * minute, 20 * minute, 40 * minute, hour,    2 * hour,
                             4 * hour,   8 * hour,   12 * hour,   day,         2 * day,     4 * day, 10 * day})
        if (top >= seconds)
            return top;
    return niceTop(seconds / day) * day;
}

void ChartView::rescale()
{
    double tops[2] = {0, 0};
    for (const Curve& curve : m_curves) {
        double& top = tops[curve.look.rightAxis ? 1 : 0];
        for (const QPointF& p : curve.line->points())
            top = std::max(top, p.y());
    }
    m_canvas->left->setRange(0, niceTop(tops[0] * 1.05));
    m_canvas->right->setRange(0, m_canvas->rightFormat ? niceAge(tops[1] * 1.05) : niceTop(tops[1] * 1.05));
    layOut();
}

QRectF ChartView::plotArea() const { return m_canvas->chart()->plotArea(); }

void ChartView::layOut()
{
    const Theme& theme = Theme::get();
    const QFontMetrics metrics(theme.small());
    // The half may be longer: "60 min" below "2 h".
    const auto widest = [&metrics](const Format& format, double top) {
        return std::max(metrics.horizontalAdvance(format(top)), metrics.horizontalAdvance(format(top / 2)));
    };
    const int label = widest(m_canvas->leftFormat, m_canvas->left->max());
    const int rightLabel = m_canvas->rightFormat ? widest(m_canvas->rightFormat, m_canvas->right->max()) : 0;
    const int left = std::max(theme.px(38), label + theme.px(14));
    const int right = rightLabel > 0 ? rightLabel + theme.px(16) : theme.px(8);
    m_canvas->chart()->setPlotArea(
        QRectF(left, theme.px(33), std::max(20, width() - left - right), std::max(20, height() - theme.px(33 + 24))));
    m_canvas->viewport()->update();
}

void ChartView::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    layOut();
}

void ChartView::dress()
{
    const Tokens& t = Theme::get().tokens();
    m_canvas->setBackgroundBrush(t.base);
    for (const Curve& curve : m_curves) {
        QPen pen(t.ink(curve.look.tone), 1.5, curve.look.pen == Qt::SolidLine ? Qt::SolidLine : Qt::CustomDashLine,
                 Qt::FlatCap);
        if (curve.look.pen != Qt::SolidLine)
            pen.setDashPattern({2.2, 1.4});
        curve.line->setPen(pen);
        if (curve.area != nullptr) {
            QColor fill = t.fill(curve.look.tone);
            fill.setAlphaF(0.2F);
            curve.area->setBrush(fill);
        }
    }
    layOut();
}

bool ChartView::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_canvas->viewport()) {
        if (event->type() == QEvent::MouseMove) {
            const auto* mouse = static_cast<QMouseEvent*>(event);
            showValues(mouse->position(), mouse->globalPosition().toPoint());
        } else if (event->type() == QEvent::Leave) {
            m_canvas->hover.reset();
            m_canvas->viewport()->update();
        }
    }
    return QWidget::eventFilter(watched, event);
}

void ChartView::showValues(const QPointF& at, const QPoint& global)
{
    const QRectF plot = m_canvas->chart()->plotArea();
    if (!plot.contains(at) || !m_canvas->notice.isEmpty() || plot.width() <= 0) {
        m_canvas->hover.reset();
        QToolTip::hideText();
        m_canvas->viewport()->update();
        return;
    }
    const double from = m_canvas->x->min();
    const double wanted = from + (m_canvas->x->max() - from) * (at.x() - plot.left()) / plot.width();
    QString text;
    for (const Curve& curve : m_curves) {
        const QList<QPointF> points = curve.line->points();
        const auto it =
            std::lower_bound(points.begin(), points.end(), wanted, [](const QPointF& p, double x) { return p.x() < x; });
        if (it == points.end())
            continue;
        if (text.isEmpty()) {
            m_canvas->hover = it->x();
            text = clockText(it->x(), true);
        }
        const Format& format = curve.look.rightAxis && m_canvas->rightFormat ? m_canvas->rightFormat : m_canvas->leftFormat;
        text += QStringLiteral("\n%1  %2").arg(curve.look.name, format(it->y()));
    }
    m_canvas->viewport()->update();
    if (!text.isEmpty())
        QToolTip::showText(global + QPoint(12, 12), text, this);
}

void ChartView::writeCsv(QIODevice& out) const
{
    QTextStream stream(&out);
    stream << "series,time_ms,value\n";
    for (const Curve& curve : m_curves) {
        QString name = curve.look.name;
        name.replace(QLatin1Char('"'), QLatin1String("\"\""));
        for (const QPointF& p : curve.line->points())
            stream << '"' << name << "\"," << qint64(p.x()) << ',' << QString::number(p.y(), 'g', 12) << '\n';
    }
}

bool ChartView::savePng(const QString& path) const { return const_cast<ChartView*>(this)->grab().save(path, "PNG"); }

void ChartView::chooseExport(bool png)
{
    const QString base = m_canvas->title + (png ? QStringLiteral(".png") : QStringLiteral(".csv"));
    const QString path = QFileDialog::getSaveFileName(this, tr("Export chart"), base);
    if (path.isEmpty())
        return;
    if (png) {
        savePng(path);
        return;
    }
    QSaveFile file(path);
    if (file.open(QIODevice::WriteOnly)) {
        writeCsv(file);
        file.commit();
    }
}

void ChartView::contextMenuEvent(QContextMenuEvent* event)
{
    QMenu menu(this);
    menu.addAction(tr("Export picture…"), this, [this] { chooseExport(true); });
    menu.addAction(tr("Export values…"), this, [this] { chooseExport(false); });
    menu.exec(event->globalPos());
}

} // namespace lockdesk

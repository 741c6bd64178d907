// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/chart_view.h"

#include "models/format/format.h"
#include "widgets/common/chrome.h"
#include "widgets/theme/theme.h"

#include <QAreaSeries>
#include <QCategoryAxis>
#include <QChart>
#include <QChartView>
#include <QContextMenuEvent>
#include <QDateTime>
#include <QDateTimeAxis>
#include <QFileDialog>
#include <QGraphicsLayout>
#include <QLegend>
#include <QLegendMarker>
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

constexpr double mostApart = 2500; ///< milliseconds between two points that a line joins: a second may be late
constexpr double mostIntervals = 2.5;

// Points between which nothing is missing. Where there are fewer than one a second, their usual distance decides.
std::vector<QList<QPointF>> withoutGaps(const QList<QPointF>& points)
{
    std::vector<double> apart;
    for (qsizetype i = 1; i < points.size(); ++i)
        apart.push_back(points[i].x() - points[i - 1].x());
    auto distances = apart;
    const auto middle = distances.begin() + std::ptrdiff_t(distances.size() / 2);
    std::nth_element(distances.begin(), middle, distances.end());
    const double gap = std::max(mostApart, distances.empty() ? 0 : *middle * mostIntervals);
    std::vector<QList<QPointF>> out;
    for (qsizetype i = 0; i < points.size(); ++i) {
        if (i == 0 || apart[std::size_t(i - 1)] > gap)
            out.emplace_back();
        out.back().append(points[i]);
    }
    return out;
}

QString clockText(double ms) { return format::shownTime(time_from_us(std::llround(ms * 1000))).toString(QStringLiteral("HH:mm:ss")); }

// The local time that reads as this instant does in the zone that is shown.
QDateTime asLocal(double ms)
{
    const QDateTime shown = format::shownTime(time_from_us(std::llround(ms * 1000)));
    return QDateTime(shown.date(), shown.time());
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

/// A stretch without a gap.
struct ChartView::Piece
{
    QLineSeries* line = nullptr;
    QLineSeries* roof = nullptr; ///< upper edge of the area, without a pen: the line is drawn over it
    QLineSeries* floor = nullptr;
    QAreaSeries* area = nullptr;
};

struct ChartView::Curve
{
    ChartSeries look;
    QList<QPointF> points;
    std::vector<Piece> pieces; ///< the first one is in the legend; those left over are empty
};

/// Qt Charts draws everything; only the title and the notice are labels, as a chart centres its title.
class ChartView::Canvas final : public QChartView
{
public:
    Canvas()
        : QChartView(new QChart), title(new ThemeLabel({}, ThemeLabel::Type::title)),
          notice(new ThemeLabel({}, ThemeLabel::Type::caption, Tone::text2)), x(new QDateTimeAxis), time(new QValueAxis), left(new QCategoryAxis),
          right(new QCategoryAxis), hover(new QLineSeries)
    {
        chart()->setMargins({});
        chart()->setBackgroundVisible(false);
        chart()->setAnimationOptions(QChart::NoAnimation);
        chart()->legend()->setMarkerShape(QLegend::MarkerShapeFromSeries);
        chart()->legend()->setBackgroundVisible(false);
        chart()->legend()->detachFromChart();
        x->setTickCount(3);
        chart()->addAxis(x, Qt::AlignBottom);
        chart()->addAxis(time, Qt::AlignBottom);
        time->setVisible(false);
        chart()->addAxis(left, Qt::AlignLeft);
        chart()->addAxis(right, Qt::AlignRight);
        for (QCategoryAxis* axis : {left, right}) {
            axis->setLabelsPosition(QCategoryAxis::AxisLabelsPositionOnValue);
            axis->setStartValue(0);
        }
        for (QAbstractAxis* axis : {static_cast<QAbstractAxis*>(x), static_cast<QAbstractAxis*>(left), static_cast<QAbstractAxis*>(right)}) {
            axis->setLineVisible(false);
            axis->setShadesVisible(false);
        }
        x->setGridLineVisible(false);
        right->setGridLineVisible(false);
        addHover();
        for (ThemeLabel* label : {title, notice}) {
            label->setParent(this);
            label->setAttribute(Qt::WA_TransparentForMouseEvents);
        }
        notice->setWordWrap(true);
        notice->setAlignment(Qt::AlignCenter);
        notice->hide();
        setFrameShape(QFrame::NoFrame);
        setMouseTracking(true);
        setRenderHint(QPainter::Antialiasing);
        setFocusPolicy(Qt::NoFocus);
        viewport()->setFocusPolicy(Qt::NoFocus);
        connect(chart(), &QChart::plotAreaChanged, this, [this](const QRectF& plot) { notice->setGeometry(plot.toAlignedRect()); });
    }

    void addHover()
    {
        chart()->addSeries(hover);
        hover->attachAxis(time);
        hover->attachAxis(left);
        hover->setVisible(false);
        hideMarkers(hover);
    }

    void hideMarkers(QAbstractSeries* series)
    {
        for (QLegendMarker* marker : chart()->legend()->markers(series))
            marker->setVisible(false);
    }

    /// Labels of zero, the half and the whole. The axis takes each label once, so that equal ones differ by an invisible space;
    /// and it reads them as HTML, as a legend does its names.
    static void scale(QCategoryAxis* axis, double top, const Format& format)
    {
        QStringList labels;
        for (const double part : {0.0, 0.5, 1.0}) {
            QString label = part == 0 ? QStringLiteral("0") : format(top * part).toHtmlEscaped();
            while (labels.contains(label))
                label += QChar(0x200B);
            labels << label;
        }
        if (axis->categoriesLabels() == labels && axis->max() == top)
            return;
        for (const QString& label : axis->categoriesLabels())
            axis->remove(label);
        axis->setStartValue(0);
        for (int i = 0; i < labels.size(); ++i)
            axis->append(labels[i], top * i / 2);
        axis->setRange(0, top);
    }

    ThemeLabel* title;
    ThemeLabel* notice;
    Format leftFormat = chartNumber;
    Format rightFormat;
    QDateTimeAxis* x; ///< labels only: it writes local times, so its range is shifted to the zone that is shown
    QValueAxis* time; ///< of the curves, milliseconds since 1970
    QCategoryAxis* left;
    QCategoryAxis* right;
    QLineSeries* hover; ///< the line at the values shown
    double from = 0, to = 0;
};

ChartView::ChartView(const QString& title, QWidget* parent) : QWidget(parent), m_canvas(new Canvas)
{
    auto* box = new QVBoxLayout(this);
    box->setContentsMargins(0, 0, 0, 0);
    box->addWidget(m_canvas);
    m_canvas->viewport()->installEventFilter(this);
    m_canvas->viewport()->setMouseTracking(true);
    setTitle(title);
    rescale();
    dress();
    connect(&Theme::get(), &Theme::changed, this, &ChartView::dress);
}

ChartView::~ChartView() = default;

QSize ChartView::sizeHint() const { return {Theme::get().px(300), Theme::get().px(160)}; }

void ChartView::setTitle(const QString& title)
{
    m_canvas->title->setText(title);
    setAccessibleName(title);
    layOut();
}

int ChartView::addSeries(const ChartSeries& series)
{
    m_curves.push_back({series, {}, {}});
    addPiece(m_curves.back());
    dress();
    layOut();
    return int(m_curves.size()) - 1;
}

void ChartView::addPiece(Curve& curve)
{
    Piece piece;
    piece.line = new QLineSeries;
    piece.line->setName(curve.look.name.toHtmlEscaped());
    const auto show = [&](QAbstractSeries* shown) {
        shown->setVisible(m_canvas->notice->text().isEmpty());
        m_canvas->chart()->addSeries(shown);
        shown->attachAxis(m_canvas->time);
        shown->attachAxis(curve.look.rightAxis ? m_canvas->right : m_canvas->left);
    };
    if (curve.look.area) {
        piece.roof = new QLineSeries;
        piece.floor = new QLineSeries;
        piece.area = new QAreaSeries(piece.roof, piece.floor);
        piece.roof->setParent(piece.area);
        piece.floor->setParent(piece.area);
        piece.area->setPen(Qt::NoPen);
        show(piece.area);
        m_canvas->hideMarkers(piece.area);
    }
    show(piece.line);
    if (!curve.pieces.empty())
        m_canvas->hideMarkers(piece.line);
    curve.pieces.push_back(piece);
}

int ChartView::seriesCount() const { return int(m_curves.size()); }

void ChartView::clearSeries()
{
    m_curves.clear();
    for (QAbstractSeries* series : m_canvas->chart()->series())
        if (series != m_canvas->hover) {
            m_canvas->chart()->removeSeries(series);
            delete series;
        }
    layOut();
}

void ChartView::replace(int series, const QList<QPointF>& points)
{
    Curve& curve = m_curves.at(std::size_t(series));
    curve.points = points;
    std::vector<QList<QPointF>> parts = withoutGaps(points);
    const std::size_t before = curve.pieces.size();
    while (curve.pieces.size() < parts.size())
        addPiece(curve);
    if (curve.pieces.size() != before)
        dress();
    parts.resize(curve.pieces.size());
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const Piece& piece = curve.pieces[i];
        const QList<QPointF>& part = parts[i];
        if (piece.area != nullptr) {
            piece.floor->replace(part.isEmpty() ? part : QList{QPointF(part.first().x(), 0), QPointF(part.last().x(), 0)});
            piece.roof->replace(part);
        }
        piece.line->replace(part);
    }
    rescale();
}

QList<QPointF> ChartView::points(int series) const { return m_curves.at(std::size_t(series)).points; }

QString ChartView::name(int series) const { return m_curves[std::size_t(series)].look.name; }

QList<QList<QPointF>> ChartView::lines(int series) const
{
    QList<QList<QPointF>> out;
    for (const Piece& piece : m_curves.at(std::size_t(series)).pieces)
        if (piece.line->count() > 0)
            out << piece.line->points();
    return out;
}

void ChartView::setTimeRange(double fromMs, double toMs)
{
    m_canvas->from = fromMs;
    m_canvas->to = toMs;
    const QString format = toMs - fromMs < 3 * 60'000 ? QStringLiteral("HH:mm:ss") : QStringLiteral("HH:mm");
    if (m_canvas->x->format() != format)
        m_canvas->x->setFormat(format);
    m_canvas->time->setRange(fromMs, toMs);
    m_canvas->x->setRange(asLocal(fromMs), asLocal(toMs));
}

void ChartView::setFormat(Format left, Format right)
{
    m_canvas->leftFormat = std::move(left);
    m_canvas->rightFormat = std::move(right);
    rescale();
}

void ChartView::setNotice(const QString& text)
{
    if (m_canvas->notice->text() == text)
        return;
    m_canvas->notice->setText(text);
    m_canvas->notice->setVisible(!text.isEmpty());
    m_canvas->left->setGridLineVisible(text.isEmpty()); // the notice stands there
    for (QAbstractAxis* axis : {static_cast<QAbstractAxis*>(m_canvas->x), static_cast<QAbstractAxis*>(m_canvas->left),
                                static_cast<QAbstractAxis*>(m_canvas->right)})
        axis->setLabelsVisible(text.isEmpty());
    for (const Curve& curve : m_curves) {
        for (const Piece& piece : curve.pieces) {
            if (piece.area != nullptr) {
                piece.area->setVisible(text.isEmpty());
                m_canvas->hideMarkers(piece.area); // a series that is shown shows its marker
            }
            piece.line->setVisible(text.isEmpty());
            if (&piece != &curve.pieces.front())
                m_canvas->hideMarkers(piece.line);
        }
    }
    layOut();
}

QString ChartView::notice() const { return m_canvas->notice->text(); }

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
        for (const QPointF& p : curve.points)
            top = std::max(top, p.y());
    }
    Canvas::scale(m_canvas->left, niceTop(tops[0] * 1.05), m_canvas->leftFormat);
    Canvas::scale(m_canvas->right, m_canvas->rightFormat ? niceAge(tops[1] * 1.05) : niceTop(tops[1] * 1.05),
                  m_canvas->rightFormat ? m_canvas->rightFormat : m_canvas->leftFormat);
    m_canvas->right->setVisible(bool(m_canvas->rightFormat));
}

QRectF ChartView::plotArea() const { return m_canvas->chart()->plotArea(); }

// The legend stands right of the title: names that have no room there are left out, the first ones first.
void ChartView::layOut()
{
    // What Qt Charts puts around the names of a legend, measured.
    constexpr int aroundName = 30, aroundLegend = 9, slack = 12;
    const Theme& theme = Theme::get();
    QChart* chart = m_canvas->chart();
    chart->layout()->setContentsMargins(theme.px(4), theme.px(26), theme.px(8), theme.px(2));
    const int row = theme.px(26), wanted = m_canvas->title->sizeHint().width();
    m_canvas->title->setGeometry(theme.px(10), 0, std::min(wanted, std::max(0, width() - theme.px(10))), row);
    const int room = width() - m_canvas->title->geometry().right() - theme.px(22);
    const QFontMetrics metrics(theme.caption());
    int used = 0;
    for (auto curve = m_curves.rbegin(); curve != m_curves.rend(); ++curve) {
        const int wide = metrics.horizontalAdvance(curve->look.name) + aroundName;
        const bool fits = used + wide <= room;
        for (QLegendMarker* marker : chart->legend()->markers(curve->pieces.front().line))
            marker->setVisible(fits);
        used += fits ? wide : room;
        if (!fits)
            break;
    }
    used = std::min(used, room);
    const int high = metrics.height() + 10;
    chart->legend()->setVisible(used > 0);
    chart->legend()->setGeometry(QRectF(width() - theme.px(10) - used - aroundLegend, (row - high) / 2.0 - aroundLegend,
                                        used + 2 * aroundLegend + slack, high + 2 * aroundLegend));
}

void ChartView::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    layOut();
}

void ChartView::dress()
{
    const Tokens& t = Theme::get().tokens();
    const Theme& theme = Theme::get();
    m_canvas->setBackgroundBrush(t.base);
    m_canvas->chart()->legend()->setFont(theme.caption());
    m_canvas->chart()->legend()->setLabelBrush(t.text2);
    for (QAbstractAxis* axis : {static_cast<QAbstractAxis*>(m_canvas->x), static_cast<QAbstractAxis*>(m_canvas->left),
                                static_cast<QAbstractAxis*>(m_canvas->right)}) {
        axis->setLabelsFont(theme.small());
        axis->setLabelsBrush(axis == m_canvas->right ? t.closingInk : t.text2);
        axis->setGridLinePen(QPen(t.line, 1));
    }
    m_canvas->hover->setPen(QPen(t.text3, 1));
    for (const Curve& curve : m_curves) {
        QPen pen(t.ink(curve.look.tone), 1.5, curve.look.pen == Qt::SolidLine ? Qt::SolidLine : Qt::CustomDashLine,
                 Qt::FlatCap);
        if (curve.look.pen != Qt::SolidLine)
            pen.setDashPattern({2.2, 1.4});
        QColor fill = t.fill(curve.look.tone);
        fill.setAlphaF(0.2F);
        for (const Piece& piece : curve.pieces) {
            piece.line->setPen(pen);
            if (piece.area != nullptr)
                piece.area->setBrush(fill);
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
            m_canvas->hover->setVisible(false);
        }
    }
    return QWidget::eventFilter(watched, event);
}

void ChartView::showValues(const QPointF& at, const QPoint& global)
{
    const QRectF plot = m_canvas->chart()->plotArea();
    m_canvas->hover->setVisible(false);
    if (!plot.contains(at) || !m_canvas->notice->text().isEmpty() || plot.width() <= 0) {
        QToolTip::hideText();
        return;
    }
    const double from = m_canvas->from;
    const double wanted = from + (m_canvas->to - from) * (at.x() - plot.left()) / plot.width();
    QString text;
    for (const Curve& curve : m_curves) {
        const QList<QPointF>& points = curve.points;
        const auto it =
            std::lower_bound(points.begin(), points.end(), wanted, [](const QPointF& p, double x) { return p.x() < x; });
        if (it == points.end())
            continue;
        if (text.isEmpty()) {
            m_canvas->hover->replace({QPointF(it->x(), 0), QPointF(it->x(), m_canvas->left->max())});
            m_canvas->hover->setVisible(it->x() >= from && it->x() <= m_canvas->to);
            m_canvas->hideMarkers(m_canvas->hover);
            text = clockText(it->x());
        }
        const Format& format = curve.look.rightAxis && m_canvas->rightFormat ? m_canvas->rightFormat : m_canvas->leftFormat;
        text += QStringLiteral("\n%1  %2").arg(curve.look.name, format(it->y()));
    }
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
        for (const QPointF& p : curve.points)
            stream << '"' << name << "\"," << qint64(p.x()) << ',' << QString::number(p.y(), 'g', 12) << '\n';
    }
}

bool ChartView::savePng(const QString& path) const { return const_cast<ChartView*>(this)->grab().save(path, "PNG"); }

void ChartView::chooseExport(bool png)
{
    const QString base = m_canvas->title->text() + (png ? QStringLiteral(".png") : QStringLiteral(".csv"));
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

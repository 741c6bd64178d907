// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/widgets/program.h"
#include "widgets/common/lane_view.h"
#include "widgets/theme/theme.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QImage>
#include <QPixmap>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>
#include <QWheelEvent>

#include <set>

using namespace lockdesk;

namespace {

constexpr std::int64_t second = 1'000'000;
constexpr std::int64_t start = 1'790'000'000 * second;

/// Many lanes, queried only when in view.
class ManyLanes final : public LaneSource
{
public:
    ManyLanes(int lanes, int each)
    {
        for (int i = 0; i < lanes; ++i) {
            Lane lane{QStringLiteral("lane-%1").arg(i)};
            lane.longest = 2 * second;
            for (int k = 0; k < each; ++k)
                lane.spans.push_back({start + k * 3 * second, start + k * 3 * second + 2 * second,
                                      k % 7 == 0 ? LaneSpan::Kind::notRunning : LaneSpan::Kind::works,
                                      QStringLiteral("gw-%1").arg(k)});
            m_lanes.push_back(std::move(lane));
        }
    }
    [[nodiscard]] int laneCount() const override { return int(m_lanes.size()); }
    [[nodiscard]] const Lane& lane(int index) const override
    {
        asked.insert(index);
        return m_lanes[std::size_t(index)];
    }
    mutable std::set<int> asked;

private:
    std::vector<Lane> m_lanes;
};

std::vector<Lane> someLanes()
{
    Lane a{QStringLiteral("pod-a"), QStringLiteral("owner a/5101")};
    a.spans = {{start + 2 * second, start + 12 * second, LaneSpan::Kind::works, QStringLiteral("token 17")},
               {start + 12 * second, start + 37 * second, LaneSpan::Kind::notRunning, QStringLiteral("frozen by hand")},
               {start + 37 * second, 0, LaneSpan::Kind::overdue}};
    a.marks = {{start + 7 * second},
               {start + 42 * second, Glyph::cross, Tone::expired, QStringLiteral("writes with 17: refused")}};
    Lane b{QStringLiteral("pod-b"), QStringLiteral("owner b/5102")};
    b.spans = {{start + 9 * second, start + 37 * second, LaneSpan::Kind::waits, QStringLiteral("waits for the lock")},
               {start + 37 * second, start + 60 * second, LaneSpan::Kind::works, QStringLiteral("token 18")}};
    return {a, b};
}

void turn(LaneView& view, QPoint at, int notches, Qt::KeyboardModifiers with)
{
    QWheelEvent event(at, view.mapToGlobal(at), {}, {0, notches * 120}, Qt::NoButton, with, Qt::NoScrollPhase, false);
    QApplication::sendEvent(&view, &event);
}

void drag(LaneView& view, QPoint from, QPoint to, Qt::KeyboardModifiers with = {})
{
    QTest::mousePress(&view, Qt::LeftButton, with, from);
    for (const QPoint& at : {(from + to) / 2, to}) {
        QMouseEvent event(QEvent::MouseMove, at, view.mapToGlobal(at), Qt::NoButton, Qt::LeftButton, with);
        QApplication::sendEvent(&view, &event);
    }
    QTest::mouseRelease(&view, Qt::LeftButton, with, to);
}

} // namespace

class LaneViewTest final : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        m_view = std::make_unique<LaneView>();
        m_view->resize(1000, 240);
        m_view->setInteractive(true);
        m_view->setSelectable(true);
        m_view->setLanes(someLanes());
        m_view->setNow(start + 60 * second);
        m_view->setExtent(start, start + 60 * second);
        m_view->setLabels(LaneAxis::Labels::elapsed, start);
        m_view->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_view.get()));
    }
    void cleanup() { m_view.reset(); }

    // Closer than a glyph is wide, after many of one instant: the background of each erased the one before.
    void denseMarksLeaveNoHole()
    {
        Lane item{QStringLiteral("item")};
        for (int i = 0; i < 100; ++i)
            item.marks.push_back({start + second, Glyph::clockHands, Tone::text, {}, {}, 0, i});
        for (int i = 0; i < 200; ++i)
            item.marks.push_back({start + second + (i + 1) * second / 10, Glyph::check, Tone::held});
        m_view->setLanes({item});
        m_view->setExtent(start, start + 120 * second);
        const QImage picture = m_view->grab().toImage();
        const double scale = picture.devicePixelRatio();
        const QRgb paper = picture.pixel(QPoint(int(m_view->pointOf(0, start + 45 * second).x() * scale), int(m_view->pointOf(0, start).y() * scale)));
        const int y = m_view->pointOf(0, start).y();
        // Of a check its upper end, which the next one must not erase.
        const int last = m_view->pointOf(0, start + 20 * second).x();
        for (int x = m_view->pointOf(0, start + 2 * second).x(); x < last; x += 8) {
            bool ink = false;
            for (int at = x; at < x + 8; ++at)
                for (int dy = -5; dy <= -3; ++dy)
                    ink = ink || picture.pixel(QPoint(int(at * scale), int((y + dy) * scale))) != paper;
            QVERIFY2(ink, qPrintable(QStringLiteral("a hole at %1").arg(x)));
        }
    }

    // A name right of its mark and one left of the next: between them is white, at whatever distance of the marks.
    void namesOfMarksDoNotTouch()
    {
        const auto widthOf = [&](const QImage& picture, int from, int to) { // of the widest white between two inks
            const int y = m_view->pointOf(0, start).y();
            const QRgb paper = picture.pixel(m_view->pointOf(0, start + 55 * second).x(), y);
            int widest = 0, white = 0;
            for (int x = from; x < to; ++x) {
                bool ink = false;
                for (int dy = -5; dy <= 5; ++dy)
                    ink = ink || picture.pixel(x, y + dy) != paper;
                white = ink ? 0 : white + 1;
                widest = std::max(widest, white);
            }
            return widest;
        };
        const QFontMetrics small(Theme::get().small());
        const int names = small.horizontalAdvance(QStringLiteral("INSERT")) + small.horizontalAdvance(QStringLiteral("UPDATE"));
        bool both = false;
        for (int apart = 10; apart < 30; ++apart) {
            const std::int64_t a = start + 15 * second, b = a + apart * second / 2, c = b + second;
            m_view->setLanes({{QStringLiteral("t1"), {}, {}, {{a, Glyph::check, Tone::live, QStringLiteral("INSERT")},
                               {b, Glyph::check, Tone::live, QStringLiteral("UPDATE")}, {c, Glyph::check, Tone::live}}}});
            const QImage picture = m_view->grab().toImage();
            const int from = m_view->pointOf(0, a).x() + 12, to = m_view->pointOf(0, b).x() - 12;
            both = both || (to - from >= names && to - from < names + 20);
            QVERIFY2(widthOf(picture, from, to) >= 4, qPrintable(QStringLiteral("%1 half seconds apart").arg(apart)));
        }
        QVERIFY(both);
    }

    void wheelZoomsAboutTheMouse()
    {
        const QPoint at = m_view->pointOf(0, start + 20 * second);
        turn(*m_view, at, 3, Qt::ControlModifier);
        const auto [from, to] = m_view->window();
        QVERIFY(to - from < 40 * second);
        QVERIFY2(std::abs(m_view->pointOf(0, start + 20 * second).x() - at.x()) <= 2, "the instant under the mouse stays");
        QVERIFY(!m_view->isFollowing());
    }

    void keysZoomPanAndFollow()
    {
        m_view->setFocus();
        QTest::keyClick(m_view.get(), Qt::Key_Plus);
        QVERIFY2(m_view->isFollowing(), "zooming at the end keeps following");
        const auto before = m_view->window();
        QCOMPARE(before.second - before.first, std::int64_t(48) * second);
        QTest::keyClick(m_view.get(), Qt::Key_Left);
        QVERIFY(!m_view->isFollowing());
        QVERIFY(m_view->window().second < before.second);
        QTest::keyClick(m_view.get(), Qt::Key_End);
        QVERIFY(m_view->isFollowing());
        QTest::keyClick(m_view.get(), Qt::Key_0);
        QVERIFY(m_view->window().first <= start && m_view->window().second >= start + 60 * second);
        QTest::keyClick(m_view.get(), Qt::Key_Minus);
        QTest::keyClick(m_view.get(), Qt::Key_Down);
        QCOMPARE(m_view->currentLane(), 1);
    }

    void dragPansAndStopsAtTheEnds()
    {
        turn(*m_view, m_view->pointOf(0, start + 30 * second), 5, Qt::ControlModifier);
        const auto before = m_view->window();
        drag(*m_view, {600, 60}, {400, 60});
        QVERIFY(m_view->window().first > before.first);
        for (int i = 0; i < 20; ++i)
            drag(*m_view, {300, 60}, {900, 60});
        QVERIFY2(m_view->window().first > start - 10 * second, "nothing is before the beginning");
    }

    void shiftDragSelectsAndClickClears()
    {
        QSignalSpy selected(m_view.get(), &LaneView::selectionChanged);
        const auto window = m_view->window();
        drag(*m_view, m_view->pointOf(0, start + 10 * second), m_view->pointOf(0, start + 40 * second), Qt::ShiftModifier);
        QCOMPARE(selected.count(), 1);
        QVERIFY(m_view->selection().has_value());
        QVERIFY(std::abs(m_view->selection()->first - (start + 10 * second)) < second / 4);
        QVERIFY(std::abs(m_view->selection()->second - (start + 40 * second)) < second / 4);
        QVERIFY2(m_view->window() == window, "selecting does not pan");
        QTest::mouseClick(m_view.get(), Qt::LeftButton, Qt::ShiftModifier, {500, 60});
        QVERIFY(!m_view->selection());
        m_view->setFocus();
        for (int i = 0; i < 5; ++i)
            QTest::keyClick(m_view.get(), Qt::Key_Right, Qt::ShiftModifier);
        QVERIFY2(m_view->selection().has_value(), "the keyboard selects too");
    }

    void axisDragMovesThePlayhead()
    {
        m_view->setPlayheadMovable(true);
        m_view->setPlayhead(start);
        QSignalSpy moved(m_view.get(), &LaneView::playheadMoved);
        connect(m_view.get(), &LaneView::playheadMoved, m_view.get(), [this](std::int64_t at) { m_view->setPlayhead(at); });
        drag(*m_view, {300, 8}, {m_view->pointOf(0, start + 42 * second).x(), 8});
        QVERIFY(moved.count() >= 2);
        QVERIFY(std::abs(*m_view->playhead() - (start + 42 * second)) < second / 4);
    }

    void hoverTellsTimes()
    {
        const QString text = m_view->textAt(m_view->pointOf(0, start + 5 * second));
        QVERIFY2(text.contains(QStringLiteral("token 17")) && text.contains(QStringLiteral("2.000 s")), qPrintable(text));
        QVERIFY(m_view->textAt(m_view->pointOf(0, start + 42 * second)).contains(QStringLiteral("refused")));
        QVERIFY(m_view->textAt({500, 5}).isEmpty());
    }

    void clickChoosesALane()
    {
        QSignalSpy clicked(m_view.get(), &LaneView::laneClicked);
        QSignalSpy activated(m_view.get(), &LaneView::laneActivated);
        QTest::mouseClick(m_view.get(), Qt::LeftButton, {}, m_view->pointOf(1, start + 20 * second));
        QCOMPARE(clicked.last().first().toInt(), 1);
        QCOMPARE(m_view->currentLane(), 1);
        QTest::keyClick(m_view.get(), Qt::Key_Return);
        QCOMPARE(activated.last().first().toInt(), 1);
    }

    void onlyWhatIsInViewIsAskedFor()
    {
        const ManyLanes many(1000, 100);
        m_view->setSource(&many);
        m_view->setNow(start + 300 * second);
        m_view->setExtent(start, start + 300 * second);
        m_view->showAll();
        many.asked.clear();
        m_view->grab();
        QVERIFY2(many.asked.size() <= 9, qPrintable(QString::number(many.asked.size())));
        auto* bar = m_view->findChild<QScrollBar*>();
        QVERIFY(bar->isVisible());
        QElapsedTimer clock;
        qint64 worst = 0;
        for (int i = 0; i < 60; ++i) {
            clock.start();
            bar->setValue(i * 450);
            m_view->grab();
            worst = std::max(worst, clock.elapsed());
        }
        QVERIFY2(many.asked.size() < 700, "scrolling asks for what comes into view");
        QVERIFY2(worst < 100, qPrintable(QStringLiteral("%1 ms for a frame").arg(worst)));
        m_view->setSource(nullptr);
    }

    // Each of them is whole: none is under the next.
    void fewMarksAtNearlyOneInstantAreSideBySide()
    {
        const LaneMark first{start + 20 * second, Glyph::check, Tone::live};
        const auto seenOf = [&](std::vector<LaneMark> marks) {
            Lane lane{QStringLiteral("pod-a")};
            lane.spans = {{start + 19 * second, start + 21 * second}};
            lane.marks = std::move(marks);
            m_view->setLanes({lane});
            return inked(m_view->grab().toImage(), Theme::get().ink(Tone::live));
        };
        const int alone = seenOf({first});
        QVERIFY(alone > 5);
        QCOMPARE(seenOf({first, {start + 20 * second + second / 4, Glyph::diamond, Tone::expired}}), alone);
        LaneMark beside{start + 20 * second, Glyph::triangle, Tone::closing};
        beside.beside = 1;
        QCOMPARE(seenOf({first, beside, {start + 20 * second + second / 4, Glyph::ring, Tone::free}}), alone);
    }

    // At the end of the picture they move together, so that none is cut and their number is there.
    void manyMarksOfTheLastInstantAreWhole()
    {
        // The number is the only grey text in the lane; its edges are blurred.
        const auto greyAt = [&](int at) {
            Lane lane{QStringLiteral("pod-a")};
            for (int i = 0; i < 20; ++i) {
                lane.marks.push_back({start + at * second, Glyph::cross, Tone::expired});
                lane.marks.back().beside = i;
            }
            m_view->setLanes({lane});
            const QImage image = m_view->grab().toImage();
            const QPoint from = m_view->pointOf(0, start);
            const int ground = Theme::get().tokens().base.lightness();
            int out = 0;
            for (int x = from.x(); x < image.width(); ++x)
                for (int y = from.y() - 8; y <= from.y() + 8; ++y) {
                    const QColor dot = image.pixelColor(x, y);
                    out += dot.hsvSaturation() < 60 && std::abs(dot.lightness() - ground) > 60 ? 1 : 0;
                }
            return out;
        };
        const int number = greyAt(20);
        QVERIFY2(number > 10, qPrintable(QString::number(number)));
        QVERIFY2(greyAt(57) > number / 2, qPrintable(QString::number(greyAt(57))));
        const QImage last = m_view->grab().toImage();
        for (int y = 0; y < last.height(); ++y)
            QVERIFY(last.pixelColor(last.width() - 1, y) != Theme::get().ink(Tone::expired));
    }

    // However often it is renewed.
    void aRenewedLeaseHasItsName()
    {
        const auto shown = [&](const QString& name) {
            Lane lane{QStringLiteral("pod-a")};
            lane.spans = {{start + 5 * second, start + 55 * second, LaneSpan::Kind::works, name}};
            lane.spans.back().ink = Tone::closing; // a colour of its own
            for (int at = 6; at < 55; at += 2)
                lane.marks.push_back({start + at * second});
            m_view->setLanes({lane});
            return inked(m_view->grab().toImage(), Theme::get().ink(Tone::closing));
        };
        QCOMPARE(shown({}), 0);
        QVERIFY(shown(QStringLiteral("demo/ledger")) > 20);
    }

    void aTextEndsBeforeTheBarThatCoversIt()
    {
        const auto shown = [&](std::int64_t covered) {
            Lane lane{QStringLiteral("shop-1")};
            lane.spans = {{start + 5 * second, start + 55 * second, LaneSpan::Kind::waits, QStringLiteral("waits for the lock")},
                          {start + covered, start + 55 * second}};
            m_view->setLanes({lane});
            return inked(m_view->grab().toImage(), Theme::get().tokens().text2);
        };
        QVERIFY(shown(40 * second) > 20);
        QCOMPARE(shown(7 * second), 0);
    }

    void aLaneOfAHundredThousandSpans()
    {
        const ManyLanes many(1, 100'000);
        m_view->setSource(&many);
        m_view->setExtent(start, start + 300'000 * second);
        QElapsedTimer clock;
        clock.start();
        m_view->showAll();
        m_view->grab();
        m_view->setWindow(start + 150'000 * second, start + 150'060 * second);
        m_view->grab();
        QVERIFY2(clock.elapsed() < 300, qPrintable(QString::number(clock.elapsed())));
        QVERIFY(m_view->textAt(m_view->pointOf(0, start + 150'001 * second)).contains(QStringLiteral("gw-50000")));
        m_view->setSource(nullptr);
    }

private:
    /// Returns the number of pixels in that colour, right of the names.
    [[nodiscard]] int inked(const QImage& image, const QColor& ink) const
    {
        int out = 0;
        for (int x = m_view->pointOf(0, start).x(); x < image.width(); ++x)
            for (int y = 0; y < image.height(); ++y)
                out += image.pixelColor(x, y) == ink ? 1 : 0;
        return out;
    }

    std::unique_ptr<LaneView> m_view;
};

static const lockdesk::test::Program lane_view_test("lane_view_test", [](int argc, char** argv) {
    QApplication app(argc, argv);
    Theme::get().install(app);
    LaneViewTest test;
    return QTest::qExec(&test, argc, argv);
});

#include "lane_view_test.moc"

// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The window keeps its size and layout, and its contents fit and can be read.
#include "tests/widgets/focus_walk.h"
#include "tests/widgets/program.h"
#include "tests/widgets/required.h"
#include "tests/widgets/window_desk.h"
#include "widgets/common/chrome.h"
#include "widgets/common/table_view.h"
#include "widgets/locks/locks_page.h"
#include "widgets/shell/main_window.h"
#include "widgets/shell/page.h"
#include "widgets/shell/strip.h"
#include "widgets/theme/theme.h"

#include <QApplication>
#include <QComboBox>
#include <QHeaderView>
#include <QLineEdit>
#include <QLocale>
#include <QPushButton>
#include <QSpinBox>
#include <QTest>

#include <cmath>
#include <map>
#include <memory>

using namespace lockdesk;
using test::WindowDesk;
using namespace std::chrono_literals;

namespace {

double luminance(const QColor& c)
{
    const auto part = [](double v) { return v <= 0.03928 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4); };
    return 0.2126 * part(c.redF()) + 0.7152 * part(c.greenF()) + 0.0722 * part(c.blueF());
}

QColor over(const QColor& ink, const QColor& ground)
{
    const auto mix = [&](double a, double b) { return a * ink.alphaF() + b * (1 - ink.alphaF()); };
    return QColor::fromRgbF(float(mix(ink.redF(), ground.redF())), float(mix(ink.greenF(), ground.greenF())),
                            float(mix(ink.blueF(), ground.blueF())));
}

double contrast(const QColor& ink, const QColor& ground)
{
    const double a = luminance(over(ink, ground)), b = luminance(ground);
    return (std::max(a, b) + 0.05) / (std::min(a, b) + 0.05);
}

} // namespace

class WindowLayoutTest final : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        m_desk = std::make_unique<WindowDesk>();
        m_desk->fill({WindowDesk::held("billing"), WindowDesk::held("dunning")});
    }
    void cleanup()
    {
        m_desk.reset();
        Theme::get().setScale(1.0);
    }

    void theWindowKeepsItsSize_data()
    {
        QTest::addColumn<QSize>("size");
        QTest::newRow("1024x700") << QSize(1024, 700);
        QTest::newRow("1280x800") << QSize(1280, 800);
        QTest::newRow("1920x1080") << QSize(1920, 1080);
    }
    void theWindowKeepsItsSize()
    {
        QFETCH(QSize, size);
        MainWindow* window = m_desk->window.get();
        window->resize(size);
        window->show();
        QVERIFY(QTest::qWaitForWindowExposed(window));
        QStringList tooWide;
        for (const bool projector : {false, true, false}) {
            window->setProjector(projector);
            for (ConsolePage* page : window->pages()) {
                window->showPage(page->key(), {});
                QTest::qWait(1);
                QCOMPARE(window->size(), size);
                const QSize least = page->minimumSizeHint();
                if (!projector && (least.width() > page->width() || least.height() > page->height()))
                    tooWide << QStringLiteral("%1 needs %2x%3 of %4x%5")
                                   .arg(page->key())
                                   .arg(least.width())
                                   .arg(least.height())
                                   .arg(page->width())
                                   .arg(page->height());
            }
        }
        StripNumbers numbers;
        numbers.known = true;
        numbers.held = numbers.closing = numbers.expired = 1'234'567;
        numbers.oldestUs = 3'000'000'000'000;
        window->strip()->setNumbers(numbers);
        QTest::qWait(1);
        QCOMPARE(window->size(), size);
        QVERIFY2(tooWide.isEmpty(), qPrintable(tooWide.join(QStringLiteral("; "))));
    }

    // Also on pages that were hidden meanwhile.
    void rowsAreAsHighAgainAfterTheProjector()
    {
        m_desk->window->show();
        for (const char* key : {"overview", "locks", "outbox", "activity"}) {
            m_desk->window->showPage(QLatin1String(key), {});
            for (const auto* table : m_desk->window->currentPage()->findChildren<TableView*>()) {
                const int high = table->verticalHeader()->defaultSectionSize();
                Theme::get().setScale(1.4);
                QVERIFY(table->verticalHeader()->defaultSectionSize() > high);
                Theme::get().setScale(1.0);
                QCOMPARE(table->verticalHeader()->defaultSectionSize(), high);
            }
        }
    }

    // No count, filter, selection or waiting change moves a button of a tool row.
    void toolButtonsKeepTheirPlaces_data() { theWindowKeepsItsSize_data(); }
    void toolButtonsKeepTheirPlaces()
    {
        QFETCH(QSize, size);
        MainWindow* window = m_desk->window.get();
        window->resize(size);
        window->show();
        QVERIFY(QTest::qWaitForWindowExposed(window));
        using Places = std::map<const QPushButton*, QRect>;
        const auto places = [&](const ConsolePage* page) {
            Places out;
            for (const auto* row : page->findChildren<ToolRow*>())
                for (const auto* button : row->findChildren<QPushButton*>())
                    if (button->isVisible() && button->property("kind") != QStringLiteral("link"))
                        out[button] = QRect(button->mapTo(window, QPoint()), button->size());
            return out;
        };
        std::map<const ConsolePage*, Places> first;
        const auto compare = [&](const char* after) {
            for (ConsolePage* page : window->pages()) {
                window->showPage(page->key(), {});
                QTest::qWait(40);
                const Places now = places(page);
                if (first.find(page) == first.end())
                    first[page] = now;
                for (const auto& [button, rect] : first[page])
                    if (const auto it = now.find(button); it != now.end())
                        QVERIFY2(it->second == rect, qPrintable(QStringLiteral("%1: %2 went from %3 to %4 after %5")
                                                                    .arg(page->key(), button->text())
                                                                    .arg(rect.x())
                                                                    .arg(it->second.x())
                                                                    .arg(QLatin1String(after))));
            }
        };
        LOCKDESK_REQUIRED(compare("nothing"));
        std::vector<LockRow> locks;
        for (int i = 0; i < 3000; ++i)
            locks.push_back(WindowDesk::held("stock:sku-" + std::to_string(i)));
        m_desk->fill(std::move(locks));
        auto* page = m_desk->page<LocksPage>("locks");
        QTRY_COMPARE(page->model()->rowCount(), 3000);
        LOCKDESK_REQUIRED(compare("3,000 rows"));
        for (ConsolePage* each : window->pages())
            each->applyFilter(QStringLiteral("sku-12"));
        QTRY_VERIFY(page->model()->rowCount() < 3000);
        LOCKDESK_REQUIRED(compare("a filter"));
        window->showPage(QStringLiteral("locks"), {});
        page->table()->selectAll();
        LOCKDESK_REQUIRED(compare("a selection"));
        m_desk->fill({WindowDesk::held("stock:sku-12 more"), WindowDesk::held("stock:sku-12 again")}, false);
        QTRY_VERIFY(page->model()->pendingChanges() > 0);
        LOCKDESK_REQUIRED(compare("changes that wait"));
    }

    // The whole box is the field: one focus ring, working arrows inside, and no second frame.
    void aSpinBoxIsWhole()
    {
        QWidget host;
        host.resize(200, 80);
        QSpinBox box(&host);
        box.setRange(0, 9);
        box.setValue(5);
        box.resize(box.sizeHint());
        box.move(20, 20);
        host.show();
        QVERIFY(QTest::qWaitForWindowExposed(&host));
        host.activateWindow();
        box.setFocus();
        QTRY_VERIFY(box.hasFocus());
        const QImage image = box.grab().toImage();
        const QColor ring = Theme::get().tokens().primary;
        for (int x = 4; x < image.width() - 4; ++x)
            for (const int y : {0, image.height() - 1})
                QVERIFY2(contrast(image.pixelColor(x, y), ring) < 1.6, qPrintable(QStringLiteral("%1, %2").arg(x).arg(y)));
        for (int y = 4; y < image.height() - 4; ++y)
            for (const int x : {0, image.width() - 1})
                QVERIFY2(contrast(image.pixelColor(x, y), ring) < 1.6, qPrintable(QStringLiteral("%1, %2").arg(x).arg(y)));
        QTest::mouseClick(&box, Qt::LeftButton, {}, {box.width() - 8, box.height() / 4});
        QCOMPARE(box.value(), 6);
        QTest::mouseClick(&box, Qt::LeftButton, {}, {box.width() - 8, box.height() * 3 / 4});
        QTest::mouseClick(&box, Qt::LeftButton, {}, {box.width() - 8, box.height() * 3 / 4});
        QCOMPARE(box.value(), 4);
        const auto* field = box.findChild<QLineEdit*>();
        QVERIFY(field->geometry().right() < box.width() - 18 && field->height() >= QFontMetrics(field->font()).height());
    }

    void placeholdersCanBeRead_data()
    {
        QTest::addColumn<bool>("dark");
        QTest::newRow("dark") << true;
        QTest::newRow("light") << false;
    }
    void placeholdersCanBeRead()
    {
        QFETCH(bool, dark);
        const Scheme before = Theme::get().scheme();
        Theme::get().setScheme(dark ? Scheme::dark : Scheme::light);
        QWidget host;
        QLineEdit line(&host), off(&host);
        QComboBox box(&host);
        off.setEnabled(false);
        box.setEditable(true);
        for (QLineEdit* field : {&line, &off, box.lineEdit()})
            field->setPlaceholderText(QStringLiteral("what happened, ticket"));
        host.show();
        QVERIFY(QTest::qWaitForWindowExposed(&host));
        for (QLineEdit* field : {&line, &off, box.lineEdit()}) {
            const QColor ground = field->isEnabled() ? Theme::get().tokens().base : Theme::get().tokens().window;
            const double ratio = contrast(field->palette().color(QPalette::PlaceholderText), ground);
            QVERIFY2(ratio >= 4.5, qPrintable(QString::number(ratio)));
            // The painted result as well: the strongest ink in the field.
            double painted = 0;
            const QImage image = field->grab().toImage();
            for (int y = 5; y < image.height() - 5; ++y)
                for (int x = 8; x < image.width() - 8; ++x)
                    painted = std::max(painted, contrast(image.pixelColor(x, y), ground));
            QVERIFY2(painted >= 4.0, qPrintable(QString::number(painted))); // thin strokes are blended
        }
        Theme::get().setScheme(before);
    }

private:
    std::unique_ptr<WindowDesk> m_desk;
};

static const lockdesk::test::Program window_layout_test("window_layout_test", [](int argc, char** argv) {
    QApplication app(argc, argv);
    QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates)); // the C locale does not group digits
    app.setOrganizationName(QStringLiteral("lockdesk-window-layout-test"));
    Theme::get().install(app);
    WindowLayoutTest test;
    return QTest::qExec(&test, argc, argv);
});

#include "window_layout_test.moc"

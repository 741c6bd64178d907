// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The window keeps its size and layout, and its contents fit.
#include "models/tables/roles.h"
#include "tests/widgets/focus_walk.h"
#include "tests/widgets/required.h"
#include "tests/widgets/window_desk.h"
#include "widgets/common/chrome.h"
#include "widgets/common/filter_box.h"
#include "widgets/common/table_view.h"
#include "widgets/detail/row_page.h"
#include "widgets/locks/locks_page.h"
#include "widgets/sheets/action_flow.h"
#include "widgets/sheets/action_sheet.h"
#include "widgets/shell/main_window.h"
#include "widgets/shell/page.h"
#include "widgets/shell/strip.h"
#include "widgets/tasks/phase_board.h"
#include "widgets/tasks/tasks_page.h"
#include "widgets/theme/theme.h"
#include "widgets/workers/start_workers_sheet.h"

#include <QApplication>
#include <QComboBox>
#include <QHeaderView>
#include <QLineEdit>
#include <QLocale>
#include <QMenu>
#include <QPaintEvent>
#include <QPushButton>
#include <QRegion>
#include <QSpinBox>
#include <QTest>
#include <QTimer>

#include <cmath>
#include <functional>
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

class WindowTest final : public QObject
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

    // The reason for the disabled button, and errors, are shown below the fields.
    void startingWorkersSaysWhatIsMissing()
    {
        m_desk->window->resize(1280, 800);
        m_desk->window->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_desk->window.get()));
        auto* sheet = new StartWorkersSheet(&m_desk->feeds, &m_desk->workers, m_desk->window.get());
        sheet->start();
        const auto says = [&](const QString& text) {
            for (const auto* label : sheet->findChildren<ThemeLabel*>())
                if (label->isVisible() && label->text().remove(QChar(0x200B)).contains(text))
                    return true;
            return false;
        };
        QVERIFY(says(QStringLiteral("Give a reason.")));
        const auto fieldOf = [&](const QString& placeholder) {
            for (auto* field : sheet->findChildren<QLineEdit*>())
                if (field->placeholderText() == placeholder)
                    return field;
            return static_cast<QLineEdit*>(nullptr);
        };
        fieldOf(QStringLiteral("why, for the audit"))->setText(QStringLiteral("INC-1"));
        QVERIFY(says(QStringLiteral("Type orders of the whole company.")));
        fieldOf(QStringLiteral("orders of the whole company"))->setText(QStringLiteral("orders of the whole company"));
        sheet->findChildren<QComboBox*>().at(2)->setEditText(QStringLiteral("gateway"));
        fieldOf(QStringLiteral("Creating=Starting, Starting=Created"))->setText(QStringLiteral("Creating"));
        for (auto* button : sheet->findChildren<QPushButton*>())
            if (button->text() == QStringLiteral("Start workers"))
                QTest::mouseClick(button, Qt::LeftButton);
        QVERIFY(sheet->isVisible());
        QVERIFY(says(QStringLiteral("Creating is no move to a next phase: write it as Creating=Starting.")));
    }

    // What a sheet covers gets no keys, wherever the sheet was clicked.
    void aClickBesideTheFieldsLeavesTheKeyboardInTheSheet()
    {
        MainWindow* window = m_desk->window.get();
        window->resize(1280, 800);
        window->show();
        QVERIFY(QTest::qWaitForWindowExposed(window));
        auto* locks = m_desk->page<LocksPage>("locks");
        const std::vector<LockRow> held{WindowDesk::held("billing")};
        QVERIFY(!locks->flow()->start(requestOf(actions::forceRelease(), m_desk->feed, held)));
        ActionSheet* sheet = locks->flow()->sheet();
        QTRY_VERIFY(sheet->isAncestorOf(QApplication::focusWidget()));
        for (auto* label : sheet->findChildren<ThemeLabel*>())
            if (label->isVisible() && label->text() == QStringLiteral("Evidence"))
                QTest::mouseClick(label, Qt::LeftButton);
        QCOMPARE(QApplication::focusWidget(), sheet);
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
        QVERIFY(sheet->isAncestorOf(QApplication::focusWidget()));
    }

    void sameTasksOfTwoStoresAreTold()
    {
        const auto fill = [&](Feed* feed) {
            auto out = m_desk->update();
            TaskRow task;
            task.id = "gw-1";
            task.kind = "gateway";
            task.phase = "Creating";
            out->tasks = {std::make_shared<const TaskRow>(task)};
            PhaseSummary phase;
            phase.kind = task.kind;
            phase.phase = task.phase;
            phase.total = phase.due = 1;
            out->phases = std::make_shared<const std::vector<PhaseSummary>>(1, phase);
            feed->receive(out);
        };
        Feed* cache = m_desk->addStore(QStringLiteral("cache"), QStringLiteral("staging"));
        m_desk->window->show();
        auto* tasks = m_desk->page<TasksPage>("tasks");
        fill(m_desk->feed);
        const auto notes = [&] {
            QStringList all;
            for (const PhaseColumn& column : tasks->board()->columns())
                for (const PhaseEntry& entry : column.entries)
                    all << entry.note;
            all.sort();
            return all.join(u',');
        };
        QTRY_COMPARE(tasks->board()->columns().size(), std::size_t(1));
        QTRY_COMPARE(tasks->board()->columns().front().entries.size(), std::size_t(1));
        QCOMPARE(notes(), QString());
        fill(cache);
        QTRY_COMPARE(notes(), QStringLiteral("cache,orders of the whole company"));
    }

    // At the position of the click.
    void aRightClickOffersWhatCanBeDone()
    {
        MainWindow* window = m_desk->window.get();
        window->resize(1280, 800);
        window->show();
        QVERIFY(QTest::qWaitForWindowExposed(window));
        auto* locks = m_desk->page<LocksPage>("locks");
        QTRY_COMPARE(locks->model()->rowCount(), 2);
        QStringList offered;
        QTimer::singleShot(0, window, [&] {
            if (auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget())) {
                for (const QAction* action : menu->actions())
                    offered << action->text();
                menu->close();
            }
        });
        emit locks->table()->customContextMenuRequested(QPoint(40, 40));
        QVERIFY2(offered.contains(QStringLiteral("Extend…")), qPrintable(offered.join(u' ')));
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

    // Rows hidden by the filter still exist and are counted, with digits grouped as elsewhere.
    void aFilterThatNothingFitsSaysSo()
    {
        MainWindow* window = m_desk->window.get();
        window->show();
        auto out = m_desk->update();
        for (int i = 0; i < 1200; ++i) {
            Event event;
            event.at = test::wallNow();
            event.kind = EventKind::acquired;
            event.entity = Entity::lock;
            event.key = "billing";
            event.actor = "bill-2/4471/c41be0729d53fa18";
            out->events.push_back(event);
        }
        m_desk->feed->receive(out);
        for (const auto& [key, others] :
             {std::pair{"locks", "2 other"}, {"workers", "1 other"}, {"activity", "1,200 other"}}) {
            window->showPage(QString::fromLatin1(key), {});
            ConsolePage* page = window->currentPage();
            TableView* table = nullptr;
            for (auto* each : page->findChildren<TableView*>())
                if (each->isVisible() && table == nullptr)
                    table = each;
            QVERIFY(table != nullptr);
            QTRY_VERIFY(table->model()->rowCount() > 0);
            page->applyFilter(QStringLiteral("name~nobody has this"));
            if (QLatin1String(key) == QLatin1String("activity"))
                page->applyFilter(QStringLiteral("nobody-has-this"));
            QTRY_COMPARE(table->model()->rowCount(), 0);
            QTRY_COMPARE(table->emptyTexts().sentence, QStringLiteral("Nothing fits the filter."));
            QVERIFY2(table->emptyTexts().what.startsWith(QLatin1String(others)), qPrintable(table->emptyTexts().what));
        }
    }

    // Tab leaves every field of every page, reaches each, and follows reading order.
    void tabFollowsTheEye()
    {
        MainWindow* window = m_desk->window.get();
        window->resize(1280, 800);
        window->show();
        window->activateWindow();
        auto task = std::make_shared<Update>(*m_desk->update());
        TaskRow row;
        row.id = "gw-1";
        row.kind = "gateway";
        row.phase = "Starting";
        task->tasks.push_back(std::make_shared<const TaskRow>(row));
        PhaseSummary phase;
        phase.kind = row.kind;
        phase.phase = row.phase;
        phase.total = 1;
        task->phases = std::make_shared<const std::vector<PhaseSummary>>(1, phase);
        m_desk->feed->receive(task);
        QStringList wrong;
        for (ConsolePage* page : window->pages()) {
            window->showPage(page->key(), {});
            QTest::qWait(60);
            if (auto* rows = qobject_cast<RowPage*>(page); rows != nullptr && rows->model()->rowCount() > 0) {
                rows->table()->selectRow(0); // enables its buttons
                rows->showDetail(0);
            }
            page->focusFilter();
            if (!page->isAncestorOf(QApplication::focusWidget()))
                page->focusContent();
            if (!page->isAncestorOf(QApplication::focusWidget()))
                continue;
            for (const QString& one : test::wrongFocus(window, page))
                wrong << page->key() + QStringLiteral(": ") + one;
        }
        for (const QString& one : wrong)
            qInfo().noquote() << one;
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong.value(0)));
    }

    // A selected row gets no update when its lease runs out, but its state changes anyway.
    void theStateOfASelectedRowIsNeverOld()
    {
        MainWindow* window = m_desk->window.get();
        window->resize(1280, 800);
        window->show();
        QVERIFY(QTest::qWaitForWindowExposed(window));
        auto* page = m_desk->page<LocksPage>("locks");
        m_desk->fill({WindowDesk::held("short", 1500ms)}, false);
        QTRY_VERIFY(page->model()->rowOfKey(m_desk->feed->index(), QStringLiteral("short")) >= 0);
        const QModelIndex cell =
            page->model()->index(page->model()->rowOfKey(m_desk->feed->index(), QStringLiteral("short")), 0);
        QTest::mouseClick(page->table()->viewport(), Qt::LeftButton, {}, page->table()->visualRect(cell).center());
        QTest::qWait(1);
        const auto row = [&] { return page->model()->rowOfKey(m_desk->feed->index(), QStringLiteral("short")); };
        const auto stateNow = [&] { return page->model()->index(row(), 0).data(StateRole).toString(); };
        struct Painted final : QObject
        {
            std::function<void(const QRegion&)> told;
            bool eventFilter(QObject*, QEvent* event) override
            {
                if (event->type() == QEvent::Paint)
                    told(static_cast<QPaintEvent*>(event)->region());
                return false;
            }
        } painted;
        QString shown = stateNow();
        painted.told = [&](const QRegion& region) {
            if (region.contains(page->table()->visualRect(page->model()->index(row(), 0)).center()))
                shown = stateNow();
        };
        page->table()->viewport()->installEventFilter(&painted);
        QVERIFY(shown != QStringLiteral("expired"));
        QTRY_COMPARE(stateNow(), QStringLiteral("expired"));
        QTRY_COMPARE(shown, QStringLiteral("expired"));
        page->table()->viewport()->removeEventFilter(&painted);
    }

    // Waiting changes are applied once the mouse has been still; requested ones never wait.
    void changesThatWaitAreShownWhenTheMouseIsStill()
    {
        MainWindow* window = m_desk->window.get();
        window->resize(1280, 800);
        window->show();
        QVERIFY(QTest::qWaitForWindowExposed(window));
        auto* page = m_desk->page<LocksPage>("locks");
        QTRY_COMPARE(page->model()->rowCount(), 2);
        page->table()->setStillTime(700);
        QTest::mouseClick(page->table()->viewport(), Qt::LeftButton, {},
                          page->table()->visualRect(page->model()->index(0, 1)).center());
        QVERIFY(page->model()->isHeld());
        m_desk->fill({WindowDesk::held("came")}, false);
        QTRY_COMPARE(page->model()->pendingChanges(), 1);
        for (int i = 0; i < 5; ++i) { // while it moves, they wait
            QTest::qWait(300);
            QTest::mouseMove(page->table()->viewport(), QPoint(30 + 7 * i, 60));
            QCOMPARE(page->model()->pendingChanges(), 1);
        }
        QTRY_COMPARE(page->model()->rowCount(), 3);
        QVERIFY(page->table()->selectionModel()->hasSelection());
        // Another store: at once.
        ConnectionInfo info;
        info.id = info.name = QStringLiteral("another");
        page->table()->setStillTime(60'000);
        m_desk->feed = m_desk->feeds.add(info);
        m_desk->fill({WindowDesk::held("of the other")});
        QTRY_COMPARE(page->model()->rowCount(), 4);
        QVERIFY(page->model()->isHeld());
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

int main(int argc, char** argv)
{
    QApplication app(argc, argv);
    QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates)); // the C locale does not group digits
    app.setOrganizationName(QStringLiteral("lockdesk-window-test"));
    Theme::get().install(app);
    WindowTest test;
    return QTest::qExec(&test, argc, argv);
}

#include "window_test.moc"

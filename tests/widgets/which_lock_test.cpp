// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// "Which lock?": the recommendation, measurements on a SQLite file, and the page operated by clicks.
#include "app/common/stores.h"
#include "app/common/worker_program.h"
#include "models/which_lock/measurement_book.h"
#include "tests/support/temp_dir.h"
#include "tests/widgets/program.h"
#include "tests/widgets/required.h"
#include "widgets/theme/theme.h"
#include "widgets/which_lock/way_table.h"
#include "widgets/which_lock/way_texts.h"
#include "widgets/which_lock/which_lock_page.h"

#include <QAbstractButton>
#include <QApplication>
#include <QFile>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QSysInfo>
#include <QTest>

#include <sys/stat.h>

using namespace lockdesk;
using test::patience;
using scenarios::Way;

namespace {

class OneFile final : public ClassStores
{
public:
    explicit OneFile(const test::TempDir& folder)
        : m_registry(app::make_registry()), m_url("sqlite://" + (folder / "one.sqlite").string())
    {
        m_store = m_registry.open(StoreUrl::parse(m_url).value()).value();
        SessionOptions options;
        options.without_schema = true;
        m_store->open(options).value()->admin().create_schema().value();
    }
    [[nodiscard]] std::vector<ClassStore> stores() const override { return {{"one", "one", {}, {}, {}}}; }
    Answer<ClassTarget> target(const QString&) override { return ClassTarget{m_store, {}, m_url, app::worker_program()}; }
    [[nodiscard]] QString address(const QString&) const override { return {}; }

    [[nodiscard]] Store* store() const { return m_store.get(); }
    [[nodiscard]] const std::string& url() const { return m_url; }
    [[nodiscard]] std::size_t sandboxes() const
    {
        SessionOptions options;
        options.without_schema = true;
        return m_store->open(options).value()->admin().list_sandboxes().value().size();
    }

private:
    StoreRegistry m_registry;
    std::string m_url;
    std::shared_ptr<Store> m_store;
};

} // namespace

class WhichLockTest final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        QStandardPaths::setTestModeEnabled(true);
        QFile::remove(bookFile());
        m_stores = std::make_unique<OneFile>(m_folder);
    }

    void cleanup() { QCOMPARE(m_stores->sandboxes(), std::size_t{0}); }
    void cleanupTestCase() { QFile::remove(bookFile()); }

    void recommends_data()
    {
        using N = LockNeeds;
        QTest::addColumn<int>("fits");
        QTest::addColumn<bool>("often");
        QTest::addColumn<bool>("never");
        QTest::addColumn<bool>("longer");
        QTest::addColumn<QList<int>>("ways");
        const auto row = [](const char* name, N::Fits fits, bool often, bool never, bool longer, std::vector<Way> ways) {
            QList<int> numbers;
            for (const Way way : ways)
                numbers << int(way);
            QTest::newRow(name) << int(fits) << often << never << longer << numbers;
        };
        row("hot row, statement", N::Fits::statement, true, true, true, {Way::conditional});
        row("statement, rarely", N::Fits::statement, false, true, true, {Way::conditional, Way::optimistic});
        row("transaction, rarely", N::Fits::transaction, false, true, false, {Way::optimistic});
        row("transaction, often", N::Fits::transaction, true, true, false, {Way::pessimistic, Way::skip_locked});
        row("harmless, short", N::Fits::neither, false, false, false, {Way::fixed_lease, Way::lock_table});
        row("harmless, long", N::Fits::neither, false, false, true, {Way::watchdog, Way::session_lock});
        row("harmless, often", N::Fits::neither, true, false, false, {Way::claim});
        row("never, short", N::Fits::neither, false, true, false, {Way::fixed_lease, Way::fence, Way::idempotent});
        row("never, long", N::Fits::neither, false, true, true, {Way::watchdog, Way::fence, Way::idempotent});
        row("never, often", N::Fits::neither, true, true, true, {Way::claim, Way::fence, Way::idempotent});
    }

    void recommends()
    {
        QFETCH(int, fits);
        QFETCH(bool, often);
        QFETCH(bool, never);
        QFETCH(bool, longer);
        QFETCH(QList<int>, ways);
        const Recommendation answer = recommend(
            {LockNeeds::Conflicts(often), LockNeeds::Fits(fits), LockNeeds::Twice(never), LockNeeds::Length(longer)});
        QList<int> numbers;
        for (const Way way : answer.ways)
            numbers << int(way);
        QCOMPARE(numbers, ways);
        QVERIFY(answer.why.endsWith(QLatin1Char('.')));
    }

    void saysThatAHungHolderIsForEver()
    {
        StoreMeasurement measured;
        measured.numbers.store = "postgresql";
        measured.numbers.lease = std::chrono::seconds{1};
        for (const Way way : {Way::watchdog, Way::fixed_lease}) {
            scenarios::WayNumbers numbers;
            numbers.way = way;
            numbers.hung = scenarios::Outage{{}, std::chrono::seconds{3}, {}};
            numbers.frozen = scenarios::Outage{std::chrono::milliseconds{1020}, std::chrono::seconds{3}, true};
            measured.numbers.ways.push_back(numbers);
        }
        const WayCell hung = cellOf(Way::watchdog, WayColumn::hung, &measured);
        QCOMPARE(hung.text, QStringLiteral("for ever"));
        QVERIFY2(hung.toolTip.contains(QStringLiteral("3.0 s")), qPrintable(hung.toolTip)); // the basis of the claim
        QCOMPARE(cellOf(Way::fixed_lease, WayColumn::hung, &measured).text, QStringLiteral("not in 3.0 s"));
        QVERIFY(cellOf(Way::fixed_lease, WayColumn::frozen, &measured).text.endsWith(QStringLiteral("late write lands")));
        QVERIFY(!cellOf(Way::fixed_lease, WayColumn::killed, &measured).known);
    }

    // Anybody can write the file that keeps the numbers: no number is taken that does not fit, and nobody waits for a pipe.
    void whatOthersWroteIsRead()
    {
        const test::TempDir folder("lockdesk-book");
        const auto read = [&](const QByteArray& text) {
            QFile file(QString::fromStdString((folder / "book.json").string()));
            if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size())
                throw std::runtime_error("the file cannot be written");
            file.close();
            return MeasurementBook(file.fileName()).all();
        };
        const auto json = [](const char* text) { return QByteArray(text).replace('\'', '"'); };
        const QByteArray begin = json("{'type': 'lockdesk measurements', 'v': 2, 'measured': ");
        const auto all = read(begin + json("[{'name': 7, 'date': 'never', 'unoptimised': 'yes', 'lease_us': 1e300, 'ways': ["
                                           "{'way': 'fence', 'holds': [], 'loads': [{'clients': 1e300, 'p50_us': -1e300,"
                                           " 'p99_us': 0.5, 'in_vain': 1e19}, 3], 'hung': {'until_next_us': 1e19},"
                                           " 'commands': 1e10}, {'way': 'none of ours'}, null]}, 'no object']}"));
        QCOMPARE(all.size(), std::size_t{2});
        QVERIFY(!all.front().date.isValid());
        QVERIFY(!all.front().numbers.unoptimised);
        QCOMPARE(all.front().numbers.lease, Duration{0});
        QCOMPARE(all.front().numbers.ways.size(), std::size_t{1});
        const scenarios::WayNumbers& way = all.front().numbers.ways.front();
        QCOMPARE(way.loads.size(), std::size_t{2});
        QCOMPARE(way.loads.front().p50, Duration{0});
        QCOMPARE(way.loads.front().in_vain, 0);
        QCOMPARE(way.hung->until_next, std::optional(Duration{0}));
        for (const QByteArray& text : {QByteArray("{"), QByteArray("[]"), QByteArray(begin + "{}}"), QByteArray(5 << 20, ' ')})
            QVERIFY(read(text).empty());
        const std::string pipe = (folder / "pipe").string();
        QCOMPARE(::mkfifo(pipe.c_str(), 0600), 0);
        QVERIFY(MeasurementBook(QString::fromStdString(pipe)).all().empty());
    }

    void clicked()
    {
        const auto lessons = std::make_shared<const scenarios::LessonLibrary>(scenarios::LessonLibrary::built_in());
        WhichLockPage page(m_stores.get(), lessons);
        page.resize(1100, 700);
        page.show();
        QVERIFY(QTest::qWaitForWindowActive(&page));
        const auto cell = [&](Way way, WayColumn column) { return page.numbers()->item(int(way), 1 + int(column))->text(); };
        QCOMPARE(cell(Way::fence, WayColumn::one), QStringLiteral("not measured"));
        page.desk()->setThoroughness(std::chrono::milliseconds{20}, {1, 8}, false);
        QSignalSpy progress(page.desk(), &MeasureDesk::progress);
        QTest::mouseClick(page.measureButton(), Qt::LeftButton);
        QVERIFY(page.cancelButton()->isVisible());
        QVERIFY(page.numbers()->isVisible()); // where the numbers will appear
        QTRY_VERIFY_WITH_TIMEOUT(!page.desk()->isBusy(), patience);
        QVERIFY(progress.count() >= 12);
        QVERIFY(cell(Way::fence, WayColumn::one).at(0).isDigit());
        QVERIFY(cell(Way::fence, WayColumn::eight).at(0).isDigit());
        QVERIFY(cell(Way::fixed_lease, WayColumn::commands).toInt() >= 2); // acquire and release
        QCOMPARE(cell(Way::redlock, WayColumn::one), QStringLiteral("not here"));
        QCOMPARE(cell(Way::optimistic, WayColumn::many), QStringLiteral("not measured"));
        QCOMPARE(cell(Way::conditional, WayColumn::killed), QStringLiteral("–"));
        // Place, time and machine.
        const QString header = page.numbers()->horizontalHeaderItem(1)->toolTip();
        QVERIFY2(header.contains(QSysInfo::machineHostName()) && header.contains(QStringLiteral("sqlite")),
                 qPrintable(header));
        // Numbers of a slower build are marked.
        const bool unoptimised = header.contains(QStringLiteral("by a build that is not optimised"));
#ifdef __OPTIMIZE__
        QVERIFY2(!unoptimised, qPrintable(header));
#else
        QVERIFY2(unoptimised, qPrintable(header));
#endif
        // Values not measured here show their source.
        const int last = page.numbers()->rowCount() - 1;
        QVERIFY(page.numbers()->item(last, 1)->text().contains(QStringLiteral("USENIX ATC 2010")));

        // After cancelling: no new numbers, no sandbox left.
        page.desk()->setThoroughness(std::chrono::seconds{30}, {1}, false);
        const auto before = progress.count();
        QTest::mouseClick(page.measureButton(), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(progress.count() > before, patience);
        QTest::mouseClick(page.cancelButton(), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(!page.desk()->isBusy(), patience);
        QVERIFY(page.measureButton()->isVisible());

        // A new page loads the numbers.
        WhichLockPage again(m_stores.get(), lessons);
        QCOMPARE(again.numbers()->item(int(Way::fence), 1)->text(), cell(Way::fence, WayColumn::one));
        QCOMPARE(again.numbers()->horizontalHeaderItem(1)->toolTip(), header);

        QSignalSpy wanted(&page, &WhichLockPage::lessonWanted);
        clickView(page, 0);
        page.table()->setFocus();
        page.table()->setCurrentCell(int(Way::fence), 1);
        QTest::keyClick(page.table(), Qt::Key_Return);
        QCOMPARE(wanted.count(), 1);
        QCOMPARE(wanted.front().front().toString(), QStringLiteral("zombie"));
        // The link names what that way needs in addition to the lesson's store.
        page.table()->setCurrentCell(int(Way::redlock), 1);
        QTest::keyClick(page.table(), Qt::Key_Return);
        QCOMPARE(wanted.back().back().toString(), QStringLiteral("redlock"));
        const auto* link = page.table()->cellWidget(int(Way::redlock), 0)->findChild<QPushButton*>();
        QVERIFY(link != nullptr);
        QVERIFY2(link->toolTip().contains(QStringLiteral("Double notification: ")), qPrintable(link->toolTip()));
        QVERIFY(link->toolTip().contains(QStringLiteral("an open redlock:// connection")));
    }

    // Both comparisons of the stories are shown as told; at no size is a cell cut or the window widened.
    void comparisons()
    {
        const auto lessons = std::make_shared<const scenarios::LessonLibrary>(scenarios::LessonLibrary::built_in());
        WhichLockPage page(m_stores.get(), lessons);
        page.resize(820, 560);
        page.show();
        QVERIFY(QTest::qWaitForWindowActive(&page));
        clickView(page, 2);
        QVERIFY(page.situations()->isVisible());
        QCOMPARE(page.situations()->rowCount(), 6);
        QCOMPARE(page.situations()->item(1, 1)->text(), QStringLiteral("★★★"));
        QCOMPARE(page.situations()->item(1, 2)->text(), QStringLiteral("★☆☆"));
        clickView(page, 3);
        QVERIFY(page.stages()->isVisible());
        QCOMPARE(page.stages()->rowCount(), 3);
        QCOMPARE(page.width(), 820);
        for (int view = 0; view < 4; ++view) {
            clickView(page, view);
            QTRY_VERIFY(page.minimumSizeHint().width() <= 820);
        }
        for (const WayTable* table : {page.table(), page.situations(), page.stages()})
            for (int row = 0; row < table->rowCount(); ++row)
                for (int column = 1; column < table->columnCount(); ++column) {
                    const QRect room(0, 0, table->columnWidth(column) - 16, 4000);
                    const QRect text = QFontMetrics(Theme::get().body())
                                           .boundingRect(room, Qt::TextWordWrap, table->item(row, column)->text());
                    QVERIFY2(text.height() <= table->rowHeight(row) && text.width() <= room.width(),
                             qPrintable(table->item(row, column)->text()));
                }
    }

private:
    static void clickView(WhichLockPage& page, int index)
    {
        const auto buttons = page.views()->findChildren<QAbstractButton*>();
        QVERIFY(index < buttons.size());
        QTest::mouseClick(buttons[index], Qt::LeftButton);
        QCOMPARE(page.views()->current(), index);
    }
    static QString bookFile()
    {
        return QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + QStringLiteral("/which-lock.json");
    }

    test::TempDir m_folder;
    std::unique_ptr<OneFile> m_stores;
};

static const lockdesk::test::Program which_lock_test("which_lock_test", [](int argc, char** argv) {
    QApplication app(argc, argv);
    QApplication::setApplicationName(QStringLiteral("lockdesk-which-lock-test"));
    Theme::get().install(app);
    WhichLockTest test;
    return QTest::qExec(&test, argc, argv);
});

#include "which_lock_test.moc"

// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// "Which lock?": what is recommended, what is measured on a SQLite file, and the page that is clicked.
#include "app/common/stores.h"
#include "app/common/worker_program.h"
#include "tests/support/temp_dir.h"
#include "widgets/theme/theme.h"
#include "widgets/which_lock/way_texts.h"
#include "widgets/which_lock/which_lock_page.h"

#include <QApplication>
#include <QFile>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTableWidget>
#include <QTest>

using namespace lockdesk;
using scenarios::Way;

namespace {

constexpr int patience = 60'000;

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
    [[nodiscard]] QString statementText(const std::string&, const std::string&, const std::string&) const override
    {
        return {};
    }

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
        row("statement", N::Fits::statement, true, true, true, {Way::optimistic});
        row("transaction, rarely", N::Fits::transaction, false, true, false, {Way::optimistic});
        row("transaction, often", N::Fits::transaction, true, true, false, {Way::pessimistic, Way::skip_locked});
        row("harmless, short", N::Fits::neither, false, false, false, {Way::fixed_lease, Way::lock_table});
        row("harmless, long", N::Fits::neither, false, false, true, {Way::watchdog, Way::session_lock});
        row("harmless, often", N::Fits::neither, true, false, false, {Way::claim});
        row("never, short", N::Fits::neither, false, true, false, {Way::fixed_lease, Way::fence});
        row("never, long", N::Fits::neither, false, true, true, {Way::watchdog, Way::fence});
        row("never, often", N::Fits::neither, true, true, true, {Way::claim, Way::fence});
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

    void measuresRounds()
    {
        scenarios::MeasureOptions options;
        options.store = m_stores->store();
        options.each = std::chrono::milliseconds{20};
        const auto answer = scenarios::Measuring(std::move(options)).run([](int, int, Way) {});
        QVERIFY2(answer.is_result(), answer ? "" : answer.failure().message.c_str());
        QCOMPARE(answer->store, std::string("sqlite"));
        QCOMPARE(answer->ways.size(), scenarios::all_ways().size());
        for (const scenarios::WayNumbers& numbers : answer->ways) {
            const Way way = numbers.way;
            const bool cannot = way == Way::session_lock || way == Way::skip_locked || way == Way::redlock;
            QCOMPARE(numbers.rounds_per_second.has_value(), !cannot);
            QCOMPARE(numbers.p50.has_value(), !cannot);
            QCOMPARE(numbers.why_not.empty(), !cannot);
        }
    }

    void measuresLessons()
    {
        // The fastest lessons only: one hundred buyers take long.
        scenarios::LessonLibrary few;
        const std::filesystem::path folder = m_folder / "lessons";
        std::filesystem::create_directories(folder);
        for (const char* name : {"02-dead-pod.yaml", "09-double-notification.yaml", "10-zombie.yaml"})
            std::filesystem::copy_file(std::filesystem::path(LOCKDESK_LESSON_FILES) / name, folder / name);
        few.add_folder(folder);
        QVERIFY(few.mistakes().empty());
        scenarios::MeasureOptions options;
        options.store = m_stores->store();
        options.store_url = m_stores->url();
        options.worker = app::worker_program();
        options.lessons = &few;
        options.each = std::chrono::milliseconds{1};
        const auto answer = scenarios::Measuring(std::move(options)).run([](int, int, Way) {});
        QVERIFY2(answer.is_result(), answer ? "" : answer.failure().message.c_str());
        const auto of = [&](Way way) { return answer->ways[std::size_t(way)]; };
        QVERIFY(!of(Way::optimistic).counted.has_value());
        QCOMPARE(of(Way::claim).doubled, std::optional<std::int64_t>(0));
        QCOMPARE(of(Way::claim).recovery, std::optional<Duration>(std::chrono::seconds{21}));
        QVERIFY(of(Way::fixed_lease).doubled > 0);
        QCOMPARE(of(Way::watchdog).doubled, std::optional<std::int64_t>(0));
        QVERIFY(of(Way::watchdog).stall > of(Way::fixed_lease).stall);
        QVERIFY(of(Way::watchdog).recovery.has_value());
        QVERIFY(of(Way::fence).counted > 0);
    }

    void clicked()
    {
        const auto lessons = std::make_shared<const scenarios::LessonLibrary>(scenarios::LessonLibrary::built_in());
        WhichLockPage page(m_stores.get(), lessons);
        page.resize(1100, 700);
        page.show();
        QVERIFY(QTest::qWaitForWindowActive(&page));
        const auto cell = [&](Way way, WayColumn column) { return page.table()->item(int(way), 4 + int(column))->text(); };
        QCOMPARE(cell(Way::fence, WayColumn::rounds), QStringLiteral("not measured"));
        page.desk()->setThoroughness(std::chrono::milliseconds{20}, false);
        QSignalSpy progress(page.desk(), &MeasureDesk::progress);
        QTest::mouseClick(page.measureButton(), Qt::LeftButton);
        QVERIFY(page.cancelButton()->isVisible());
        QTRY_VERIFY_WITH_TIMEOUT(!page.desk()->isBusy(), patience);
        QCOMPARE(progress.count(), 10);
        QVERIFY(cell(Way::fence, WayColumn::rounds).at(0).isDigit());
        QCOMPARE(cell(Way::redlock, WayColumn::rounds), QStringLiteral("not here"));
        QCOMPARE(cell(Way::optimistic, WayColumn::counted), QStringLiteral("not measured"));

        // Cancelled: nothing new, nothing left.
        page.desk()->setThoroughness(std::chrono::seconds{30}, false);
        QTest::mouseClick(page.measureButton(), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(progress.count() > 10, patience);
        QTest::mouseClick(page.cancelButton(), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(!page.desk()->isBusy(), patience);
        QVERIFY(page.measureButton()->isVisible());

        // Another start knows the numbers.
        WhichLockPage again(m_stores.get(), lessons);
        QCOMPARE(again.table()->item(int(Way::fence), 4)->text(), cell(Way::fence, WayColumn::rounds));

        QSignalSpy wanted(&page, &WhichLockPage::lessonWanted);
        page.table()->setFocus();
        page.table()->setCurrentCell(int(Way::fence), 1);
        QTest::keyClick(page.table(), Qt::Key_Return);
        QCOMPARE(wanted.count(), 1);
        QCOMPARE(wanted.front().front().toString(), QStringLiteral("zombie"));
    }

private:
    static QString bookFile()
    {
        return QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + QStringLiteral("/which-lock.json");
    }

    test::TempDir m_folder;
    std::unique_ptr<OneFile> m_stores;
};

int main(int argc, char** argv)
{
    QApplication app(argc, argv);
    QApplication::setApplicationName(QStringLiteral("lockdesk-which-lock-test"));
    Theme::get().install(app);
    WhichLockTest test;
    return QTest::qExec(&test, argc, argv);
}

#include "which_lock_test.moc"

// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Servers that stop answering: their rows turn grey, everything else works on, and quitting is fast in any case.
#include "tests/support/await.h"
#include "tests/widgets/console/lab.h"
#include "tests/widgets/program.h"
#include "tests/widgets/required.h"

#include "models/tables/locks_model.h"
#include "models/tables/roles.h"
#include "widgets/common/chrome.h"
#include "widgets/locks/locks_page.h"
#include "widgets/shell/strip.h"
#include "widgets/workers/start_workers_sheet.h"
#include "widgets/workers/workers_page.h"

#include <QComboBox>
#include <QElapsedTimer>
#include <QProcess>
#include <QScopeGuard>

#include <algorithm>
#include <csignal>

using namespace lockdesk;
using namespace lockdesk::test;

namespace {

constexpr qint64 quick_quit = 2000; ///< ms, whatever is frozen

bool isStaleRow(Lab& lab, LocksPage* page, const QString& store, const QString& name)
{
    const int row = lab.rowOf(page, store, name);
    return row >= 0 && page->model()->index(row, 0).data(StaleRole).toBool();
}

QString bannerOf(QWidget* page)
{
    for (const auto* banner : page->findChildren<Banner*>())
        if (banner->isVisible())
            return banner->text();
    return {};
}

/// Starts two workers on each store, so that there are children to stop.
void startWorkersEverywhere(Lab& lab)
{
    auto* page = lab.page<WorkersPage>("workers");
    for (const char* store : {"files", "orders", "cache"}) {
        QVERIFY(clickButton(page, QStringLiteral("Start workers…")));
        auto* sheet = page->startSheet();
        QVERIFY(sheet != nullptr);
        auto* stores = sheet->findChildren<QComboBox*>().front();
        stores->setCurrentText(QString::fromLatin1(store));
        for (auto* box : sheet->findChildren<QComboBox*>())
            if (box->isEditable())
                box->setEditText(QStringLiteral("gateway"));
        QTest::mouseClick(sheet->startButton(), Qt::LeftButton);
    }
    QTRY_VERIFY_WITH_TIMEOUT(page->model()->rowCount() == 6, patience);
}

std::vector<qint64> pidsOf(WorkersPage* page)
{
    std::vector<qint64> out;
    for (int row = 0; row < page->model()->rowCount(); ++row)
        out.push_back(page->model()->index(row, 0).data(KeyRole).toString().section(u'/', 1, 1).toLongLong());
    return out;
}

} // namespace

class FaultsTest final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { m_lab = std::make_unique<Lab>(); }
    void cleanupTestCase() { m_lab.reset(); }
    void init() { m_lab->clean(); }
    void cleanup()
    {
        m_lab->postgres().thaw();
        m_lab->redis().thaw();
    }

    void stoppedServersGoGreyAndTheRestGoesOn()
    {
        Lab& lab = *m_lab;
        for (const char* store : {"files", "orders", "cache"})
            lab.acquire(QString::fromLatin1(store), std::string("held in ") + store, "pay-1/77/aabbccddeeff0011");
        lab.open();
        auto* page = lab.page<LocksPage>("locks");
        QTRY_COMPARE_WITH_TIMEOUT(page->model()->rowCount(), 3, patience);

        StallMeter stalls;
        lab.postgres().freeze();
        QTRY_VERIFY_WITH_TIMEOUT(isStaleRow(lab, page, QStringLiteral("orders"), QStringLiteral("held in orders")),
                                 patience);
        QVERIFY(!isStaleRow(lab, page, QStringLiteral("files"), QStringLiteral("held in files")));
        QTRY_VERIFY(bannerOf(page).startsWith(QStringLiteral("orders does not answer:")));
        qInfo().noquote() << bannerOf(page);
        QVERIFY2(bannerOf(page).contains(QStringLiteral("Next try")) || bannerOf(page).contains(QStringLiteral("Trying")),
                 qPrintable(bannerOf(page)));

        lab.redis().freeze();
        QTRY_VERIFY_WITH_TIMEOUT(isStaleRow(lab, page, QStringLiteral("cache"), QStringLiteral("held in cache")), patience);
        // The file works on: a new row appears, and a forced unlock succeeds.
        lab.acquire(QStringLiteral("files"), "came meanwhile", "api-2/8044/5d0e11aa22bb33cc");
        QVERIFY(clickRow(lab, page, QStringLiteral("files"), QStringLiteral("came meanwhile")));
        QVERIFY(clickButton(page, QStringLiteral("Force unlock…")));
        ActionSheet* sheet = page->flow()->sheet();
        QVERIFY(sheet != nullptr);
        QTRY_VERIFY_WITH_TIMEOUT(sheet->actionButton()->isEnabled(), patience);
        QTest::mouseClick(sheet->actionButton(), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(!sheet->resultText().isEmpty(), patience);
        const auto row = need(lab.session(QStringLiteral("files")).locks().find(LockName::trusted("came meanwhile")));
        QVERIFY(row->owner.empty());
        qInfo("longest stall of the window while two servers hung: %lld ms", static_cast<long long>(stalls.worstMs()));
        QVERIFY(stalls.worstMs() < 1000);

        // Thawed, they recover without user action.
        lab.postgres().thaw();
        lab.redis().thaw();
        QTRY_VERIFY_WITH_TIMEOUT(
            !lab.feed(QStringLiteral("orders"))->isStale() && !lab.feed(QStringLiteral("cache"))->isStale(), 30'000);
        lab.quit();
    }

    void quitsQuicklyWithEverythingFrozen()
    {
        Lab& lab = *m_lab;
        lab.open();
        LOCKDESK_REQUIRED(startWorkersEverywhere(lab));
        const std::vector<qint64> children = pidsOf(lab.page<WorkersPage>("workers"));
        QCOMPARE(children.size(), std::size_t{6});
        QVERIFY(std::all_of(children.begin(), children.end(), [](qint64 pid) { return pid > 0; }));
        QCOMPARE(::kill(pid_t(children.front()), SIGSTOP), 0);
        lab.postgres().freeze();
        lab.redis().freeze();
        QTRY_VERIFY_WITH_TIMEOUT(
            lab.feed(QStringLiteral("orders"))->isStale() && lab.feed(QStringLiteral("cache"))->isStale(), patience);
        const qint64 took = lab.quit();
        qInfo("quit after %lld ms", static_cast<long long>(took));
        QVERIFY2(took <= quick_quit, qPrintable(QString::number(took)));
        for (const qint64 pid : children)
            QVERIFY2(await([&] { return ::kill(pid_t(pid), 0) != 0; }), "a worker has outlived the window");
    }

    // The program itself, from Ctrl+Q to its exit.
    void theProgramEndsQuickly()
    {
        QProcess console;
        console.setProcessChannelMode(QProcess::ForwardedChannels);
        console.start(QCoreApplication::applicationDirPath() + QStringLiteral("/lockdesk"),
                      {QStringLiteral("--connect"), QStringLiteral("demo")});
        QVERIFY(console.waitForStarted());
        const auto end = qScopeGuard([&] {
            console.kill();
            console.waitForFinished();
        });
        QString window;
        QTRY_VERIFY_WITH_TIMEOUT(!(window = windowOf(console.processId(), QStringLiteral("Lockdesk"))).isEmpty(), patience);
        // Its demo starts workers after a moment.
        QTRY_VERIFY_WITH_TIMEOUT(childCount(console.processId()) >= 3, patience);
        QElapsedTimer timer;
        timer.start();
        pressKeyIn(window, QStringLiteral("ctrl+q"));
        QTRY_COMPARE_WITH_TIMEOUT(console.state(), QProcess::NotRunning, patience);
        qInfo("the program ended %lld ms after Ctrl+Q", static_cast<long long>(timer.elapsed()));
        QVERIFY(timer.elapsed() <= quick_quit);
        QCOMPARE(console.exitStatus(), QProcess::NormalExit);
        QCOMPARE(console.exitCode(), 0);
    }

private:
    static int childCount(qint64 pid)
    {
        const std::string list = read_file("/proc/" + std::to_string(pid) + "/task/" + std::to_string(pid) + "/children");
        return int(std::count(list.begin(), list.end(), ' '));
    }

    std::unique_ptr<Lab> m_lab;
};

static const lockdesk::test::Program faults_test("faults_test", [](int argc, char** argv) {
    return runConsoleTest(argc, argv, [] { return std::make_unique<FaultsTest>(); });
});

#include "faults_test.moc"

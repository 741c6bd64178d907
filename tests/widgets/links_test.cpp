// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Links into the running program, as a chat starts them, and further windows: with the real console, a real store, and real second
// starts of the program.
#include "app/console/console.h"
#include "app/console/link_server.h"
#include "models/feed/feed_set.h"
#include "models/feed/row_link.h"
#include "models/tables/roles.h"
#include "tests/support/temp_dir.h"
#include "tests/widgets/program.h"
#include "widgets/common/table_view.h"
#include "widgets/locks/locks_page.h"
#include "widgets/sheets/action_flow.h"
#include "widgets/sheets/action_sheet.h"
#include "widgets/shell/main_window.h"
#include "widgets/shell/status_line.h"
#include "widgets/theme/theme.h"

#include <QApplication>
#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QFileInfo>
#include <QLocalServer>
#include <QLocalSocket>
#include <QPointer>
#include <QProcess>
#include <QSettings>
#include <QSignalSpy>
#include <QTest>

#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <thread>

#include <sys/stat.h>
#include <unistd.h>

using namespace lockdesk;
using lockdesk::app::handOverLink;
using lockdesk::app::LinkHandOver;
using lockdesk::app::LinkServer;

namespace {

struct Ended
{
    int status = -1;
    QString errors;
};

Ended run(const char* program, const QStringList& arguments)
{
    QProcess process;
    process.start(qEnvironmentVariable(program), arguments);
    QSignalSpy over(&process, &QProcess::finished);
    if (process.state() == QProcess::NotRunning || !over.wait(60'000)) // this program's event loop serves it meanwhile
        return {-2, process.errorString()};
    return {process.exitCode(), QString::fromUtf8(process.readAllStandardError())};
}

} // namespace

class LinksTest final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        m_store = QStringLiteral("sqlite://%1/orders.db").arg(QString::fromStdString(m_dir.path().string()));
        QCOMPARE(run("LOCKDESKCTL", {"--store", m_store, "init"}).status, 0);
        for (const char* name : {"nightly", "a/b c?d#e", "정산"})
            QCOMPARE(run("LOCKDESKCTL", {"--store", m_store, "lock", "acquire", QString::fromUtf8(name), "--owner", "pod-7", "--lease", "1h"}).status, 0);
    }
    void init()
    {
        QSettings().clear();
        m_folder = QString::fromStdString((m_dir.path() / ("run" + std::to_string(++m_number))).string());
        QVERIFY(QDir().mkdir(m_folder));
        QVERIFY(::chmod(QFile::encodeName(m_folder).constData(), 0700) == 0);
        qputenv("XDG_RUNTIME_DIR", QFile::encodeName(m_folder));
    }
    void cleanup() { m_console.reset(); }

    void aSecondStartSelectsTheRowHere()
    {
        open();
        for (const char* name : {"nightly", "a/b c?d#e", "정산"}) {
            m_console->window()->showPage(QStringLiteral("overview"), {});
            const QString link = rowLinkText({QStringLiteral("orders"), Entity::lock, QString::fromUtf8(name)});
            const Ended second = run("LOCKDESK", {link});
            QVERIFY2(second.status == 0, qPrintable(second.errors));
            QTRY_COMPARE(selected(), QString::fromUtf8(name));
            QCOMPARE(m_console->window()->currentPage()->key(), QStringLiteral("locks"));
        }
        QCOMPARE(m_console->feeds()->feeds().size(), std::size_t(1));
    }

    // A value that cannot be is no other page or size, silently.
    void aWrongOptionIsRefused()
    {
        const std::vector<std::pair<QStringList, QString>> all{
            {{"--page", "Worker"}, "lockdesk: --page takes one of: overview, locks, tasks,"},
            {{"--theme", "blue"}, "lockdesk: --theme takes one of: dark, light"},
            {{"--size", "1280"}, "lockdesk: --size takes a width and a height, such as 1280x800"},
            {{"--settle", "soon"}, "lockdesk: --settle takes a number of milliseconds"}};
        for (const auto& [words, said] : all) {
            const Ended ended = run("LOCKDESK", words);
            QCOMPARE(ended.status, 2);
            QVERIFY2(ended.errors.contains(said), qPrintable(ended.errors));
        }
    }

    void whatALinkCannotDoIsSaid()
    {
        open();
        QCOMPARE(run("LOCKDESK", {"lockdesk://nobody/locks/nightly"}).status, 0);
        QTRY_COMPARE(status(), QStringLiteral("The link leads to nobody: no connection has that name here."));
        QCOMPARE(run("LOCKDESK", {"lockdesk://ORDERS/locks/gone"}).status, 0); // as a browser may spell it
        QTRY_COMPARE(status(), QStringLiteral("gone is not there any more."));
        QCOMPARE(run("LOCKDESK", {"lockdesk://orders/locks/%zz"}).status, 0);
        QTRY_COMPARE(status(), QStringLiteral("The names in the link are no text."));
        QCOMPARE(run("LOCKDESK", {"lockdesk://orders/settings/a"}).status, 0);
        QTRY_COMPARE(status(), QStringLiteral("A link leads to locks, tasks, outbox or workers, not to settings."));
        const Ended tooLong = run("LOCKDESK", {"lockdesk://orders/locks/" + QString(4000, QLatin1Char('a'))});
        QCOMPARE(tooLong.status, 1);
        QVERIFY2(tooLong.errors.contains(QStringLiteral("longer than")), qPrintable(tooLong.errors));
        const Ended twoLines = run("LOCKDESK", {"lockdesk://orders/locks/a\nlockdesk://orders/locks/b"});
        QCOMPARE(twoLines.status, 1);
        QCOMPARE(m_console->feeds()->feeds().size(), std::size_t(1));
    }

    // The operator is about to force-unlock: nothing changes under the hands.
    void aLinkDoesNotDisturbASheet()
    {
        open();
        auto* page = locks();
        m_console->window()->showRow(QStringLiteral("lock"), m_console->feeds()->feeds().front()->info().id, QStringLiteral("nightly"),
                                     NextStep::force_release);
        QTRY_VERIFY(page->flow()->sheet() != nullptr && page->flow()->sheet()->isVisible());
        QCOMPARE(run("LOCKDESK", {rowLinkText({QStringLiteral("orders"), Entity::lock, QStringLiteral("정산")})}).status, 0);
        QTRY_COMPARE(status(), QStringLiteral("A link to 정산 was not followed: close the sheet or dialog first."));
        QCOMPARE(selected(), QStringLiteral("nightly"));
        QVERIFY(page->flow()->sheet()->isVisible());
    }

    void theSocketIsTheUsersAlone()
    {
        LinkServer server(m_folder);
        QVERIFY(server.listens());
        struct stat about = {};
        QCOMPARE(::lstat(QFile::encodeName(socket()).constData(), &about), 0);
        QVERIFY(S_ISSOCK(about.st_mode));
        QCOMPARE(about.st_mode & 0777, 0600U);
        QCOMPARE(about.st_uid, ::geteuid());
        LinkServer second(m_folder);
        QVERIFY2(!second.listens(), "the first one keeps it");
    }

    void whoeverFloodsItIsDropped()
    {
        LinkServer server(m_folder);
        QSignalSpy links(&server, &LinkServer::received);
        QLocalSocket flood, two, slow;
        flood.connectToServer(socket());
        QVERIFY(flood.waitForConnected(2000));
        flood.write(QByteArray(100'000, 'a') + "\n");
        QTRY_COMPARE(flood.state(), QLocalSocket::UnconnectedState);
        two.connectToServer(socket());
        QVERIFY(two.waitForConnected(2000));
        two.write("first\nsecond\n");
        QTRY_COMPARE(links.count(), 1);
        QCOMPARE(links.front().front().toByteArray(), QByteArray("first"));
        slow.connectToServer(socket());
        QVERIFY(slow.waitForConnected(2000));
        slow.write("without an end");
        QTRY_COMPARE_WITH_TIMEOUT(slow.state(), QLocalSocket::UnconnectedState, 10'000);
        QCOMPARE(links.count(), 1);
        QCOMPARE(handOver("after them"), LinkHandOver::taken);
        QTRY_COMPARE(links.count(), 2);
    }

    void aFolderThatOthersMayWriteIsNotUsed()
    {
        QVERIFY(::chmod(QFile::encodeName(m_folder).constData(), 0755) == 0);
        LinkServer server(m_folder);
        QVERIFY(!server.listens());
        QCOMPARE(handOver("lockdesk://orders/locks/a"), LinkHandOver::nobody);
        QVERIFY(::chmod(QFile::encodeName(m_folder).constData(), 0700) == 0);
        const QString way = m_folder + QStringLiteral("-link");
        QVERIFY(QFile::link(m_folder, way));
        LinkServer through(way);
        QVERIFY2(!through.listens(), "a symbolic link may lead anywhere tomorrow");
    }

    // Somebody else's socket, or no socket at all, in the place of ours.
    void aSquatterGetsNothing()
    {
        QFile file(socket());
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("mine");
        file.close();
        LinkServer server(m_folder);
        QVERIFY(!server.listens());
        QVERIFY2(QFileInfo::exists(socket()) && QFileInfo(socket()).size() == 4, "a file of others is not removed");
        QCOMPARE(handOver("lockdesk://orders/locks/a"), LinkHandOver::nobody);
        QVERIFY(QFile::remove(socket()));
        if (::geteuid() != 0)
            return; // only root can give a file away
        QLocalServer other;
        QVERIFY(other.listen(socket()));
        QVERIFY(::chown(QFile::encodeName(socket()).constData(), 65534, 65534) == 0);
        QSignalSpy asked(&other, &QLocalServer::newConnection);
        QCOMPARE(handOver("lockdesk://orders/locks/a"), LinkHandOver::nobody);
        QCOMPARE(asked.count(), 0);
    }

    void whatAKilledProgramLeftIsReplaced()
    {
        {
            QLocalServer gone;
            QVERIFY(gone.listen(m_folder + QStringLiteral("/other")));
            QVERIFY(::rename(QFile::encodeName(m_folder + QStringLiteral("/other")).constData(), QFile::encodeName(socket()).constData()) == 0);
        }
        QVERIFY(QFileInfo::exists(socket()));
        QCOMPARE(handOver("lockdesk://orders/locks/a"), LinkHandOver::nobody);
        LinkServer server(m_folder);
        QVERIFY(server.listens());
        QCOMPARE(handOver("lockdesk://orders/locks/a"), LinkHandOver::taken);
    }

    // A program that hangs must not make the second start hang.
    void aProgramThatDoesNotAnswer()
    {
        QLocalServer hung;
        hung.setSocketOptions(QLocalServer::UserAccessOption);
        QVERIFY(hung.listen(socket()));
        QElapsedTimer since;
        since.start();
        QCOMPARE(handOverLink("lockdesk://orders/locks/a", m_folder), LinkHandOver::no_answer); // nobody accepts meanwhile
        QVERIFY2(since.elapsed() < 6000, qPrintable(QString::number(since.elapsed())));
        const Ended second = run("LOCKDESK", {"lockdesk://orders/locks/a"});
        QCOMPARE(second.status, 1);
        QVERIFY2(second.errors.contains(QStringLiteral("does not take the link")), qPrintable(second.errors));
    }

    void aFurtherWindowShowsAnyPageOverTheSameFeeds()
    {
        open();
        MainWindow* first = m_console->window();
        first->showPage(QStringLiteral("timeline"), {});
        QTest::keyClick(first, Qt::Key_N, Qt::ControlModifier | Qt::ShiftModifier);
        QTRY_COMPARE(m_console->furtherWindows().size(), 1);
        QPointer<MainWindow> further = m_console->furtherWindows().front();
        QTRY_VERIFY(further->isVisible());
        QCOMPARE(further->currentPage()->key(), QStringLiteral("timeline"));
        QCOMPARE(further->windowTitle(), QStringLiteral("Timeline, Lockdesk"));
        QCOMPARE(m_console->feeds()->feeds().size(), std::size_t(1)); // one observer, one poll
        further->showPage(QStringLiteral("locks"), {});
        auto* page = qobject_cast<LocksPage*>(further->currentPage());
        QTRY_COMPARE(page->model()->rowCount(), 3);
        QCOMPARE(further->windowTitle(), QStringLiteral("Locks, Lockdesk"));
        QCOMPARE(first->currentPage()->key(), QStringLiteral("timeline"));
        further->showPage(QStringLiteral("classroom"), {});
        QTest::keyClick(further.data(), Qt::Key_W, Qt::ControlModifier);
        QTRY_VERIFY(further.isNull());
        QVERIFY(first->isVisible());
        QCOMPARE(m_console->furtherWindows().size(), 0);
    }

    void quittingClosesAllWindows()
    {
        open();
        for (const char* page : {"timeline", "activity"})
            m_console->openWindow(QString::fromLatin1(page));
        QTRY_COMPARE(m_console->furtherWindows().size(), 2);
        MainWindow* further = m_console->furtherWindows().front();
        QTRY_VERIFY(further->isVisible());
        further->activateWindow();
        QTest::keyClick(further, Qt::Key_Q, Qt::ControlModifier);
        QTRY_COMPARE(m_console->furtherWindows().size(), 0);
        QVERIFY(!m_console->window()->isVisible());
    }

private:
    void open()
    {
        m_console = std::make_unique<app::Console>();
        m_console->window()->show();
        m_console->window()->activateWindow();
        m_console->start({m_store});
        m_console->takeLinks({});
        QTRY_COMPARE(locks()->model()->rowCount(), 3);
    }
    LocksPage* locks() { return qobject_cast<LocksPage*>(m_console->window()->page(QStringLiteral("locks"))); }
    QString selected()
    {
        const auto rows = locks()->table()->selectedRows();
        return rows.size() == 1 ? locks()->model()->index(rows.front(), 0).data(KeyRole).toString() : QString();
    }
    QString status() const { return m_console->window()->statusLine()->text(); }
    QString socket() const { return m_folder + QStringLiteral("/lockdesk-links"); }
    /// In a thread of its own, as it waits.
    LinkHandOver handOver(const QByteArray& text)
    {
        std::optional<LinkHandOver> done;
        std::atomic<bool> over = false;
        std::thread second([&] {
            done = handOverLink(text, m_folder);
            over = true;
        });
        (void)QTest::qWaitFor([&] { return over.load(); }, 10'000);
        second.join();
        return *done;
    }

    test::TempDir m_dir{"lockdesk-links"};
    QString m_store, m_folder;
    int m_number = 0;
    std::unique_ptr<app::Console> m_console;
};

static const lockdesk::test::Program links_test("links_test", [](int argc, char** argv) {
    // Neither the user's connections nor their layout.
    const test::TempDir home("lockdesk-links-home");
    for (const char* name : {"HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"})
        qputenv(name, QByteArray::fromStdString(home.path().string()));
    QApplication app(argc, argv);
    app.setOrganizationName(QStringLiteral("lockdesk-links-test"));
    QApplication::setQuitOnLastWindowClosed(false);
    Theme::get().install(app);
    LinksTest test;
    return QTest::qExec(&test, argc, argv);
});

#include "links_test.moc"

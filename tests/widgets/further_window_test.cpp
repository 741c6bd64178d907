// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Two windows of one program, with the real console and a real store: the second begins with what the program knows, and a
// recording or bundle is shown in both.
#include "app/console/console.h"
#include "app/console/recordings.h"
#include "models/feed/feed_set.h"
#include "models/feed/replay.h"
#include "models/tables/activity_model.h"
#include "tests/support/temp_dir.h"
#include "tests/widgets/program.h"
#include "tests/widgets/required.h"
#include "widgets/activity/activity_page.h"
#include "widgets/common/chrome.h"
#include "widgets/common/table_view.h"
#include "widgets/locks/locks_page.h"
#include "widgets/replay/replay_bar.h"
#include "widgets/shell/main_window.h"
#include "widgets/shell/status_line.h"
#include "widgets/theme/theme.h"

#include <QApplication>
#include <QDialog>
#include <QFile>
#include <QPointer>
#include <QProcess>
#include <QSettings>
#include <QSlider>
#include <QTest>

#include <algorithm>
#include <memory>

using namespace lockdesk;
using test::patience;

namespace {

bool ctl(const QStringList& arguments)
{
    QProcess process;
    process.start(qEnvironmentVariable("LOCKDESKCTL"), arguments);
    return process.waitForFinished(patience) && process.exitCode() == 0;
}

} // namespace

class FurtherWindowTest final : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        QSettings().clear();
        m_dir = std::make_unique<test::TempDir>("lockdesk-further");
        m_store = QStringLiteral("sqlite://%1/orders.db").arg(file({}));
        QVERIFY(ctl({"--store", m_store, "init", "--token-floor", "4711"}));
        QVERIFY(acquire("nightly"));
        m_console = std::make_unique<app::Console>();
        m_console->window()->show();
        m_console->start({m_store});
        QTRY_COMPARE_WITH_TIMEOUT(locksIn(m_console->window())->rowCount(), 1, patience);
    }
    void cleanup()
    {
        m_console.reset();
        m_dir.reset();
    }

    void itsEventsBeginWithThoseOfTheProgram()
    {
        QVERIFY(acquire("hourly"));
        QVERIFY(acquire("daily"));
        const ActivityModel* first = eventsIn(m_console->window());
        QTRY_COMPARE_WITH_TIMEOUT(first->rowCount(), 2, patience);
        MainWindow* further = m_console->openWindow(QStringLiteral("activity"));
        QTRY_COMPARE_WITH_TIMEOUT(eventsIn(further)->rowCount(), 2, patience);
        for (int row = 0; row < 2; ++row)
            QCOMPARE(eventsIn(further)->index(row, ActivityModel::Text).data().toString(),
                     first->index(row, ActivityModel::Text).data().toString());
        QVERIFY(acquire("weekly")); // once in each
        QTRY_COMPARE_WITH_TIMEOUT(first->rowCount(), 3, patience);
        QTRY_COMPARE_WITH_TIMEOUT(eventsIn(further)->rowCount(), 3, patience);
    }

    void aBundleIsShownInBoth()
    {
        LOCKDESK_REQUIRED(saveBundle());
        MainWindow* first = m_console->window();
        MainWindow* further = m_console->openWindow(QStringLiteral("locks"));
        QTRY_COMPARE_WITH_TIMEOUT(locksIn(further)->rowCount(), 1, patience);
        QCOMPARE(m_console->recordings()->replay(m_bundle, further), QString());
        const Feed* replayed = m_console->recordings()->replaying()->feed();
        QTRY_VERIFY_WITH_TIMEOUT(locksIn(further)->rowOfKey(replayed->index(), QStringLiteral("nightly")) >= 0, patience);
        QTRY_COMPARE_WITH_TIMEOUT(locksIn(further)->rowCount(), 1, patience); // that of the bundle alone
        QVERIFY(replayed->report() != nullptr);
        QVERIFY(barIn(first) != nullptr && barIn(further) != nullptr);
        barIn(further)->slider()->setValue(barIn(further)->slider()->maximum());
        QCOMPARE(m_console->recordings()->replaying()->position(), m_console->recordings()->replaying()->end());
        QCOMPARE(barIn(first)->timeText(), barIn(further)->timeText());
        QTest::mouseClick(barIn(further)->factsButton(), Qt::LeftButton);
        QDialog* facts = further->findChild<QDialog*>(QStringLiteral("storeFacts"));
        QVERIFY(facts != nullptr && facts->isVisible());
        QVERIFY2(textOf(facts).contains(QStringLiteral("4711: each new token is larger")), qPrintable(textOf(facts)));
        QVERIFY2(textOf(facts).contains(QStringLiteral("journal_mode")), qPrintable(textOf(facts)));
        facts->close();
        emit barIn(further)->closeRequested();
        QTRY_VERIFY(barIn(first) == nullptr && barIn(further) == nullptr);
        QCOMPARE(m_console->feeds()->feeds().size(), std::size_t(1));
    }

    // What went wrong between two stores is in one file, opened where there is neither.
    void aBundleOfTwoStoresIsShownAsTwoConnections()
    {
        const QString other = QStringLiteral("sqlite://%1/stock.db").arg(file({}));
        QVERIFY(ctl({"--store", other, "init"}));
        QVERIFY(ctl({"--store", other, "lock", "acquire", "shelf", "--owner", "pod-8", "--lease", "1h"}));
        m_console->start({other});
        QTRY_COMPARE_WITH_TIMEOUT(m_console->feeds()->feeds().size(), std::size_t(2), patience);
        for (const Feed* feed : m_console->feeds()->feeds())
            QTRY_VERIFY_WITH_TIMEOUT(feed->report() != nullptr, patience);
        m_bundle = file(QStringLiteral("two.ldrec"));
        QStringList ids;
        for (const Feed* feed : m_console->feeds()->feeds())
            ids += feed->info().id;
        QCOMPARE(m_console->recordings()->bundle(ids, m_bundle), QString());
        m_console.reset();
        QVERIFY(QFile::remove(file(QStringLiteral("orders.db"))) && QFile::remove(file(QStringLiteral("stock.db"))));
        m_console = std::make_unique<app::Console>();
        m_console->window()->show();
        QCOMPARE(m_console->recordings()->replay(m_bundle), QString());
        QCOMPARE(m_console->feeds()->feeds().size(), std::size_t(2));
        const LiveTableModel* locks = locksIn(m_console->window());
        QTRY_COMPARE_WITH_TIMEOUT(locks->rowCount(), 2, patience);
        // One bar moves both; each has its facts.
        ReplayBar* bar = barIn(m_console->window());
        QCOMPARE(m_console->window()->findChildren<ReplayBar*>().size(), 1);
        bar->slider()->setValue(bar->slider()->maximum());
        const Replay* lead = m_console->recordings()->replaying();
        QCOMPARE(lead->position(), lead->end());
        QCOMPARE(m_console->recordings()->beside().size(), std::size_t(1));
        const Replay* beside = m_console->recordings()->beside().front();
        QCOMPARE(beside->position(), std::clamp(lead->position(), beside->begin(), beside->end()));
        for (const Feed* feed : m_console->feeds()->feeds())
            QVERIFY(feed->report() != nullptr);
        emit bar->closeRequested();
        QTRY_COMPARE(m_console->feeds()->feeds().size(), std::size_t(0));
    }

    // As many windows as wanted, each with its own place.
    void aThirdAndAFourthWindow()
    {
        QList<QPointer<MainWindow>> all;
        for (int i = 0; i < 3; ++i)
            all.append(m_console->openWindow(QStringLiteral("locks")));
        for (MainWindow* window : all)
            QTRY_COMPARE_WITH_TIMEOUT(locksIn(window)->rowCount(), 1, patience);
        QCOMPARE(all[0]->windowTitle(), QStringLiteral("Locks, Lockdesk"));
        QCOMPARE(all[1]->windowTitle(), QStringLiteral("Locks (3), Lockdesk"));
        QCOMPARE(all[2]->windowTitle(), QStringLiteral("Locks (4), Lockdesk"));
        all[1]->resize(1111, 777);
        all[2]->resize(1222, 666);
        all[1]->close();
        QTRY_VERIFY(all[1].isNull());
        all[2]->close();
        QTRY_VERIFY(all[2].isNull());
        QVERIFY(acquire("hourly"));
        QTRY_COMPARE_WITH_TIMEOUT(locksIn(all[0])->rowCount(), 2, patience);
        const MainWindow* third = m_console->openWindow(QStringLiteral("locks"));
        QCOMPARE(third->windowTitle(), QStringLiteral("Locks (3), Lockdesk"));
        QCOMPARE(third->size(), QSize(1111, 777));
        QTRY_COMPARE_WITH_TIMEOUT(locksIn(third)->rowCount(), 2, patience);
        QCOMPARE(m_console->openWindow(QStringLiteral("locks"))->size(), QSize(1222, 666));
    }

    void aBundleThatIsCutSaysWhere()
    {
        LOCKDESK_REQUIRED(saveBundle());
        QFile bundle(m_bundle);
        QVERIFY(bundle.open(QIODevice::ReadOnly));
        const QByteArray text = bundle.readAll();
        bundle.close();
        const auto second = text.indexOf('\n') + 1;
        QVERIFY(bundle.open(QIODevice::WriteOnly | QIODevice::Truncate) && bundle.write(text.left(second + 40)) == second + 40);
        bundle.close();
        const QString said = m_console->recordings()->replay(m_bundle);
        QVERIFY2(said.contains(QStringLiteral("Line 2 is cut")) && !said.contains(QStringLiteral("recorder")), qPrintable(said));
    }

    void aWindowOpenedDuringAReplayShowsItToo()
    {
        LOCKDESK_REQUIRED(saveBundle());
        m_console->feeds()->stopAll(); // the file is enough
        QCOMPARE(m_console->recordings()->replay(m_bundle), QString());
        MainWindow* further = m_console->openWindow(QStringLiteral("locks"));
        QVERIFY(barIn(further) != nullptr);
        const int replayed = m_console->recordings()->replaying()->feed()->index();
        QTRY_VERIFY_WITH_TIMEOUT(locksIn(further)->rowOfKey(replayed, QStringLiteral("nightly")) >= 0, patience);
        QPointer<MainWindow> gone = further;
        further->close();
        QTRY_VERIFY(gone.isNull());
        m_console->recordings()->closeReplay();
        QTRY_VERIFY(barIn(m_console->window()) == nullptr);
    }

    void recordingIsStartedAndEndedInEither()
    {
        MainWindow* further = m_console->openWindow(QStringLiteral("locks"));
        QCOMPARE(m_console->recordings()->record(m_console->feeds()->feeds().front()->info().id, file(QStringLiteral("night.ldrec"))), QString());
        QVERIFY(m_console->window()->windowTitle().contains(QStringLiteral("recording")));
        emit further->stopRecordingRequested();
        QVERIFY(!m_console->recordings()->isRecording());
        QVERIFY(!m_console->window()->windowTitle().contains(QStringLiteral("recording")));
        // A plain recording has no facts, and says so.
        QCOMPARE(m_console->recordings()->replay(file(QStringLiteral("night.ldrec")), further), QString());
        QVERIFY(!barIn(further)->factsButton()->isVisibleTo(barIn(further)));
        further->showFacts(m_console->recordings()->replaying()->feed()->info().id);
        QVERIFY2(further->statusLine()->text().contains(QStringLiteral("no facts of its store")), qPrintable(further->statusLine()->text()));
    }

    void theClassroomSaysWhereItIs()
    {
        MainWindow* further = m_console->openWindow(QStringLiteral("classroom"));
        QVERIFY2(textOf(further->currentPage()).contains(QStringLiteral("The classroom is in the first window.")),
                 qPrintable(textOf(further->currentPage())));
    }

private:
    QString file(const QString& name) const { return QString::fromUtf8((m_dir->path() / name.toStdString()).string().c_str()); }
    bool acquire(const char* name) const
    {
        return ctl({"--store", m_store, "lock", "acquire", QString::fromUtf8(name), "--owner", "pod-7", "--lease", "1h"});
    }
    static const LiveTableModel* locksIn(const MainWindow* window) { return qobject_cast<LocksPage*>(window->page(QStringLiteral("locks")))->model(); }
    static const ActivityModel* eventsIn(const MainWindow* window)
    {
        const auto tables = window->page(QStringLiteral("activity"))->findChildren<TableView*>();
        for (const TableView* table : tables)
            if (const auto* model = qobject_cast<const ActivityModel*>(table->model()))
                return model;
        return nullptr;
    }
    static ReplayBar* barIn(const MainWindow* window) { return window->findChild<ReplayBar*>(); }
    static QString textOf(const QWidget* widget)
    {
        QStringList out;
        for (const QLabel* label : widget->findChildren<QLabel*>())
            out += label->text();
        return out.join(QLatin1Char('\n'));
    }
    void saveBundle()
    {
        Feed* feed = m_console->feeds()->feeds().front();
        QTRY_VERIFY_WITH_TIMEOUT(feed->report() != nullptr, patience);
        m_bundle = file(QStringLiteral("incident.ldrec"));
        QCOMPARE(m_console->recordings()->bundle({feed->info().id}, m_bundle), QString());
    }

    std::unique_ptr<test::TempDir> m_dir;
    QString m_store, m_bundle;
    std::unique_ptr<app::Console> m_console;
};

static const lockdesk::test::Program further_window_test("further_window_test", [](int argc, char** argv) {
    // Neither the user's connections nor their layout.
    const test::TempDir home("lockdesk-further-home");
    for (const char* name : {"HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"})
        qputenv(name, QByteArray::fromStdString(home.path().string()));
    QApplication app(argc, argv);
    app.setOrganizationName(QStringLiteral("lockdesk-further-test"));
    QApplication::setQuitOnLastWindowClosed(false);
    Theme::get().install(app);
    FurtherWindowTest test;
    return QTest::qExec(&test, argc, argv);
});

#include "further_window_test.moc"

// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The state and preview of an open sheet: each reports a frozen server within two seconds, and sends what it shows.
#include "backends/observe/observer.h"
#include "models/format/format.h"
#include "tests/widgets/console/lab.h"
#include "tests/widgets/program.h"
#include "tests/widgets/required.h"

#include "widgets/common/chrome.h"
#include "widgets/locks/locks_page.h"
#include "widgets/outbox/outbox_page.h"
#include "widgets/tasks/tasks_page.h"
#include "widgets/workers/workers_page.h"

#include <QComboBox>
#include <QElapsedTimer>
#include <QLineEdit>
#include <QProcess>
#include <QRegularExpression>

using namespace lockdesk;
using namespace lockdesk::test;

namespace {

const std::string holder = "gw-w1/4471/c41be0729d53fa18", farWorker = "far/4711/00ff00ff00ff00ff";

QString squeezed(QString text)
{
    static const QRegularExpression space(QStringLiteral("\\s+"));
    return text.remove(space);
}

/// Returns the commands before the texts of scripts, as a script is sent by its hash.
QString withoutScripts(const QString& commands)
{
    const auto at = commands.indexOf(QStringLiteral("-- the script "));
    return at < 0 ? commands : commands.left(at);
}

/// Returns lines and bound values that were shown but not received by the server.
QStringList notIn(const QString& received, const QString& shown)
{
    static const QRegularExpression value(QStringLiteral("^-- (\\$\\d+) = (.*)$"));
    const QString got = squeezed(received);
    // PostgreSQL logs array elements without optional quotes.
    const QString bare = QString(got).remove(u'"');
    QStringList missing;
    for (const QString& line : withoutScripts(shown).split(u'\n', Qt::SkipEmptyParts)) {
        const auto bound = value.match(line);
        if (bound.hasMatch() ? !bare.contains(squeezed(bound.captured(1) + u'=' + bound.captured(2)).remove(u'"'))
                             : !line.startsWith(QStringLiteral("-- ")) && !got.contains(squeezed(line)))
            missing << line;
    }
    return missing;
}

} // namespace

class SheetsTest final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        // PostgreSQL, Redis and MariaDB; the other stores have their own ctest entries.
        const QStringList usual{QStringLiteral("orders"), QStringLiteral("cache"), QStringLiteral("shop")};
        m_lab = std::make_unique<Lab>(qEnvironmentVariableIsEmpty("LOCKDESK_TEST_STORES") ? usual : Lab::wanted());
    }
    void cleanupTestCase() { m_lab.reset(); }
    void cleanup()
    {
        m_monitor.kill();
        m_monitor.waitForFinished();
        for (const QString& name : m_lab->names())
            m_lab->live(name).thaw();
        m_lab->quit();
    }

    void eachSaysThatItsStoreStandsStill_data()
    {
        QTest::addColumn<QString>("store");
        for (const QString& name : m_lab->names())
            QTest::newRow(qPrintable(name)) << name;
    }
    void eachSaysThatItsStoreStandsStill()
    {
        QFETCH(QString, store);
        LOCKDESK_REQUIRED(begin(store));
        const Feed* at = m_lab->feed(store);
        auto* locks = m_lab->page<LocksPage>("locks");
        LOCKDESK_REQUIRED(standsStill("extend", locks->flow(), requestOf(actions::extendLock(), at, std::vector{lock()})));
        LOCKDESK_REQUIRED(standsStill("force", locks->flow(), requestOf(actions::forceRelease(), at, std::vector{lock()})));
        const bool sql = QStringList{QStringLiteral("sqlite"), QStringLiteral("postgresql"), QStringLiteral("mariadb")}
                             .contains(format::exact(session().capabilities().store));
        QCOMPARE(session().capabilities().sql, sql);
        QCOMPARE(session().capabilities().quorum, session().capabilities().store == "redlock");
        if (!session().capabilities().tasks) // Redlock: it has locks alone
            return;
        auto* tasks = m_lab->page<TasksPage>("tasks");
        LOCKDESK_REQUIRED(standsStill("relock", tasks->flow(), requestOf(actions::relockTask(), at, std::vector{task()})));
        ActionRequest advance = requestOf(actions::advanceTask(), at, std::vector{task()});
        advance.phases = {advance.toPhase = QStringLiteral("Started")};
        LOCKDESK_REQUIRED(standsStill("advance", tasks->flow(), advance));
        auto* outbox = m_lab->page<OutboxPage>("outbox");
        const std::vector sending{message("m-sending")}, dead{message("m-dead")};
        LOCKDESK_REQUIRED(standsStill("requeue", outbox->flow(), requestOf(actions::requeue(), at, sending)));
        LOCKDESK_REQUIRED(standsStill("retry", outbox->flow(), requestOf(actions::retryDead(), at, dead)));
        LOCKDESK_REQUIRED(standsStill("retry all", outbox->flow(), requestOfAllDead(*at, {})));
        auto* workers = m_lab->page<WorkersPage>("workers");
        for (const auto order : {WorkerOrder::pause, WorkerOrder::slow, WorkerOrder::stop, WorkerOrder::run}) {
            ActionRequest command = requestOf(actions::orderWorker(), at, std::vector{worker()});
            command.control = {order, std::chrono::seconds{2}};
            LOCKDESK_REQUIRED(standsStill(word(order), workers->flow(), command));
        }
    }

    void itsRowsAreReadEachSecond_data() { eachSaysThatItsStoreStandsStill_data(); }
    // However far apart the polls of a large store are.
    void itsRowsAreReadEachSecond()
    {
        QFETCH(QString, store);
        LOCKDESK_REQUIRED(begin(store));
        Feed* at = m_lab->feed(store);
        at->observer()->set_interval(std::chrono::minutes{2});
        auto* flow = m_lab->page<LocksPage>("locks")->flow();
        const LockRow seen = lock();
        QVERIFY(!flow->start(requestOf(actions::extendLock(), at, std::vector{seen})));
        QTRY_VERIFY_WITH_TIMEOUT(!flow->sheet()->commandsText().isEmpty() && flow->sheet()->newsText().isEmpty(), patience);
        need(session().locks().release(LockName::trusted("job"), OwnerId::trusted(holder), seen.token));
        m_lab->acquire(store, "job", "api-2/8044/5d0e11aa22bb33cc", std::chrono::minutes{30});
        QTRY_VERIFY_WITH_TIMEOUT(flow->sheet()->newsText().contains(QStringLiteral("api-2")), patience);
        QVERIFY(flow->escape());
    }

    void whatIsShownIsWhatTheServerGets_data()
    {
        QTest::addColumn<QString>("store");
        for (const char* name : {"orders", "cache"}) // servers that log what they receive
            if (m_lab->names().contains(QLatin1String(name)))
                QTest::newRow(name) << QString::fromLatin1(name);
    }
    void whatIsShownIsWhatTheServerGets()
    {
        if (QTest::currentDataTag() == nullptr)
            QSKIP("not applicable: this server does not tell what it gets");
        QFETCH(QString, store);
        LOCKDESK_REQUIRED(begin(store));
        LOCKDESK_REQUIRED(listen());
        auto* tasks = m_lab->page<TasksPage>("tasks");
        QTest::mouseClick(tasks->modeSwitch()->findChildren<QPushButton*>().at(1), Qt::LeftButton); // Table
        LOCKDESK_REQUIRED(clickThrough(tasks, "t-1", QStringLiteral("Advance…"), "Advanced to "));
        auto* outbox = m_lab->page<OutboxPage>("outbox");
        LOCKDESK_REQUIRED(clickThrough(outbox, "m-sending", QStringLiteral("Requeue…"), "Pending again."));
        QVERIFY2(message("m-sending").tries == 0, "nobody has tried to deliver it");
        LOCKDESK_REQUIRED(clickThrough(outbox, "m-dead", QStringLiteral("Retry dead…"), "Pending again."));
        LOCKDESK_REQUIRED(die("m-dead"));
        outbox->table()->clearSelection();
        LOCKDESK_REQUIRED(clickThrough(outbox, nullptr, QStringLiteral("Retry dead…"), "Pending again."));
        auto* workers = m_lab->page<WorkersPage>("workers");
        LOCKDESK_REQUIRED(clickThrough(workers, farWorker.c_str(), QStringLiteral("Pause"), "Told to pause."));
        LOCKDESK_REQUIRED(clickThrough(workers, farWorker.c_str(), QStringLiteral("Resume"), "Told to run."));
        LOCKDESK_REQUIRED(clickThrough(workers, farWorker.c_str(), QStringLiteral("Stop"), "Told to stop."));
    }

private:
    Session& session() { return m_lab->session(m_store); }

    // Creates a lock, a claimed task, a message that a relay is sending, a dead one, and a worker on another host.
    void begin(const QString& store)
    {
        m_store = store;
        m_lab->clean();
        m_lab->acquire(store, "job", holder, std::chrono::minutes{30});
        if (session().capabilities().tasks)
            LOCKDESK_REQUIRED(addWork());
        m_lab->open({store}, false, {}, "production");
    }
    void addWork()
    {
        const std::vector<NewTask> one{{TaskId::trusted("t-1"), TaskKind::trusted("gateway"), Phase::trusted("Starting")},
                                       {TaskId::trusted("t-2"), TaskKind::trusted("gateway"), Phase::trusted("Started")}};
        need(session().tasks().add(one));
        TaskRule rule{"gateway", "Starting"};
        rule.lock_timeout = std::chrono::minutes{30};
        need(session().tasks().set_rule(rule));
        need(session().tasks().claim({.kind = TaskKind::trusted("gateway"),
                                      .phase = Phase::trusted("Starting"),
                                      .owner = OwnerId::trusted(holder),
                                      .claim = ClaimId::trusted("c1")}));
        LOCKDESK_REQUIRED(die("m-dead"));
        need(session().outbox().add({MessageId::trusted("m-sending"), Topic::trusted("paid"), "{}"}));
        need(session().outbox().claim({1, OwnerId::trusted(holder), ClaimId::trusted("c-s"), std::chrono::minutes{30}}));
        WorkerRow row;
        row.id = farWorker;
        row.host = "far";
        row.pid = 4711;
        row.period = std::chrono::minutes{5};
        need(session().workers().beat(row));
    }
    /// Creates a message whose only delivery failed.
    void die(const std::string& id)
    {
        (void)session().outbox().add({MessageId::trusted(id), Topic::trusted("paid"), "{}"});
        const auto taken = need(session().outbox().claim({10, OwnerId::trusted("relay/1/aa"),
                                                          ClaimId::trusted("c-" + id + std::to_string(++m_claims)),
                                                          std::chrono::minutes{1}}));
        bool died = false;
        for (const MessageRow& one : taken) {
            const bool fails = one.id == id; // the others are released unchanged
            const Delivery back{MessageId::trusted(one.id), OwnerId::trusted("relay/1/aa"), one.token, false, "422",
                                Duration{0}, fails ? 1 : never_dead, fails};
            died = need(session().outbox().settle({&back, 1})).front().accepted && (died || fails);
        }
        QVERIFY(died);
    }
    LockRow lock() { return *need(session().locks().find(LockName::trusted("job"))); }
    TaskRow task() { return *need(session().tasks().find(TaskId::trusted("t-1"))); }
    MessageRow message(const char* id) { return *need(session().outbox().find(MessageId::trusted(id))); }
    WorkerRow worker() { return need(session().workers().list({})).rows.front(); }

    void standsStill(const char* what, ActionFlow* flow, const ActionRequest& request)
    {
        const auto wrong = flow->start(request);
        QVERIFY2(!wrong, qPrintable(wrong ? text(*wrong) : QString()));
        ActionSheet* sheet = flow->sheet();
        QVERIFY2(sheet != nullptr, what);
        const auto ready = [&] {
            return sheet->missingText() != QLatin1String("The commands that would run are not known yet.")
                   && !sheet->commandsText().isEmpty() && sheet->newsText().isEmpty();
        };
        QTRY_VERIFY2_WITH_TIMEOUT(ready(), what, patience);
        QVERIFY2(!sheet->commandsText().contains(QStringLiteral("what the command line below sends")), what);
        m_lab->live(m_store).freeze();
        QElapsedTimer timer;
        timer.start();
        // With several servers the client soon reports that too few answer; the sheet then shows the age of its rows.
        const auto silent = [&] {
            const QString news = sheet->newsText();
            return news.contains(QStringLiteral("has not answered for"))
                   || news.contains(QStringLiteral(": no answer for "));
        };
        const bool said = QTest::qWaitFor(silent, patience);
        const qint64 after = timer.elapsed();
        m_lab->live(m_store).thaw();
        QVERIFY2(said && after <= 2000, qPrintable(QStringLiteral("%1: %2 ms; %3; %4")
                                                       .arg(QLatin1String(what))
                                                       .arg(after)
                                                       .arg(sheet->newsText(), sheet->missingText())));
        qInfo("%s: said after %lld ms", what, static_cast<long long>(after));
        QTRY_VERIFY2_WITH_TIMEOUT(ready(), what, patience);
        QVERIFY(flow->escape());
        QTRY_VERIFY_WITH_TIMEOUT(!m_lab->feed(m_store)->isStale(), patience);
    }

    /// Collects in `received` what the server receives from now on.
    void listen()
    {
        if (m_store == QLatin1String("orders"))
            return;
        m_monitor.start(QStringLiteral("redis-cli"),
                        {QStringLiteral("-u"), QString::fromStdString(m_lab->url(m_store)), QStringLiteral("MONITOR")});
        QTRY_VERIFY_WITH_TIMEOUT((m_received += m_monitor.readAllStandardOutput()).contains("OK"), patience);
    }
    QString received()
    {
        if (m_store != QLatin1String("orders"))
            return QString::fromUtf8(m_received += m_monitor.readAllStandardOutput());
        return QString::fromStdString(m_lab->postgres().log());
    }

    /// Selects the row (null: none), presses the button, types what production requires, and compares.
    void clickThrough(RowPage* page, const char* key, const QString& verb, const char* result)
    {
        if (key != nullptr)
            QVERIFY2(clickRow(*m_lab, page, m_store, QString::fromLatin1(key)), key);
        QVERIFY2(clickButton(page, verb), qPrintable(verb));
        ActionSheet* sheet = page->flow()->sheet();
        QVERIFY2(sheet != nullptr, qPrintable(verb));
        QTest::keyClicks(sheet->reasonField(), QStringLiteral("INC-2291"));
        const QString typed = confirmationIn(sheet);
        QTest::keyClicks(sheet->typedField(), typed);
        QTRY_VERIFY2_WITH_TIMEOUT(sheet->actionButton()->isEnabled(), qPrintable(verb + u' ' + sheet->missingText()),
                                  patience);
        const qsizetype before = received().size();
        const QString shown = sheet->commandsText();
        QTest::mouseClick(sheet->actionButton(), Qt::LeftButton);
        QTRY_VERIFY2_WITH_TIMEOUT(sheet->resultText().contains(QLatin1String(result)), qPrintable(sheet->resultText()),
                                  patience);
        QTRY_VERIFY2_WITH_TIMEOUT(
            notIn(received().mid(before), shown).isEmpty(),
            qPrintable(verb + QStringLiteral(": not sent:\n") + notIn(received().mid(before), shown).join(u'\n')), 5000);
        QVERIFY(page->flow()->escape());
        page->escape();
    }
    /// Returns what the sheet requires to be typed: `Type NAME.`
    static QString confirmationIn(const ActionSheet* sheet)
    {
        const QString label = sheet->typedField()->accessibleName();
        return label.startsWith(QStringLiteral("Type ")) ? label.mid(5) : QString();
    }

    std::unique_ptr<Lab> m_lab;
    QString m_store;
    QProcess m_monitor;
    QByteArray m_received;
    int m_claims = 0;
};

static const lockdesk::test::Program sheets_test("sheets_test", [](int argc, char** argv) {
    return runConsoleTest(argc, argv, [] { return std::make_unique<SheetsTest>(); });
});

#include "sheets_test.moc"

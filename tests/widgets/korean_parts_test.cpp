// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Parts opened over the window's pages in Korean: details, sheets, menus, and failures of stores.
#include "models/format/format.h"
#include "models/format/worker_words.h"
#include "tests/widgets/cut_texts.h"
#include "tests/widgets/program.h"
#include "tests/widgets/required.h"
#include "tests/widgets/window_desk.h"
#include "widgets/locks/locks_page.h"
#include "widgets/outbox/outbox_page.h"
#include "widgets/tasks/tasks_page.h"
#include "widgets/workers/workers_page.h"

#include <QApplication>
#include <QComboBox>
#include <QLocale>
#include <QMenuBar>
#include <QSettings>
#include <QTest>
#include <QTranslator>

using namespace lockdesk;
using test::shared;
using test::WindowDesk;
using namespace std::chrono_literals;

namespace {

const std::string longKoreanOwner = "결제-2/4471/4120729531800000";

LockRow lock() { return WindowDesk::held("정산", 50s); }

TaskRow task()
{
    TaskRow row;
    row.id = "하나";
    row.kind = "관문";
    row.phase = "시작";
    row.owner = longKoreanOwner;
    row.token = FencingToken{3};
    row.locked_at = row.updated_at = test::wallNow() - 5s;
    row.lock_timeout = 30s;
    return row;
}

MessageRow message(MessageState state)
{
    MessageRow row;
    row.id = std::to_string(901412 + int(state));
    row.topic = "청구";
    row.state = state;
    row.owner = state == MessageState::sending ? longKoreanOwner : "";
    row.created_at = test::wallNow() - 1320s;
    row.last_error = state == MessageState::dead ? "받는 쪽이 거절함" : "";
    return row;
}

WorkerRow worker()
{
    WorkerRow row;
    row.id = longKoreanOwner; // it also holds the lock
    row.host = "결제";
    row.role = "worker+relay";
    row.kinds = "관문";
    row.order = WorkerOrder::slow;
    row.slow_by = 2s;
    row.started_at = test::wallNow() - 600s;
    row.beat_at = test::wallNow();
    row.doing = "정산";
    return row;
}

} // namespace

class KoreanPartsTest final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        QVERIFY(m_texts.load(QStringLiteral(LOCKDESK_KOREAN_QM)));
        QApplication::installTranslator(&m_texts);
        QLocale::setDefault(QLocale(QLocale::Korean));
    }
    void init()
    {
        QSettings().clear();
        m_desk = std::make_unique<WindowDesk>(QStringLiteral("주문"));
        auto rows = m_desk->update();
        rows->snapshot = true;
        LockRow held = lock();
        held.owner = longKoreanOwner;
        rows->locks = {shared(held)};
        rows->tasks = {shared(task())};
        rows->messages = {shared(message(MessageState::dead)), shared(message(MessageState::sending))};
        rows->workers = {shared(worker())};
        rows->workers_read = test::wallNow();
        m_desk->feed->receive(rows);
        m_desk->window->resize(1024, 700);
        m_desk->window->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_desk->window.get()));
    }
    void cleanup() { m_desk.reset(); }

    void details()
    {
        for (const char* key : {"locks", "tasks", "outbox", "workers"}) {
            auto* page = m_desk->page<RowPage>(key);
            QTRY_VERIFY(page->model()->rowCount() > 0);
            page->showDetail(0);
            judge(key, page->detail());
        }
        none();
    }

    void sheets()
    {
        auto* locks = m_desk->page<LocksPage>("locks");
        LockRow held = lock();
        held.owner = longKoreanOwner;
        const Feed* at = m_desk->feed;
        ActionRequest force = requestOf(actions::forceRelease(), at, std::vector{held});
        judgeSheet("force", locks, force);
        force.holdOff = 5min;
        judgeSheet("hold off", locks, force);
        judgeSheet("extend", locks, requestOf(actions::extendLock(), at, std::vector{held}));
        auto* tasks = m_desk->page<TasksPage>("tasks");
        judgeSheet("relock", tasks, requestOf(actions::relockTask(), at, std::vector{task()}));
        judgeSheet("unlock", tasks, requestOf(actions::unlockTask(), at, std::vector{task()}));
        ActionRequest advance = requestOf(actions::advanceTask(), at, std::vector{task()});
        advance.phases = {advance.toPhase = QStringLiteral("끝")};
        judgeSheet("advance", tasks, advance);
        auto* outbox = m_desk->page<OutboxPage>("outbox");
        judgeSheet("requeue", outbox, requestOf(actions::requeue(), at, std::vector{message(MessageState::sending)}));
        judgeSheet("retry", outbox, requestOf(actions::retryDead(), at, std::vector{message(MessageState::dead)}));
        judgeSheet("retry all", outbox, requestOfAllDead(*at, {}));
        auto* workers = m_desk->page<WorkersPage>("workers");
        ActionRequest command = requestOf(actions::orderWorker(), at, std::vector{worker()});
        for (const auto order : {WorkerOrder::pause, WorkerOrder::slow, WorkerOrder::stop, WorkerOrder::run}) {
            command.control = {order, 2s};
            judgeSheet(word(order), workers, command);
        }
        none();
    }

    // Accepts the values offered in Korean, and those of the command line.
    void backoffIsChosenInKorean()
    {
        auto* tasks = m_desk->page<TasksPage>("tasks");
        QVERIFY(!tasks->flow()->start(requestOf(actions::relockTask(), m_desk->feed, std::vector{task()})));
        ActionSheet* sheet = tasks->flow()->sheet();
        for (int i = 0; i < sheet->delayBox()->count(); ++i) {
            sheet->delayBox()->setCurrentIndex(i);
            QVERIFY2(sheet->delay().has_value(), qPrintable(sheet->delayText()));
        }
        sheet->delayBox()->setEditText(QStringLiteral("exponential"));
        QVERIFY(sheet->delay().has_value());
    }

    void menus()
    {
        for (QMenu* menu : m_desk->window->findChildren<QMenu*>()) {
            emit menu->aboutToShow();
            for (const QAction* action : menu->actions())
                for (const QString& text : {action->text(), action->toolTip(), action->statusTip()})
                    if (!test::latinWords(text).isEmpty())
                        m_found << QStringLiteral("menu %1: %2").arg(menu->title(), text);
        }
        none();
    }

    void workersOfThemselves()
    {
        QCOMPARE(format::workerDoing("gw-1, gw-2 and 2 more"), QStringLiteral("gw-1, gw-2 외 2개"));
        QCOMPARE(format::workerWorks("gateway Creating; relays exec:send; leads main; guards nightly"),
                 QStringLiteral("gateway Creating; 릴레이: exec:send; 리더: main; 가드: nightly"));
    }

    void failures()
    {
        for (const char* text :
             {"PostgreSQL at 10.0.0.7:5432 did not answer in time", "the call was cut",
              "MariaDB at db:3306 did not answer in time after the statement was sent: it may have run. Ask again with the "
              "same request or claim id",
              "the server did not answer in time; try again",
              "cannot reach the server; is it running, and the address right? (127.0.0.1:6379: no answer in time)",
              "1 of 3 servers answered, 2 are needed; one of the others: the server did not answer in time; try again",
              "Unknown word \"stat\" (at character 1). Try state:expired.",
              "the URL asks for 'tsl', which Redis does not know; there are: tls, tls-ca, tls-cert, tls-key, tls-name",
              "the URL's option 'tls' needs verify, require or off",
              "the URL's option 'tls-ca' names a file that cannot be read or is empty: /etc/ca.crt",
              "no TLS connection to PostgreSQL at db:5432 that can be trusted: the server's certificate has expired (10)",
              "no TLS connection to MariaDB at db:3306 that can be trusted: the server's certificate is of an "
              "unknown authority (18); name its CA with tls-ca",
              "Lockdesk's schema in database app has version 1, which is older than this program; to "
              "bring it up to date in place, run `lockdeskctl --store mariadb://db/app init`",
              "'/tmp/a.db' has schema version 1, which is older than this program; to bring it up to date in "
              "place, run `lockdeskctl --store sqlite:///tmp/a.db init`.",
              "the store's schema has version 9, which is newer than this program; it is opened read-only. Use a "
              "newer Lockdesk to write",
              "'/tmp/a.db' is locked by another process and did not come free within 5 s. Try again; if it stays so, end the "
              "program that has a transaction open on it."}) {
            const QString shown = format::engineSentence(text);
            static const QRegularExpression words(QStringLiteral("[A-Za-z']{2,} [A-Za-z']{2,} [A-Za-z']{2,}"));
            if (shown.contains(words))
                m_found << shown;
        }
        none();
        QVERIFY(format::engineSentence("PostgreSQL at 10.0.0.7:5432 did not answer in time")
                    .contains(QStringLiteral("10.0.0.7:5432")));
    }

private:
    void judge(const char* what, const QWidget* part)
    {
        QVERIFY2(part != nullptr && part->isVisible(), what);
        // The layout follows a moment after showing. The test reports what is still cut then.
        (void)QTest::qWaitFor([&] { return test::cutTexts(part).isEmpty(); }, 3000);
        for (const QString& text : test::latinTexts(part) + test::cutTexts(part))
            m_found << QString::fromUtf8(what) + QStringLiteral(": ") + text;
    }
    void judgeSheet(const char* what, RowPage* page, const ActionRequest& request)
    {
        const auto wrong = page->flow()->start(request);
        QVERIFY2(!wrong, qPrintable(wrong ? text(*wrong) : QString()));
        LOCKDESK_REQUIRED(judge(what, page->flow()->sheet()));
        QVERIFY(page->flow()->escape());
    }
    void none()
    {
        m_found.removeDuplicates();
        for (const QString& one : m_found)
            qInfo().noquote() << one;
        const auto count = std::exchange(m_found, {}).size();
        QVERIFY2(count == 0, qPrintable(QStringLiteral("%1 texts").arg(count)));
    }

    QTranslator m_texts;
    std::unique_ptr<WindowDesk> m_desk;
    QStringList m_found;
};

static const lockdesk::test::Program korean_parts_test("korean_parts_test", [](int argc, char** argv) {
    QApplication app(argc, argv);
    app.setOrganizationName(QStringLiteral("lockdesk-korean-parts-test"));
    Theme::get().install(app);
    KoreanPartsTest test;
    return QTest::qExec(&test, argc, argv);
});

#include "korean_parts_test.moc"

// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What other programs write appears, what they delete vanishes, and a read-only connection cannot write.
#include "tests/support/sizes.h"
#include "tests/widgets/console/lab.h"

#include "app/console/connections_controller.h"
#include "models/store_actions.h"
#include "widgets/common/table_view.h"
#include "widgets/locks/locks_page.h"

#include <QElapsedTimer>
#include <QProcess>
#include <QSignalSpy>

using namespace lockdesk;
using namespace lockdesk::test;

namespace {

/// What a person would type into psql, sqlite3 or redis-cli.
struct Hand
{
    QString program;
    QStringList arguments;
    QByteArray insert, remove, begin, commit;
    QByteArray say, said; ///< asks for a sign that all before it was carried out, or queued; the sign
};

Hand handOf(Lab& lab, const QString& store)
{
    const QByteArray sql =
        "INSERT INTO lockdesk_locks (name, owner, token, holds, expires_at) VALUES ('by hand', 'me', 5, 1, "
        "9000000000000000);\n";
    const QByteArray gone = "DELETE FROM lockdesk_locks WHERE name = 'by hand';\n";
    if (store == QLatin1String("files"))
        return {QStringLiteral("sqlite3"),
                {QString::fromStdString(lab.file())},
                sql,
                gone,
                "BEGIN IMMEDIATE;\n",
                "COMMIT;\n",
                "SELECT 'in' || 'side';\n",
                "inside"};
    if (store == QLatin1String("orders"))
        return {QStringLiteral("psql"),
                {QStringLiteral("-q"), QString::fromStdString(lab.url(store))},
                sql,
                gone,
                "BEGIN;\n",
                "COMMIT;\n",
                "SELECT 'in' || 'side';\n",
                "inside"};
    return {QStringLiteral("redis-cli"),
            {QStringLiteral("-u"), QString::fromStdString(lab.url(store))},
            "HSET \"lockdesk:lock:by hand\" owner me token 5 expires_at 9000000000000000\n",
            "DEL \"lockdesk:lock:by hand\"\n",
            "MULTI\n",
            "EXEC\n",
            "PING\n",
            "QUEUED\nQUEUED"};
}

bool runByHand(const Hand& hand, const QByteArray& text)
{
    QProcess process;
    process.start(hand.program, hand.arguments);
    process.write(text);
    process.closeWriteChannel();
    return process.waitForFinished(patience) && process.exitCode() == 0;
}

} // namespace

class RowsTest final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { m_lab = std::make_unique<Lab>(); }
    void cleanupTestCase() { m_lab.reset(); }
    void init() { m_lab->clean(); }
    void cleanup() { m_lab->quit(); }

    void rowsByHandComeAndGo_data() { stores(); }
    void rowsByHandComeAndGo()
    {
        QFETCH(QString, store);
        Lab& lab = *m_lab;
        lab.open({store});
        auto* page = lab.page<LocksPage>("locks");
        const QString key = QStringLiteral("by hand");
        const Hand hand = handOf(lab, store);
        QElapsedTimer timer;

        QVERIFY(runByHand(hand, hand.insert));
        timer.start();
        QTRY_VERIFY_WITH_TIMEOUT(lab.rowOf(page, store, key) >= 0, patience);
        const auto came = timer.restart();
        QVERIFY(runByHand(hand, hand.remove));
        timer.start();
        QTRY_VERIFY_WITH_TIMEOUT(lab.rowOf(page, store, key) < 0, patience);
        const auto went = timer.elapsed();

        // Held open: nobody sees it before its commit.
        QProcess open;
        open.start(hand.program, hand.arguments);
        open.write(hand.begin + hand.insert + hand.say);
        QByteArray told;
        QTRY_VERIFY_WITH_TIMEOUT((told += open.readAllStandardOutput()).contains(hand.said), patience);
        const int held = size_of("console.held");
        QVERIFY2(!QTest::qWaitFor([&] { return lab.rowOf(page, store, key) >= 0; }, held * 1000), "seen before its commit");
        QCOMPARE(open.state(), QProcess::Running);
        open.write(hand.commit);
        open.closeWriteChannel();
        QVERIFY(open.waitForFinished(patience));
        timer.start();
        QTRY_VERIFY_WITH_TIMEOUT(lab.rowOf(page, store, key) >= 0, patience);
        qInfo("%s by %s: came after %lld ms, vanished after %lld ms, after %d s open came %lld ms after its commit",
              qPrintable(store), qPrintable(hand.program), static_cast<long long>(came), static_cast<long long>(went),
              held, static_cast<long long>(timer.elapsed()));
    }

    void readOnlyButtonsExplain_data() { stores(); }
    void readOnlyButtonsExplain()
    {
        QFETCH(QString, store);
        Lab& lab = *m_lab;
        lab.acquire(store, "billing", "bill-2/4471/c41be0729d53fa18");
        lab.open({store}, true);
        auto* page = lab.page<LocksPage>("locks");
        QVERIFY(clickRow(lab, page, store, QStringLiteral("billing")));
        QVERIFY(clickButton(page, QStringLiteral("Force unlock…")));
        ActionSheet* sheet = page->flow()->sheet();
        QVERIFY(sheet != nullptr);
        QTRY_VERIFY_WITH_TIMEOUT(!sheet->commandsText().isEmpty(), patience);
        QVERIFY(!sheet->actionButton()->isEnabled());
        QVERIFY(sheet->actionButton()->toolTip().contains(QStringLiteral("read-only")));
        const auto row = need(lab.session(store).locks().find(LockName::trusted("billing")));
        QCOMPARE(row->owner, std::string("bill-2/4471/c41be0729d53fa18"));
    }

    // The buttons are not what holds it back: the same request past them is refused by the server.
    void theServerItselfRefuses_data() { stores(); }
    void theServerItselfRefuses()
    {
        QFETCH(QString, store);
        Lab& lab = *m_lab;
        const auto held = lab.acquire(store, "billing", "bill-2/4471/c41be0729d53fa18");
        lab.open({store}, true);
        FeedSet feeds;
        app::ConnectionsController controller(&feeds);
        app::ConnectionsController::Profile profile;
        profile.id = profile.name = store;
        profile.url = QString::fromStdString(lab.url(store));
        profile.readOnly = true;
        QCOMPARE(controller.open(profile), QString());
        auto session = need(controller.openSession(feeds.find(store)->index()));
        ForceRelease wish{LockName::trusted("billing"), OwnerId::trusted("bill-2/4471/c41be0729d53fa18")};
        wish.if_token = *held.token;
        const std::size_t log_begin = lab.postgres().log().size();
        const auto answer = session->locks().force_release(wish);
        QVERIFY(!answer);
        qInfo("%s: %s", qPrintable(store), answer.failure().message.c_str());
        QCOMPARE(answer.failure().kind, FailureKind::read_only);
        if (store == QLatin1String("orders")) {
            QTRY_VERIFY(lab.postgres().log().find("in a read-only transaction", log_begin) != std::string::npos);
        } else if (store == QLatin1String("cache")) {
            QProcess errors;
            errors.start(QStringLiteral("redis-cli"),
                         {QStringLiteral("-u"), profile.url, QStringLiteral("INFO"), QStringLiteral("errorstats")});
            QVERIFY(errors.waitForFinished(patience));
            const QString counted = QString::fromUtf8(errors.readAllStandardOutput()).simplified();
            qInfo().noquote() << counted;
            // "ERR Write commands are not allowed from read-only scripts"; what a script is missing is counted as NOSCRIPT.
            QVERIFY(counted.contains(QStringLiteral("errorstat_ERR:count=")));
        }
        feeds.stopAll();
        const auto row = need(lab.session(store).locks().find(LockName::trusted("billing")));
        QCOMPARE(row->token.number(), held.token->number());
    }

private:
    void stores()
    {
        QTest::addColumn<QString>("store");
        for (const char* name : {"files", "orders", "cache"})
            QTest::newRow(name) << QString::fromLatin1(name);
    }

    std::unique_ptr<Lab> m_lab;
};

int main(int argc, char** argv)
{
    return runConsoleTest(argc, argv, [] { return std::make_unique<RowsTest>(); });
}

#include "rows_test.moc"

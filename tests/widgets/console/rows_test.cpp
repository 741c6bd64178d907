// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Rows written by other programs appear, deleted ones vanish, and a read-only connection cannot write.
#include "tests/support/sizes.h"
#include "tests/widgets/console/lab.h"

#include "app/console/connections_controller.h"
#include "models/actions/store_actions.h"
#include "tests/widgets/program.h"
#include "widgets/common/table_view.h"
#include "widgets/locks/locks_page.h"

#include <QElapsedTimer>
#include <QProcess>
#include <QSignalSpy>

#include <optional>

using namespace lockdesk;
using namespace lockdesk::test;

namespace {

/// A client program in which a person holds a transaction open.
struct Hand
{
    QString program;
    QStringList arguments;
    QByteArray begin, commit;
    QByteArray say, said; ///< command whose output shows that all before it was executed or queued; that output
};

std::optional<Hand> handOf(const LiveStore& live)
{
    const QByteArray ask = "SELECT 'inside';\n", reply = "inside";
    if (live.kind() == "sqlite")
        return Hand{
            QStringLiteral("sqlite3"), {QString::fromStdString(live.file())}, "BEGIN IMMEDIATE;\n", "COMMIT;\n", ask, reply};
    if (live.kind() == "postgresql")
        return Hand{QStringLiteral("psql"),
                    {QStringLiteral("-q"), QString::fromStdString(live.url())},
                    "BEGIN;\n",
                    "COMMIT;\n",
                    ask,
                    reply};
    if (live.kind() == "mariadb")
        return Hand{QStringLiteral("mariadb"),
                    {QStringLiteral("--no-defaults"), QStringLiteral("--unbuffered"), QStringLiteral("-uroot"),
                     QStringLiteral("-h127.0.0.1"), QStringLiteral("-P%1").arg(live.servers().front()->port()),
                     QStringLiteral("lockdesk")},
                    "BEGIN;\n",
                    "COMMIT;\n",
                    ask,
                    reply};
    if (live.kind() == "redis")
        return Hand{QStringLiteral("redis-cli"),
                    {QStringLiteral("-u"), QString::fromStdString(live.url())},
                    "MULTI\n",
                    "EXEC\n",
                    "PING\n",
                    "QUEUED\nQUEUED"};
    return std::nullopt;
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
        const LiveStore& live = lab.live(store);
        const QString key = QStringLiteral("by hand");
        QElapsedTimer timer;

        live.by_hand(live.lock_by_hand("by hand", "me"));
        timer.start();
        QTRY_VERIFY_WITH_TIMEOUT(lab.rowOf(page, store, key) >= 0, patience);
        const auto came = timer.restart();
        live.by_hand(live.delete_by_hand("by hand"));
        timer.start();
        QTRY_VERIFY_WITH_TIMEOUT(lab.rowOf(page, store, key) < 0, patience);
        qInfo("%s by hand: came after %lld ms, vanished after %lld ms", qPrintable(store), static_cast<long long>(came),
              static_cast<long long>(timer.elapsed()));
    }

    void rowsOfAnOpenTransactionAreNotSeen_data() { stores(); }
    void rowsOfAnOpenTransactionAreNotSeen()
    {
        QFETCH(QString, store);
        Lab& lab = *m_lab;
        const LiveStore& live = lab.live(store);
        const auto hand = handOf(live);
        if (!hand)
            QSKIP(qPrintable(QStringLiteral("not applicable: %1 has no shell in which a person holds a transaction open")
                                 .arg(QString::fromStdString(live.kind()))));
        lab.open({store});
        auto* page = lab.page<LocksPage>("locks");
        const QString key = QStringLiteral("by hand");
        QElapsedTimer timer;
        QProcess open;
        open.start(hand->program, hand->arguments);
        open.write(hand->begin + QByteArray::fromStdString(live.lock_by_hand("by hand", "me")) + hand->say);
        QByteArray reply;
        QTRY_VERIFY_WITH_TIMEOUT((reply += open.readAllStandardOutput()).contains(hand->said), patience);
        const int held = size_of("console.held");
        QVERIFY2(!QTest::qWaitFor([&] { return lab.rowOf(page, store, key) >= 0; }, held * 1000), "seen before its commit");
        QCOMPARE(open.state(), QProcess::Running);
        open.write(hand->commit);
        open.closeWriteChannel();
        QVERIFY(open.waitForFinished(patience));
        timer.start();
        QTRY_VERIFY_WITH_TIMEOUT(lab.rowOf(page, store, key) >= 0, patience);
        qInfo("%s by %s: after %d s open came %lld ms after its commit", qPrintable(store), qPrintable(hand->program), held,
              static_cast<long long>(timer.elapsed()));
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

    // Not only the buttons prevent it: the server refuses the same request.
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
        wish.if_token = held.token.value_or(FencingToken{});
        const std::size_t log_begin = store == QLatin1String("orders") ? lab.postgres().log().size() : 0;
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
            // "ERR Write commands are not allowed from read-only scripts"; a missing script counts as NOSCRIPT.
            QVERIFY(counted.contains(QStringLiteral("errorstat_ERR:count=")));
        }
        feeds.stopAll();
        const auto row = need(lab.session(store).locks().find(LockName::trusted("billing")));
        QCOMPARE(row->token.number(), wish.if_token.number());
        QCOMPARE(row->owner, std::string("bill-2/4471/c41be0729d53fa18"));
    }

private:
    void stores()
    {
        QTest::addColumn<QString>("store");
        for (const QString& name : m_lab->names())
            QTest::newRow(qPrintable(name)) << name;
    }

    std::unique_ptr<Lab> m_lab;
};

static const lockdesk::test::Program rows_test("rows_test", [](int argc, char** argv) {
    return runConsoleTest(argc, argv, [] { return std::make_unique<RowsTest>(); });
});

#include "rows_test.moc"

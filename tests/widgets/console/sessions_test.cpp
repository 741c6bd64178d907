// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Session locks and other libraries' locks are in the same table, and are forced with the same sheet.
#include "tests/widgets/console/lab.h"

#include "app/console/connections_controller.h"
#include "models/tables/locks_model.h"
#include "tests/widgets/program.h"
#include "widgets/common/table_view.h"
#include "widgets/detail/detail_panel.h"
#include "widgets/locks/locks_page.h"

#include <QLineEdit>

using namespace lockdesk;
using namespace lockdesk::test;

namespace {

const QString store = QStringLiteral("orders");

QString keyOf(const QString& source, const QString& name) { return source + QStringLiteral(":\u00A0") + name; }

QString factOf(const DetailContent& content, const QString& label)
{
    for (const DetailFact& fact : content.facts)
        if (fact.label == label)
            return fact.value;
    return {};
}

QString pointsOf(const ActionSheet* sheet)
{
    QStringList out;
    for (const auto* label : sheet->findChildren<ThemeLabel*>())
        out += label->text().remove(QChar(0x200B));
    return out.join(QLatin1Char('\n'));
}

} // namespace

class SessionsTest final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { m_lab = std::make_unique<Lab>(); }
    void cleanupTestCase() { m_lab.reset(); }
    void init() { m_lab->clean(); }
    void cleanup() { m_lab->quit(); }

    void sessionIsEndedFromTheSheet()
    {
        Lab& lab = *m_lab;
        auto holder = hold("nightly_backup");
        QVERIFY(need(holder->session_locks().try_lock(LockName::trusted("second"), SessionLockKind::named,
                                                      OwnerId::trusted("job-2"))));
        lab.open({store});
        auto* page = lab.page<LocksPage>("locks");
        const QString key = keyOf(QStringLiteral("named"), QStringLiteral("nightly_backup"));
        QVERIFY(clickRow(lab, page, store, key));
        const int row = lab.rowOf(page, store, key);
        QCOMPARE(page->model()->index(row, LocksModel::LeaseLeft).data().toString(), QStringLiteral("with session"));
        QCOMPARE(page->model()->index(row, LocksModel::Source).data().toString(), QStringLiteral("named"));
        page->showDetail(row);
        const DetailContent shown = page->detail()->content();
        QCOMPARE(shown.name, QStringLiteral("nightly_backup"));
        QVERIFY2(factOf(shown, QStringLiteral("session")).startsWith(QStringLiteral("session ")),
                 qPrintable(factOf(shown, QStringLiteral("session"))));
        QVERIFY(shown.why.contains(QStringLiteral("session")));

        QVERIFY(clickButton(page, QStringLiteral("Force unlock…")));
        ActionSheet* sheet = page->flow()->sheet();
        QVERIFY(sheet != nullptr);
        QTRY_VERIFY_WITH_TIMEOUT(sheet->commandsText().contains(QStringLiteral("pg_terminate_backend")), patience);
        const QString said = pointsOf(sheet);
        QVERIFY2(said.contains(QStringLiteral("The whole session")), qPrintable(said));
        QVERIFY2(said.contains(QStringLiteral("Also freed: second")), qPrintable(said));
        QVERIFY(sheet->actionButton()->text().contains(QStringLiteral("End the session")));
        QTRY_VERIFY_WITH_TIMEOUT(sheet->actionButton()->isEnabled(), patience);
        QTest::mouseClick(sheet->actionButton(), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(sheet->resultText().contains(QStringLiteral("Its session was ended.")), patience);
        // Closes sheet, detail and selection first: rows do not move while one is selected.
        for (int i = 0; i < 3; ++i)
            QTest::keyClick(lab.window()->focusWidget() != nullptr ? lab.window()->focusWidget() : page, Qt::Key_Escape);
        QTRY_VERIFY_WITH_TIMEOUT(lab.rowOf(page, store, key) < 0, patience);
        QTRY_VERIFY_WITH_TIMEOUT(lab.rowOf(page, store, keyOf(QStringLiteral("named"), QStringLiteral("second"))) < 0,
                                 patience);
        const auto mine = holder->session_locks().still_mine(LockName::trusted("nightly_backup"), SessionLockKind::named);
        QVERIFY(!mine || !*mine);
        const auto audit = need(lab.session(store).audit().list({})).rows;
        QCOMPARE(QString::fromStdString(audit.front().action), QStringLiteral("end-session"));
    }

    void sessionThatChangedHandsIsLeftAlone()
    {
        Lab& lab = *m_lab;
        auto first = hold("nightly_backup");
        lab.open({store});
        auto* page = lab.page<LocksPage>("locks");
        QVERIFY(clickRow(lab, page, store, keyOf(QStringLiteral("named"), QStringLiteral("nightly_backup"))));
        QVERIFY(clickButton(page, QStringLiteral("Force unlock…")));
        ActionSheet* sheet = page->flow()->sheet();
        QVERIFY(sheet != nullptr);
        QTRY_VERIFY_WITH_TIMEOUT(sheet->actionButton()->isEnabled(), patience);
        lab.feed(store)->stop(); // the sheet gets no updates: the server compares
        first.reset();
        std::unique_ptr<Session> second;
        QTRY_VERIFY_WITH_TIMEOUT((second = hold("nightly_backup", "job-9")) != nullptr, patience);
        QTest::mouseClick(sheet->actionButton(), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(sheet->resultText().contains(QStringLiteral("Changed hands: job-9 holds it now")),
                                 patience);
        QVERIFY(need(second->session_locks().still_mine(LockName::trusted("nightly_backup"), SessionLockKind::named)));
    }

    void holdOffSaysThatThereIsNone()
    {
        Lab& lab = *m_lab;
        auto holder = hold("nightly_backup");
        lab.open({store});
        auto* page = lab.page<LocksPage>("locks");
        QVERIFY(clickRow(lab, page, store, keyOf(QStringLiteral("named"), QStringLiteral("nightly_backup"))));
        const auto holdOff = page->forceRelease(true);
        QVERIFY(holdOff && holdOff->why == Objection::Why::sessionHasNoCooling);
        QVERIFY(text(*holdOff).contains(QStringLiteral("no cooling")));
        const auto extend = page->extend();
        QVERIFY(extend && extend->why == Objection::Why::sessionHasNoLease);
        QVERIFY(text(*extend).contains(QStringLiteral("no lease")));
        QVERIFY(page->flow()->sheet() == nullptr);
    }

    // One table for all formats; forcing acts on the record of its format, not on others of the same name.
    void otherSourcesStandBeside()
    {
        Lab& lab = *m_lab;
        auto foreign = lab.another(store, "dist_lock", true);
        need(foreign->admin().create_schema());
        const auto name = LockName::trusted("prices");
        need(foreign->locks().acquire({name, OwnerId::trusted("pod-9"), std::chrono::minutes{2}, RequestId::trusted("r1")}));
        lab.acquire(store, "prices", "api-2/1/c41be0729d53fa18");
        lab.open({store}, false, {QStringLiteral("lockdesk"), QStringLiteral("dist_lock")});
        auto* page = lab.page<LocksPage>("locks");
        const QString key = keyOf(QStringLiteral("dist_lock"), QStringLiteral("prices"));
        QTRY_VERIFY_WITH_TIMEOUT(lab.rowOf(page, store, QStringLiteral("prices")) >= 0, patience);
        QVERIFY(clickRow(lab, page, store, key));
        QVERIFY(clickButton(page, QStringLiteral("Force unlock…")));
        ActionSheet* sheet = page->flow()->sheet();
        QVERIFY(sheet != nullptr);
        QTRY_VERIFY_WITH_TIMEOUT(sheet->commandsText().contains(QStringLiteral("UPDATE dist_lock")), patience);
        QTRY_VERIFY_WITH_TIMEOUT(sheet->actionButton()->isEnabled(), patience);
        QTest::mouseClick(sheet->actionButton(), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(sheet->resultText().contains(QStringLiteral("Released.")), patience);
        QVERIFY(need(foreign->locks().find(name))->owner.empty());
        QCOMPARE(need(lab.session(store).locks().find(name))->owner, std::string("api-2/1/c41be0729d53fa18"));
    }

private:
    std::unique_ptr<Session> hold(const char* name, const char* owner = "job-1")
    {
        auto session = m_lab->another(store);
        const auto taken =
            session->session_locks().try_lock(LockName::trusted(name), SessionLockKind::named, OwnerId::trusted(owner));
        return taken && *taken ? std::move(session) : nullptr;
    }

    std::unique_ptr<Lab> m_lab;
};

static const lockdesk::test::Program sessions_test("sessions_test", [](int argc, char** argv) {
    return runConsoleTest(argc, argv, [] { return std::make_unique<SessionsTest>(); });
});

#include "sessions_test.moc"

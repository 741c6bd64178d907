// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The password prompt, by real keys and clicks on servers that want a password.
#include "tests/widgets/console/lab.h"
#include "tests/widgets/program.h"
#include "tests/widgets/required.h"

#include "app/common/connections.h"
#include "widgets/common/chrome.h"
#include "widgets/common/filter_box.h"
#include "widgets/connect/password_dialog.h"
#include "widgets/locks/locks_page.h"
#include "widgets/workers/start_workers_sheet.h"
#include "widgets/workers/workers_page.h"

#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QDirIterator>
#include <QFile>
#include <QLineEdit>

#include <fstream>

using namespace lockdesk;
using namespace lockdesk::test;

namespace {

const QString secret = QStringLiteral("hunter2-s3cret@/+");
const QString later = QStringLiteral("another-s3cret");

QString fileWithSecret(const std::filesystem::path& folder)
{
    QDirIterator all(QString::fromStdString(folder.string()), QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
    while (all.hasNext()) {
        QFile file(all.next());
        if (file.open(QIODevice::ReadOnly) && file.readAll().contains("s3cret"))
            return file.fileName();
    }
    return {};
}

} // namespace

class PasswordTest final : public QObject
{
    Q_OBJECT

private slots:
    // One store of each kind with a password: `shop` (a PostgreSQL role, scram) and `cache` (Redis, requirepass).
    void initTestCase()
    {
        const auto rules = m_rules / "hba.conf";
        std::ofstream(rules)
            << "host all guarded 127.0.0.1/32 scram-sha-256\nhost all all 127.0.0.1/32 trust\nlocal all all trust\n";
        std::filesystem::permissions(m_rules.path(), std::filesystem::perms::all);
        std::filesystem::permissions(rules, std::filesystem::perms::all);
        m_postgres = std::make_unique<LiveStore>("postgresql", std::vector<std::string>{"hba_file=" + rules.string(), "log_connections=on"});
        m_postgres->by_hand("CREATE ROLE guarded LOGIN SUPERUSER PASSWORD '" + secret.toStdString() + "'");
        m_redis = std::make_unique<LiveStore>("redis");
        for (const auto* store : {m_postgres.get(), m_redis.get()})
            need(store->open()->locks().acquire({LockName::trusted("billing"), OwnerId::trusted("api-1/1/aaaaaaaaaaaaaaaa"),
                                                 std::chrono::hours{2}, RequestId::trusted("r-1")}));
        m_redis->by_hand("CONFIG SET requirepass " + secret.toStdString());
    }
    void cleanup()
    {
        if (m_console != nullptr)
            m_console->shutDown();
        m_console.reset();
    }
    void cleanupTestCase()
    {
        m_postgres.reset();
        m_redis.reset();
    }

    void asksAtTheStart_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("refusal");
        QTest::newRow("PostgreSQL") << QStringLiteral("shop") << QStringLiteral("wrong password");
        QTest::newRow("Redis") << QStringLiteral("cache") << QStringLiteral("wrong password");
    }
    void asksAtTheStart()
    {
        QFETCH(QString, name);
        QFETCH(QString, refusal);
        LOCKDESK_REQUIRED(begin({name}));
        LOCKDESK_REQUIRED(awaitDialog());
        PasswordDialog* asked = dialog();
        qInfo().noquote() << asked->windowTitle() << '|' << asked->reason();
        QVERIFY(asked->windowTitle().contains(name));
        QVERIFY2(asked->reason().contains(QStringLiteral("password")), qPrintable(asked->reason()));
        // No keyring runs here: a user can be remembered, where the address names none.
        QCOMPARE(asked->userField()->isVisible(), name == QLatin1String("cache"));
        QCOMPARE(asked->rememberBox()->isVisible(), asked->userField()->isVisible());
        QVERIFY(QApplication::focusWidget() == asked->passwordField());
        const auto before = attempts(name);
        QVERIFY(before > 0);
        QVERIFY2(!QTest::qWaitFor([&] { return attempts(name) != before; }, 2500), "no further try meanwhile");

        typeText(QStringLiteral("guess"));
        QTRY_COMPARE(asked->passwordField()->text(), QStringLiteral("guess"));
        pressKeys({QStringLiteral("Return")});
        QTRY_VERIFY_WITH_TIMEOUT(!asked->isTrying() && asked->reason().contains(refusal), patience);
        QVERIFY2(dialog() == asked && asked->isVisible(), "it stays with the focus");
        QVERIFY(asked->passwordField()->hasFocus() && asked->passwordField()->hasSelectedText());
        qInfo().noquote() << asked->reason();
        QVERIFY(!asked->reason().contains(QStringLiteral("guess")));

        typeText(secret); // over the selected one
        QTRY_COMPARE(asked->passwordField()->text(), secret);
        QCOMPARE(asked->passwordField()->displayText().count(secret.front()), 0);
        pressKeys({QStringLiteral("Return")});
        QTRY_VERIFY_WITH_TIMEOUT(dialog() == nullptr && feed(name)->health().state == HealthState::live, patience);
        QTRY_VERIFY_WITH_TIMEOUT(locks()->model()->rowOfKey(feed(name)->index(), QStringLiteral("billing")) >= 0, patience);
        QCOMPARE(fileWithSecret(desktop().home()), QString());
    }

    void notNowLeavesAWayBack()
    {
        LOCKDESK_REQUIRED(begin({QStringLiteral("shop")}));
        LOCKDESK_REQUIRED(awaitDialog());
        pressKeys({QStringLiteral("Escape")});
        QTRY_VERIFY(dialog() == nullptr);
        auto* banner = locks()->findChild<Banner*>();
        QTRY_VERIFY_WITH_TIMEOUT(banner->isVisible(), patience);
        QVERIFY2(banner->text().startsWith(QStringLiteral("shop waits for a password:")), qPrintable(banner->text()));
        qInfo().noquote() << banner->text() << '|' << banner->button()->text();
        clickWidget(banner->button());
        QTRY_VERIFY_WITH_TIMEOUT(dialog() != nullptr && dialog()->isVisible(), patience);

        // The same password again, as its account may have been mended, and refused again.
        QVERIFY(awaitActive(dialog(), patience));
        const auto refusals = feed(QStringLiteral("shop"))->health().refused_logins;
        QCOMPARE(dialog()->connectButton()->text(), QStringLiteral("Try again"));
        clickWidget(dialog()->connectButton());
        QTRY_COMPARE_WITH_TIMEOUT(feed(QStringLiteral("shop"))->health().refused_logins, refusals + 1, patience);
        QTRY_VERIFY(!dialog()->isTrying());
        pressKeys({QStringLiteral("Escape")});
        QTRY_VERIFY(dialog() == nullptr);

        // By keyboard alone.
        QVERIFY(awaitActive(window(), patience));
        pressKeys({QStringLiteral("ctrl+k")});
        typeText(QStringLiteral("enter the password"));
        pressKeys({QStringLiteral("Return")});
        QTRY_VERIFY_WITH_TIMEOUT(dialog() != nullptr && dialog()->isVisible(), patience);
        QVERIFY(awaitActive(dialog(), patience));
        typeText(secret);
        pressKeys({QStringLiteral("Return")});
        QTRY_VERIFY_WITH_TIMEOUT(feed(QStringLiteral("shop"))->health().state == HealthState::live, patience);
        QTRY_VERIFY(dialog() == nullptr && !banner->isVisible());
    }

    void whoTypesIsNotInterrupted()
    {
        LOCKDESK_REQUIRED(begin({QStringLiteral("shop")}));
        LOCKDESK_REQUIRED(awaitDialog());
        pressKeys({QStringLiteral("Escape")});
        QTRY_VERIFY(dialog() == nullptr);
        QVERIFY(awaitActive(window(), patience));
        auto* page = locks();
        pressKeys({QStringLiteral("slash")});
        QLineEdit* field = page->findChild<FilterBox*>()->field();
        QTRY_VERIFY(field->hasFocus());
        const Feed* shop = feed(QStringLiteral("shop"));
        const auto refusals = shop->health().refused_logins;
        shop->observer()->try_now();
        QString typed;
        QTRY_VERIFY_WITH_TIMEOUT((QTest::keyClick(field, Qt::Key_A), typed += QLatin1Char('a'),
                                  shop->health().refused_logins > refusals),
                                 patience);
        QVERIFY2(dialog() == nullptr && field->hasFocus(), "the banner offers it");
        QVERIFY2(field->text().endsWith(typed), qPrintable(field->text()));
    }

    // Its window has just come: what is typed now was meant for another.
    void keysOfAnotherWindowAreDropped()
    {
        LOCKDESK_REQUIRED(begin({}));
        PasswordDialog unasked({QStringLiteral("shop"), QStringLiteral("redis://h"), QStringLiteral("no password")}, window());
        unasked.openUnasked();
        QTest::keyClicks(unasked.passwordField(), QStringLiteral("state:held"));
        QTest::keyClick(&unasked, Qt::Key_Return);
        QTest::mouseClick(unasked.connectButton(), Qt::LeftButton);
        QVERIFY(unasked.passwordField()->text().isEmpty() && !unasked.isTrying());
        QTRY_VERIFY(unasked.takesInput());
        QTest::keyClicks(unasked.passwordField(), QStringLiteral("abc"));
        QCOMPARE(unasked.passwordField()->text(), QStringLiteral("abc"));
    }

    // A password that has changed: the observer is refused, the window's workers run on.
    void workersRunOn()
    {
        const QString name = QStringLiteral("shop");
        LOCKDESK_REQUIRED(begin({name}));
        LOCKDESK_REQUIRED(awaitDialog());
        typeText(secret);
        pressKeys({QStringLiteral("Return")});
        QTRY_VERIFY_WITH_TIMEOUT(feed(name)->health().state == HealthState::live, patience);
        window()->showPage(QStringLiteral("workers"), {});
        auto* page = dynamic_cast<WorkersPage*>(window()->page(QStringLiteral("workers")));
        QVERIFY(clickButton(page, QStringLiteral("Start workers…")));
        for (auto* box : page->startSheet()->findChildren<QComboBox*>())
            if (box->isEditable())
                box->setEditText(QStringLiteral("gateway"));
        QTest::mouseClick(page->startSheet()->startButton(), Qt::LeftButton);
        QTRY_COMPARE_WITH_TIMEOUT(page->model()->rowCount(), 2, patience);
        const QString before = page->model()->index(0, 0).data().toString();

        m_postgres->by_hand("ALTER ROLE guarded PASSWORD '" + later.toStdString() + "'");
        m_postgres->by_hand("SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                            "WHERE application_name LIKE 'lockdesk observer%'");
        QTRY_VERIFY_WITH_TIMEOUT(dialog() != nullptr && dialog()->isVisible(), patience);
        bool said = false;
        for (const auto* label : dialog()->findChildren<QLabel*>())
            said = said || label->text().contains(QStringLiteral("run on, with the password"));
        QVERIFY2(said, "its workers keep the former password");
        const QString failed = QStringLiteral("password authentication failed");
        QTRY_VERIFY_WITH_TIMEOUT(logged(failed) > 0, patience);
        // Its workers may still try once with the former password.
        qsizetype tries = 0;
        const auto isQuiet = [&] {
            tries = logged(failed);
            return !QTest::qWaitFor([&] { return logged(failed) != tries; }, 2500);
        };
        QTRY_VERIFY2_WITH_TIMEOUT(isQuiet(), "the listener for hints has stopped, too", patience);
        LOCKDESK_REQUIRED(awaitDialog());
        typeText(later);
        pressKeys({QStringLiteral("Return")});
        QTRY_VERIFY_WITH_TIMEOUT(dialog() == nullptr && feed(name)->health().state == HealthState::live, patience);
        QCOMPARE(page->model()->rowCount(), 2);
        QCOMPARE(page->model()->index(0, 0).data().toString(), before);
        // It beats on.
        const auto beat = [&] { return need(m_postgres->open()->workers().list({})).rows.at(0).beat_at; };
        const TimePoint now = beat();
        QTRY_VERIFY_WITH_TIMEOUT(beat() > now, patience);
        m_postgres->by_hand("ALTER ROLE guarded PASSWORD '" + secret.toStdString() + "'");
        QCOMPARE(fileWithSecret(desktop().home()), QString());
    }

private:
    [[nodiscard]] MainWindow* window() const { return m_console->window(); }
    [[nodiscard]] const Feed* feed(const QString& name) const { return m_console->feeds()->find(name); }
    [[nodiscard]] PasswordDialog* dialog() const { return window()->findChild<PasswordDialog*>(); }
    LocksPage* locks()
    {
        window()->showPage(QStringLiteral("locks"), {});
        return dynamic_cast<LocksPage*>(window()->page(QStringLiteral("locks")));
    }
    [[nodiscard]] qsizetype logged(const QString& text) const
    {
        return QString::fromStdString(m_postgres->servers().front()->log()).count(text);
    }
    /// Connections that the server has seen, without those of this function.
    qsizetype attempts(const QString& name)
    {
        if (name == QLatin1String("shop"))
            return logged(QStringLiteral("connection received"));
        const auto said = run_program({"redis-cli", "-u", m_redis->url(), "INFO", "stats"}, {}, std::chrono::seconds{20},
                                      {.environment = {"REDISCLI_AUTH=" + secret.toStdString()}});
        const QString text = QString::fromStdString(said.out);
        return text.section(QStringLiteral("total_connections_received:"), 1).section(u'\r', 0, 0).toInt() - ++m_own;
    }
    void begin(const QStringList& names)
    {
        const QString postgres = QString::fromStdString(m_postgres->url());
        const std::string shop = "postgresql://guarded@" + postgres.section(u'@', 1).toStdString();
        need(app::save_connections({{"shop", shop, "development", false, {}, {}},
                                    {"cache", m_redis->url(), "development", false, {}, {}}}));
        m_console = std::make_unique<app::Console>();
        window()->resize(1280, 800);
        window()->show();
        QVERIFY(awaitActive(window(), patience));
        QStringList addresses;
        for (const QString& name : names)
            addresses << u'@' + name;
        if (!addresses.isEmpty())
            m_console->start(addresses);
    }
    void awaitDialog()
    {
        QTRY_VERIFY_WITH_TIMEOUT(dialog() != nullptr && dialog()->isVisible(), patience);
        QVERIFY(awaitActive(dialog(), patience));
        QTRY_VERIFY(dialog()->takesInput());
    }

    TempDir m_rules{"lockdesk-hba"};
    std::unique_ptr<LiveStore> m_postgres, m_redis;
    std::unique_ptr<app::Console> m_console;
    int m_own = 0;
};

static const lockdesk::test::Program password_test("password_test", [](int argc, char** argv) {
    return runConsoleTest(argc, argv, [] { return std::make_unique<PasswordTest>(); });
});

#include "password_test.moc"

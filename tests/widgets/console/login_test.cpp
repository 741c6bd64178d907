// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The prompt for user and password, by real keys and clicks: addresses that name no user, on every server.
#include "tests/widgets/console/lab.h"
#include "tests/widgets/program.h"
#include "tests/widgets/required.h"

#include "app/common/connections.h"
#include "app/common/stores.h"
#include "backends/mongodb/connection.h"
#include "widgets/connect/password_dialog.h"
#include "widgets/locks/locks_page.h"

#include <QCheckBox>
#include <QLineEdit>
#include <QPushButton>

#include <fstream>

using namespace lockdesk;
using namespace lockdesk::test;

namespace {

const QString mongoSecret = QStringLiteral("hunter2-s3cret");

/// A server on which `guarded` may do everything with the password, and nobody without.
struct Guarded
{
    std::unique_ptr<LiveStore> live;
    std::unique_ptr<TestServer> server; ///< MongoDB
    std::string address;                ///< without user
};

void hold(Session& session)
{
    need(session.locks().acquire({LockName::trusted("billing"), OwnerId::trusted("api-1/1/aaaaaaaaaaaaaaaa"), std::chrono::hours{2},
                                  RequestId::trusted("r-1")}));
}

Guarded guardedMongo()
{
    Guarded out;
    out.server = start_mongodb({.settings = {"--auth"}, .may_use_existing = false}, false);
    const std::string place = "127.0.0.1:" + std::to_string(out.server->port());
    mongodb::Connection connection(need(StoreUrl::parse("mongodb://" + place + "/admin")), "by hand", std::chrono::seconds{10});
    mongodb::Bson reply;
    connection.begin_call(std::chrono::seconds{10});
    auto trouble = connection.ensure();
    if (!trouble)
        trouble = connection.command("by hand",
                                     mongodb::Bson::of_json(R"({"createUser": "guarded", "pwd": ")" + mongoSecret.toStdString()
                                                            + R"(", "roles": ["root"]})"),
                                     mongodb::Effect::reads, reply);
    if (trouble)
        throw std::runtime_error(trouble->text);
    out.address = "mongodb://" + place + "/shop?authSource=admin";
    const auto url = need(StoreUrl::parse("mongodb://guarded@" + place + "/shop?authSource=admin"));
    const auto store = need(app::make_registry().open(url.with_password(mongoSecret.toStdString())));
    need(need(store->open({.without_schema = true}))->admin().create_schema());
    hold(*need(store->open({})));
    return out;
}

Guarded guardedBy(const std::string& kind, const std::filesystem::path& rules)
{
    if (kind == "mongodb")
        return guardedMongo();
    Guarded out;
    std::vector<std::string> settings;
    if (kind == "postgresql") {
        std::ofstream(rules) << "host all guarded 127.0.0.1/32 scram-sha-256\nhost all postgres 127.0.0.1/32 trust\n"
                                "host all all 127.0.0.1/32 scram-sha-256\nlocal all all trust\n";
        std::filesystem::permissions(rules.parent_path(), std::filesystem::perms::all);
        std::filesystem::permissions(rules, std::filesystem::perms::all);
        settings = {"hba_file=" + rules.string()};
    }
    out.live = std::make_unique<LiveStore>(kind, settings);
    hold(*out.live->open());
    const std::string word = mongoSecret.toStdString();
    if (kind == "postgresql")
        out.live->by_hand("CREATE ROLE guarded LOGIN SUPERUSER PASSWORD '" + word + "'");
    else if (kind == "mariadb")
        out.live->by_hand("CREATE USER guarded@'127.0.0.1' IDENTIFIED BY '" + word
                          + "'; GRANT ALL ON *.* TO guarded@'127.0.0.1'; "
                            "UPDATE mysql.global_priv SET priv = JSON_SET(priv, '$.plugin', 'mysql_native_password', '$.authentication_string', PASSWORD('" + word + "')) WHERE user <> 'guarded'; "
                            "FLUSH PRIVILEGES");
    else
        out.live->by_hand("ACL SETUSER guarded on >" + word + " ~* &* +@all\nACL SETUSER default off\n");
    const QString url = QString::fromStdString(out.live->url());
    const QString rest = url.section(QStringLiteral("://"), 1);
    out.address = (url.section(QStringLiteral("://"), 0, 0) + QStringLiteral("://") + rest.section(u'@', -1)).toStdString();
    return out;
}

} // namespace

class LoginTest final : public QObject
{
    Q_OBJECT

private slots:
    void cleanup()
    {
        if (m_console != nullptr)
            m_console->shutDown();
        m_console.reset();
        m_guarded = {};
    }

    void asksForTheUser_data()
    {
        QTest::addColumn<QString>("usual");
        QTest::newRow("postgresql") << QStringLiteral("the account of this computer, if empty");
        QTest::newRow("mariadb") << QStringLiteral("the account of this computer, if empty");
        QTest::newRow("redis") << QStringLiteral("default, if empty");
        QTest::newRow("redlock") << QStringLiteral("default, if empty");
        QTest::newRow("mongodb") << QStringLiteral("required");
    }
    void asksForTheUser()
    {
        QFETCH(QString, usual);
        const std::string kind = QTest::currentDataTag();
        LOCKDESK_REQUIRED(begin(kind));
        LOCKDESK_REQUIRED(awaitDialog());
        PasswordDialog* asked = dialog();
        qInfo().noquote() << asked->windowTitle() << '|' << asked->reason();
        QVERIFY(asked->userField()->isVisible());
        QCOMPARE(asked->userField()->placeholderText(), usual);
        const bool needed = kind == "mongodb";
        QCOMPARE(asked->userField()->hasFocus(), needed);
        if (needed) { // half a login
            QTest::keyClicks(asked->passwordField(), QStringLiteral("x"));
            QVERIFY(!asked->connectButton()->isEnabled());
            asked->passwordField()->clear();
            QVERIFY(asked->connectButton()->isEnabled());
        }
        // A wrong user first: the next one takes its place.
        enter(QStringLiteral("nobody"), QStringLiteral("guess"));
        QTRY_VERIFY_WITH_TIMEOUT(!asked->isTrying() && dialog() == asked, patience);
        QVERIFY(asked->passwordField()->hasFocus());
        QVERIFY2(!asked->reason().contains(QStringLiteral("guess")), qPrintable(asked->reason()));
        QVERIFY(!asked->rememberBox()->isChecked());
        QCOMPARE(asked->rememberBox()->text(), QStringLiteral("Remember the user in the saved address"));
        clickWidget(asked->rememberBox());
        enter(QStringLiteral("guarded"), mongoSecret);
        QTRY_VERIFY_WITH_TIMEOUT(dialog() == nullptr && feed()->health().state == HealthState::live, patience);
        window()->showPage(QStringLiteral("locks"), {});
        auto* page = dynamic_cast<LocksPage*>(window()->page(QStringLiteral("locks")));
        if (kind != "redlock") // Redlock has no list of locks
            QTRY_VERIFY_WITH_TIMEOUT(page->model()->rowOfKey(feed()->index(), QStringLiteral("billing")) >= 0, patience);
        QVERIFY2(feed()->info().url.contains(QStringLiteral("guarded@")), qPrintable(feed()->info().url));
        // The user is in the saved address, the password is nowhere.
        const auto saved = need(app::load_connections());
        QCOMPARE(saved.size(), std::size_t(1));
        QVERIFY2(saved.front().url.find("://guarded@") != std::string::npos, saved.front().url.c_str());
        QVERIFY2(saved.front().url.find("s3cret") == std::string::npos, saved.front().url.c_str());
    }

private:
    [[nodiscard]] MainWindow* window() const { return m_console->window(); }
    [[nodiscard]] const Feed* feed() const { return m_console->feeds()->find(QStringLiteral("shop")); }
    [[nodiscard]] PasswordDialog* dialog() const { return window()->findChild<PasswordDialog*>(); }
    void enter(const QString& user, const QString& password)
    {
        PasswordDialog* asked = dialog();
        asked->userField()->setFocus();
        asked->userField()->selectAll();
        typeText(user);
        QTRY_COMPARE(asked->userField()->text(), user);
        pressKeys({QStringLiteral("Tab")});
        QTRY_VERIFY(asked->passwordField()->hasFocus());
        typeText(password);
        QTRY_COMPARE(asked->passwordField()->text(), password);
        pressKeys({QStringLiteral("Return")});
    }
    void begin(const std::string& kind)
    {
        try {
            m_guarded = guardedBy(kind, m_rules / "hba.conf");
        } catch (const std::exception& error) {
            QFAIL(error.what());
        }
        need(app::save_connections({{"shop", m_guarded.address, "development", false, {}, {}}}));
        m_console = std::make_unique<app::Console>();
        window()->resize(1280, 800);
        window()->show();
        QVERIFY(awaitActive(window(), patience));
        m_console->start({QStringLiteral("@shop")});
    }
    void awaitDialog()
    {
        QTRY_VERIFY_WITH_TIMEOUT(dialog() != nullptr && dialog()->isVisible(), patience);
        QVERIFY(awaitActive(dialog(), patience));
        QTRY_VERIFY(dialog()->takesInput());
    }

    TempDir m_rules{"lockdesk-hba"};
    Guarded m_guarded;
    std::unique_ptr<app::Console> m_console;
};

static const lockdesk::test::Program login_test("login_test", [](int argc, char** argv) {
    return runConsoleTest(argc, argv, [] { return std::make_unique<LoginTest>(); });
});

#include "login_test.moc"

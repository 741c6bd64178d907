// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A keyring that asks the user first: nothing is blocked, and its answer is used whenever it arrives.
#include "tests/widgets/console/lab.h"

#include "app/common/connections.h"
#include "app/console/connections_controller.h"
#include "models/feed/feed_set.h"
#include "tests/widgets/program.h"

#include <QSignalSpy>
#ifdef LOCKDESK_WITH_DBUS
#include <QDBusConnection>
#include <QDBusError>
#endif

#include <fstream>

using namespace lockdesk;
using namespace lockdesk::test;

class KeyringTest final : public QObject
{
    Q_OBJECT

private slots:
    void aLateAnswerIsUsedAndNothingWaitsForIt()
    {
        const auto file = m_folder / "config";
        qputenv("XDG_CONFIG_HOME", file.c_str());
        const std::vector<app::SavedConnection> saved{
            {"shop", "mongodb://ann@127.0.0.1:1,127.0.0.1:2/db", "development", true, {}},
            {"memory", "memory:x", "development", false, {}}};
        QVERIFY(app::save_connections(saved));
        FeedSet feeds;
        app::ConnectionsController controller(&feeds);
        std::function<void(const QString&)> answer;
        controller.keyring().setSource([&](const QString& id, std::function<void(const QString&)> give) {
            QCOMPARE(id, QStringLiteral("shop"));
            answer = std::move(give);
        });
        QCOMPARE(controller.loadSaved(), QString());
        QSignalSpy said(&controller, &app::ConnectionsController::problem);
        bool started = false;
        controller.openSaved(QStringLiteral("shop"));
        controller.openSaved(QStringLiteral("memory"));
        controller.whenOpened([&] { started = true; });
        QVERIFY(controller.openOne(QStringLiteral("memory")));
        QVERIFY(!controller.openOne(QStringLiteral("shop")));
        QVERIFY(!started);
        QTRY_VERIFY_WITH_TIMEOUT(started, 10000);
        QCOMPARE(said.size(), 1);
        QVERIFY2(said[0][0].toString().contains(QLatin1String("keyring")), qPrintable(said[0][0].toString()));
        QVERIFY(!controller.openOne(QStringLiteral("shop")));
        controller.openSaved(QStringLiteral("shop")); // again by hand: it waits for the same answer
        QCOMPARE(said.size(), 2);
        QVERIFY(app::ConnectionsController::lastOpen().contains(QStringLiteral("shop")));

        answer(QStringLiteral("hunter2/+"));
        const auto open = controller.openOne(QStringLiteral("shop"));
        QVERIFY(open);
        QCOMPARE(open->password, QStringLiteral("hunter2/+"));
        QVERIFY2(feeds.feeds().front()->info().id == QLatin1String("shop"), "the strip has them as they were asked for");
        QCOMPARE(app::withPassword(open->url, open->password),
                 QStringLiteral("mongodb://ann:hunter2%2f%2b@127.0.0.1:1,127.0.0.1:2/db"));
        QCOMPARE(app::withPassword(QStringLiteral("redlock://h1:1,rediss://h2/0"), QStringLiteral("p")),
                 QStringLiteral("redlock://:p@h1:1,rediss://h2/0"));
        answer(QStringLiteral("another"));
        QCOMPARE(controller.openOne(QStringLiteral("shop"))->password, QStringLiteral("hunter2/+"));
        feeds.stopAll();
    }

#ifdef LOCKDESK_WITH_DBUS
    // Without one it is not offered: a password that is said to be remembered would be gone.
    void aKeyringIsThereWhenItsServiceRuns()
    {
        QVERIFY2(!app::Keyring::available(), "no bus");
        const auto rules = m_folder / "bus.conf";
        // Without folders of services, so that what is installed here is not started.
        std::ofstream(rules) << "<busconfig><type>session</type><listen>unix:dir=" << m_folder.path().string()
                             << "</listen><auth>EXTERNAL</auth><policy context=\"default\"><allow send_destination=\"*\" "
                                "eavesdrop=\"true\"/><allow eavesdrop=\"true\"/><allow own=\"*\"/></policy></busconfig>";
        const auto said = m_folder / "address";
        ChildOptions options;
        options.output = said;
        options.error = m_folder / "bus.log";
        ChildProcess bus({find_program("dbus-daemon"), "--config-file=" + rules.string(), "--nofork", "--print-address"},
                         options);
        QTRY_VERIFY_WITH_TIMEOUT(read_file(said).ends_with('\n'), patience);
        const QByteArray address = QByteArray::fromStdString(read_file(said)).trimmed();
        qputenv("DBUS_SESSION_BUS_ADDRESS", address);
        QVERIFY2(!app::Keyring::available(), "a bus without a keyring");
        {
            auto service = QDBusConnection::connectToBus(QString::fromUtf8(address), QStringLiteral("keyring"));
            QVERIFY2(service.registerService(QStringLiteral("org.freedesktop.secrets")),
                     qPrintable(service.lastError().message()));
            QVERIFY(app::Keyring::available());
            QVERIFY(service.unregisterService(QStringLiteral("org.freedesktop.secrets")));
        }
        QDBusConnection::disconnectFromBus(QStringLiteral("keyring"));
        QVERIFY(!app::Keyring::available());
        qunsetenv("DBUS_SESSION_BUS_ADDRESS");
    }
#endif

private:
    TempDir m_folder{"lockdesk-keyring"};
};

static const lockdesk::test::Program keyring_test("keyring_test", [](int argc, char** argv) {
    return runConsoleTest(argc, argv, [] { return std::make_unique<KeyringTest>(); });
});

#include "keyring_test.moc"

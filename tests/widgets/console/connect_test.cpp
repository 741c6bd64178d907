// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The connection dialog: clear error messages, statements shown before they run, and no password leaked.
#include "tests/widgets/console/lab.h"

#include "tests/widgets/program.h"
#include "widgets/connect/connect_dialog.h"
#include "widgets/shell/status_line.h"
#include "widgets/workers/start_workers_sheet.h"
#include "widgets/workers/workers_page.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDirIterator>
#include <QFile>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QProcess>
#include <QUrl>

#include <fstream>

using namespace lockdesk;
using namespace lockdesk::test;

namespace {

// Of this process alone: other tests give theirs to programs as an argument.
const QString secret = QStringLiteral("hunter2-s3cret-%1").arg(QCoreApplication::applicationPid());

/// Searches every readable command line of this machine.
bool secretInProcessList()
{
    QDirIterator all(QStringLiteral("/proc"), QDir::Dirs | QDir::NoDotAndDotDot);
    while (all.hasNext()) {
        QFile line(all.next() + QStringLiteral("/cmdline"));
        if (line.open(QIODevice::ReadOnly) && line.readAll().contains(secret.toUtf8()))
            return true;
    }
    return false;
}

QString fileWithSecret(const std::filesystem::path& folder)
{
    QDirIterator all(QString::fromStdString(folder.string()), QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
    while (all.hasNext()) {
        QFile file(all.next());
        if (file.open(QIODevice::ReadOnly) && file.readAll().contains(secret.toUtf8()))
            return file.fileName();
    }
    return {};
}

} // namespace

class ConnectTest final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        m_lab = std::make_unique<Lab>();
        m_lab->open({QStringLiteral("files")});
        // A PostgreSQL that requires a password, and a Redis user with one.
        const auto rules = m_rules / "hba.conf";
        std::ofstream(rules)
            << "host all guarded 127.0.0.1/32 scram-sha-256\nhost all all 127.0.0.1/32 trust\nlocal all all trust\n";
        std::filesystem::permissions(m_rules.path(), std::filesystem::perms::all);
        std::filesystem::permissions(rules, std::filesystem::perms::all);
        m_guarded = start_postgres({.settings = {"hba_file=" + rules.string()}, .may_use_existing = false});
        const auto sql = "CREATE USER guarded PASSWORD '" + secret.toStdString() + "'; CREATE DATABASE shop OWNER guarded;";
        QCOMPARE(run_program({"psql", "-q", m_guarded->url()}, sql.substr(0, sql.find(" CREATE DATABASE"))).status, 0);
        QCOMPARE(run_program({"psql", "-q", m_guarded->url()}, "CREATE DATABASE shop OWNER guarded;").status, 0);
        QCOMPARE(run_program({"redis-cli", "-u", m_lab->url(QStringLiteral("cache"))},
                             "ACL SETUSER guarded on >" + secret.toStdString() + " ~* &* +@all\n")
                     .status,
                 0);
    }
    void cleanupTestCase()
    {
        m_lab->quit();
        m_guarded.reset();
        m_lab.reset();
    }
    void cleanup()
    {
        if (auto* dialog = m_lab->window()->findChild<ConnectDialog*>())
            dialog->reject();
        QTRY_VERIFY(m_lab->window()->findChild<ConnectDialog*>() == nullptr);
    }

    void saysWhatIsWrong_data()
    {
        QTest::addColumn<QString>("url");
        QTest::addColumn<QString>("password");
        QTest::addColumn<QString>("says");
        QTest::newRow("wrong password, PostgreSQL") << guardedUrl() << QStringLiteral("wrong") << QStringLiteral("password");
        QTest::newRow("no password, PostgreSQL") << guardedUrl() << QString() << QStringLiteral("password");
        QTest::newRow("wrong password, Redis") << redisUrl() << QStringLiteral("wrong") << QStringLiteral("password");
        QTest::newRow("nobody listens") << QStringLiteral("postgresql://me@127.0.0.1:1/shop") << QString()
                                        << QStringLiteral("127.0.0.1");
        QTest::newRow("no such host") << QStringLiteral("redis://no-such-host.invalid/0") << QString()
                                      << QStringLiteral("no-such-host.invalid");
        QTest::newRow("no such file") << QStringLiteral("sqlite:///no/such/folder/x.sqlite") << QString()
                                      << QStringLiteral("/no/such/folder");
    }
    void saysWhatIsWrong()
    {
        QFETCH(QString, url);
        QFETCH(QString, password);
        QFETCH(QString, says);
        ConnectDialog* dialog = openDialog(url, password);
        QVERIFY(dialog != nullptr);
        QTest::mouseClick(dialog->testButton(), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(!dialog->isBusy(), patience);
        qInfo().noquote() << QTest::currentDataTag() << '|' << dialog->resultText();
        QVERIFY2(dialog->resultText().contains(says, Qt::CaseInsensitive), qPrintable(dialog->resultText()));
        QVERIFY(password.isEmpty() || password == QLatin1String("wrong") || !dialog->resultText().contains(password));
        QVERIFY(!dialog->schemaButton()->isVisible());
    }

    // A result belongs to the address that was tested.
    void aResultGoesWithItsAddress()
    {
        ConnectDialog* dialog = openDialog(QStringLiteral("postgresql://me@127.0.0.1:1/shop"), {});
        QVERIFY(dialog != nullptr);
        QTest::mouseClick(dialog->testButton(), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(dialog->resultText().contains(QLatin1String("127.0.0.1")), patience);
        QTest::keyClicks(dialog->urlField(), QStringLiteral("2"));
        QCOMPARE(dialog->resultText(), QString());
        QVERIFY(!dialog->isBusy());
    }

    void aNameThatIsTakenKeepsTheInput()
    {
        ConnectDialog* dialog = openDialog(QStringLiteral("sqlite:///tmp/files.sqlite"), {});
        QVERIFY(dialog != nullptr);
        QCOMPARE(dialog->draft().name, QStringLiteral("files")); // by the address
        QTest::mouseClick(dialog->connectButton(), Qt::LeftButton);
        QVERIFY(dialog->isVisible());
        QCOMPARE(dialog->draft().url, QStringLiteral("sqlite:///tmp/files.sqlite"));
        QVERIFY(dialog->nameField()->accessibleDescription().contains(QLatin1String("Another connection is named files")));
        QVERIFY2(dialog->nameField()->hasFocus(), "where it can be mended");
        typeText(QStringLiteral("2"));
        QTRY_COMPARE(dialog->nameField()->text(), QStringLiteral("files2"));
        QVERIFY(dialog->nameField()->accessibleDescription().isEmpty());
    }

    void badAddressIsRefusedAtItsField()
    {
        ConnectDialog* dialog = openDialog(QStringLiteral("mysq://x"), {});
        QVERIFY(dialog != nullptr);
        QTest::mouseClick(dialog->testButton(), Qt::LeftButton);
        QTRY_VERIFY(!dialog->urlField()->accessibleDescription().isEmpty());
        qInfo().noquote() << dialog->urlField()->accessibleDescription();
    }

    void showsStatementsBeforeTheyRun()
    {
        ConnectDialog* dialog = openDialog(guardedUrl(), secret);
        QVERIFY(dialog != nullptr);
        QTest::mouseClick(dialog->testButton(), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(dialog->schemaButton()->isVisible(), patience);
        auto* ddl = dialog->findChild<QPlainTextEdit*>();
        QVERIFY(ddl->isVisible() && ddl->toPlainText().contains(QStringLiteral("CREATE TABLE")));
        QVERIFY(ddl->toPlainText().contains(QStringLiteral("lockdesk_locks")));
        // The test created nothing, and a read-only connection creates nothing.
        QCOMPARE(tables(), QByteArray("0"));
        QVERIFY(!dialog->schemaButton()->isEnabled() && !dialog->schemaButton()->toolTip().isEmpty());
        allowWriting(dialog);
        QTest::mouseClick(dialog->schemaButton(), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(dialog->resultText().contains(QStringLiteral("schema version")), patience);
        QVERIFY(tables().toInt() > 8);
        QVERIFY(!dialog->schemaButton()->isVisible());
    }

    void anOlderSchemaIsBroughtUpToDate()
    {
        const LiveStore old("sqlite");
        old.by_hand("ALTER TABLE lockdesk_outbox DROP COLUMN cuts; ALTER TABLE lockdesk_outbox DROP COLUMN begun_at; "
                    "UPDATE lockdesk_meta SET value = 1 WHERE key = 'version';");
        ConnectDialog* dialog = openDialog(QString::fromStdString(old.url()), {});
        QVERIFY(dialog != nullptr);
        clickWidget(dialog->testButton());
        QTRY_VERIFY_WITH_TIMEOUT(dialog->schemaButton()->isVisible(), patience);
        qInfo().noquote() << dialog->resultText();
        QCOMPARE(dialog->schemaButton()->text(), QStringLiteral("Bring it up to date"));
        const auto* statements = dialog->findChild<QPlainTextEdit*>();
        QVERIFY2(statements->toPlainText().contains(QStringLiteral("ALTER TABLE lockdesk_outbox ADD COLUMN cuts"))
                     && !statements->toPlainText().contains(QStringLiteral("CREATE TABLE")),
                 qPrintable(statements->toPlainText()));
        QVERIFY2(!dialog->schemaButton()->isEnabled(), "read-only");
        allowWriting(dialog);
        clickWidget(dialog->schemaButton());
        QTRY_VERIFY_WITH_TIMEOUT(dialog->resultText().contains(QStringLiteral("schema version 2")), patience);
        QVERIFY(!dialog->schemaButton()->isVisible());
        QVERIFY(bool(old.open()->outbox().list({})));
    }

    void passwordStaysOutOfFilesAndProcessList()
    {
        ConnectDialog* dialog = openDialog({}, {});
        QVERIFY(dialog != nullptr);
        // Pasted together with the address, as users do.
        QUrl pasted(guardedUrl());
        pasted.setPassword(secret);
        dialog->urlField()->selectAll();
        QTest::keyClicks(dialog->urlField(), pasted.toString(QUrl::FullyEncoded));
        allowWriting(dialog);
        QTest::mouseClick(dialog->connectButton(), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(m_lab->feed(QStringLiteral("shop")) != nullptr
                                     && m_lab->feed(QStringLiteral("shop"))->health().state == HealthState::live,
                                 patience);
        // A worker on it gets the password, which is visible nowhere else.
        auto* page = m_lab->page<WorkersPage>("workers");
        QVERIFY(clickButton(page, QStringLiteral("Start workers…")));
        auto boxes = page->startSheet()->findChildren<QComboBox*>();
        boxes.front()->setCurrentText(QStringLiteral("shop"));
        for (auto* box : boxes)
            if (box->isEditable())
                box->setEditText(QStringLiteral("gateway"));
        QTest::mouseClick(page->startSheet()->startButton(), Qt::LeftButton);
        QTRY_COMPARE_WITH_TIMEOUT(page->model()->rowCount(), 2, patience);
        QVERIFY(!secretInProcessList());
        m_lab->window()->close();
        QCOMPARE(fileWithSecret(desktop().home()), QString());
        const std::string saved = read_file(desktop().home() / "config/lockdesk/connections.json");
        QVERIFY(saved.find("shop") != std::string::npos);
    }

    void retentionIsSavedAndOffForReadOnly()
    {
        ConnectDialog* dialog = openDialog(QString::fromStdString("sqlite://" + m_lab->file()), {});
        QVERIFY(dialog != nullptr);
        for (auto* field : dialog->findChildren<QLineEdit*>())
            if (field->accessibleName() == QLatin1String("Name")) {
                field->selectAll();
                QTest::keyClicks(field, QStringLiteral("kept"));
            }
        QLineEdit* retention = dialog->retentionField();
        QVERIFY2(!retention->isEnabled() && retention->text() == QLatin1String("off"),
                 "read-only at first: nothing is removed");
        allowWriting(dialog);
        QVERIFY(retention->isEnabled() && retention->text().isEmpty());
        QCOMPARE(retention->placeholderText(), QStringLiteral("7d"));
        QTest::keyClicks(retention, QStringLiteral("soon"));
        QTest::mouseClick(dialog->connectButton(), Qt::LeftButton);
        QTRY_VERIFY(retention->accessibleDescription().contains(QStringLiteral("soon")));
        QVERIFY(dialog->isVisible());
        qInfo().noquote() << retention->accessibleDescription();
        retention->selectAll();
        QTest::keyClicks(retention, QStringLiteral("30d"));
        QVERIFY(retention->accessibleDescription().isEmpty());
        QTest::mouseClick(dialog->connectButton(), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(m_lab->feed(QStringLiteral("kept")) != nullptr, patience);
        const auto file = desktop().home() / "config/lockdesk/connections.json";
        QVERIFY2(read_file(file).find("\"retention\": \"30d\"") != std::string::npos, read_file(file).c_str());

        QTRY_VERIFY(m_lab->window()->findChild<ConnectDialog*>() == nullptr);
        // Editing shows the retention; it vanishes with the right to write and returns with it.
        emit m_lab->window()->editConnectionRequested(QStringLiteral("kept"));
        dialog = m_lab->window()->findChild<ConnectDialog*>();
        QVERIFY(dialog != nullptr && QTest::qWaitForWindowExposed(dialog));
        retention = dialog->retentionField();
        QCOMPARE(retention->text(), QStringLiteral("30d"));
        dialog->readOnlyBox()->click();
        QVERIFY(!retention->isEnabled() && retention->text() == QLatin1String("off"));
        dialog->readOnlyBox()->click();
        QCOMPARE(retention->text(), QStringLiteral("30d"));
        QCOMPARE(dialog->draft().retention, QStringLiteral("30d"));
    }

private:
    QString guardedUrl() const { return QStringLiteral("postgresql://guarded@127.0.0.1:%1/shop").arg(m_guarded->port()); }
    QString redisUrl() const { return QStringLiteral("redis://guarded@127.0.0.1:%1/0").arg(m_lab->redis().port()); }
    QByteArray tables() const
    {
        const auto counted =
            run_program({"psql", "-Atq", "postgresql://postgres@127.0.0.1:" + std::to_string(m_guarded->port()) + "/shop"},
                        "select count(*) from pg_class where relname like 'lockdesk%' and relkind = 'r';\n");
        return QByteArray::fromStdString(counted.out).trimmed();
    }
    ConnectDialog* openDialog(const QString& url, const QString& password)
    {
        emit m_lab->window()->connectRequested({});
        auto* dialog = m_lab->window()->findChild<ConnectDialog*>();
        if (dialog == nullptr || !QTest::qWaitForWindowExposed(dialog))
            return nullptr;
        QTest::keyClicks(dialog->urlField(), url);
        for (auto* field : dialog->findChildren<QLineEdit*>())
            if (field->echoMode() == QLineEdit::Password)
                QTest::keyClicks(field, password);
        return dialog;
    }
    /// New connections are read-only by default.
    static void allowWriting(ConnectDialog* dialog)
    {
        for (auto* box : dialog->findChildren<QCheckBox*>())
            if (box->text().startsWith(QStringLiteral("Read-only")) && box->isChecked())
                QTest::mouseClick(box, Qt::LeftButton, {}, QPoint(6, box->height() / 2));
    }

    TempDir m_rules{"lockdesk-hba"};
    std::unique_ptr<Lab> m_lab;
    std::unique_ptr<TestServer> m_guarded;
};

static const lockdesk::test::Program connect_test("connect_test", [](int argc, char** argv) {
    return runConsoleTest(argc, argv, [] { return std::make_unique<ConnectTest>(); });
});

#include "connect_test.moc"

// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The fields of the connection dialog, by real keys and clicks, and what a test of a connection says.
#include "tests/widgets/console/lab.h"
#include "tests/widgets/program.h"
#include "tests/widgets/required.h"

#include "widgets/connect/address_fields.h"
#include "widgets/connect/connect_dialog.h"

#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QLineEdit>
#include <QScrollArea>

using namespace lockdesk;
using namespace lockdesk::test;

class FieldsTest final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        m_lab = std::make_unique<Lab>(QStringList{QStringLiteral("files"), QStringLiteral("orders"), QStringLiteral("cache")});
        m_lab->open({QStringLiteral("files")});
    }
    void cleanupTestCase()
    {
        m_lab->quit();
        m_lab.reset();
    }
    void init()
    {
        emit m_lab->window()->connectRequested({});
        m_dialog = m_lab->window()->findChild<ConnectDialog*>();
        QVERIFY(m_dialog != nullptr && awaitActive(m_dialog, patience));
    }
    void cleanup()
    {
        if (auto* dialog = m_lab->window()->findChild<ConnectDialog*>())
            dialog->reject();
        QTRY_VERIFY(m_lab->window()->findChild<ConnectDialog*>() == nullptr);
    }

    void theFieldsFollowTheAddress()
    {
        QTRY_VERIFY2(m_dialog->urlField()->hasFocus(), "at first");
        typeText(QStringLiteral("postgresql://ann@db.example:5433/shop?tls=verify&tls-ca=/ca.pem&application_name=x"));
        QTRY_COMPARE(fields()->optionsField()->text(), QStringLiteral("application_name=x"));
        QCOMPARE(fields()->kindBox()->currentText(), QStringLiteral("PostgreSQL"));
        QCOMPARE(fields()->hostField()->text(), QStringLiteral("db.example"));
        QCOMPARE(fields()->portField()->text(), QStringLiteral("5433"));
        QCOMPARE(fields()->databaseField()->text(), QStringLiteral("shop"));
        QCOMPARE(fields()->userField()->text(), QStringLiteral("ann"));
        QCOMPARE(fields()->tlsBox()->currentData().toString(), QStringLiteral("verify"));
        QCOMPARE(fields()->authoritiesField()->text(), QStringLiteral("/ca.pem"));
        QVERIFY(fields()->authoritiesField()->isVisible() && fields()->nameField()->isVisible());
        m_dialog->urlField()->selectAll();
        typeText(QStringLiteral("sqlite:///tmp/a b.sqlite"));
        QTRY_COMPARE(fields()->databaseField()->text(), QStringLiteral("/tmp/a b.sqlite"));
        QCOMPARE(fields()->databaseField()->accessibleName(), QStringLiteral("File"));
        QVERIFY(!fields()->hostField()->isEnabled() && !fields()->tlsBox()->isEnabled() && !fields()->keyField()->isVisible());
    }

    void theAddressFollowsTheFields()
    {
        LOCKDESK_REQUIRED(choose(fields()->kindBox(), QStringLiteral("postgresql")));
        QCOMPARE(url(), QStringLiteral("postgresql://"));
        LOCKDESK_REQUIRED(typeInto(fields()->hostField(), QStringLiteral("::1")));
        LOCKDESK_REQUIRED(typeInto(fields()->portField(), QStringLiteral("5433")));
        LOCKDESK_REQUIRED(typeInto(fields()->databaseField(), QStringLiteral("my shop")));
        LOCKDESK_REQUIRED(typeInto(fields()->userField(), QStringLiteral("ann@corp")));
        LOCKDESK_REQUIRED(typeInto(fields()->optionsField(), QStringLiteral("application_name=x")));
        QCOMPARE(url(), QStringLiteral("postgresql://ann%40corp@[::1]:5433/my%20shop?application_name=x"));
        QVERIFY2(!fields()->authoritiesField()->isVisible(), "nobody asked for TLS");
        LOCKDESK_REQUIRED(choose(fields()->tlsBox(), QStringLiteral("verify")));
        QVERIFY(fields()->authoritiesField()->isVisible());
        LOCKDESK_REQUIRED(typeInto(fields()->authoritiesField(), QStringLiteral("/etc/ca.pem")));
        QCOMPARE(url(),
                 QStringLiteral("postgresql://ann%40corp@[::1]:5433/my%20shop?application_name=x&tls=verify&tls-ca=/etc/ca.pem"));
        LOCKDESK_REQUIRED(choose(fields()->tlsBox(), QStringLiteral("off")));
        QCOMPARE(url(), QStringLiteral("postgresql://ann%40corp@[::1]:5433/my%20shop?application_name=x&tls=off"));
        // `host:port` in one field.
        fields()->hostField()->clear();
        LOCKDESK_REQUIRED(typeInto(fields()->hostField(), QStringLiteral("db:5434")));
        QCOMPARE(fields()->portField()->text(), QStringLiteral("5434"));
        pressKeys({QStringLiteral("Tab")});
        QTRY_COMPARE(fields()->hostField()->text(), QStringLiteral("db"));
        QVERIFY(url().contains(QStringLiteral("@db:5434/")));
    }

    void connectsByTheFieldsAlone()
    {
        const auto& server = m_lab->postgres();
        LOCKDESK_REQUIRED(choose(fields()->kindBox(), QStringLiteral("postgresql")));
        LOCKDESK_REQUIRED(typeInto(fields()->hostField(), QStringLiteral("127.0.0.1")));
        LOCKDESK_REQUIRED(typeInto(fields()->portField(), QString::number(server.port())));
        const QString database = QString::fromStdString(m_lab->url(QStringLiteral("orders"))).section(u'/', -1);
        LOCKDESK_REQUIRED(typeInto(fields()->databaseField(), database));
        LOCKDESK_REQUIRED(typeInto(fields()->userField(), QStringLiteral("postgres")));
        m_dialog->nameField()->clear();
        LOCKDESK_REQUIRED(typeInto(m_dialog->nameField(), QStringLiteral("by fields")));
        clickWidget(m_dialog->testButton());
        QTRY_VERIFY_WITH_TIMEOUT(m_dialog->resultText().contains(QStringLiteral("answers in")), patience);
        qInfo().noquote() << url() << '|' << m_dialog->resultText();
        QVERIFY2(m_dialog->testButton()->hasFocus(), "the focus stays");
        clickWidget(m_dialog->connectButton());
        QTRY_VERIFY_WITH_TIMEOUT(m_lab->feed(QStringLiteral("by fields")) != nullptr
                                     && m_lab->feed(QStringLiteral("by fields"))->health().state == HealthState::live,
                                 patience);
    }

    void theWholeErrorIsInView()
    {
        const QString host = QStringLiteral("a-rather-long-name-of-a-server-in-some-corner-of-the-company.invalid");
        LOCKDESK_REQUIRED(typeInto(m_dialog->urlField(), QStringLiteral("postgresql://me@%1:5432/shop").arg(host)));
        clickWidget(m_dialog->testButton());
        QTRY_VERIFY_WITH_TIMEOUT(!m_dialog->isBusy() && m_dialog->resultText().contains(host), patience);
        QVERIFY(m_dialog->testButton()->hasFocus());
        const QLabel* label = m_dialog->resultLabel();
        QVERIFY2(label->height() >= label->heightForWidth(label->width()), qPrintable(m_dialog->resultText()));
        QVERIFY2(!label->visibleRegion().isEmpty() && label->visibleRegion().boundingRect() == label->rect(), "nothing is cut off");
        QVERIFY(label->textInteractionFlags() & Qt::TextSelectableByMouse);
        // A result is about one address.
        LOCKDESK_REQUIRED(typeInto(fields()->portField(), QStringLiteral("1")));
        QCOMPARE(m_dialog->resultText(), QString());
    }

    void aTestCanBeStopped()
    {
        m_lab->redis().freeze();
        const QString url = QStringLiteral("redis://127.0.0.1:%1/0").arg(m_lab->redis().port());
        m_dialog->urlField()->setText(url);
        clickWidget(m_dialog->testButton());
        QTRY_VERIFY(m_dialog->isBusy());
        QCOMPARE(m_dialog->testButton()->text(), QStringLiteral("Stop"));
        clickWidget(m_dialog->testButton());
        QTRY_VERIFY(!m_dialog->isBusy());
        m_lab->redis().thaw();
        QCOMPARE(m_dialog->resultText(), QString());
        QVERIFY(m_dialog->testButton()->hasFocus());
        clickWidget(m_dialog->testButton());
        QTRY_VERIFY_WITH_TIMEOUT(m_dialog->resultText().contains(QStringLiteral("answers in")), patience);
    }

    void sourcesAreTestedToo()
    {
        m_dialog->urlField()->setText(QString::fromStdString(m_lab->url(QStringLiteral("cache"))));
        m_dialog->sourcesField()->setText(QStringLiteral("lockdesk string no-such-format"));
        clickWidget(m_dialog->testButton());
        QTRY_VERIFY_WITH_TIMEOUT(m_dialog->resultText().contains(QStringLiteral("answers in")), patience);
        qInfo().noquote() << m_dialog->resultText();
        QVERIFY(m_dialog->resultText().contains(QStringLiteral("Source no-such-format cannot be read:")));
        QVERIFY(!m_dialog->resultText().contains(QStringLiteral("Source string")));
        m_dialog->sourcesField()->clear();
        LOCKDESK_REQUIRED(typeInto(m_dialog->sourcesField(), QStringLiteral("lockdesk string")));
        QVERIFY2(m_dialog->resultText().isEmpty(), "of other sources");
        clickWidget(m_dialog->testButton());
        QTRY_VERIFY_WITH_TIMEOUT(m_dialog->resultText().contains(QStringLiteral("answers in")), patience);
        QVERIFY2(!m_dialog->resultText().contains(QStringLiteral("cannot be read")), qPrintable(m_dialog->resultText()));
    }

    // 1024x700 and 1280x800 are the smallest screens. With all fields of TLS.
    void fitsALowScreen()
    {
        m_dialog->urlField()->setText(QStringLiteral("postgresql://me@h/db?tls=verify&tls-ca=/ca"));
        QTRY_VERIFY(fields()->keyField()->isVisible());
        qInfo() << m_dialog->sizeHint();
        QVERIFY(m_dialog->sizeHint().height() <= 700 - 30);
        QTRY_VERIFY(m_dialog->height() <= 700 - 30);
        // Lower still: what has the focus is in view.
        m_dialog->resize(m_dialog->width(), 420);
        QTRY_VERIFY(m_dialog->height() == 420);
        m_dialog->readOnlyBox()->setFocus();
        QVERIFY(m_dialog->sourcesField()->visibleRegion().isEmpty());
        QVERIFY(awaitActive(m_dialog, patience));
        pressKeys({QStringLiteral("Tab")});
        QTRY_VERIFY2(m_dialog->sourcesField()->hasFocus(), qPrintable(QApplication::focusWidget()->accessibleName()));
        QTRY_VERIFY(!m_dialog->sourcesField()->visibleRegion().isEmpty());
        // Also when the window becomes higher, which scrolls, and lower again.
        for (const int height : {680, 420}) {
            m_dialog->resize(m_dialog->width(), height);
            QTRY_VERIFY(m_dialog->height() == height);
        }
        QTRY_VERIFY(!m_dialog->sourcesField()->visibleRegion().isEmpty());
    }

private:
    AddressFields* fields() { return m_dialog->fields(); }
    QString url() { return m_dialog->urlField()->text(); }
    void typeInto(QLineEdit* field, const QString& text)
    {
        for (int tries = 0; tries < 5 && !field->hasFocus(); ++tries) {
            clickWidget(field);
            (void)QTest::qWaitFor([&] { return field->hasFocus(); }, 1000);
        }
        QVERIFY(field->hasFocus());
        typeText(text);
        QTRY_VERIFY_WITH_TIMEOUT(field->text().endsWith(text), patience);
    }
    /// With the arrow keys, which stop at the ends.
    void choose(QComboBox* box, const QString& what)
    {
        box->setFocus();
        const int wanted = box->findData(what);
        QVERIFY(wanted >= 0);
        for (int tries = 0; tries < 20 && box->currentData().toString() != what; ++tries) {
            const int before = box->currentIndex();
            pressKeys({before < wanted ? QStringLiteral("Down") : QStringLiteral("Up")});
            (void)QTest::qWaitFor([&] { return box->currentIndex() != before; }, 1000);
        }
        QCOMPARE(box->currentData().toString(), what);
    }

    std::unique_ptr<Lab> m_lab;
    ConnectDialog* m_dialog = nullptr;
};

static const lockdesk::test::Program fields_test("fields_test", [](int argc, char** argv) {
    return runConsoleTest(argc, argv, [] { return std::make_unique<FieldsTest>(); });
});

#include "fields_test.moc"

// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Starting and pausing workers takes the friction of their store's environment, and the window shows the store's state.
#include "tests/widgets/console/lab.h"
#include "tests/widgets/program.h"
#include "tests/widgets/required.h"

#include "app/common/local_audit.h"
#include "widgets/sheets/action_flow.h"
#include "widgets/workers/start_workers_sheet.h"
#include "widgets/workers/workers_page.h"

#include <QComboBox>
#include <QLineEdit>
#include <QSignalSpy>

#include <algorithm>

using namespace lockdesk;
using namespace lockdesk::test;

class OrdersTest final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { m_lab = std::make_unique<Lab>(QStringList{QStringLiteral("files"), QStringLiteral("orders")}); }
    void cleanupTestCase() { m_lab.reset(); }
    void cleanup() { m_lab->quit(); }

    void startTakesTheSelectedStoreAndItsFriction()
    {
        LOCKDESK_REQUIRED(begin("production"));
        QVERIFY(clickButton(m_page, QStringLiteral("Start workers…")));
        StartWorkersSheet* sheet = m_page->startSheet();
        QVERIFY(sheet != nullptr);
        QCOMPARE(sheet->storeBox()->currentText(), QStringLiteral("orders"));
        for (auto* box : sheet->findChildren<QComboBox*>())
            if (box->isEditable())
                box->setEditText(QStringLiteral("gateway"));
        QVERIFY(sheet->reasonField()->isVisible() && !sheet->startButton()->isEnabled());
        QTest::keyClicks(sheet->reasonField(), QStringLiteral("canary"));
        QVERIFY(!sheet->startButton()->isEnabled());
        QTest::keyClicks(sheet->typedField(), QStringLiteral("files"));
        QVERIFY2(!sheet->startButton()->isEnabled(), "the name of another store");
        sheet->typedField()->clear();
        QTest::keyClicks(sheet->typedField(), QStringLiteral("orders"));
        QVERIFY(sheet->startButton()->isEnabled());
        QTest::mouseClick(sheet->startButton(), Qt::LeftButton);
        QTRY_COMPARE_WITH_TIMEOUT(m_page->model()->rowCount(), 3, patience);
        QVERIFY(isInLocalAudit("worker-start", "canary"));
    }

    void inDevelopmentOneClickStarts()
    {
        LOCKDESK_REQUIRED(begin("development"));
        QVERIFY(clickButton(m_page, QStringLiteral("Start workers…")));
        QVERIFY(!m_page->startSheet()->reasonField()->isVisible() && !m_page->startSheet()->typedField()->isVisible());
        QVERIFY(m_page->startSheet()->startButton()->isEnabled());
    }

    void aPauseInProductionIsTypedAndHasAReason()
    {
        LOCKDESK_REQUIRED(begin("production"));
        QVERIFY(clickButton(m_page, QStringLiteral("Pause")));
        ActionSheet* sheet = m_page->flow()->sheet();
        QVERIFY(sheet != nullptr && sheet->isVisible());
        QCOMPARE(orderNow(), WorkerOrder::run);
        QVERIFY(!sheet->actionButton()->isEnabled());
        QTest::keyClicks(sheet->reasonField(), QStringLiteral("deploy"));
        QTest::keyClicks(sheet->typedField(), QStringLiteral("far/4711")); // as users name it
        QTRY_VERIFY_WITH_TIMEOUT(sheet->actionButton()->isEnabled(), patience);
        QVERIFY2(!isInLocalAudit("worker-pause", "deploy"), "it is only shown");
        QTest::mouseClick(sheet->actionButton(), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(!sheet->resultText().isEmpty(), patience);
        QCOMPARE(orderNow(), WorkerOrder::pause);
        QVERIFY(isInLocalAudit("worker-pause", "deploy"));
        QVERIFY(m_page->flow()->escape());
        QTRY_VERIFY_WITH_TIMEOUT(hasButton(QStringLiteral("Resume")), patience);
    }

    // No sheet; the notice comes when the store has answered, and the button follows the row.
    void aPauseInDevelopmentIsAClick()
    {
        LOCKDESK_REQUIRED(begin("development"));
        QSignalSpy notices(m_page->flow(), &ActionFlow::notice);
        QVERIFY(clickButton(m_page, QStringLiteral("Pause")));
        QVERIFY(m_page->flow()->sheet() == nullptr || !m_page->flow()->sheet()->isVisible());
        QTRY_VERIFY_WITH_TIMEOUT(!notices.isEmpty(), patience);
        QCOMPARE(orderNow(), WorkerOrder::pause);
        QTRY_VERIFY_WITH_TIMEOUT(hasButton(QStringLiteral("Resume")), patience);
        QVERIFY(clickButton(m_page, QStringLiteral("Resume")));
        QTRY_COMPARE_WITH_TIMEOUT(orderNow(), WorkerOrder::run, patience);
        QTRY_VERIFY_WITH_TIMEOUT(hasButton(QStringLiteral("Pause")), patience);
        // Whoever takes a picture of an order does not give it.
        m_page->flow()->askAlways();
        QVERIFY(clickButton(m_page, QStringLiteral("Pause")));
        QVERIFY(m_page->flow()->sheet() != nullptr);
        QCOMPARE(orderNow(), WorkerOrder::run);
        QVERIFY(m_page->flow()->escape());
    }

private:
    static constexpr const char* worker = "far/4711/00ff";

    // A worker on another host, whose row is selected.
    void begin(const char* environment)
    {
        m_lab->clean();
        WorkerRow row;
        row.id = worker;
        row.host = "far";
        row.pid = 4711;
        row.period = std::chrono::minutes{1};
        need(m_lab->session(QStringLiteral("orders")).workers().beat(row));
        m_lab->open({QStringLiteral("files"), QStringLiteral("orders")}, false, {}, environment);
        m_page = m_lab->page<WorkersPage>("workers");
        QVERIFY(clickRow(*m_lab, m_page, QStringLiteral("orders"), QString::fromLatin1(worker)));
    }
    WorkerOrder orderNow()
    {
        const auto rows = need(m_lab->session(QStringLiteral("orders")).workers().list({})).rows;
        return rows.front().order;
    }
    static bool isInLocalAudit(const std::string& action, const std::string& reason)
    {
        const auto kept = app::LocalAudit().read();
        return std::any_of(kept.begin(), kept.end(), [&](const app::LocalAuditRow& entry) {
            return entry.row.action == action && entry.row.reason == reason;
        });
    }
    bool hasButton(const QString& text) const
    {
        const auto buttons = m_page->findChildren<QPushButton*>();
        return std::any_of(buttons.begin(), buttons.end(),
                           [&](const QPushButton* button) { return button->isVisible() && button->text() == text; });
    }

    std::unique_ptr<Lab> m_lab;
    WorkersPage* m_page = nullptr;
};

static const lockdesk::test::Program orders_test("orders_test", [](int argc, char** argv) {
    return runConsoleTest(argc, argv, [] { return std::make_unique<OrdersTest>(); });
});

#include "orders_test.moc"

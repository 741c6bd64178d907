// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Real pages on real stores with real clicks: an operator's forced actions.
#include "backends/engine/contracts/store.h"
#include "models/actions/store_actions.h"
#include "models/feed/history.h"
#include "models/tables/countdown_timer.h"
#include "models/tables/locks_model.h"
#include "models/tables/roles.h"
#include "models/tables/tasks_model.h"
#include "tests/support/stores/live_store.h"
#include "tests/widgets/program.h"
#include "tests/widgets/required.h"
#include "tests/widgets/stubs.h"
#include "widgets/locks/locks_page.h"
#include "widgets/shell/own_workers.h"
#include "widgets/tasks/tasks_page.h"
#include "widgets/theme/theme.h"

#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QElapsedTimer>
#include <QLineEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QTest>

#include <map>

using namespace lockdesk;
using test::patience;

namespace {

using test::need;
using test::NoWorkers;

/// The three default kinds, or those listed in LOCKDESK_TEST_STORES.
std::vector<std::string> wantedKinds()
{
    if (qEnvironmentVariableIsEmpty("LOCKDESK_TEST_STORES"))
        return {"sqlite", "postgresql", "redis"};
    return test::kinds_under_test();
}

} // namespace

class ConsoleActionsTest final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        for (const std::string& kind : wantedKinds())
            m_lives[kind] = std::make_unique<test::LiveStore>(
                kind, kind == "postgresql" ? std::vector<std::string>{"log_statement=all"} : std::vector<std::string>{});
    }
    void cleanupTestCase() { m_lives.clear(); }

    // Even if the sheet got no update: the store compares.
    void changedHandsDoesNothing_data() { stores(); }
    void changedHandsDoesNothing()
    {
        LOCKDESK_REQUIRED(begin());
        const auto first = acquire("billing", "bill-2/4471/c41be0729d53fa18");
        LOCKDESK_REQUIRED(openForceUnlock("billing"));
        m_feeds->feeds().front()->stop();
        need(session().locks().release(LockName::trusted("billing"), OwnerId::trusted("bill-2/4471/c41be0729d53fa18"),
                                       tokenOf(first)));
        acquire("billing", "api-2/8044/5d0e11aa22bb33cc");
        LOCKDESK_REQUIRED(submit());
        QVERIFY2(m_reported.contains(QStringLiteral("api-2")), qPrintable(m_reported));
        const auto row = need(session().locks().find(LockName::trusted("billing")));
        QCOMPARE(QString::fromStdString(row->owner), QStringLiteral("api-2/8044/5d0e11aa22bb33cc"));
    }

    // The sheet shows it before the button is pressed, which is disabled until the operator accepts the new holder.
    void changedHandsIsShownAtOnce_data() { stores(); }
    void changedHandsIsShownAtOnce()
    {
        LOCKDESK_REQUIRED(begin());
        const char* const old = "bill-2/4471/c41be0729d53fa18";
        const auto first = acquire("billing", old);
        LOCKDESK_REQUIRED(openForceUnlock("billing"));
        need(session().locks().release(LockName::trusted("billing"), OwnerId::trusted(old), tokenOf(first)));
        acquire("billing", "api-2/8044/5d0e11aa22bb33cc");
        QTRY_VERIFY2_WITH_TIMEOUT(m_sheet->newsText().contains(QStringLiteral("api-2")), qPrintable(m_sheet->newsText()),
                                  patience);
        QVERIFY(!m_sheet->actionButton()->isEnabled());
        QCOMPARE(m_sheet->victimList()->victims().front().owner, QStringLiteral("api-2/8044/5d0e11aa22bb33cc"));
        QTest::mouseClick(m_sheet->actionButton(), Qt::LeftButton);
        QVERIFY(m_sheet->resultText().isEmpty());
        QVERIFY(m_sheet->takeUpButton()->isVisible());
        QTest::mouseClick(m_sheet->takeUpButton(), Qt::LeftButton);
        LOCKDESK_REQUIRED(submit());
        QVERIFY2(m_reported.contains(QStringLiteral("Released")), qPrintable(m_reported));
        const auto row = need(session().locks().find(LockName::trusted("billing")));
        QVERIFY(!row || row->owner.empty());
        if (session().capabilities().audit) {
            const auto audit = need(session().audit().list({})).rows;
            QVERIFY2(!audit.empty() && QString::fromStdString(audit.front().evidence).contains(QStringLiteral("api-2/8044")),
                     audit.empty() ? "none" : audit.front().evidence.c_str());
        }
    }

    // The remaining lease is updated in the sheet, and the audit stores the row last seen.
    void theOpenSheetFollowsTheLease_data() { stores(); }
    void theOpenSheetFollowsTheLease()
    {
        LOCKDESK_REQUIRED(begin());
        const char* const owner = "rep-0/52/70aa11bb22cc33dd";
        const auto held = acquire("renewed", owner);
        LOCKDESK_REQUIRED(openForceUnlock("renewed"));
        const QString before = m_sheet->victimList()->victims().front().left;
        QTRY_VERIFY_WITH_TIMEOUT(m_sheet->victimList()->victims().front().left != before, patience);
        need(session().locks().renew(LockName::trusted("renewed"), OwnerId::trusted(owner), tokenOf(held),
                                     std::chrono::minutes{50}));
        QTRY_COMPARE_WITH_TIMEOUT(m_sheet->newsText(), QStringLiteral("Renewed since this sheet was opened."), patience);
        QTRY_VERIFY2_WITH_TIMEOUT(m_sheet->victimList()->victims().front().left.contains(QStringLiteral("min")),
                                  qPrintable(m_sheet->victimList()->victims().front().left), patience);
        QVERIFY(m_sheet->actionButton()->isEnabled());
    }

    // The reason to free it was "It is expired", but its holder has returned.
    void renewedAfterItsEndIsToldAndNotFreed()
    {
        if (!m_lives.contains("sqlite"))
            QSKIP("not applicable: this entry runs on other stores");
        LOCKDESK_REQUIRED(begin("sqlite"));
        const char* const owner = "rep-0/52/70aa11bb22cc33dd";
        const auto got = need(session().locks().acquire(
            {LockName::trusted("late"), OwnerId::trusted(owner), std::chrono::milliseconds{300}, RequestId::trusted("r")}));
        LocksPage* page = nullptr;
        LOCKDESK_REQUIRED(show(page));
        QTRY_VERIFY_WITH_TIMEOUT(
            page->model()->rowOfKey(0, QStringLiteral("late")) >= 0
                && page->model()->index(page->model()->rowOfKey(0, QStringLiteral("late")), 0).data(StateRole).toString()
                       == QStringLiteral("expired"),
            patience);
        LOCKDESK_REQUIRED(clickRow(page, "late"));
        LOCKDESK_REQUIRED(click(page, "Force unlock…"));
        m_sheet = page->flow()->sheet();
        QTRY_VERIFY_WITH_TIMEOUT(m_sheet->actionButton()->isEnabled(), patience);
        auto again = need(session().locks().acquire(
            {LockName::trusted("late"), OwnerId::trusted(owner), std::chrono::minutes{1}, RequestId::trusted("r2")}));
        QVERIFY(again.result == AcquireResult::acquired && got.token);
        QTRY_VERIFY_WITH_TIMEOUT(!m_sheet->newsText().isEmpty(), patience);
        QVERIFY(!m_sheet->actionButton()->isEnabled());
        QVERIFY(m_sheet->takeUpButton()->isVisible());
    }

    void aStoppedStoreIsShownInTwoSeconds_data() { stores(); }
    void aStoppedStoreIsShownInTwoSeconds()
    {
        LOCKDESK_REQUIRED(begin());
        test::LiveStore& live = *m_lives.at(QTest::currentDataTag());
        if (live.servers().empty())
            QSKIP("not applicable: this store has no server to stop");
        acquire("billing", "bill-2/4471/c41be0729d53fa18");
        LOCKDESK_REQUIRED(openForceUnlock("billing"));
        const QString commands = m_sheet->commandsText();
        QElapsedTimer timer;
        timer.start();
        for (const auto& server : live.servers())
            server->freeze();
        const bool reported = QTest::qWaitFor(
            [&] {
                return m_sheet->newsText().contains(QStringLiteral("not answer"))
                       || m_sheet->newsText().contains(QStringLiteral("no answer"));
            },
            patience);
        const qint64 after = timer.elapsed();
        const bool dead = !m_sheet->actionButton()->isEnabled();
        // While it lasts the sheet counts up, and an error never stands in place of the commands.
        static const QRegularExpression seconds(QStringLiteral("(\\d+(\\.\\d+)?) s\\b"));
        double longest = 0, back = 0;
        QString wrong;
        (void)QTest::qWaitFor(
            [&] {
                const double now = seconds.match(m_sheet->newsText()).captured(1).toDouble();
                back = std::max(back, longest - now);
                longest = std::max(longest, now);
                if (m_sheet->commandsText() != commands)
                    wrong = m_sheet->commandsText();
                return longest >= 8;
            },
            20'000);
        for (const auto& server : live.servers())
            server->thaw();
        QVERIFY2(reported && after <= 2000, qPrintable(QString::number(after)));
        QVERIFY(dead);
        QVERIFY2(longest >= 8 && back <= 2.5, qPrintable(QStringLiteral("%1 s, back by %2 s").arg(longest).arg(back)));
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
        qInfo("told after %lld ms", static_cast<long long>(after));
        QTRY_VERIFY2_WITH_TIMEOUT(m_sheet->actionButton()->isEnabled(), qPrintable(m_sheet->newsText()), patience * 2);
        LOCKDESK_REQUIRED(submit());
        QVERIFY2(m_reported.contains(QStringLiteral("Released")), qPrintable(m_reported));
    }

    // Acting on many rows is never a single click, not even in development; each row shows its result.
    void manyAreConfirmedByTheirNumber()
    {
        if (!m_lives.contains("sqlite"))
            QSKIP("not applicable: this entry runs on other stores");
        LOCKDESK_REQUIRED(begin("sqlite"));
        constexpr int many = 25;
        for (int i = 0; i < many; ++i)
            acquire(("lock-" + std::to_string(i)).c_str(), ("api-" + std::to_string(i) + "/1/aabbccdd").c_str());
        LocksPage* page = nullptr;
        LOCKDESK_REQUIRED(show(page));
        QTRY_COMPARE_WITH_TIMEOUT(page->model()->rowCount(), many, patience);
        page->table()->setFocus();
        QTest::keyClick(page->table(), Qt::Key_A, Qt::ControlModifier);
        LOCKDESK_REQUIRED(click(page, "Force unlock…"));
        m_sheet = page->flow()->sheet();
        QVERIFY(m_sheet != nullptr);
        QTRY_VERIFY_WITH_TIMEOUT(!m_sheet->commandsText().isEmpty(), patience);
        QVERIFY(m_sheet->typedField()->isVisible());
        QVERIFY(!m_sheet->actionButton()->isEnabled());
        QVERIFY2(m_sheet->commandsText().contains(QStringLiteral("the same for 5 more")),
                 qPrintable(m_sheet->commandsText().right(200)));
        QTest::keyClicks(m_sheet->typedField(), QStringLiteral("25 in orders"));
        LOCKDESK_REQUIRED(submit());
        QCOMPARE(m_reported, QString()); // the list has them; only what failed is repeated
        int free = 0;
        for (int i = 0; i < many; ++i)
            free += need(session().locks().find(LockName::trusted("lock-" + std::to_string(i))))->owner.empty();
        QCOMPARE(free, many);
    }

    void renewedByItsWatchdogGoesThrough_data() { stores(); }
    void renewedByItsWatchdogGoesThrough()
    {
        LOCKDESK_REQUIRED(begin());
        const auto held = acquire("renewed", "rep-0/52/70aa11bb22cc33dd");
        LOCKDESK_REQUIRED(openForceUnlock("renewed"));
        need(session().locks().renew(LockName::trusted("renewed"), OwnerId::trusted("rep-0/52/70aa11bb22cc33dd"),
                                     tokenOf(held), std::chrono::minutes{2}));
        LOCKDESK_REQUIRED(submit());
        const auto row = need(session().locks().find(LockName::trusted("renewed")));
        if (session().capabilities().fence == FenceStrength::none) { // a free lock has no row there
            QVERIFY2(!row, qPrintable(m_reported));
            return;
        }
        QVERIFY(row->owner.empty());
        QCOMPARE(row->token.number(), held.token->number() + 1);
    }

    void postgresLogsExactlyThePreview()
    {
        if (!m_lives.contains("postgresql"))
            QSKIP("not applicable: this entry runs on other stores");
        LOCKDESK_REQUIRED(begin("postgresql"));
        acquire("preview's \"name\"", "pay-7/2211/9f3a77c01be2d054");
        LOCKDESK_REQUIRED(openForceUnlock("preview's \"name\""));
        const QString commands = m_sheet->commandsText();
        QVERIFY(commands.contains(QStringLiteral("UPDATE")));
        LOCKDESK_REQUIRED(submit());
        QTRY_VERIFY_WITH_TIMEOUT(squeezed(QString::fromStdString(m_lives.at("postgresql")->servers().front()->log()))
                                     .contains(squeezed(commands)),
                                 patience);
    }

    void relockOf90sIsDueIn90s_data() { stores(); }
    void relockOf90sIsDueIn90s()
    {
        LOCKDESK_REQUIRED(begin());
        if (!session().capabilities().tasks)
            QSKIP("not applicable: this store has no tasks (Capabilities::tasks)");
        std::vector<NewTask> tasks{{TaskId::trusted("gw-58e1"), TaskKind::trusted("gateway"), Phase::trusted("Starting"),
                                    DesiredState::running, "{}"}};
        need(session().tasks().add(tasks));
        need(session().tasks().claim({.kind = TaskKind::trusted("gateway"),
                                      .phase = Phase::trusted("Starting"),
                                      .limit = 1,
                                      .owner = OwnerId::trusted("gw-w1/1/aa"),
                                      .claim = ClaimId::trusted("c1")}));
        TasksPage* page = nullptr;
        LOCKDESK_REQUIRED(show(page));
        QTest::mouseClick(page->modeSwitch()->findChildren<QPushButton*>().at(1), Qt::LeftButton); // Table
        // Hints arrive so fast that the task may be shown as before its claim.
        auto* model = qobject_cast<TasksModel*>(page->model());
        QVERIFY(model != nullptr);
        QTRY_VERIFY_WITH_TIMEOUT(model->rowCount() == 1 && model->rowAt(0)->owner == "gw-w1/1/aa", patience);
        LOCKDESK_REQUIRED(clickRow(page, "gw-58e1"));
        LOCKDESK_REQUIRED(click(page, "Relock…"));
        QTRY_VERIFY(page->flow()->sheet() != nullptr);
        ActionSheet* sheet = page->flow()->sheet();
        sheet->delayBox()->lineEdit()->selectAll();
        QTest::keyClicks(sheet->delayBox()->lineEdit(), QStringLiteral("90s"));
        m_sheet = sheet;
        LOCKDESK_REQUIRED(submit());
        const auto found = session().tasks().find(TaskId::trusted("gw-58e1"));
        QVERIFY(bool(found));
        const auto& row = **found;
        const auto due_in = task_due_at(row) - *found.store_time();
        QVERIFY(due_in <= std::chrono::seconds{90});
        QVERIFY2(due_in > std::chrono::seconds{75}, qPrintable(m_reported));
        QVERIFY(row.owner.empty());
    }

    void aPhaseKeepsItsSpaces()
    {
        if (!m_lives.contains("sqlite"))
            QSKIP("not applicable: this entry runs on other stores");
        LOCKDESK_REQUIRED(begin("sqlite"));
        const std::vector<NewTask> tasks{
            {TaskId::trusted("t-1"), TaskKind::trusted("mail"), Phase::trusted("New"), DesiredState::running, "{}"}};
        need(session().tasks().add(tasks));
        need(session().tasks().claim({.kind = TaskKind::trusted("mail"),
                                      .phase = Phase::trusted("New"),
                                      .limit = 1,
                                      .owner = OwnerId::trusted("w/1/aa"),
                                      .claim = ClaimId::trusted("c1")}));
        TasksPage* page = nullptr;
        LOCKDESK_REQUIRED(show(page));
        QTest::mouseClick(page->modeSwitch()->findChildren<QPushButton*>().at(1), Qt::LeftButton); // Table
        auto* model = qobject_cast<TasksModel*>(page->model());
        QTRY_VERIFY_WITH_TIMEOUT(model->rowCount() == 1 && model->rowAt(0)->owner == "w/1/aa", patience);
        LOCKDESK_REQUIRED(clickRow(page, "t-1"));
        LOCKDESK_REQUIRED(click(page, "Advance…"));
        QTRY_VERIFY(page->flow()->sheet() != nullptr);
        m_sheet = page->flow()->sheet();
        m_sheet->delayBox()->lineEdit()->selectAll();
        QTest::keyClicks(m_sheet->delayBox()->lineEdit(), QStringLiteral("In triage now "));
        LOCKDESK_REQUIRED(submit());
        QCOMPARE(need(session().tasks().find(TaskId::trusted("t-1")))->phase, std::string("In triage now"));
    }

    // The button never says less or more than it does.
    void theTitleFollowsTheHoldOff()
    {
        if (!m_lives.contains("sqlite"))
            QSKIP("not applicable: this entry runs on other stores");
        LOCKDESK_REQUIRED(begin("sqlite"));
        acquire("orders:42", "api-1/1/aa");
        LOCKDESK_REQUIRED(openForceUnlock("orders:42"));
        QCOMPARE(m_sheet->actionButton()->text(), QStringLiteral("Force unlock orders:42"));
        m_sheet->delaySwitch()->click();
        QTRY_COMPARE_WITH_TIMEOUT(m_sheet->actionButton()->text(), QStringLiteral("Hold off orders:42"), patience);
        QCOMPARE(m_sheet->title(), QStringLiteral("Hold off orders:42"));
        m_sheet->delaySwitch()->click();
        QTRY_COMPARE_WITH_TIMEOUT(m_sheet->actionButton()->text(), QStringLiteral("Force unlock orders:42"), patience);
    }

    void cleanup()
    {
        m_window.reset();
        m_actions.reset();
        m_history.reset();
        m_countdown.reset();
        if (m_feeds)
            m_feeds->stopAll();
        m_feeds.reset();
        m_session.reset();
        m_store.reset();
    }

private:
    void stores()
    {
        QTest::addColumn<QString>("kind");
        for (const auto& [kind, live] : m_lives)
            QTest::newRow(kind.c_str()) << QString::fromStdString(kind);
    }

    /// Starts on an empty store of this kind, or of the kind in the case's data.
    void begin(const std::string& kind = QTest::currentDataTag() != nullptr ? QTest::currentDataTag() : "")
    {
        QVERIFY2(m_lives.contains(kind), kind.c_str());
        test::LiveStore& live = *m_lives.at(kind);
        live.clean();
        m_store = live.store();
        m_session = live.open();
        m_feeds = std::make_unique<FeedSet>();
        ConnectionInfo info;
        info.id = info.name = QStringLiteral("orders");
        Feed* feed = m_feeds->add(info);
        feed->observe(m_store, {.interval = std::chrono::milliseconds{200}});
        m_countdown = std::make_unique<CountdownTimer>();
        m_history = std::make_unique<History>(m_feeds.get());
        m_actions = std::make_unique<StoreActions>(
            m_feeds.get(), [store = m_store](int, const std::string&) { return store->open({}); },
            QStringLiteral("tester@host"));
    }

    Session& session() { return *m_session; }
    static FencingToken tokenOf(const Acquisition& held) { return held.token.value_or(FencingToken{}); }

    Acquisition acquire(const char* name, const char* owner)
    {
        auto got =
            need(session().locks().acquire({LockName::trusted(name), OwnerId::trusted(owner), std::chrono::seconds{60},
                                            RequestId::trusted(std::string("r-") + owner)}));
        if (got.result != AcquireResult::acquired)
            throw std::runtime_error("not acquired");
        return got;
    }

    template <class PageType> void show(PageType*& page)
    {
        const PageContext context{m_feeds.get(), m_countdown.get(), m_history.get(), m_actions.get(), &m_workers, &m_shown};
        page = new PageType(context);
        m_window.reset(page);
        page->resize(1100, 720);
        page->show();
        page->setActive(true);
        QVERIFY(QTest::qWaitForWindowExposed(page));
    }

    void clickRow(RowPage* page, const char* key)
    {
        const QString name = QString::fromUtf8(key);
        QTRY_VERIFY_WITH_TIMEOUT(page->model()->rowOfKey(0, name) >= 0, patience);
        const QModelIndex index = page->model()->index(page->model()->rowOfKey(0, name), 1);
        QTest::mouseClick(page->table()->viewport(), Qt::LeftButton, {}, page->table()->visualRect(index).center());
    }

    void click(RowPage* page, const char* text)
    {
        for (QPushButton* button : page->findChildren<QPushButton*>())
            if (button->text() == QString::fromUtf8(text) && button->isVisible()) {
                QTRY_VERIFY(button->isEnabled());
                QTest::mouseClick(button, Qt::LeftButton);
                return;
            }
        QFAIL(text);
    }

    void openForceUnlock(const char* name)
    {
        LocksPage* page = nullptr;
        LOCKDESK_REQUIRED(show(page));
        LOCKDESK_REQUIRED(clickRow(page, name));
        LOCKDESK_REQUIRED(click(page, "Force unlock…"));
        m_sheet = page->flow()->sheet();
        QVERIFY(m_sheet != nullptr);
        QTRY_VERIFY_WITH_TIMEOUT(m_sheet->actionButton()->isEnabled(), patience);
    }

    /// Stores the result text in m_reported.
    void submit()
    {
        QTRY_VERIFY_WITH_TIMEOUT(m_sheet->actionButton()->isEnabled(), patience);
        QTest::mouseClick(m_sheet->actionButton(), Qt::LeftButton);
        QTRY_COMPARE_WITH_TIMEOUT(m_sheet->actionButton()->text(), QStringLiteral("Close"), patience);
        m_reported = m_sheet->resultText();
    }

    static QString squeezed(const QString& text) { return text.simplified().remove(u' '); }

    std::map<std::string, std::unique_ptr<test::LiveStore>> m_lives;
    std::shared_ptr<Store> m_store;
    std::unique_ptr<Session> m_session;
    std::unique_ptr<FeedSet> m_feeds;
    std::unique_ptr<CountdownTimer> m_countdown;
    std::unique_ptr<History> m_history;
    std::unique_ptr<StoreActions> m_actions;
    NoWorkers m_workers;
    ShownConnections m_shown;
    std::unique_ptr<ConsolePage> m_window;
    ActionSheet* m_sheet = nullptr;
    QString m_reported;
};

static const lockdesk::test::Program console_actions_test("console_actions_test", [](int argc, char** argv) {
    QApplication app(argc, argv);
    app.setOrganizationName(QStringLiteral("lockdesk-test"));
    Theme::get().install(app);
    ConsoleActionsTest test;
    return QTest::qExec(&test, argc, argv);
});

#include "console_actions_test.moc"

// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The outbox shown by charts and reasons, and the text about its relay.
#include "models/tables/messages_model.h"
#include "models/tables/stores_model.h"
#include "tests/widgets/program.h"
#include "tests/widgets/required.h"
#include "tests/widgets/window_desk.h"
#include "widgets/common/chart_view.h"
#include "widgets/common/table_view.h"
#include "widgets/outbox/outbox_page.h"
#include "widgets/sheets/action_flow.h"
#include "widgets/sheets/action_sheet.h"
#include "widgets/theme/theme.h"
#include "widgets/workers/start_workers_sheet.h"

#include <QApplication>
#include <QSettings>
#include <QSignalSpy>
#include <QTest>

using namespace lockdesk;
using test::WindowDesk;
using namespace std::chrono_literals;

class OutboxTest final : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        QSettings().clear();
        m_desk = std::make_unique<WindowDesk>(QStringLiteral("orders"));
        m_cache = m_desk->addStore(QStringLiteral("cache"), QStringLiteral("staging"));
        QVERIFY(m_desk->show());
        tell(m_desk->feed, 5s);
        tell(m_cache, 252s);
        m_page = m_desk->page<OutboxPage>("outbox");
    }
    void cleanup() { m_desk.reset(); }

    void theWorstIsSelectedUntilSomebodyChooses()
    {
        QTRY_COMPARE(selected(), m_cache->index());
        tell(m_desk->feed, 900s);
        QTRY_COMPARE(selected(), m_desk->feed->index());
        TableView* table = m_page->storesTable();
        for (int row = 0; row < table->model()->rowCount(); ++row)
            if (connectionOf(row) == m_cache->index())
                QTest::mouseClick(table->viewport(), Qt::LeftButton, {},
                                  table->visualRect(table->model()->index(row, StoresModel::StoreName)).center());
        QCOMPARE(selected(), m_cache->index());
        tell(m_desk->feed, 1800s);
        m_page->setActive(true); // re-evaluates which is the worst
        QCOMPARE(selected(), m_cache->index());
    }

    // If nothing waits for a relay, dead messages are the worst.
    void deadOnesAreWorseThanNone()
    {
        tell(m_desk->feed, std::nullopt);
        tell(m_cache, std::nullopt, 7);
        QTRY_COMPARE(selected(), m_cache->index());
    }

    void whatARelayDoesAtASilentStoreIsNotKnown()
    {
        auto beats = m_desk->update();
        WorkerRow relay;
        relay.id = "api-1/7719/c41be0729d53fa18";
        relay.host = "api-1";
        relay.role = "relay";
        relay.beat_at = relay.started_at = test::wallNow();
        beats->workers = {std::make_shared<const WorkerRow>(relay)};
        m_cache->receive(beats);
        QTRY_COMPARE(relayOf(m_cache), QStringLiteral("api-1/7719"));
        auto gone = m_desk->update();
        gone->polled = false;
        gone->health = {.state = HealthState::stale, .cause = "no answer", .since = std::chrono::steady_clock::now() - 38s};
        m_cache->receive(gone);
        QTRY_VERIFY2(relayOf(m_cache).startsWith(QStringLiteral("no answer for ")), qPrintable(relayOf(m_cache)));
    }

    // Inserted by hand with next try 0: due since its creation, not since 1970.
    void aMessageIsNotDueForLongerThanItIsThere()
    {
        auto added = m_desk->update();
        MessageRow message;
        message.id = "m-1";
        message.topic = "paid";
        message.created_at = test::wallNow() - 40s;
        message.next_at = TimePoint{};
        added->messages = {std::make_shared<const MessageRow>(message)};
        m_desk->feed->receive(added);
        QTRY_COMPARE(m_page->model()->rowCount(), 1);
        m_page->showDetail(0);
        QString more;
        for (const DetailFact& fact : m_page->detail()->content().facts)
            if (fact.label == QLatin1String("next try"))
                more = fact.more;
        QVERIFY2(more.startsWith(QStringLiteral("due for 4")), qPrintable(more));
    }

    // A filter hides dead messages: those are left alone.
    void withoutASelectionRetryActsOnWhatTheTableShows()
    {
        auto added = m_desk->update();
        added->snapshot = true;
        const std::pair<const char*, const char*> dead[] = {{"m-1", "paid"}, {"m-2", "paid"}, {"m-3", "mail"}};
        for (const auto& [id, topic] : dead) {
            MessageRow message;
            message.id = id;
            message.topic = topic;
            message.state = MessageState::dead;
            message.created_at = test::wallNow();
            message.next_at = message.created_at;
            added->messages.push_back(std::make_shared<const MessageRow>(message));
        }
        m_cache->receive(added);
        tell(m_desk->feed, std::nullopt);
        tell(m_cache, std::nullopt, 3);
        QTRY_COMPARE(selected(), m_cache->index());
        QTRY_COMPARE(m_page->model()->rowCount(), 3);
        LOCKDESK_REQUIRED(retry());
        QVERIFY2(m_desk->actions.previewed.targets.empty(), "nothing is hidden: all of them");
        QCOMPARE(victimCount(m_desk->actions.previewed), 3);

        QVERIFY(m_page->model()->setFilterText(QStringLiteral("topic:paid")));
        QTRY_COMPARE(m_page->model()->rowCount(), 2);
        LOCKDESK_REQUIRED(retry());
        QStringList keys;
        for (const ActionTarget& target : m_desk->actions.previewed.targets)
            keys << target.key;
        keys.sort();
        QCOMPARE(keys, QStringList({QStringLiteral("m-1"), QStringLiteral("m-2")}));

        QVERIFY(m_page->model()->setFilterText(QStringLiteral("topic:none")));
        QTRY_COMPARE(m_page->model()->rowCount(), 0);
        m_desk->actions.previewed = ActionRequest();
        QSignalSpy notices(m_page, &ConsolePage::notice);
        retryAction()->trigger();
        QTRY_COMPARE(notices.size(), 1);
        QVERIFY(notices.front().front().toString().startsWith(QStringLiteral("The table shows no dead message")));
        QVERIFY(m_desk->actions.previewed.action == nullptr);
    }

    // Shows why a message is dead: the error column gets the remaining width.
    void theErrorHasTheRoomThatIsLeft()
    {
        const TableView* table = m_page->table();
        QTRY_VERIFY(table->columnWidth(MessagesModel::LastError) > 0);
        for (int column = 0; column < table->model()->columnCount(); ++column)
            if (column != MessagesModel::LastError && !table->isColumnHidden(column))
                QVERIFY2(table->columnWidth(column) < table->columnWidth(MessagesModel::LastError),
                         qPrintable(table->model()->headerData(column, Qt::Horizontal).toString()));
    }

    // A high window is not half empty, and a low one keeps its table.
    void highWindowsGiveTheChartsMore()
    {
        const auto* chart = m_page->findChild<ChartView*>();
        QVERIFY(chart != nullptr);
        m_desk->window->resize(1280, 700);
        QTRY_VERIFY(chart->height() < 180);
        const int low = chart->height();
        m_desk->window->resize(1920, 1080);
        QTRY_VERIFY2(chart->height() > low + 50, qPrintable(QString::number(chart->height())));
        QVERIFY(m_page->table()->height() > 3 * chart->height() / 2);
    }

private:
    void tell(Feed* feed, std::optional<Duration> oldest, std::int64_t dead = 0)
    {
        auto out = m_desk->update();
        Backlog backlog;
        backlog.pending = oldest ? 12 : 0;
        backlog.oldest = oldest;
        backlog.dead = dead;
        out->backlog = backlog;
        feed->receive(out);
    }
    int connectionOf(int row) const
    {
        return static_cast<StoresModel*>(m_page->storesTable()->model())->rowAt(row)->connection;
    }
    int selected() const
    {
        const auto rows = m_page->storesTable()->selectedRows();
        return rows.size() == 1 ? connectionOf(rows.front()) : -1;
    }
    QAction* retryAction() const
    {
        for (QAction* action : m_page->rowActions())
            if (action->text() == QStringLiteral("Retry dead…"))
                return action;
        return nullptr;
    }
    // Opens the sheet until it has requested its preview, and closes it.
    void retry()
    {
        m_desk->actions.previewed = ActionRequest();
        retryAction()->trigger();
        QTRY_VERIFY(m_desk->actions.previewed.action != nullptr);
        QTRY_VERIFY(m_page->flow()->sheet() != nullptr);
        QTest::keyClick(m_page->flow()->sheet(), Qt::Key_Escape);
        QTRY_VERIFY(m_page->flow()->sheet() == nullptr);
    }
    QString relayOf(const Feed* feed) const
    {
        const QAbstractItemModel* model = m_page->storesTable()->model();
        for (int row = 0; row < model->rowCount(); ++row)
            if (connectionOf(row) == feed->index())
                return model->index(row, StoresModel::Relay).data().toString();
        return {};
    }

    std::unique_ptr<WindowDesk> m_desk;
    Feed* m_cache = nullptr;
    OutboxPage* m_page = nullptr;
};

static const lockdesk::test::Program outbox_test("outbox_test", [](int argc, char** argv) {
    QApplication app(argc, argv);
    app.setOrganizationName(QStringLiteral("lockdesk-outbox-test"));
    Theme::get().install(app);
    OutboxTest test;
    return QTest::qExec(&test, argc, argv);
});

#include "outbox_test.moc"

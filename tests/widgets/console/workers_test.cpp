// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Starts, crashes, freezes and thaws workers from the Workers page, on every store that several processes share.
#include "tests/widgets/console/lab.h"
#include "tests/widgets/program.h"
#include "tests/widgets/required.h"

#include "models/tables/workers_model.h"
#include "widgets/common/lane_view.h"
#include "widgets/workers/start_workers_sheet.h"
#include "widgets/workers/workers_page.h"

#include <QApplication>
#include <QComboBox>
#include <QElapsedTimer>
#include <QInputDialog>
#include <QLineEdit>
#include <QSpinBox>
#include <QTimer>

using namespace lockdesk;
using namespace lockdesk::test;

namespace {

constexpr auto lock_timeout = std::chrono::seconds{3};
constexpr int work_ms = 2000;
// Lock timeout, a poll interval of 1 s, and the tolerance of the contract.
constexpr qint64 takeover_bar = 3000 + 1000 + 1000;

} // namespace

class WorkersTest final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { m_lab = std::make_unique<Lab>(); }
    void cleanupTestCase() { m_lab.reset(); }
    void cleanup() { m_lab->quit(); }

    void crashedWorkerIsTakenOver_data() { stores(); }
    void crashedWorkerIsTakenOver()
    {
        QFETCH(QString, store);
        LOCKDESK_REQUIRED(begin(store));
        QString holder;
        LOCKDESK_REQUIRED(awaitHolder(holder));
        QVERIFY(clickRow(*m_lab, m_page, store, holder));
        QPushButton* crash = m_page->faultButton(WorkersPage::Fault::crash);
        QTRY_VERIFY_WITH_TIMEOUT(crash->isEnabled(), patience);
        QTest::mouseClick(crash, Qt::LeftButton);
        QElapsedTimer since;
        since.start();
        QTRY_VERIFY_WITH_TIMEOUT(isAnother(holder), patience);
        qInfo("%s: taken over %lld ms after kill -9", qPrintable(store), static_cast<long long>(since.elapsed()));
        QVERIFY(since.elapsed() <= takeover_bar);
        const QString taker = owner();
        QTRY_VERIFY_WITH_TIMEOUT(hasMark(holder, Glyph::cross), patience);
        QTRY_VERIFY_WITH_TIMEOUT(hasMark(taker, Glyph::play), patience);
        QVERIFY(hasSpan(taker, LaneSpan::Kind::works, QStringLiteral("t1, taken over")));
        QVERIFY(hasSpan(holder, LaneSpan::Kind::notRunning, QStringLiteral("t1")));
        QTRY_COMPARE_WITH_TIMEOUT(stateOf(holder), QStringLiteral("killed by you"), patience);
    }

    void frozenWorkerWritesTooLate_data() { stores(); }
    void frozenWorkerWritesTooLate()
    {
        QFETCH(QString, store);
        LOCKDESK_REQUIRED(begin(store));
        QString holder;
        LOCKDESK_REQUIRED(awaitHolder(holder));
        QVERIFY(clickRow(*m_lab, m_page, store, holder));
        QPushButton* freeze = m_page->faultButton(WorkersPage::Fault::freeze);
        QTRY_VERIFY_WITH_TIMEOUT(freeze->isEnabled(), patience);
        QTest::mouseClick(freeze, Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(isAnother(holder), patience);
        QTRY_VERIFY_WITH_TIMEOUT(hasSpan(holder, LaneSpan::Kind::overdue, {}), patience);
        QTRY_COMPARE(freeze->text(), QStringLiteral("Thaw"));
        QTRY_COMPARE_WITH_TIMEOUT(stateOf(holder), QStringLiteral("frozen by you"), patience);
        QTest::mouseClick(freeze, Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(hasMarkText(holder, QStringLiteral("late write refused")), patience);
        const auto row = need(session().tasks().find(TaskId::trusted("t1")));
        // The late write had no effect: the task continued under the other's token.
        QVERIFY(QString::fromStdString(row->owner) != holder);
        QTRY_VERIFY_WITH_TIMEOUT(refusedOf(holder) >= 1, patience);
        QTRY_COMPARE_WITH_TIMEOUT(stateOf(holder), QStringLiteral("live"), patience);
    }

    // It lives and beats, and is late when it resumes.
    void hangingWorkerIsTakenOver()
    {
        LOCKDESK_REQUIRED(begin(QStringLiteral("files")));
        QString holder;
        LOCKDESK_REQUIRED(awaitHolder(holder));
        QVERIFY(clickRow(*m_lab, m_page, m_store, holder));
        LOCKDESK_REQUIRED(clickFault(WorkersPage::Fault::hang));
        QTRY_VERIFY_WITH_TIMEOUT(isAnother(holder), patience);
        QTRY_COMPARE(m_page->faultButton(WorkersPage::Fault::hang)->text(), QStringLiteral("Go on"));
        const auto rows = need(session().workers().list({})).rows;
        QCOMPARE(rows.size(), size_t(2)); // its heartbeat continues
        LOCKDESK_REQUIRED(clickFault(WorkersPage::Fault::hang));
        QTRY_VERIFY_WITH_TIMEOUT(hasMarkText(holder, QStringLiteral("late write refused")), patience);
    }

    // Its heartbeat stops and another worker takes its task over; reconnected, it works as before.
    void workerCutOffFromItsStoreComesBack_data() { stores(); }
    void workerCutOffFromItsStoreComesBack()
    {
        QFETCH(QString, store);
        LOCKDESK_REQUIRED(begin(store));
        QString holder;
        LOCKDESK_REQUIRED(awaitHolder(holder));
        QVERIFY(clickRow(*m_lab, m_page, store, holder));
        LOCKDESK_REQUIRED(clickFault(WorkersPage::Fault::cutOff));
        QTRY_VERIFY_WITH_TIMEOUT(isAnother(holder), patience);
        const auto beat = beatOf(holder);
        QTRY_COMPARE(m_page->faultButton(WorkersPage::Fault::cutOff)->text(), QStringLiteral("Reconnect"));
        // While the other worker beats twice, it does not.
        QString other;
        for (const WorkerRow& row : need(session().workers().list({})).rows)
            if (QString::fromStdString(row.id) != holder)
                other = QString::fromStdString(row.id);
        QVERIFY(!other.isEmpty());
        for (int i = 0; i < 2; ++i) {
            const auto was = beatOf(other);
            QTRY_VERIFY_WITH_TIMEOUT(beatOf(other) > was, patience);
            QCOMPARE(to_us(beatOf(holder)), to_us(beat));
        }
        LOCKDESK_REQUIRED(clickFault(WorkersPage::Fault::cutOff));
        QTRY_VERIFY_WITH_TIMEOUT(beatOf(holder) > beat, patience);
    }

    void skewedClockChangesNothing()
    {
        LOCKDESK_REQUIRED(begin(QStringLiteral("files")));
        QString holder;
        LOCKDESK_REQUIRED(awaitHolder(holder));
        QVERIFY(clickRow(*m_lab, m_page, m_store, holder));
        QPushButton* skew = m_page->faultButton(WorkersPage::Fault::skew);
        QTRY_VERIFY_WITH_TIMEOUT(skew->isEnabled(), patience);
        // One hour ahead, the dialog's default.
        QTimer accept;
        QObject::connect(&accept, &QTimer::timeout, &accept, [&accept] {
            if (auto* dialog = qobject_cast<QInputDialog*>(QApplication::activeModalWidget())) {
                accept.stop();
                dialog->accept();
            }
        });
        accept.start(50);
        QTest::mouseClick(skew, Qt::LeftButton);
        QVERIFY(!accept.isActive());
        const auto before = need(session().tasks().find(TaskId::trusted("t1")))->claims;
        const auto now = [&] { return need(session().admin().clock()).store; };
        QTRY_VERIFY_WITH_TIMEOUT(need(session().tasks().find(TaskId::trusted("t1")))->claims > before + 1, patience);
        const auto row = need(session().tasks().find(TaskId::trusted("t1")));
        QCOMPARE(row->takeovers, std::int64_t{0});
        QVERIFY(beatOf(holder) <= now());
        QVERIFY(now() - beatOf(holder) < std::chrono::seconds{10});
        QCOMPARE(refusedOf(holder), std::int64_t{0});
    }

private:
    void clickFault(WorkersPage::Fault fault)
    {
        QPushButton* button = m_page->faultButton(fault);
        QTRY_VERIFY2_WITH_TIMEOUT(button->isEnabled(), qPrintable(button->toolTip()), patience);
        QTest::mouseClick(button, Qt::LeftButton);
    }

    TimePoint beatOf(const QString& worker)
    {
        for (const WorkerRow& row : need(session().workers().list({})).rows)
            if (QString::fromStdString(row.id) == worker)
                return row.beat_at;
        return {};
    }

    void stores()
    {
        QTest::addColumn<QString>("store");
        for (const char* name : {"files", "orders", "cache"})
            QTest::newRow(name) << QString::fromLatin1(name);
    }

    void begin(const QString& store)
    {
        m_store = store;
        m_lab->clean();
        for (const char* phase : {"A", "B"})
            need(session().tasks().set_rule({"gateway", phase, lock_timeout, BackoffPolicy::progressive, 8}));
        m_lab->open({store});
        m_page = m_lab->page<WorkersPage>("workers");
        LOCKDESK_REQUIRED(startTwo());
        QTRY_COMPARE_WITH_TIMEOUT(m_page->model()->rowCount(), 2, patience);
        std::vector<NewTask> tasks{
            {TaskId::trusted("t1"), TaskKind::trusted("gateway"), Phase::trusted("A"), DesiredState::running, "{}"}};
        need(session().tasks().add(tasks));
    }

    void startTwo()
    {
        QVERIFY(clickButton(m_page, QStringLiteral("Start workers…")));
        StartWorkersSheet* sheet = m_page->startSheet();
        QVERIFY(sheet != nullptr);
        for (auto* box : sheet->findChildren<QComboBox*>())
            if (box->isEditable()) {
                box->lineEdit()->selectAll();
                QTest::keyClicks(box->lineEdit(), QStringLiteral("gateway"));
            }
        for (auto* field : sheet->findChildren<QLineEdit*>())
            if (field->placeholderText().contains(u'='))
                QTest::keyClicks(field, QStringLiteral("A=B, B=A"));
        sheet->findChildren<QSpinBox*>().back()->setValue(work_ms);
        QTest::mouseClick(sheet->startButton(), Qt::LeftButton);
        QTRY_VERIFY(m_page->startSheet() == nullptr || !m_page->startSheet()->isVisible());
    }

    Session& session() { return m_lab->session(m_store); }
    QString owner() { return QString::fromStdString(need(session().tasks().find(TaskId::trusted("t1")))->owner); }
    bool isAnother(const QString& holder)
    {
        const QString now = owner();
        return !now.isEmpty() && now != holder;
    }
    /// Waits for a worker that has just claimed the task, so that there is time for faults.
    void awaitHolder(QString& holder)
    {
        const std::string before = need(session().tasks().find(TaskId::trusted("t1")))->claim_id;
        const auto claimed = [&] {
            const auto row = need(session().tasks().find(TaskId::trusted("t1")));
            if (!row->owner.empty() && row->claim_id != before)
                holder = QString::fromStdString(row->owner);
            return !holder.isEmpty();
        };
        QTRY_VERIFY_WITH_TIMEOUT(claimed(), patience);
    }

    const Lane* lane(const QString& worker) const
    {
        for (const Lane& lane : m_page->lanes()->lanes())
            if (lane.name == worker.section(u'/', 0, 0))
                return &lane;
        return nullptr;
    }
    bool hasMark(const QString& worker, Glyph glyph) const
    {
        const Lane* l = lane(worker);
        return l != nullptr
               && std::any_of(l->marks.begin(), l->marks.end(), [&](const LaneMark& m) { return m.glyph == glyph; });
    }
    bool hasMarkText(const QString& worker, const QString& text) const
    {
        const Lane* l = lane(worker);
        return l != nullptr
               && std::any_of(l->marks.begin(), l->marks.end(), [&](const LaneMark& m) { return m.text == text; });
    }
    bool hasSpan(const QString& worker, LaneSpan::Kind kind, const QString& text) const
    {
        const Lane* l = lane(worker);
        return l != nullptr && std::any_of(l->spans.begin(), l->spans.end(), [&](const LaneSpan& s) {
                   return s.kind == kind && (text.isEmpty() || s.text == text);
               });
    }
    /// The state of a row as its table shows it, with the user's part in it.
    QString stateOf(const QString& worker) const
    {
        const int row = m_lab->rowOf(m_page, m_store, worker);
        if (row < 0)
            return {};
        const auto text = [&](int column) { return m_page->model()->index(row, column).data().toString(); };
        const QString beat = text(WorkersModel::Heartbeat);
        return text(WorkersModel::State) + (beat.startsWith(QLatin1String("by you, ")) ? QStringLiteral(" by you") : QString());
    }
    std::int64_t refusedOf(const QString& worker)
    {
        for (const WorkerRow& row : need(session().workers().list({})).rows)
            if (QString::fromStdString(row.id) == worker)
                return row.counters.refused;
        return 0;
    }

    std::unique_ptr<Lab> m_lab;
    WorkersPage* m_page = nullptr;
    QString m_store;
};

static const lockdesk::test::Program workers_test("workers_test", [](int argc, char** argv) {
    return runConsoleTest(argc, argv, [] { return std::make_unique<WorkersTest>(); });
});

#include "workers_test.moc"

// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/widgets/program.h"
#include "tests/widgets/window_desk.h"
#include "widgets/tasks/phase_board.h"
#include "widgets/tasks/tasks_page.h"
#include "widgets/theme/theme.h"

#include <QApplication>
#include <QSettings>
#include <QSignalSpy>
#include <QTest>

using namespace lockdesk;
using namespace std::chrono_literals;

namespace {

PhaseColumn column(const QString& phase, int count)
{
    PhaseColumn c;
    c.phase = phase;
    c.total = c.waiting = count;
    for (int i = 0; i < count; ++i)
        c.entries.push_back({phase + QString::number(i),
                             QStringLiteral("gw-%1").arg(i),
                             {},
                             QStringLiteral("waiting"),
                             {},
                             QStringLiteral("in 1.2 s"),
                             false});
    return c;
}

} // namespace

class PhaseBoardTest final : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        m_board = std::make_unique<PhaseBoard>();
        m_board->resize(900, 320);
        m_board->setColumns({column(QStringLiteral("Creating"), 100), column(QStringLiteral("Starting"), 3)});
        m_board->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_board.get()));
    }
    void cleanup() { m_board.reset(); }

    void clickChoosesPhaseAndTask()
    {
        QSignalSpy phases(m_board.get(), &PhaseBoard::phaseChosen);
        QSignalSpy entries(m_board.get(), &PhaseBoard::entryChosen);
        const QRect rect = m_board->entryRect(QStringLiteral("Starting1"));
        QTest::mouseClick(m_board->viewport(), Qt::LeftButton, {}, rect.center());
        QCOMPARE(phases.last().first().toString(), QStringLiteral("Starting"));
        QCOMPARE(entries.last().first().toString(), QStringLiteral("Starting1"));
        QSignalSpy opened(m_board.get(), &PhaseBoard::entryOpened);
        QTest::mouseDClick(m_board->viewport(), Qt::LeftButton, {}, rect.center());
        QCOMPARE(opened.count(), 1);
        QCOMPARE(opened.last().first().toString(), QStringLiteral("Starting1"));
    }

    void keyboardReachesEverything()
    {
        m_board->setFocus();
        QTest::keyClick(m_board.get(), Qt::Key_Right);
        QCOMPARE(m_board->phase(), QStringLiteral("Starting"));
        QTest::keyClick(m_board.get(), Qt::Key_Down);
        QCOMPARE(m_board->entry(), QStringLiteral("Starting0"));
        QTest::keyClick(m_board.get(), Qt::Key_Left);
        for (int i = 0; i < 60; ++i)
            QTest::keyClick(m_board.get(), Qt::Key_Down);
        QCOMPARE(m_board->entry(), QStringLiteral("Creating59"));
        QVERIFY2(m_board->viewport()->rect().contains(m_board->entryRect(QStringLiteral("Creating59")).center()),
                 "the chosen task scrolled into view");
        QSignalSpy opened(m_board.get(), &PhaseBoard::entryOpened);
        QTest::keyClick(m_board.get(), Qt::Key_Return);
        QCOMPARE(opened.count(), 1);
    }

    void newDataKeepsTheChoice()
    {
        m_board->choosePhase(QStringLiteral("Starting"));
        m_board->chooseEntry(QStringLiteral("Starting2"));
        m_board->setColumns({column(QStringLiteral("Creating"), 5), column(QStringLiteral("Updating"), 1),
                             column(QStringLiteral("Starting"), 4)});
        QCOMPARE(m_board->phase(), QStringLiteral("Starting"));
        QCOMPARE(m_board->entry(), QStringLiteral("Starting2"));
    }

    void manyPhasesScrollSideways()
    {
        std::vector<PhaseColumn> many;
        for (int i = 0; i < 12; ++i)
            many.push_back(column(QStringLiteral("Phase%1").arg(i), 2));
        m_board->setColumns(many);
        m_board->setFocus();
        for (int i = 0; i < 12; ++i)
            QTest::keyClick(m_board.get(), Qt::Key_Right);
        QCOMPARE(m_board->phase(), QStringLiteral("Phase11"));
        QVERIFY(m_board->viewport()->rect().contains(m_board->entryRect(QStringLiteral("Phase110")).center()));
    }

    // In a column: of the due ones the oldest first, of the held ones the one that expires first, whatever their ids are.
    void entriesStandInTheOrderOfTheirTimes()
    {
        QSettings().clear();
        test::WindowDesk desk(QStringLiteral("orders"));
        QVERIFY(desk.show());
        auto* page = desk.page<TasksPage>("tasks");
        auto rows = desk.update();
        rows->snapshot = true;
        const auto now = test::wallNow();
        const auto add = [&](const char* id, const char* owner, TimePoint lockedAt, TimePoint updatedAt) {
            TaskRow task;
            task.id = id;
            task.kind = "gateway";
            task.phase = "Creating";
            task.owner = owner;
            task.lock_timeout = 60s;
            task.locked_at = lockedAt;
            task.created_at = task.updated_at = updatedAt;
            rows->tasks.push_back(std::make_shared<const TaskRow>(task));
        };
        add("a-due-3", "", never_locked, now - 10s);
        add("b-due-1", "", never_locked, now - 300s);
        add("c-due-2", "", now - 80s, now - 400s); // due for 20 s
        add("d-held-2", "w/1/1", now - 10s, now - 10s);
        add("e-held-1", "w/1/1", now - 40s, now - 40s);
        add("f-waits-2", "", now + 300s, now - 40s);
        add("g-waits-1", "", now + 100s, now - 40s);
        PhaseSummary phase;
        phase.kind = "gateway";
        phase.phase = "Creating";
        phase.total = 7;
        phase.due = 3;
        rows->phases = std::make_shared<const std::vector<PhaseSummary>>(1, phase);
        desk.feed->receive(rows);
        auto* board = page->findChild<PhaseBoard*>();
        const auto ids = [&] {
            QStringList out;
            if (board != nullptr && !board->columns().empty())
                for (const PhaseEntry& entry : board->columns().front().entries)
                    out << entry.id;
            return out.join(u' ');
        };
        QTRY_COMPARE(ids(), QStringLiteral("b-due-1 c-due-2 a-due-3 e-held-1 d-held-2 g-waits-1 f-waits-2"));
    }

private:
    std::unique_ptr<PhaseBoard> m_board;
};

static const lockdesk::test::Program phase_board_test("phase_board_test", [](int argc, char** argv) {
    QApplication app(argc, argv);
    Theme::get().install(app);
    PhaseBoardTest test;
    return QTest::qExec(&test, argc, argv);
});

#include "phase_board_test.moc"

// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Lines of workers in the orders in which they may be read, and the resulting lanes.
#include "tests/widgets/program.h"
#include "widgets/shell/worker_lanes.h"
#include "widgets/shell/worker_story.h"

#include <QTest>

#include <algorithm>

using namespace lockdesk;

namespace {

using End = WorkerStory::End;

struct Two
{
    WorkerStory one, two;

    Two()
    {
        one.info.label = QStringLiteral("one");
        two.info.label = QStringLiteral("two");
        one.info.connection = two.info.connection = QStringLiteral("files");
    }
    void claims(WorkerStory& worker, std::int64_t token) { worker.claimed(t1, token, {&other(worker)}, ++m_now); }
    void ends(WorkerStory& worker, std::int64_t token, End how = End::settled)
    {
        worker.ended(t1, token, how, {&other(worker)}, ++m_now);
    }
    [[nodiscard]] Lane lane(const WorkerStory& worker) const { return workerLanes({worker.info}, {}).front(); }
    [[nodiscard]] bool hasTakenOver(const WorkerStory& worker) const
    {
        const Lane shown = lane(worker);
        const bool span = !shown.spans.empty() && shown.spans.back().text == QLatin1String("t1, taken over");
        const bool mark = !shown.marks.empty() && shown.marks.back().glyph == Glyph::play;
        return span && mark;
    }
    [[nodiscard]] bool works(const WorkerStory& worker) const
    {
        const Lane shown = lane(worker);
        return std::any_of(shown.spans.begin(), shown.spans.end(), [](const LaneSpan& span) { return span.to == 0; });
    }

    const QString t1 = QStringLiteral("t1");

private:
    WorkerStory& other(const WorkerStory& worker) { return &worker == &one ? two : one; }
    std::int64_t m_now = 1'000'000;
};

} // namespace

class WorkerStoryTest final : public QObject
{
    Q_OBJECT

private slots:
    void theNextClaimTakesOver()
    {
        Two workers;
        workers.claims(workers.one, 1);
        QVERIFY(workers.works(workers.one));
        workers.claims(workers.two, 2);
        QVERIFY(workers.hasTakenOver(workers.two));
        QVERIFY(!workers.works(workers.one));
        QCOMPARE(workers.one.unfinished.size(), 0);
    }

    // One thread of a worker claims the task again before another has printed the end of the first claim.
    void theEndOfAnEarlierClaimEndsNoLaterOne()
    {
        Two workers;
        workers.claims(workers.one, 1);
        workers.claims(workers.one, 2);
        workers.ends(workers.one, 1);
        QVERIFY(workers.works(workers.one));
        QCOMPARE(workers.one.info.doing, workers.t1);
        QCOMPARE(workers.lane(workers.one).spans.size(), size_t(2));
        QVERIFY(workers.lane(workers.one).spans.front().to != 0);
        workers.claims(workers.two, 3);
        QVERIFY(workers.hasTakenOver(workers.two));
    }

    // Each worker has its own pipe.
    void anEndThatIsReadLateWasNoTakeover()
    {
        Two workers;
        workers.claims(workers.one, 1);
        workers.claims(workers.two, 2);
        workers.ends(workers.one, 1);
        QVERIFY(!workers.hasTakenOver(workers.two));
        QVERIFY(workers.lane(workers.two).marks.empty());
        QCOMPARE(workers.lane(workers.two).spans.back().text, workers.t1);
        QVERIFY(workers.works(workers.two));
    }

    void aRefusedLateWriteLeavesTheTakeover()
    {
        Two workers;
        workers.claims(workers.one, 1);
        workers.claims(workers.two, 2);
        workers.ends(workers.one, 1, End::refused);
        QVERIFY(workers.hasTakenOver(workers.two));
        QCOMPARE(workers.lane(workers.one).marks.back().glyph, Glyph::diamond);
    }

    void aClaimThatIsReadLateTakesNothing()
    {
        Two workers;
        workers.claims(workers.two, 2);
        workers.claims(workers.one, 1);
        QVERIFY(!workers.hasTakenOver(workers.one));
        QVERIFY(workers.works(workers.two));
        QCOMPARE(workers.two.unfinished.value(workers.t1), std::int64_t(2));
    }

    // An operator's relock also increments the token: the next claim finds the task free.
    void whatAnOperatorFreedIsNotTakenOver()
    {
        Two workers;
        workers.claims(workers.one, 1);
        workers.claims(workers.two, 3);
        QVERIFY(!workers.hasTakenOver(workers.two));
        QVERIFY(!workers.works(workers.one));
    }

    // Records of other programs have no tokens.
    void withoutTokensTheOrderOfTheLinesTells()
    {
        Two workers;
        workers.claims(workers.one, 0);
        workers.claims(workers.two, 0);
        QVERIFY(workers.hasTakenOver(workers.two));
        workers.ends(workers.two, 0);
        QVERIFY(!workers.works(workers.two));
    }
};

static const lockdesk::test::Program worker_story_test("worker_story_test", [](int argc, char** argv) {
    QCoreApplication app(argc, argv);
    WorkerStoryTest test;
    return QTest::qExec(&test, argc, argv);
});

#include "worker_story_test.moc"

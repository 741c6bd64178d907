// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A lesson by keyboard alone, in a real window: lesson 10, the wrong way to its end, an actor frozen, three steps back,
// the right way, run, the result sheet saved. Also the sandbox of a window killed during a lesson.
#include "tests/widgets/console/lab.h"
#include "tests/widgets/program.h"
#include "tests/widgets/required.h"

#include "backends/scenarios/run.h"
#include "models/classroom/steps_model.h"
#include "widgets/classroom/class_actions.h"
#include "widgets/classroom/classroom_page.h"
#include "widgets/classroom/result_sheet.h"
#include "widgets/common/chrome.h"
#include "widgets/common/lane_view.h"

#include <QApplication>
#include <QFileDialog>
#include <QFileInfo>
#include <QLineEdit>
#include <QProcess>

using namespace lockdesk;
using namespace lockdesk::test;

class LessonTest final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        m_lab = std::make_unique<Lab>();
        LOCKDESK_REQUIRED(crashInALesson());
        m_lab->open({QStringLiteral("files")});
    }
    void cleanupTestCase()
    {
        QVERIFY(m_lab->quit() < 4000);
        m_lab.reset();
    }

    void offersToCleanUp()
    {
        Banner* banner = m_lab->window()->banner();
        QTRY_VERIFY_WITH_TIMEOUT(banner->isVisible(), patience);
        QVERIFY2(banner->text().contains(QStringLiteral("zombie")), qPrintable(banner->text()));
        QTest::mouseClick(banner->button(), Qt::LeftButton);
        QTRY_COMPARE_WITH_TIMEOUT(sandboxes(), std::size_t{0}, patience);
        QTRY_VERIFY(!banner->isVisible());
    }

    void byKeyboardAlone()
    {
        pressKeys({QStringLiteral("ctrl+8")});
        QTRY_COMPARE(m_lab->window()->currentPage()->key(), QStringLiteral("classroom"));
        auto* page = qobject_cast<ClassroomPage*>(m_lab->window()->currentPage());
        QVERIFY(page != nullptr);
        Classroom* room = page->room();
        for (int i = 0; i < 12 && room->choice().lessonId() != QLatin1String("zombie"); ++i) {
            const QString before = room->choice().lessonId();
            pressKeys({QStringLiteral("Next")});
            QTRY_VERIFY(room->choice().lessonId() != before);
        }
        QTRY_COMPARE(room->choice().lessonId(), QStringLiteral("zombie"));
        QCOMPARE(room->choice().variant(), QStringLiteral("without-token"));
        const auto ready = [room] { return room->player().isReady() && !room->track().isBusy(); };
        QTRY_VERIFY_WITH_TIMEOUT(ready() || room->problem().kind() != ClassProblem::Kind::none, patience);
        QVERIFY2(room->problem().kind() == ClassProblem::Kind::none, qPrintable(room->problem().text()));

        // The wrong way, to its end.
        for (int i = 0; i < 60 && !room->player().atEnd(); ++i) {
            const int before = room->player().position();
            const bool asked = room->questions().current() != nullptr;
            pressKeys({QStringLiteral("Right")});
            QTRY_VERIFY_WITH_TIMEOUT(room->player().position() != before || room->player().atEnd()
                                         || (!asked && room->questions().current() != nullptr),
                                     patience);
        }
        QVERIFY(room->player().atEnd());
        QVERIFY(!room->picture().state(room->track())->verdict.ok);

        // Again, with an actor frozen by hand after three steps.
        pressKeys({QStringLiteral("r")});
        QTRY_COMPARE(room->player().currentStep(), -1);
        QTRY_VERIFY_WITH_TIMEOUT(ready(), patience);
        for (int i = 0; i < 3; ++i) {
            pressKeys({QStringLiteral("Right")});
            QTRY_COMPARE_WITH_TIMEOUT(room->player().currentStep(), i, patience);
        }
        // The lanes precede the focused steps in Tab order.
        for (int i = 0; i < 3 && QApplication::focusWidget() != page->lanes(); ++i)
            pressKeys({QStringLiteral("shift+Tab")});
        QTRY_COMPARE(QApplication::focusWidget(), page->lanes());
        pressKeys({QStringLiteral("Down"), QStringLiteral("Up")});
        QTRY_COMPARE(page->actions()->target(), QStringLiteral("pod-a"));
        pressKeys({QStringLiteral("shift+f")});
        QTRY_COMPARE_WITH_TIMEOUT(room->track().playback()->file().choices().size(), std::size_t{1}, patience);
        QTRY_VERIFY_WITH_TIMEOUT(ready(), patience);
        const int now = room->player().currentStep();
        for (int i = 1; i <= 3; ++i) {
            pressKeys({QStringLiteral("Left")});
            QTRY_COMPARE(room->player().currentStep(), now - i);
        }

        // The right way, run to its end.
        for (const char* way : {"check-before", "with-token"}) {
            pressKeys({QStringLiteral("v")});
            QTRY_COMPARE(room->choice().variant(), QLatin1String(way));
            QTRY_VERIFY_WITH_TIMEOUT(ready(), patience);
        }
        room->player().setSpeed(100);
        pressKeys({QStringLiteral("space")});
        QTRY_VERIFY_WITH_TIMEOUT(room->player().atEnd(), patience);
        QVERIFY(room->picture().state(room->track())->verdict.ok);

        // The result sheet, saved.
        pressKeys({QStringLiteral("ctrl+p")});
        QTRY_VERIFY(dynamic_cast<ResultSheet*>(page->sheet()) != nullptr);
        pressKeys({QStringLiteral("Return")});
        QTRY_VERIFY_WITH_TIMEOUT(qobject_cast<QFileDialog*>(QApplication::activeModalWidget()) != nullptr, patience);
        const QString file = QString::fromStdString((desktop().home() / "result.pdf").string());
        pressKeys({QStringLiteral("ctrl+a")});
        typeText(file);
        pressKeys({QStringLiteral("Return")});
        QTRY_VERIFY_WITH_TIMEOUT(QFileInfo(file).size() > 1000, patience);
        QTRY_VERIFY(page->sheet() == nullptr);
    }

private:
    [[nodiscard]] std::size_t sandboxes()
    {
        return need(m_lab->session(QStringLiteral("files")).admin().list_sandboxes()).size();
    }

    /// Kills another window in the middle of a lesson.
    void crashInALesson()
    {
        QProcess other;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QStringLiteral("QT_QPA_PLATFORM"), QStringLiteral("offscreen"));
        other.setProcessEnvironment(environment);
        other.start(QCoreApplication::applicationDirPath() + QStringLiteral("/lockdesk"),
                    {QStringLiteral("--connect"), QString::fromStdString(m_lab->url(QStringLiteral("files"))),
                     QStringLiteral("--lesson"), QStringLiteral("zombie"), QStringLiteral("--steps"), QStringLiteral("3")});
        QVERIFY(other.waitForStarted(patience));
        // Waits until its maker is recorded; before that only its age marks it as abandoned.
        const auto isMade = [this] {
            const auto all = scenarios::lesson_sandboxes(m_lab->store(QStringLiteral("files")), {});
            return all && all->size() == 1 && !all->front().maker.empty();
        };
        QTRY_VERIFY_WITH_TIMEOUT(isMade(), patience);
        other.kill();
        QVERIFY(other.waitForFinished(patience));
        QCOMPARE(sandboxes(), std::size_t{1});
    }

    std::unique_ptr<Lab> m_lab;
};

static const lockdesk::test::Program lesson_test("lesson_test", [](int argc, char** argv) {
    return runConsoleTest(argc, argv, [] { return std::make_unique<LessonTest>(); });
});

#include "lesson_test.moc"

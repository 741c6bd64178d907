// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The Classroom page on real runs: a SQLite file, real worker processes, real keys and clicks.
#include "app/common/stores.h"
#include "app/common/worker_program.h"
#include "models/classroom/result_paper.h"
#include "models/classroom/steps_model.h"
#include "tests/support/temp_dir.h"
#include "tests/widgets/classroom_lab.h"
#include "tests/widgets/program.h"
#include "tests/widgets/required.h"
#include "widgets/classroom/ask_panel.h"
#include "widgets/classroom/class_actions.h"
#include "widgets/classroom/class_bar.h"
#include "widgets/classroom/classroom_page.h"
#include "widgets/classroom/clock_popup.h"
#include "widgets/classroom/event_look.h"
#include "widgets/classroom/join_sheet.h"
#include "widgets/classroom/result_sheet.h"
#include "widgets/classroom/row_diff.h"
#include "widgets/classroom/step_panel.h"
#include "widgets/classroom/step_table.h"
#include "widgets/classroom/verdict_bar.h"
#include "widgets/common/lane_view.h"
#include "widgets/common/table_view.h"
#include "widgets/sheets/command_view.h"
#include "widgets/shell/page_context.h"
#include "widgets/theme/theme.h"

#include <QApplication>
#include <QLineEdit>
#include <QProcess>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTest>
#include <QTextBrowser>

using namespace lockdesk;
using test::patience;

class ClassroomTest final : public QObject, private test::ClassroomLab
{
    Q_OBJECT

private slots:
    void initTestCase() { setUpClass(); }
    void init() { setUpRoom(); }
    void cleanup() { leaveRoom(); }

    void wrongWayByKeys()
    {
        LOCKDESK_REQUIRED(open("without-token"));
        QCOMPARE(m_room->player().currentStep(), -1);
        LOCKDESK_REQUIRED(stepToEnd());
        QVERIFY(m_room->player().atEnd());
        QVERIFY(m_page->verdict()->link()->isVisible());
        QVERIFY2(m_page->verdict()->text().contains(QStringLiteral("Wrong")), qPrintable(m_page->verdict()->text()));
        QVERIFY2(m_page->verdict()->text().contains(QStringLiteral("Not kept: “")), qPrintable(m_page->verdict()->text()));
        QVERIFY(m_room->catalog()->done(QStringLiteral("zombie")).contains(QStringLiteral("without-token")));
        // The link goes to the first wrong step; the table selects the current one.
        const int last = m_room->player().currentStep();
        QTest::mouseClick(m_page->verdict()->link(), Qt::LeftButton);
        QVERIFY(m_room->player().currentStep() < last);
        QCOMPARE(m_page->steps()->view()->currentIndex().row(), m_room->player().currentStep());
        QVERIFY(m_page->steps()->model()->rowCount() == last + 1);
    }

    // A window whose user opens no lesson neither reads lessons nor builds the comparison.
    void nothingIsReadBeforeItIsShown()
    {
        int checked = 0;
        int made = 0;
        Classroom room(m_stores.get(), [&](const std::string&, const std::string&) {
            ++checked;
            return std::nullopt;
        });
        PageContext context;
        context.classroom = &room;
        ClassroomPage page(context);
        page.setComparison([&] {
            ++made;
            return new QWidget;
        });
        page.show();
        QVERIFY(QTest::qWaitForWindowExposed(&page));
        QCOMPARE(checked, 0);
        QVERIFY(!page.sidebarEntries().empty());
        QVERIFY(checked > 0);
        const int once = checked;
        const QString comparison = page.sidebarEntries().back().id;
        QCOMPARE(made, 0);
        page.openSidebarEntry(comparison);
        page.openSidebarEntry(comparison);
        QCOMPARE(made, 1);
        QVERIFY(page.sidebarEntries().back().current);
        QCOMPARE(checked, once);
        QVERIFY(page.escape());
        QVERIFY(!page.sidebarEntries().back().current);
    }

    // Why a way does not run, in words of people.
    void whatAStoreLacks()
    {
        m_page->openSidebarEntry(QStringLiteral("hundred-items"));
        QString why = m_room->choice().whyNot(*m_room->choice().lesson()->variant("row-lock"));
        QVERIFY2(why.contains(QStringLiteral("it lacks locks of single rows")), qPrintable(why));
        m_page->openSidebarEntry(QStringLiteral("deadlock"));
        why = m_room->choice().whyNot(*m_room->choice().lesson()->variant("insert-first"));
        QVERIFY2(why.contains(QStringLiteral("it happens on MariaDB or PostgreSQL only")), qPrintable(why));
        for (const auto& [id, words] : {std::pair{"double-notification", "named"}, {"double-notification", "skip-locked"}}) {
            m_page->openSidebarEntry(QLatin1String(id));
            why = m_room->choice().whyNot(*m_room->choice().lesson()->variant(words));
            QVERIFY2(!why.isEmpty() && !why.contains(QLatin1Char('_')), qPrintable(why));
        }
    }

    // The rule and the numbers of a wrong way are whole, in a window of 1024 with its narrow sidebar, too.
    void theVerdictIsWhole()
    {
        m_page->resize(980, 600);
        m_page->openSidebarEntry(QStringLiteral("three-pods"));
        m_room->choice().setVariant(QStringLiteral("plain-order"));
        QTRY_VERIFY_WITH_TIMEOUT(ready(), patience);
        m_page->setFocus();
        LOCKDESK_REQUIRED(stepToEnd());
        QVERIFY(m_page->verdict()->text().contains(QStringLiteral("within 20 claims")));
        QVERIFY(!m_page->verdict()->isCut());
    }

    // On a projector a question is whole, with its button; the statement returns when the class goes on.
    void aQuestionIsWholeOnAProjector()
    {
        Theme::get().setScale(1.4);
        m_page->resize(1280, 690);
        LOCKDESK_REQUIRED(open("without-token"));
        while (m_room->questions().current() == nullptr && !m_room->player().atEnd())
            LOCKDESK_REQUIRED(stepOnce());
        const QWidget* button = m_page->ask()->answerButton();
        QTRY_VERIFY(button->isVisible() && button->visibleRegion().boundingRect().size() == button->size());
        QTRY_VERIFY(!m_page->panel()->statement()->isVisible());
        LOCKDESK_REQUIRED(stepOnce());
        QTRY_VERIFY(m_page->panel()->statement()->isVisible());
        Theme::get().setScale(1.0);
    }

    // Nobody's name is cut, however long and in whatever size.
    void whoIsWhole()
    {
        Theme::get().setScale(1.4);
        m_page->resize(1280, 690);
        m_page->openSidebarEntry(QStringLiteral("hundred-items"));
        QTRY_VERIFY_WITH_TIMEOUT(ready(), patience);
        LOCKDESK_REQUIRED(stepOnce());
        const TableView* view = m_page->findChild<StepTable*>()->view();
        const int room = view->columnWidth(StepsModel::Who) - 2 * CellDelegate::padding;
        QVERIFY2(room >= QFontMetrics(Theme::get().fixed()).horizontalAdvance(QStringLiteral("latecomers")), qPrintable(QString::number(room)));
        Theme::get().setScale(1.0);
    }

    // Shows the deciding statement, then all of the step; SQLite begins and reads before it.
    void decidesFirst()
    {
        LOCKDESK_REQUIRED(open("with-token"));
        LOCKDESK_REQUIRED(stepOnce());
        const QString shown = m_page->panel()->statement()->toPlainText();
        const auto decides = shown.indexOf(QStringLiteral("UPDATE lockdesk_sb_"));
        const auto begins = shown.indexOf(QStringLiteral("BEGIN IMMEDIATE"));
        QVERIFY2(decides >= 0 && begins > decides, qPrintable(shown));
        QVERIFY2(shown.contains(QStringLiteral("COMMIT")), qPrintable(shown));
    }

    // With the lesson's titles, in the window's language.
    void actorsHaveTheirTitles()
    {
        m_page->openSidebarEntry(QStringLiteral("lost-update"));
        QTRY_VERIFY_WITH_TIMEOUT(ready(), patience);
        m_page->setFocus();
        LOCKDESK_REQUIRED(stepOnce());
        QCOMPARE(m_page->steps()->model()->index(0, StepsModel::Who).data().toString(), QStringLiteral("PC"));
    }

    // A lesson takes the servers of a Redlock that nobody has chosen for it: never production's, and it names them.
    void redlockIsNamedAndNeverProduction()
    {
        m_page->openSidebarEntry(QStringLiteral("double-notification"));
        const auto hasRedlock = [](const scenarios::Lesson* lesson) {
            return lesson != nullptr && lesson->variant("redlock") != nullptr;
        };
        QTRY_VERIFY_WITH_TIMEOUT(hasRedlock(m_room->choice().lesson()), patience);
        const scenarios::Variant& redlock = *m_room->choice().lesson()->variant("redlock");
        const auto servers = [](const char* name, const char* environment) {
            ClassStore one;
            one.id = one.name = QLatin1String(name);
            one.environment = QLatin1String(environment);
            one.hasLocksOnly = true;
            return one;
        };
        m_stores->setOthers({servers("live", "production")});
        const QString why = m_room->choice().whyNot(redlock);
        QVERIFY2(why.contains(QStringLiteral("not production")), qPrintable(why));
        m_stores->setOthers({servers("live", "production"), servers("quorum", "staging")});
        QCOMPARE(m_room->choice().whyNot(redlock), QString());
        const auto button = [this] {
            return m_page->findChild<QPushButton*>(QStringLiteral("classStore"))->accessibleName();
        };
        QVERIFY2(!button().contains(QStringLiteral("quorum")), qPrintable(button()));
        m_room->choice().setVariant(QStringLiteral("redlock"));
        QTRY_VERIFY2(button().contains(QStringLiteral("one + quorum")), qPrintable(button()));
        m_stores->setOthers({});
    }

    void backAndForwardIsTheSame()
    {
        LOCKDESK_REQUIRED(open("with-token"));
        for (int i = 0; i < 6; ++i)
            LOCKDESK_REQUIRED(stepOnce());
        const auto* playback = m_room->track().playback();
        const std::string here = playback->state_hash(m_room->player().position());
        const int step = m_room->player().currentStep();
        for (int i = 1; i <= 3; ++i) {
            press(Qt::Key_Left);
            QCOMPARE(m_room->player().currentStep(), step - i);
        }
        for (int i = 0; i < 3; ++i)
            press(Qt::Key_Right);
        QCOMPARE(m_room->player().currentStep(), step);
        QCOMPARE(playback->state_hash(m_room->player().position()), here);
        // Clicking a row moves there too.
        const QModelIndex second = m_page->steps()->model()->index(1, StepsModel::What);
        QTest::mouseClick(m_page->steps()->view()->viewport(), Qt::LeftButton, {},
                          m_page->steps()->view()->visualRect(second).center());
        QCOMPARE(m_room->player().currentStep(), 1);
    }

    void questionBeforeAnswer()
    {
        LOCKDESK_REQUIRED(open("with-token"));
        int steps = 0;
        while (m_page->ask()->questionText().isEmpty() && steps++ < 40)
            LOCKDESK_REQUIRED(stepOnce());
        QVERIFY(!m_page->ask()->questionText().isEmpty());
        QVERIFY(m_page->ask()->answerText().isEmpty());
        // The question comes before the step is shown.
        const int before = m_room->player().currentStep();
        QVERIFY(m_room->player().position() < m_room->track().size());
        press(Qt::Key_A);
        QTRY_VERIFY(!m_page->ask()->answerText().isEmpty());
        press(Qt::Key_Right);
        QCOMPARE(m_room->player().currentStep(), before + 1);
        QCOMPARE(m_room->questions().contrasts().size(), std::size_t{2}); // both wrong variants
        QVERIFY(m_page->panel()->rows()->lines().join(QString()).contains(QStringLiteral("ledger")));
    }

    void runFreezeAndSave()
    {
        LOCKDESK_REQUIRED(open("without-token"));
        LOCKDESK_REQUIRED(stepOnce());
        LOCKDESK_REQUIRED(stepOnce());
        // The other variants, by their key; then an actor frozen by hand.
        for (const char* way : {"check-before", "with-token"}) {
            press(Qt::Key_V);
            QCOMPARE(m_room->choice().variant(), QLatin1String(way));
            QTRY_VERIFY_WITH_TIMEOUT(ready(), patience);
        }
        LOCKDESK_REQUIRED(stepOnce());
        m_page->lanes()->setFocus();
        press(Qt::Key_Down);
        press(Qt::Key_Up);
        QCOMPARE(m_page->actions()->target(), QStringLiteral("pod-a"));
        press(Qt::Key_F, Qt::ShiftModifier);
        QTRY_COMPARE_WITH_TIMEOUT(m_room->track().playback()->file().choices().size(), std::size_t{1}, patience);
        QTRY_VERIFY_WITH_TIMEOUT(ready(), patience);
        const auto choices = m_room->track().playback()->file().choices();
        QCOMPARE(QString::fromStdString(choices.front().fault), QStringLiteral("freeze"));

        m_room->player().setSpeed(100);
        press(Qt::Key_Space);
        QVERIFY(m_room->player().isRunning());
        QTRY_VERIFY_WITH_TIMEOUT(m_room->player().atEnd(), patience);
        QVERIFY(m_room->player().clock() > std::chrono::seconds{40});

        m_page->openResultSheet();
        auto* sheet = dynamic_cast<ResultSheet*>(m_page->sheet());
        QVERIFY(sheet != nullptr);
        QVERIFY(sheet->preview()->toPlainText().contains(QStringLiteral("pod-a")));
        const QString html = QString::fromStdString((m_folder / "result.html").string());
        const QString pdf = QString::fromStdString((m_folder / "result.pdf").string());
        QCOMPARE(sheet->saveAs(html), QString());
        QCOMPARE(sheet->saveAs(pdf), QString());
        QVERIFY(QFileInfo(pdf).size() > 1000);
        QVERIFY(m_page->escape());
        const std::string events = m_room->track().playback()->file().text();

        // Running the saved result again gives the same, including choices.
        QCOMPARE(m_room->openResult(html), QString());
        QTRY_VERIFY_WITH_TIMEOUT(ready(), patience);
        QCOMPARE(m_room->track().playback()->file().choices(), choices);
        LOCKDESK_REQUIRED(stepToEnd());
        QCOMPARE(wordsOf(m_room->track().playback()->file()), wordsOf(scenarios::EventFile::parse(events).value()));
    }

    void leavesAndComesBack()
    {
        LOCKDESK_REQUIRED(open("with-token"));
        for (int i = 0; i < 4; ++i)
            LOCKDESK_REQUIRED(stepOnce());
        const std::string before = m_room->track().playback()->state_hash(m_room->player().position());
        m_page->setActive(false);
        QTRY_COMPARE_WITH_TIMEOUT(m_stores->sandboxes(QStringLiteral("one")), std::size_t{0}, patience);
        m_page->setActive(true);
        QCOMPARE(m_room->track().playback()->state_hash(m_room->player().position()), before);
        LOCKDESK_REQUIRED(stepOnce());
        QCOMPARE(m_room->player().currentStep(), 4);
    }

    void recordingWithoutStore()
    {
        LOCKDESK_REQUIRED(open("with-token"));
        LOCKDESK_REQUIRED(stepToEnd());
        const QString file = QString::fromStdString((m_folder / "run.jsonl").string());
        QCOMPARE(m_room->saveRecording(file), QString());
        const std::string hash = m_room->track().playback()->state_hash(5);
        press(Qt::Key_PageDown); // another lesson, or the same if it is the only one
        QCOMPARE(m_room->openRecording(file), QString());
        QCOMPARE(m_room->choice().kind(), LessonChoice::Kind::recording);
        QVERIFY(m_room->track().run() == nullptr);
        QCOMPARE(m_room->track().playback()->state_hash(5), hash);
        press(Qt::Key_Left);
        press(Qt::Key_Left);
        press(Qt::Key_Right);
        QCOMPARE(m_room->player().currentStep(), m_room->totalSteps() - 2);
    }

    void twoStores()
    {
        LOCKDESK_REQUIRED(open("with-token"));
        m_room->choice().setSecondStore(QStringLiteral("two"));
        QTRY_VERIFY_WITH_TIMEOUT(ready() && m_room->secondTrack().playback() != nullptr, patience);
        for (int i = 0; i < 4; ++i)
            LOCKDESK_REQUIRED(stepOnce());
        QTRY_VERIFY_WITH_TIMEOUT(!m_room->secondTrack().isBusy(), patience);
        QTRY_COMPARE(m_page->lanes()->lanes().size(), 2 * m_room->picture().state(m_room->track())->lanes.size());
        QCOMPARE(m_room->picture().firstDifference(), 0);
    }

    void clockTexts()
    {
        QCOMPARE(ClockPopup::parse(QStringLiteral("42")).value(), 42'000'000);
        QCOMPARE(ClockPopup::parse(QStringLiteral("1:30.5")).value(), 90'500'000);
        QCOMPARE(ClockPopup::parse(QStringLiteral("2m")).value(), 120'000'000);
        QVERIFY(!ClockPopup::parse(QStringLiteral("noon")).has_value());
        LOCKDESK_REQUIRED(open("with-token"));
        m_room->player().runTo(std::chrono::seconds{20});
        QTRY_VERIFY_WITH_TIMEOUT(ready() && m_room->player().clock() == std::chrono::seconds{20}, patience);
        QVERIFY(m_room->player().currentStep() > 2);
    }

    void ownLessonWithMistake()
    {
        std::filesystem::create_directories(m_folder / "lessons");
        QFile file(QString::fromStdString((m_folder / "lessons" / "bad.yaml").string()));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("lesson: bad\nnumber: 0\ntitle: [1, 2\n");
        file.close();
        m_room->catalog()->reload();
        const auto entries = m_page->sidebarEntries();
        const auto bad = std::find_if(entries.begin(), entries.end(), [](const SidebarEntry& e) { return e.wrong; });
        QVERIFY(bad != entries.end());
        m_page->openSidebarEntry(bad->id);
        QVERIFY(m_page->banner()->isVisible());
        QVERIFY2(m_page->banner()->text().contains(QStringLiteral("line ")), qPrintable(m_page->banner()->text()));
        QVERIFY(file.remove());
    }

    // The file once, the first mistakes a line each, the number of the others; the lanes keep most of their room.
    void manyMistakesLeaveTheLessonItsRoom()
    {
        std::filesystem::create_directories(m_folder / "lessons");
        QFile file(QString::fromStdString((m_folder / "lessons" / "many.yaml").string()));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("lesson: many\ntitle: Many\nsummary: S\nlength: tomorrow\nactors:\n");
        for (int i = 0; i < 20; ++i)
            file.write("  - {name: a" + QByteArray::number(i) + ", program: none}\n");
        file.close();
        m_room->catalog()->reload();
        const int lanes = m_page->lanes()->height();
        const auto entries = m_page->sidebarEntries();
        const auto bad = std::find_if(entries.begin(), entries.end(), [](const SidebarEntry& e) { return e.wrong; });
        QVERIFY(bad != entries.end());
        m_page->openSidebarEntry(bad->id);
        QTRY_VERIFY(m_page->banner()->isVisible());
        const QString text = m_page->banner()->text();
        QCOMPARE(text.count(QStringLiteral("many.yaml")), 1);
        QVERIFY2(text.contains(QStringLiteral("\nline 4: length: 'tomorrow'")), qPrintable(text));
        QCOMPARE(text.count(u'\n'), 5);
        QVERIFY2(text.endsWith(QStringLiteral(" more: lockdeskctl scenario check lists all mistakes.")), qPrintable(text));
        QTRY_VERIFY2(m_page->lanes()->height() > lanes / 2, qPrintable(QString::number(m_page->lanes()->height())));
        // `Read again` says what is still wrong, and opens the lesson once nothing is.
        const auto write = [&](const QByteArray& lesson) {
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(lesson);
            file.close();
            QTest::mouseClick(m_page->banner()->button(), Qt::LeftButton);
        };
        const QByteArray right = "lesson: many\ntitle: Many\nsummary: S\nlength: 10s\nactors:\n  - {name: a, program: p}\n"
                                 "programs:\n  p:\n    - {run: record put x --value y, step: put}\n"
                                 "variants:\n  - {name: only, title: Only, expected: true}\n"
                                 "rules:\n  - {name: r, kind: never, text: Never., of: busy}\n";
        write(QByteArray(right).replace("10s", "soon"));
        QTRY_VERIFY2(m_page->banner()->text().contains(QStringLiteral("\nline 4: length: 'soon'")), qPrintable(m_page->banner()->text()));
        QCOMPARE(m_page->banner()->text().count(u'\n'), 1);
        write(right);
        QTRY_COMPARE(m_room->choice().lessonId(), QStringLiteral("many"));
        QVERIFY(file.remove());
        m_room->openLesson(QStringLiteral("zombie"));
        m_room->catalog()->reload();
    }

    // Somebody else's lesson runs only after the user agrees.
    void asksBeforeSomebodyElsesLesson()
    {
        std::filesystem::create_directories(m_folder / "lessons");
        QFile file(QString::fromStdString((m_folder / "lessons" / "elsewhere.yaml").string()));
        QFile self(QString::fromStdString((m_folder / "lessons" / "self.yaml").string()));
        QVERIFY(file.open(QIODevice::WriteOnly) && self.open(QIODevice::WriteOnly));
        file.write("lesson: elsewhere\ntitle: Elsewhere\nsummary: S\nlength: 10s\nactors:\n  - {name: a, program: p}\n"
                   "programs:\n  p:\n    - {run: record put x --value y, step: put}\n"
                   "variants:\n  - {name: only, title: Only, expected: true}\n"
                   "rules:\n  - {name: r, kind: never, text: Never., of: busy}\n");
        self.write("lesson: &a [*a]\n");
        file.close();
        self.close();
        m_room->catalog()->reload();
        QCOMPARE(m_room->catalog()->mistakes().size(), 1);
        for (int turn = 0; turn < 2; ++turn) {
            m_page->openSidebarEntry(QStringLiteral("elsewhere"));
            QTRY_COMPARE_WITH_TIMEOUT(m_room->problem().kind(), ClassProblem::Kind::foreign, patience);
            QVERIFY(m_page->banner()->isVisible());
            QVERIFY2(m_page->banner()->text().contains(QStringLiteral("elsewhere.yaml")),
                     qPrintable(m_page->banner()->text()));
            QCOMPARE(m_stores->sandboxes(QStringLiteral("one")), std::size_t{0});
            m_room->player().step();
            QTRY_COMPARE_WITH_TIMEOUT(m_room->problem().kind(), ClassProblem::Kind::foreign, patience);
            QCOMPARE(m_room->track().size(), 0);
            QTest::mouseClick(m_page->banner()->button(), Qt::LeftButton);
            QTRY_VERIFY_WITH_TIMEOUT(ready(), patience);
            QCOMPARE(m_room->problem().kind(), ClassProblem::Kind::none);
            // After a reload it may be a different lesson.
            m_page->openSidebarEntry(QStringLiteral("zombie"));
            m_room->catalog()->reload();
        }
        QVERIFY(file.remove() && self.remove());
        m_room->catalog()->reload();
    }

private:
    static QStringList wordsOf(const scenarios::EventFile& file)
    {
        QStringList words;
        for (const scenarios::Event& e : file.events)
            words << QStringLiteral("%1 %2 %3")
                         .arg(qint64(e.t.count()))
                         .arg(QString::fromStdString(e.actor), QString::fromStdString(e.event));
        return words;
    }
};

static const lockdesk::test::Program classroom_test("classroom_test", [](int argc, char** argv) {
    QApplication app(argc, argv);
    QApplication::setApplicationName(QStringLiteral("lockdesk-classroom-test"));
    QApplication::setOrganizationName(QStringLiteral("lockdesk"));
    QLocale::setDefault(QLocale(QLocale::English));
    Theme::get().install(app);
    ClassroomTest test;
    return QTest::qExec(&test, argc, argv);
});

#include "classroom_test.moc"

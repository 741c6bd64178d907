// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The Classroom page on real runs: faults by hand at any time, participants with their own processes, and lanes.
#include "models/classroom/fault_rules.h"
#include "app/common/worker_program.h"
#include "models/classroom/lesson_times.h"
#include "models/classroom/steps_model.h"
#include "models/format/format.h"
#include "tests/widgets/classroom_lab.h"
#include "tests/widgets/cut_texts.h"
#include "tests/widgets/program.h"
#include "tests/widgets/required.h"
#include "widgets/classroom/ask_panel.h"
#include "widgets/classroom/class_actions.h"
#include "widgets/classroom/class_bar.h"
#include "widgets/classroom/event_look.h"
#include "widgets/classroom/join_sheet.h"
#include "widgets/classroom/step_panel.h"
#include "widgets/classroom/step_table.h"
#include "widgets/common/lane_view.h"
#include "widgets/common/table_view.h"
#include "widgets/sheets/command_view.h"
#include "widgets/theme/theme.h"

#include <QApplication>
#include <QProcess>
#include <QSignalSpy>
#include <QTest>

#include <algorithm>

using namespace lockdesk;
using test::patience;

class ClassroomGuestsTest final : public QObject, private test::ClassroomLab
{
    Q_OBJECT

private slots:
    void initTestCase() { setUpClass(); }
    void init() { setUpRoom(); }
    void cleanup() { leaveRoom(); }

    // At a question its step has already run, and a step back is in the past: both are run again, up to the fault.
    void faultsAtAQuestionAndInThePast()
    {
        LOCKDESK_REQUIRED(open("with-token"));
        for (int i = 0; i < 40 && m_room->player().position() == m_room->track().size(); ++i)
            LOCKDESK_REQUIRED(stepOnce());
        QVERIFY(m_room->player().position() < m_room->track().size());
        const int asked = m_room->player().position();
        LOCKDESK_REQUIRED(targetPodB());
        LOCKDESK_REQUIRED(faultHere(Qt::Key_F, "freeze", asked));
        QCOMPARE(m_room->track().size(), asked + 1); // the step in question has not happened
        LOCKDESK_REQUIRED(stepOnce());
        for (int i = 0; i < 3; ++i)
            press(Qt::Key_Left);
        const int past = m_room->player().position();
        QVERIFY(past < asked);
        const auto what = [this](int step) {
            return m_page->steps()->model()->index(step, StepsModel::What).data().toString();
        };
        const QString shown = what(m_room->player().currentStep());
        LOCKDESK_REQUIRED(faultHere(Qt::Key_C, "crash", past));
        QCOMPARE(m_page->steps()->model()->rowCount(), m_room->player().currentStep() + 1);
        QCOMPARE(what(m_room->player().currentStep() - 1), shown);
        const auto choices = m_room->track().playback()->file().choices();
        QCOMPARE(choices.size(), std::size_t{1}); // the later one is dropped
        LOCKDESK_REQUIRED(stepToEnd());
        QVERIFY(m_room->track().playback()->file().events.back().event == "finished");
    }

    void saysWhyNoFault()
    {
        LOCKDESK_REQUIRED(open("with-token"));
        QVERIFY(!whyNoFault(*m_room, QStringLiteral("crash"), {}).isEmpty());
        QVERIFY(whyNoFault(*m_room, QStringLiteral("crash"), QStringLiteral("pod-a")).isEmpty());
        QVERIFY(!whyNoFault(*m_room, QStringLiteral("thaw"), QStringLiteral("pod-a")).isEmpty());
        LOCKDESK_REQUIRED(stepToEnd());
        m_page->lanes()->setFocus();
        press(Qt::Key_Down);
        press(Qt::Key_Up);
        QTRY_VERIFY2(m_page->statusText().contains(QStringLiteral("over")), qPrintable(m_page->statusText()));
        QSignalSpy notices(m_room.get(), &Classroom::notice);
        m_room->inject(QStringLiteral("crash"), QStringLiteral("pod-a"));
        QCOMPARE(notices.count(), 1);
        press(Qt::Key_Left);
        QTRY_VERIFY2(!m_page->statusText().contains(QStringLiteral("over")), qPrintable(m_page->statusText()));
    }

    void join_data()
    {
        QTest::addColumn<QString>("lesson");
        QTest::addColumn<QString>("name");
        QTest::addColumn<bool>("begun");
        QTest::addColumn<bool>("welcome");
        QTest::newRow("its actor, before the first step") << "zombie"
                                                          << "pod-a" << false << true;
        QTest::newRow("its actor, later") << "zombie"
                                          << "pod-b" << true << true;
        QTest::newRow("somebody more") << "zombie"
                                       << "ana" << false << true;
        QTest::newRow("somebody more, later") << "zombie"
                                              << "bo" << true << true;
        QTest::newRow("where others have no part") << "lost-update"
                                                   << "ana" << false << false;
        QTest::newRow("a name that means something else") << "zombie"
                                                          << "you" << false << false;
    }

    void join()
    {
        QFETCH(QString, lesson);
        QFETCH(QString, name);
        QFETCH(bool, begun);
        QFETCH(bool, welcome);
        LOCKDESK_REQUIRED(openLesson(lesson));
        if (begun)
            LOCKDESK_REQUIRED(stepOnce());
        m_page->openJoinSheet();
        auto* sheet = dynamic_cast<JoinSheet*>(m_page->sheet());
        QVERIFY(sheet != nullptr);
        QVERIFY2(sheet->participants().contains(QStringLiteral("Nobody")), qPrintable(sheet->participants()));
        QProcess worker;
        worker.start(QString::fromStdString(app::worker_program().string()),
                     {QStringLiteral("--join"), m_stores->address(QStringLiteral("one")), QStringLiteral("--sandbox"),
                      m_room->track().sandbox(), QStringLiteral("--as"), name});
        QVERIFY(worker.waitForStarted(patience));
        if (!welcome) {
            QTRY_COMPARE_WITH_TIMEOUT(worker.state(), QProcess::NotRunning, patience);
            QCOMPARE(worker.exitCode(), 4);
            const QString why = QString::fromUtf8(worker.readAllStandardError());
            QVERIFY2(why.contains(QStringLiteral("no part")) && why.contains(QStringLiteral("join")), qPrintable(why));
            QVERIFY(m_room->track().participants().empty());
            return;
        }
        QTRY_COMPARE_WITH_TIMEOUT(m_room->track().participants().size(), std::size_t{1}, patience);
        QTRY_VERIFY2(sheet->participants().startsWith(name), qPrintable(sheet->participants()));
        QVERIFY(m_page->escape());
        const auto isIts = [&](const Lane& lane) {
            return lane.name == name && lane.caption.startsWith(QStringLiteral("joined from"));
        };
        QTRY_VERIFY(std::count_if(m_page->lanes()->lanes().begin(), m_page->lanes()->lanes().end(), isIts) == 1);
        // It takes part in the lesson.
        m_page->setFocus();
        const auto acted = [&] {
            const auto& events = m_room->track().playback()->file().events;
            return std::any_of(events.begin(), events.end(), [&](const scenarios::Event& e) {
                return e.actor == name.toStdString() && !e.command.empty();
            });
        };
        for (int i = 0; i < 60 && !acted() && !m_room->player().atEnd(); ++i)
            LOCKDESK_REQUIRED(stepOnce());
        QVERIFY(acted());
        QVERIFY(worker.readAllStandardOutput().contains("\"type\":\"done\""));
        worker.terminate();
        QVERIFY(worker.waitForFinished(patience));
        QTRY_VERIFY_WITH_TIMEOUT(m_room->player().atEnd() || !m_room->track().participants().front().isHere, patience);
    }

    // Lanes drawn from a recording made here.
    void picture()
    {
        const QString file = QString::fromStdString((m_folder / "made.jsonl").string());
        QVERIFY(madeRecording().write(file.toStdString()).is_result());
        QCOMPARE(m_room->openRecording(file), QString());
        // The first wrong step is marked, although the lesson does not mark it.
        const auto* steps = m_page->steps()->model();
        QCOMPARE(steps->index(0, StepsModel::What).data(StepsModel::ToneRole).toInt(), int(scenarios::Tone::bad));
        QTRY_VERIFY(m_page->lanes()->lanes().size() == 1 && !m_page->lanes()->lanes().front().marks.empty());
        const Lane& lane = m_page->lanes()->lanes().front();
        QCOMPARE(lane.marks.front().tone, Tone::expired);
        // Three statements at one instant give three marks with their texts.
        QStringList texts;
        for (const LaneMark& mark : lane.marks)
            if (mark.at == 2'000'000)
                texts << QStringLiteral("%1 %2").arg(mark.beside).arg(mark.text);
        QCOMPARE(texts,
                 (QStringList{QStringLiteral("0 INSERT"), QStringLiteral("1 UPDATE"), QStringLiteral("2 DELETE: 0 rows")}));
        // An actor that resigned with holds left is neither at work nor past its lease.
        for (const LaneSpan& span : lane.spans) {
            QVERIFY(span.kind != LaneSpan::Kind::overdue);
            QVERIFY(span.kind != LaneSpan::Kind::works || span.to <= 3'000'000);
        }
    }

    // Neither 1024 with a narrow sidebar nor a projector's 1280 is widened by the page, in any lesson and variant.
    void widensNoWindow()
    {
        for (const double scale : {1.0, 1.4}) {
            Theme::get().setScale(scale);
            for (const scenarios::Lesson& lesson : m_room->catalog()->lessons()) {
                m_page->openSidebarEntry(format::exact(lesson.id));
                for (const scenarios::Variant& variant : lesson.variants) {
                    m_room->choice().setVariant(format::exact(variant.name));
                    QCoreApplication::processEvents();
                    QVERIFY2(m_page->minimumSizeHint().width() <= (scale > 1 ? 1280 : 980),
                             qPrintable(QStringLiteral("%1 %2 %3: %4")
                                            .arg(scale)
                                            .arg(m_room->choice().lessonId(), m_room->choice().variant())
                                            .arg(m_page->minimumSizeHint().width())));
                }
            }
        }
        Theme::get().setScale(1.0);
    }

    // At 1280x720 no tool text and no lane is cut, in any lesson and either language.
    void nothingIsCut()
    {
        m_page->resize(1100, 620);
        m_page->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_page.get()));
        QStringList cut;
        for (const QLocale::Language language : {QLocale::Korean, QLocale::English}) {
            QLocale::setDefault(QLocale(language));
            for (const scenarios::Lesson& lesson : m_room->catalog()->lessons()) {
                LOCKDESK_REQUIRED(openLesson(format::exact(lesson.id)));
                LOCKDESK_REQUIRED(stepOnce());
                (void)QTest::qWaitFor([this] { return isLastLaneWhole(); }, patience); // the layout follows later
                QCOMPARE(m_page->size(), QSize(1100, 620));
                const auto* picker = m_page->findChild<VariantPicker*>();
                for (const QString& text : test::cutTexts(picker))
                    cut << m_room->choice().lessonId() + QStringLiteral(": ") + text;
                if (!isLastLaneWhole())
                    cut << m_room->choice().lessonId() + QStringLiteral(": its last lane");
            }
        }
        for (const QString& one : cut)
            qInfo().noquote() << one;
        QVERIFY2(cut.isEmpty(), qPrintable(cut.value(0)));
    }

    // The outcomes of a step in two other variants have their own titles.
    void eachContrastHasItsTitle()
    {
        LOCKDESK_REQUIRED(open("with-token"));
        for (int i = 0; i < 40 && m_page->ask()->contrasts().size() < 2; ++i)
            LOCKDESK_REQUIRED(stepOnce());
        const auto shown = m_page->ask()->contrasts();
        QCOMPARE(shown.size(), std::size_t{2});
        const auto& all = m_room->choice().lesson()->contrasts;
        for (const auto& [title, text] : shown) {
            const auto contrast = std::find_if(all.begin(), all.end(), [&text = text](const scenarios::Contrast& one) {
                return lessonText(one.text) == text;
            });
            QVERIFY2(contrast != all.end(), qPrintable(text));
            const QString way = lessonText(m_room->choice().lesson()->variant(contrast->variant)->title);
            QVERIFY2(title.endsWith(way), qPrintable(title + QStringLiteral(" over: ") + text));
        }
    }

    // The sentence of every step is whole in its row, in both languages' widths and on a projector.
    void aSentenceIsToldWhole_data()
    {
        QTest::addColumn<QSize>("size");
        QTest::addColumn<bool>("projector");
        QTest::addColumn<bool>("wraps"); // some of the sentences
        QTest::newRow("window") << QSize(1100, 620) << false << true;
        QTest::newRow("small window") << QSize(980, 560) << false << false;
        QTest::newRow("projector") << QSize(1024, 700) << true << false;
    }
    void aSentenceIsToldWhole()
    {
        QFETCH(QSize, size);
        QFETCH(bool, projector);
        QFETCH(bool, wraps);
        Theme::get().setScale(projector ? 1.4 : 1);
        const auto back = qScopeGuard([] { Theme::get().setScale(1); });
        m_page->resize(size);
        m_page->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_page.get()));
        LOCKDESK_REQUIRED(openLesson(QStringLiteral("lock-table")));
        bool wrapped = false, single = false;
        for (int i = 0; i < 8; ++i) {
            LOCKDESK_REQUIRED(stepOnce());
            const StepTable* steps = m_page->steps();
            const TableView* view = steps->view();
            const QModelIndex current = steps->model()->index(m_room->player().currentStep(), StepsModel::What);
            QTRY_VERIFY2(view->viewport()->rect().contains(view->visualRect(current)),
                         qPrintable(current.data().toString()));
            for (int row = 0; row < steps->model()->rowCount(); ++row) {
                const QString text = steps->model()->index(row, StepsModel::What).data().toString();
                const QFontMetrics metrics(Theme::get().body());
                const QRect needed = metrics.boundingRect(QRect(0, 0, view->columnWidth(StepsModel::What) - 34, 9999),
                                                          Qt::TextWordWrap, text);
                QVERIFY2(view->rowHeight(row) >= needed.height(), qPrintable(text));
                (needed.height() > metrics.height() ? wrapped : single) = true;
            }
        }
        QVERIFY((wrapped && single) || !wraps);
    }

    // Shows the statement that the actor's session sent, with its bound values.
    void statementIsTheOneSent()
    {
        LOCKDESK_REQUIRED(open("with-token"));
        LOCKDESK_REQUIRED(stepOnce());
        const auto& event = m_room->track().event(m_room->track().visible().front());
        QVERIFY(!event.sent.empty());
        const QString shown = m_page->panel()->statement()->toPlainText();
        for (const SentStatement& sent : event.sent) {
            const QString first = format::foreignCode(sent.text).section(QLatin1Char('\n'), 0, 0);
            QVERIFY2(shown.contains(first) || first.contains(QStringLiteral("{sandbox}")), qPrintable(shown));
        }
        QVERIFY2(shown.contains(QStringLiteral("pod-a/")), qPrintable(shown)); // the bound owner
        QVERIFY2(!shown.contains(QStringLiteral("{sandbox}")), qPrintable(shown));
    }

    void timesOfTheLesson()
    {
        const auto at = [](std::int64_t seconds) { return to_us(scenarios::lesson_base) + seconds * 1'000'000; };
        QCOMPARE(fieldText("due_us", std::int64_t{9'000'000'000'000'000}), QStringLiteral("never"));
        QCOMPARE(fieldText("locked_at_us", std::int64_t{0}), QStringLiteral("1970-01-01"));
        QCOMPARE(fieldText("locked_at_us", at(-25)), QStringLiteral("-25 s"));
        QCOMPARE(fieldText("expires_us", at(37)), QStringLiteral("37 s"));
        QCOMPARE(fieldText("expiry", at(37)), QStringLiteral("37 s"));
        QCOMPARE(fieldText("expiry", std::string("2026-01-05 00:01:00.5")), QStringLiteral("60.5 s"));
        QCOMPARE(fieldText("expiry", std::string("1970-01-01 00:00:00")), QStringLiteral("1970-01-01 00:00:00"));
        QCOMPARE(withLessonTimes(QStringLiteral("read: owner a, expiry 2026-01-05 00:02:15 or 2026-01-05 00:00:01.5")),
                 QStringLiteral("read: owner a, expiry 135 s or 1.5 s"));
        QCOMPARE(fieldText("lease_us", std::int64_t{30'000'000}), QStringLiteral("30 s"));
        QCOMPARE(fieldText("version", std::int64_t{2}), QStringLiteral("2"));
    }

private:
    static scenarios::EventFile madeRecording()
    {
        scenarios::EventFile file;
        file.header.base = scenarios::lesson_base;
        file.header.id = "made";
        file.header.variant = "only";
        file.header.store = "sqlite";
        file.header.length = std::chrono::seconds{10};
        file.header.rules = R"([{"name":"r","kind":"never","text":{"en":"Never."},"of":"acquired"}])";
        file.header.actors.push_back({"a", "pod", "a/1/0000000000000001"});
        file.header.lanes.push_back({"a", "actor", "a", {}, {}});
        const auto add = [&file](int second, const char* word, scenarios::Fields values, const char* sql = "") {
            scenarios::Event event;
            event.line = int(file.events.size()) + 2;
            event.t = std::chrono::seconds{second};
            event.actor = std::string(word) == "finished" ? "lesson" : "a";
            event.event = word;
            event.named = true;
            event.statement = *sql != 0 ? "sql" : "lock.acquire";
            event.command = "made";
            event.sql = sql;
            event.values = std::move(values);
            file.events.push_back(event);
        };
        const scenarios::Fields lock{{"name", std::string("x")},
                                     {"expires_us", to_us(scenarios::lesson_base) + 5'000'000},
                                     {"token", std::int64_t{1}}};
        add(1, "acquired", lock);
        add(2, "written", {}, "INSERT INTO {t} VALUES (1)");
        add(2, "written", {}, "UPDATE {t} SET x = 1");
        add(2, "nothing", {}, "DELETE FROM {t}");
        add(3, "still_held", lock);
        add(9, "note", {});
        add(10, "finished", {});
        return file;
    }
    // More than eight lanes scroll.
    [[nodiscard]] bool isLastLaneWhole() const
    {
        const LaneView* lanes = m_page->lanes();
        const int last = int(lanes->lanes().size()) - 1;
        return last < 0 || last >= 8 || lanes->pointOf(last, lanes->window().first).y() + 18 <= lanes->height();
    }
    void targetPodB()
    {
        m_page->lanes()->setFocus();
        for (int i = 0; i < 4 && m_page->actions()->target() != QLatin1String("pod-b"); ++i)
            press(Qt::Key_Down);
        QCOMPARE(m_page->actions()->target(), QStringLiteral("pod-b"));
    }
    void faultHere(Qt::Key key, const char* fault, int after)
    {
        press(key, Qt::ShiftModifier);
        const auto done = [&] {
            const auto all = m_room->track().playback()->file().choices();
            return ready() && !all.empty() && all.back().fault == fault && all.back().after == after;
        };
        QTRY_VERIFY_WITH_TIMEOUT(done() || m_room->problem().kind() != ClassProblem::Kind::none, patience);
        QVERIFY2(m_room->problem().kind() == ClassProblem::Kind::none, qPrintable(m_room->problem().text()));
        QCOMPARE(m_room->player().position(), after + 1);
        QVERIFY(m_room->track().event(after).by_hand);
    }
    void openLesson(const QString& id)
    {
        m_page->openSidebarEntry(id);
        QTRY_VERIFY_WITH_TIMEOUT(ready() || m_room->problem().kind() != ClassProblem::Kind::none, patience);
        QVERIFY2(m_room->problem().kind() == ClassProblem::Kind::none, qPrintable(m_room->problem().text()));
        QCOMPARE(m_room->choice().lessonId(), id);
        m_page->setFocus();
    }
};

static const lockdesk::test::Program classroom_guests_test("classroom_guests_test", [](int argc, char** argv) {
    QApplication app(argc, argv);
    QApplication::setApplicationName(QStringLiteral("lockdesk-classroom-guests-test"));
    QApplication::setOrganizationName(QStringLiteral("lockdesk"));
    QLocale::setDefault(QLocale(QLocale::English));
    Theme::get().install(app);
    ClassroomGuestsTest test;
    return QTest::qExec(&test, argc, argv);
});

#include "classroom_guests_test.moc"

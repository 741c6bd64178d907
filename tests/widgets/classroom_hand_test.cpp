// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the Classroom page shows of a run after faults by hand.
#include "app/common/worker_program.h"
#include "tests/widgets/classroom_lab.h"
#include "tests/widgets/program.h"
#include "tests/widgets/required.h"
#include "widgets/classroom/ask_panel.h"
#include "widgets/classroom/class_bar.h"
#include "widgets/classroom/join_sheet.h"
#include "widgets/classroom/step_panel.h"
#include "widgets/classroom/verdict_bar.h"
#include "widgets/common/lane_view.h"
#include "widgets/sheets/command_view.h"
#include "widgets/theme/theme.h"

#include <QApplication>
#include <QProcess>
#include <QPushButton>
#include <QTest>

using namespace lockdesk;
using test::patience;

class ClassroomHandTest final : public QObject, private test::ClassroomLab
{
    Q_OBJECT

private slots:
    void initTestCase() { setUpClass(); }
    void init() { setUpRoom(); }
    void cleanup() { leaveRoom(); }

    // Its answer is that of the lesson's own run, and pod-b did not write here.
    void noQuestionAfterAFaultByHand()
    {
        LOCKDESK_REQUIRED(open("without-token"));
        LOCKDESK_REQUIRED(stepOnce());
        m_room->inject(QStringLiteral("crash"), QStringLiteral("pod-b"));
        QTRY_VERIFY_WITH_TIMEOUT(m_room->track().disturbedAt() >= 0 && ready(), patience);
        while (!m_room->player().atEnd()) {
            QVERIFY(m_room->questions().current() == nullptr);
            LOCKDESK_REQUIRED(stepOnce());
        }
        QVERIFY(m_room->questions().current() == nullptr);
        QVERIFY(!m_page->ask()->answerButton()->isVisible());
    }

    // Rule and numbers are whole although the bar says more after a fault by hand.
    void theVerdictIsWhole()
    {
        m_page->resize(1100, 620);
        m_page->openSidebarEntry(QStringLiteral("dead-pod"));
        m_room->choice().setVariant(QStringLiteral("timeout-5"));
        QTRY_VERIFY_WITH_TIMEOUT(ready(), patience);
        m_page->setFocus();
        for (int i = 0; i < 20 && m_room->picture().verdict(m_room->track()).ok; ++i)
            LOCKDESK_REQUIRED(stepOnce());
        m_room->inject(QStringLiteral("slow"), QStringLiteral("pod-1"), 1);
        QTRY_VERIFY_WITH_TIMEOUT(m_room->track().disturbedAt() >= 0 && ready(), patience);
        LOCKDESK_REQUIRED(stepToEnd());
        const QString text = m_page->verdict()->text();
        QVERIFY2(text.contains(QStringLiteral("faults by hand")) && text.contains(QStringLiteral("Late writes refused")), qPrintable(text));
        for (const int width : {1100, 1030, 980, 844}) {
            m_page->resize(width, 620);
            QTRY_VERIFY2(!m_page->verdict()->isCut(), qPrintable(QStringLiteral("%1 wide").arg(width)));
        }
    }

    // A participant may call itself anything.
    void aLongNameFitsIntoTheSheet()
    {
        LOCKDESK_REQUIRED(open("with-token"));
        LOCKDESK_REQUIRED(stepOnce());
        m_page->openJoinSheet();
        auto* sheet = dynamic_cast<JoinSheet*>(m_page->sheet());
        QVERIFY(sheet != nullptr);
        const QString name(112, QLatin1Char('w'));
        QProcess worker;
        worker.start(QString::fromStdString(app::worker_program().string()),
                     {QStringLiteral("--join"), m_stores->address(QStringLiteral("one")), QStringLiteral("--sandbox"),
                      m_room->track().sandbox(), QStringLiteral("--as"), name});
        QVERIFY(worker.waitForStarted(patience));
        QTRY_COMPARE_WITH_TIMEOUT(m_room->track().participants().size(), std::size_t{1}, patience);
        QTRY_VERIFY2(sheet->participants().startsWith(name.left(20)), qPrintable(sheet->participants()));
        QApplication::processEvents();
        for (const QWidget* each : sheet->findChildren<QWidget*>())
            QVERIFY2(each->minimumSizeHint().width() <= 716,
                     qPrintable(QStringLiteral("%1: %2").arg(QLatin1String(each->metaObject()->className())).arg(each->minimumSizeHint().width())));
        QVERIFY(m_page->escape());
        worker.kill();
        worker.waitForFinished(patience);
    }

    // An actor that is cut off sends nothing. And the tables keep their names once their sandbox is gone.
    void whatWasNotSentAndWhatIsGone()
    {
        LOCKDESK_REQUIRED(open("with-token"));
        LOCKDESK_REQUIRED(stepOnce());
        const QString named = QStringLiteral("lockdesk_sb_") + m_room->track().sandbox();
        QVERIFY(m_page->panel()->statement()->toPlainText().contains(named));
        m_room->setPresent(false);
        QTRY_VERIFY_WITH_TIMEOUT(m_room->track().sandbox().isEmpty(), patience);
        QVERIFY(m_page->panel()->statement()->toPlainText().contains(named));
        m_room->setPresent(true);
        QTRY_VERIFY_WITH_TIMEOUT(ready(), patience);
        m_room->inject(QStringLiteral("cut_off"), QStringLiteral("pod-a"));
        QTRY_VERIFY_WITH_TIMEOUT(m_room->track().disturbedAt() >= 0 && ready(), patience);
        while (m_room->track().event(m_room->track().visible()[std::size_t(m_room->player().currentStep())]).event != "error")
            LOCKDESK_REQUIRED(stepOnce());
        const QString shown = m_page->panel()->statement()->toPlainText();
        QVERIFY2(shown.startsWith(QStringLiteral("-- nothing was sent")) && !shown.contains(QStringLiteral("record")), qPrintable(shown));
    }
};

static const lockdesk::test::Program classroom_hand_test("classroom_hand_test", [](int argc, char** argv) {
    QApplication app(argc, argv);
    QApplication::setApplicationName(QStringLiteral("lockdesk-classroom-hand-test"));
    QApplication::setOrganizationName(QStringLiteral("lockdesk"));
    QLocale::setDefault(QLocale(QLocale::English));
    Theme::get().install(app);
    ClassroomHandTest test;
    return QTest::qExec(&test, argc, argv);
});

#include "classroom_hand_test.moc"

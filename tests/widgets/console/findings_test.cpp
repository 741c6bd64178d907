// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Findings on a real store: many are one row that opens, acknowledged and muted ones are kept, several get their next step at
// once, and new ones run a command and post to a webhook.
#include "tests/widgets/console/lab.h"

#include "models/findings/alert_settings.h"
#include "models/findings/finding_book.h"
#include "models/tables/findings_model.h"
#include "tests/support/await.h"
#include "tests/widgets/program.h"
#include "widgets/common/table_view.h"
#include "widgets/findings/alerts_dialog.h"
#include "widgets/findings/triage_sheet.h"
#include "widgets/overview/stores_overview.h"
#include "widgets/sheets/sheet.h"

#include <QCheckBox>
#include <QComboBox>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLineEdit>
#include <QSettings>

#include <fstream>

using namespace lockdesk;
using namespace lockdesk::test;
using namespace std::chrono_literals;

namespace {

const QString files = QStringLiteral("files");

} // namespace

class FindingsTest final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        m_lab = std::make_unique<Lab>(QStringList{files});
        AlertSettings off;
        off.desktop = false;
        off.save();
        m_lab->open({files});
        m_lab->window()->showPage(QStringLiteral("overview"), {});
    }
    void cleanupTestCase()
    {
        m_lab->quit();
        m_lab.reset();
    }
    void init()
    {
        m_lab->clean();
        m_lab->window()->showPage(QStringLiteral("overview"), {});
        auto* overview = m_lab->window()->findChild<StoresOverview*>();
        QVERIFY(overview != nullptr);
        for (auto* table : overview->findChildren<TableView*>())
            if (table->accessibleName() == QLatin1String("Findings"))
                m_table = table;
        QVERIFY(m_table != nullptr);
        m_table->clearSelection();
        // Whatever an earlier case decided.
        QTRY_COMPARE_WITH_TIMEOUT(m_lab->feed(files)->facts().findings().size(), std::size_t{0}, patience);
        QTRY_COMPARE_WITH_TIMEOUT(model()->rowCount(), 0, patience);
    }

    void manyOfAKindAreOneRowThatOpens()
    {
        expire(12);
        QTRY_COMPARE_WITH_TIMEOUT(model()->counts().open, 12, patience);
        QTRY_COMPARE_WITH_TIMEOUT(model()->rowCount(), 1, patience);
        QCOMPARE(text(0, FindingsModel::What), QStringLiteral("12 lock(s)"));
        QCOMPARE(text(0, FindingsModel::KindName), QStringLiteral("expired and held"));
        QCOMPARE(text(0, FindingsModel::StoreName), files);
        QTRY_COMPARE(m_lab->window()->windowTitle(), QStringLiteral("(12) Lockdesk"));
        select({0});
        pressKeys({QStringLiteral("Return")});
        QTRY_COMPARE_WITH_TIMEOUT(model()->rowCount(), 13, patience);
        for (int row = 1; row < 13; ++row)
            QVERIFY2(text(row, FindingsModel::What).startsWith(QLatin1String("job-")), qPrintable(text(row, FindingsModel::What)));
        QCOMPARE(model()->counts().open, 12);
        // Below their head in every order.
        for (int column = 0; column < FindingsModel::ColumnCount; ++column)
            for (const auto order : {Qt::AscendingOrder, Qt::DescendingOrder}) {
                model()->sort(column, order);
                QTRY_VERIFY(!model()->isAsking());
                QVERIFY(model()->lineAt(0)->isHead());
            }
        model()->sort(FindingsModel::KindName, Qt::AscendingOrder);
        select({0});
        pressKeys({QStringLiteral("Return")});
        QTRY_COMPARE_WITH_TIMEOUT(model()->rowCount(), 1, patience);
    }

    void anAcknowledgedOneStaysAndIsNotCountedUntilItIsOver()
    {
        expire(2);
        QTRY_COMPARE_WITH_TIMEOUT(model()->rowCount(), 2, patience);
        select({0});
        const QString name = text(0, FindingsModel::What);
        pressKeys({QStringLiteral("shift+a")});
        auto* sheet = m_lab->window()->findChild<TriageSheet*>();
        QVERIFY(sheet != nullptr);
        QTRY_VERIFY(sheet->reasonField()->hasFocus());
        typeText(QStringLiteral("ann looks"));
        pressKeys({QStringLiteral("Return")});
        QTRY_COMPARE_WITH_TIMEOUT(model()->counts().acknowledged, 1, patience);
        QCOMPARE(model()->counts().open, 1);
        QCOMPARE(text(1, FindingsModel::What), name); // after the others
        QVERIFY2(text(1, FindingsModel::Evidence).contains(QLatin1String("ann looks")),
                 qPrintable(text(1, FindingsModel::Evidence)));
        QTRY_COMPARE(m_lab->window()->windowTitle(), QStringLiteral("(1) Lockdesk"));
        // Kept, for another start of this program.
        QCOMPARE(FindingBook(m_lab->console().feeds()).rules(files)->all().size(), std::size_t{1});
        m_lab->clean();
        QTRY_COMPARE_WITH_TIMEOUT(model()->rowCount(), 0, patience);
        QTRY_VERIFY(FindingBook(m_lab->console().feeds()).rules(files)->empty());
        expire(2); // the same names again
        QTRY_COMPARE_WITH_TIMEOUT(model()->counts().open, 2, patience);
    }

    void aMuteNeedsAReasonIsCountedAndEnds()
    {
        expire(12);
        QTRY_COMPARE_WITH_TIMEOUT(model()->rowCount(), 1, patience);
        select({0});
        pressKeys({QStringLiteral("shift+m")});
        auto* sheet = m_lab->window()->findChild<TriageSheet*>();
        QVERIFY(sheet != nullptr);
        QTRY_VERIFY(sheet->reasonField()->hasFocus());
        QVERIFY(!sheet->submitButton()->isEnabled());
        QCOMPARE(sheet->endBox()->currentData().toInt(), 1);
        typeText(QStringLiteral("load test"));
        QVERIFY(sheet->submitButton()->isEnabled());
        pressKeys({QStringLiteral("Return")});
        QTRY_COMPARE_WITH_TIMEOUT(model()->counts().muted, 12, patience);
        QCOMPARE(model()->counts().open, 0);
        QCOMPARE(text(0, FindingsModel::KindName), QStringLiteral("muted"));
        QCOMPARE(text(0, FindingsModel::What), QStringLiteral("12 finding(s)"));
        QTRY_COMPARE(m_lab->window()->windowTitle(), QStringLiteral("Lockdesk"));
        QCOMPARE(m_lab->window()->page(QStringLiteral("overview"))->countText(), QString());
        select({0});
        pressKeys({QStringLiteral("Return")});
        QTRY_COMPARE_WITH_TIMEOUT(model()->rowCount(), 13, patience);
        QVERIFY(text(3, FindingsModel::Evidence).contains(QLatin1String("load test")));
        select({0});
        pressKeys({QStringLiteral("Return")});
        QTRY_COMPARE_WITH_TIMEOUT(model()->rowCount(), 1, patience);
        m_table->clearSelection();
        auto* book = m_lab->console().findChild<FindingBook*>();
        QVERIFY(book != nullptr);
        book->expire(wallClock() + 59min);
        QCOMPARE(model()->counts().muted, 12);
        book->expire(wallClock() + 61min);
        QTRY_COMPARE_WITH_TIMEOUT(model()->counts().open, 12, patience);
        QTRY_COMPARE(m_lab->window()->windowTitle(), QStringLiteral("(12) Lockdesk"));
    }

    void mutedOnesComeBackByHand()
    {
        expire(2);
        QTRY_COMPARE_WITH_TIMEOUT(model()->rowCount(), 2, patience);
        select({0, 1});
        QVERIFY(clickButton(m_lab->window(), QStringLiteral("Mute…")));
        typeText(QStringLiteral("known"));
        pressKeys({QStringLiteral("Return")});
        QTRY_COMPARE_WITH_TIMEOUT(model()->counts().muted, 2, patience);
        select({0});
        pressKeys({QStringLiteral("shift+s")});
        QTRY_COMPARE_WITH_TIMEOUT(model()->counts().open, 2, patience);
    }

    void severalGetTheirNextStepInOneSheet()
    {
        expire(3);
        QTRY_COMPARE_WITH_TIMEOUT(model()->rowCount(), 3, patience);
        select({0, 1, 2});
        pressKeys({QStringLiteral("shift+u")});
        QTRY_COMPARE_WITH_TIMEOUT(m_lab->window()->currentPage()->key(), QStringLiteral("locks"), patience);
        QTRY_VERIFY_WITH_TIMEOUT(m_lab->window()->findChild<Sheet*>() != nullptr, patience);
        QVERIFY(m_lab->window()->findChild<Sheet*>()->title().startsWith(QLatin1String("Force unlock 3")));
        m_lab->window()->findChild<Sheet*>()->close();
    }

    // What others wrote reaches the command as data only, and what hangs is ended.
    void aNewFindingRunsACommandAndPostsToAWebhook()
    {
        const auto out = m_folder / "out", server = m_folder / "server.py", posted = m_folder / "posted", port = m_folder / "port";
        std::ofstream(m_folder / "note") << "#!/bin/sh\n{ cat; env | grep ^LOCKDESK_; echo \"$@\"; } >" << out.string()
                                         << ".part; mv " << out.string() << ".part " << out.string() << "\n";
        std::filesystem::permissions(m_folder / "note", std::filesystem::perms::owner_all);
        std::ofstream(server) << "import http.server, os\n"
                                 "class H(http.server.BaseHTTPRequestHandler):\n"
                                 "    def do_POST(self):\n"
                                 "        body = self.rfile.read(int(self.headers['Content-Length']))\n"
                                 "        self.send_response(204); self.end_headers()\n"
                                 "        open('" << posted.string() << ".part', 'wb').write(body)\n"
                                 "        os.rename('" << posted.string() << ".part', '" << posted.string() << "')\n"
                                 "s = http.server.HTTPServer(('127.0.0.1', 0), H)\n"
                                 "open('" << port.string() << "', 'w').write(str(s.server_port) + '\\n')\n"
                                 "s.serve_forever()\n";
        ChildProcess listener({"python3", server.string()}, {});
        QTRY_VERIFY_WITH_TIMEOUT(read_file(port).ends_with('\n'), patience);
        auto* menu = findAction(QStringLiteral("A&lerts…"));
        QVERIFY(menu != nullptr);
        menu->trigger();
        auto* dialog = m_lab->window()->findChild<AlertsDialog*>();
        QVERIFY(dialog != nullptr);
        dialog->commandField(Severity::act)->setText(QStringLiteral("no-such-program x"));
        dialog->webhookField(Severity::act)->setText(QStringLiteral("https://ann:secret@example.org/"));
        QTest::mouseClick(dialog->saveButton(), Qt::LeftButton);
        QVERIFY(dialog->isVisible()); // both are refused, and the input stays
        QCOMPARE(dialog->commandField(Severity::act)->text(), QStringLiteral("no-such-program x"));
        dialog->commandField(Severity::act)->setText(QString::fromStdString((m_folder / "note").string()) + QStringLiteral(" \"a b\" $HOME"));
        dialog->webhookField(Severity::act)->setText(QStringLiteral("http://127.0.0.1:%1/x").arg(QString::fromStdString(read_file(port)).trimmed()));
        QTest::mouseClick(dialog->saveButton(), Qt::LeftButton);
        QTRY_VERIFY(m_lab->window()->findChild<AlertsDialog*>() == nullptr);

        const std::string hostile = "a $(touch " + (m_folder / "ran").string() + ") `id` ;x";
        m_lab->acquire(files, hostile, "dead-1/1/00000000000000aa", 300ms);
        QTRY_VERIFY_WITH_TIMEOUT(std::filesystem::exists(out) && std::filesystem::exists(posted), patience);
        const QByteArray said = QByteArray::fromStdString(read_file(out));
        const QJsonObject finding = QJsonDocument::fromJson(said.left(said.indexOf('\n'))).object();
        QCOMPARE(finding[QLatin1String("subject")].toString().toStdString(), hostile);
        QCOMPARE(finding[QLatin1String("what")].toString(), QStringLiteral("expired and held"));
        QCOMPARE(finding[QLatin1String("connection")].toString(), files);
        QVERIFY(said.contains("LOCKDESK_SEVERITY=act\n"));
        QVERIFY(said.contains("LOCKDESK_FINDING=expired and held\n"));
        QVERIFY2(said.endsWith("a b $HOME\n"), said.constData()); // no shell expanded it
        QVERIFY(!std::filesystem::exists(m_folder / "ran"));
        const QJsonObject message = QJsonDocument::fromJson(QByteArray::fromStdString(read_file(posted))).object();
        QCOMPARE(message[QLatin1String("topic")].toString(), QStringLiteral("lockdesk.finding"));
        QCOMPARE(message[QLatin1String("payload")].toObject()[QLatin1String("subject")].toString().toStdString(), hostile);
    }

private:
    [[nodiscard]] FindingsModel* model() const { return qobject_cast<FindingsModel*>(m_table->model()); }
    [[nodiscard]] QString text(int row, int column) const { return model()->index(row, column).data().toString(); }
    QAction* findAction(const QString& name)
    {
        for (auto* action : m_lab->window()->findChildren<QAction*>())
            if (action->text() == name)
                return action;
        return nullptr;
    }
    void expire(int count)
    {
        for (int i = 0; i < count; ++i)
            m_lab->acquire(files, "job-" + std::to_string(i), "dead-1/1/00000000000000aa", 300ms);
    }
    void select(const std::vector<int>& rows)
    {
        m_table->setFocus();
        for (const int row : rows)
            QTest::mouseClick(m_table->viewport(), Qt::LeftButton, row == rows.front() ? Qt::NoModifier : Qt::ControlModifier,
                              m_table->visualRect(model()->index(row, FindingsModel::What)).center());
        QCOMPARE(m_table->selectedRows().size(), rows.size());
    }

    std::unique_ptr<Lab> m_lab;
    TableView* m_table = nullptr;
    TempDir m_folder{"lockdesk-findings"};
};

static const lockdesk::test::Program findings_test("findings_test", [](int argc, char** argv) {
    return runConsoleTest(argc, argv, [] { return std::make_unique<FindingsTest>(); });
});

#include "findings_test.moc"

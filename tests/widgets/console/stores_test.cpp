// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// An operator's workflow on one store, with the mouse and keyboard of the X server: connect, watch the lock appear and
// count down, free it by typing its name, hold it off, be refused after it changed hands, and continue after its server
// stood still or restarted.
#include "tests/support/await.h"
#include "tests/widgets/console/lab.h"
#include "tests/widgets/program.h"
#include "tests/widgets/required.h"

#include "backends/observe/maintenance.h"
#include "models/tables/locks_model.h"
#include "models/tables/roles.h"
#include "widgets/common/chrome.h"
#include "widgets/common/filter_box.h"
#include "widgets/common/table_view.h"
#include "widgets/connect/connect_dialog.h"
#include "widgets/locks/locks_page.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QScopeGuard>
#include <QSignalSpy>
#include <QTabBar>

#include <map>

using namespace lockdesk;
using namespace lockdesk::test;

namespace {

const std::string holder = "bill-2/4471/c41be0729d53fa18", heir = "api-2/8044/5d0e11aa22bb33cc";
const QString connection = QStringLiteral("by dialog");

QPushButton* buttonOf(QWidget* within, const QString& text)
{
    for (auto* button : within->findChildren<QPushButton*>())
        if (button->text() == text && button->isVisible())
            return button;
    return nullptr;
}

QString bannerOf(QWidget* page)
{
    for (const auto* banner : page->findChildren<Banner*>())
        if (banner->isVisible())
            return banner->text();
    return {};
}

/// What was under the mouse, for a click that seems lost.
class PressWatch final : public QObject
{
public:
    PressWatch() { qApp->installEventFilter(this); }
    bool eventFilter(QObject* object, QEvent* event) override
    {
        if (const auto* widget = qobject_cast<QWidget*>(object); widget != nullptr && event->type() == QEvent::MouseButtonPress)
            m_pressed << QStringLiteral("%1 %2").arg(QString::fromLatin1(widget->metaObject()->className()), widget->accessibleName());
        return false;
    }
    [[nodiscard]] QString text(const QPushButton* button) const
    {
        const QRect place(button->mapToGlobal(QPoint()), button->size());
        return QStringLiteral("pressed: [%1]; the button is %2 at %3,%4 (%5 x %6), active %7")
            .arg(m_pressed.join(QStringLiteral(", ")), button->isEnabled() ? QStringLiteral("enabled") : QStringLiteral("disabled"))
            .arg(place.x())
            .arg(place.y())
            .arg(place.width())
            .arg(place.height())
            .arg(button->isActiveWindow());
    }

private:
    QStringList m_pressed;
};

} // namespace

class StoresTest final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        m_lab = std::make_unique<Lab>();
        QCOMPARE(m_lab->names().size(), 1); // one ctest entry per store
        m_lab->open({});
    }
    void cleanupTestCase()
    {
        m_lab->quit();
        m_lab.reset();
    }

    // Clears the selection, as rows do not move while one is selected.
    void cleanup()
    {
        if (feed() == nullptr)
            return;
        locks()->flow()->escape();
        locks()->escape();
        locks()->table()->clearSelection();
    }

    void connectsByTheDialog()
    {
        emit m_lab->window()->connectRequested({});
        auto* dialog = m_lab->window()->findChild<ConnectDialog*>();
        QVERIFY(dialog != nullptr);
        QVERIFY(awaitActive(dialog, patience));
        clickWidget(dialog->urlField());
        typeText(QString::fromStdString(live().url()));
        QTRY_COMPARE(dialog->urlField()->text(), QString::fromStdString(live().url()));
        for (auto* field : dialog->findChildren<QLineEdit*>())
            if (field->accessibleName() == QLatin1String("Name")) {
                field->clear();
                clickWidget(field);
                typeText(connection);
            }
        for (auto* box : dialog->findChildren<QComboBox*>())
            box->setCurrentText(QStringLiteral("production"));
        for (auto* box : dialog->findChildren<QCheckBox*>())
            if (box->text().startsWith(QStringLiteral("Read-only"))) {
                QVERIFY(box->isChecked());
                clickAt(box, QPoint(6, box->height() / 2));
                QTRY_VERIFY(!box->isChecked());
            }
        clickWidget(dialog->testButton());
        QTRY_VERIFY_WITH_TIMEOUT(!dialog->isBusy() && !dialog->resultText().isEmpty(), patience);
        qInfo().noquote() << dialog->resultText();
        QVERIFY(!dialog->schemaButton()->isVisible());
        clickWidget(dialog->connectButton());
        QTRY_VERIFY_WITH_TIMEOUT(feed() != nullptr && feed()->health().state == HealthState::live, patience);
        QCOMPARE(feed()->info().environment, QStringLiteral("production"));
        QVERIFY(!feed()->info().readOnly);
    }

    void theLockComesAndCountsDown()
    {
        LOCKDESK_REQUIRED(connected());
        hold("billing", holder);
        auto* page = locks();
        QTRY_VERIFY_WITH_TIMEOUT(rowOf("billing") >= 0, patience);
        const QModelIndex left = page->model()->index(rowOf("billing"), LocksModel::LeaseLeft);
        const QString first = left.data().toString();
        qInfo().noquote() << first;
        // Nobody writes: the remaining time decreases on the store's clock alone.
        QTRY_VERIFY_WITH_TIMEOUT(page->model()->index(rowOf("billing"), LocksModel::LeaseLeft).data().toString() != first,
                                 patience);
        const auto found = m_lab->session(name()).locks().find(LockName::trusted("billing"));
        const Duration store_says = *(*found)->expires_at - *found.store_time();
        const Duration shown = *static_cast<LocksModel*>(page->model())->rowAt(rowOf("billing"))->expires_at - feed()->now();
        QVERIFY2(std::chrono::abs(store_says - shown) < std::chrono::milliseconds{1500},
                 qPrintable(QString::number((store_says - shown).count())));
    }

    void forceUnlockTakesItsTypedName()
    {
        LOCKDESK_REQUIRED(connected());
        hold("orders:42", holder);
        LOCKDESK_REQUIRED(openSheet("orders:42", QStringLiteral("Force unlock…")));
        ActionSheet* sheet = m_sheet;
        QVERIFY(!sheet->commandsText().isEmpty());
        QVERIFY2(!sheet->actionButton()->isEnabled(), "production asks for the name");
        LOCKDESK_REQUIRED(typeInto(sheet->reasonField(), QStringLiteral("INC-2291")));
        LOCKDESK_REQUIRED(typeInto(sheet->typedField(), QStringLiteral("orders:4")));
        QTRY_COMPARE(sheet->typedField()->text(), QStringLiteral("orders:4"));
        QVERIFY2(!QTest::qWaitFor([&] { return sheet->actionButton()->isEnabled(); }, 800), "not the whole name");
        typeText(QStringLiteral("2"));
        QTRY_VERIFY_WITH_TIMEOUT(sheet->actionButton()->isEnabled(), patience);
        clickWidget(sheet->actionButton());
        QTRY_VERIFY_WITH_TIMEOUT(sheet->resultText().contains(QStringLiteral("Released.")), patience);
        qInfo().noquote() << sheet->resultText();
        const auto row = need(m_lab->session(name()).locks().find(LockName::trusted("orders:42")));
        QVERIFY(!row || row->owner.empty());
        closeSheet();
        if (feed()->capabilities()->audit) {
            const auto audit = need(m_lab->session(name()).audit().list({})).rows;
            QVERIFY(!audit.empty());
            QCOMPARE(audit.front().reason, std::string("INC-2291"));
        } else {
            // If the store has no audit table, a file of this computer has the line.
            QVERIFY(localAuditNames("INC-2291") && localAuditNames("orders:42"));
        }
    }

    void holdOffKeepsItCooling()
    {
        LOCKDESK_REQUIRED(connected());
        hold("nightly", holder);
        LOCKDESK_REQUIRED(selectRow("nightly"));
        if (live().kind() == "redlock") { // said at once: such a key cannot be kept for nobody
            const auto wrong = locks()->forceRelease(true);
            QVERIFY(wrong && wrong->why == Objection::Why::sourceHasNoCooling);
            QVERIFY2(text(*wrong).contains(QStringLiteral("no cooling")), qPrintable(text(*wrong)));
            QVERIFY(locks()->flow()->sheet() == nullptr);
            return;
        }
        LOCKDESK_REQUIRED(openSheet("nightly", QStringLiteral("Hold off…")));
        LOCKDESK_REQUIRED(confirm("nightly"));
        QTRY_VERIFY_WITH_TIMEOUT(!m_sheet->resultText().isEmpty(), patience);
        qInfo().noquote() << m_sheet->resultText();
        const auto found = m_lab->session(name()).locks().find(LockName::trusted("nightly"));
        QVERIFY((*found)->owner.empty());
        QVERIFY((*found)->cooling_until && *(*found)->cooling_until > *found.store_time());
        const auto refused = need(m_lab->session(name()).locks().acquire(
            {LockName::trusted("nightly"), OwnerId::trusted(heir), std::chrono::seconds{30}, RequestId::trusted("r-late")}));
        QCOMPARE(refused.result, AcquireResult::cooling);
        closeSheet();
    }

    void maintenanceHoldsOffAFreeLock()
    {
        LOCKDESK_REQUIRED(connected());
        const QString filter = locks()->filterBox()->text();
        const auto restored = qScopeGuard([&] { locks()->model()->setFilterText(filter); });
        QVERIFY(locks()->model()->setFilterText({}));
        const LockName lock = LockName::trusted("upgrade");
        const auto held = hold("upgrade", holder);
        if (live().kind() == "redlock") { // its keys cannot be kept for nobody
            LOCKDESK_REQUIRED(selectRow("upgrade"));
            const auto wrong = locks()->beginMaintenance();
            QVERIFY(wrong && wrong->why == Objection::Why::sourceHasNoCooling);
            return;
        }
        QCOMPARE(need(m_lab->session(name()).locks().release(lock, OwnerId::trusted(holder), *held.token)).result, LeaseResult::released);
        LOCKDESK_REQUIRED(selectRow("upgrade"));
        QTRY_VERIFY_WITH_TIMEOUT(static_cast<LocksModel*>(locks()->model())->rowAt(rowOf("upgrade"))->owner.empty(), patience);
        QVERIFY(!locks()->beginMaintenance()); // as its entry in the menu does
        QTRY_VERIFY(locks()->flow()->sheet() != nullptr);
        m_sheet = locks()->flow()->sheet();
        QTRY_VERIFY_WITH_TIMEOUT(!m_sheet->commandsText().isEmpty(), patience);
        qInfo().noquote() << m_sheet->commandsText();
        LOCKDESK_REQUIRED(confirm("upgrade"));
        QVERIFY2(m_sheet->resultText().contains(QStringLiteral("Held off until")), qPrintable(m_sheet->resultText()));
        const auto found = m_lab->session(name()).locks().find(lock);
        const auto maintenance = maintenance_of(**found, *found.store_time());
        QVERIFY(maintenance);
        QCOMPARE(maintenance->reason, std::string("because"));
        const auto audit = need(m_lab->session(name()).audit().list({})).rows;
        QVERIFY(!audit.empty());
        QCOMPARE(audit.front().key, std::string("upgrade"));
        QCOMPARE(audit.front().reason, std::string("maintenance: because"));
        closeSheet();
    }

    void aHoldOffIsEndedBeforeItsTime()
    {
        LOCKDESK_REQUIRED(connected());
        if (live().kind() == "redlock") { // said at once: there is none
            hold("held-off", holder);
            LOCKDESK_REQUIRED(selectRow("held-off"));
            const auto wrong = locks()->endHoldOff();
            QVERIFY(wrong && wrong->why == Objection::Why::nothingHeldOff);
            return;
        }
        Session& session = m_lab->session(name());
        const auto taken = m_lab->acquire(name(), "held-off", holder);
        ForceRelease request{LockName::trusted("held-off"), OwnerId::trusted(holder), *taken.token, {}, {}, "drain",
                             std::chrono::minutes{15}, "ada@desk"};
        QCOMPARE(need(session.locks().force_release(request)).result, ForceResult::released);
        LOCKDESK_REQUIRED(isShownHeldOff("held-off"));
        LOCKDESK_REQUIRED(openSheet("held-off", QStringLiteral("End hold-off…")));
        QTRY_VERIFY_WITH_TIMEOUT(m_sheet->commandsText().contains(QStringLiteral("end-hold-off"))
                                     || m_sheet->commandsText().contains(QStringLiteral("EVALSHA")),
                                 patience);
        QVERIFY2(!localAuditNames("held-off"), "it is only shown");
        QVERIFY(need(session.locks().find(LockName::trusted("held-off")))->cooling_until);
        LOCKDESK_REQUIRED(confirm("held-off"));
        QVERIFY2(m_sheet->resultText().contains(QStringLiteral("anyone may take it")), qPrintable(m_sheet->resultText()));
        QCOMPARE(m_lab->acquire(name(), "held-off", heir).result, AcquireResult::acquired);
        // Who did what and why, beside what was seen.
        closeSheet();
        LOCKDESK_REQUIRED(selectRow("held-off"));
        pressKeys({QStringLiteral("Return")});
        QTRY_VERIFY_WITH_TIMEOUT(locks()->detail()->isVisible(), patience);
        auto* tabs = locks()->detail()->findChild<QTabBar*>();
        clickAt(tabs, tabs->tabRect(1).center());
        const auto history = [&] {
            for (auto* each : locks()->detail()->findChildren<QPlainTextEdit*>())
                if (each->accessibleName() == QLatin1String("History") && each->isVisible())
                    return each->toPlainText();
            return QString();
        };
        QTRY_VERIFY2_WITH_TIMEOUT(history().contains(QStringLiteral("audit of the store: end hold-off by ")), qPrintable(history()),
                                  patience);
        QVERIFY2(history().contains(QStringLiteral("audit of the store: hold off by ada@desk: drain")), qPrintable(history()));
        QVERIFY2(history().contains(QStringLiteral(": because")), qPrintable(history()));
        qInfo().noquote() << history();
        const auto audit = need(session.audit().list({})).rows;
        QCOMPARE(audit.front().action, std::string("end-hold-off"));
        QVERIFY(localAuditNames("held-off"));
    }

    // Whoever looks at a hold-off that was changed meanwhile ends nothing.
    void aHoldOffThatWasChangedMeanwhileStays()
    {
        LOCKDESK_REQUIRED(connected());
        if (live().kind() == "redlock")
            QSKIP("not applicable: redlock never holds a lock off");
        Session& session = m_lab->session(name());
        const auto forced = [&](const Acquisition& taken, Duration span) {
            ForceRelease request{LockName::trusted("again"), OwnerId::trusted(holder), *taken.token, {}, {}, "drain", span,
                                 "ada@desk"};
            return need(session.locks().force_release(request)).result;
        };
        QCOMPARE(forced(m_lab->acquire(name(), "again", holder), std::chrono::minutes{15}), ForceResult::released);
        LOCKDESK_REQUIRED(isShownHeldOff("again"));
        LOCKDESK_REQUIRED(openSheet("again", QStringLiteral("End hold-off…")));
        const auto seen = need(session.locks().find(LockName::trusted("again")));
        auto other = *end_cooling_of({*seen, {}});
        QCOMPARE(need(session.locks().end_cooling(other)).result, ForceResult::released);
        QCOMPARE(forced(m_lab->acquire(name(), "again", holder), std::chrono::minutes{20}), ForceResult::released);
        QTRY_VERIFY_WITH_TIMEOUT(m_sheet->newsText().contains(QStringLiteral("is held off until")), patience);
        qInfo().noquote() << m_sheet->newsText();
        LOCKDESK_REQUIRED(typeInto(m_sheet->reasonField(), QStringLiteral("because")));
        LOCKDESK_REQUIRED(typeInto(m_sheet->typedField(), QStringLiteral("again")));
        QVERIFY2(!m_sheet->actionButton()->isEnabled(), "what was typed was for the former hold-off");
        QVERIFY(m_sheet->takeUpButton()->isVisible());
        QVERIFY(need(session.locks().find(LockName::trusted("again")))->cooling_until);
        closeSheet();
    }

    void anExtensionShowsWhatItWouldSend()
    {
        LOCKDESK_REQUIRED(connected());
        const auto held =
            m_lab->acquire(name(), "extended", holder, std::chrono::seconds{40}); // shorter than its extension
        LOCKDESK_REQUIRED(selectRow("extended"));
        QVERIFY(!locks()->extend()); // as its entry in the menu does
        QTRY_VERIFY(locks()->flow()->sheet() != nullptr);
        m_sheet = locks()->flow()->sheet();
        QTRY_VERIFY_WITH_TIMEOUT(!m_sheet->commandsText().isEmpty(), patience);
        const std::map<std::string, const char*> words{{"sqlite", "UPDATE lockdesk_locks SET lease_us = "},
                                                       {"postgresql", "SELECT * FROM lockdesk_renew("},
                                                       {"redis", "renew"},
                                                       {"mariadb", "UPDATE lockdesk_locks"},
                                                       {"mongodb", "\"findAndModify\""},
                                                       {"redlock", "\"EVALSHA\""}};
        const QString word = QString::fromLatin1(words.at(live().kind()));
        QVERIFY2(m_sheet->commandsText().contains(word), qPrintable(m_sheet->commandsText()));
        qInfo().noquote() << m_sheet->commandsText();
        const auto expires = [&] {
            return need(m_lab->session(name()).locks().find(LockName::trusted("extended")))->expires_at;
        };
        QVERIFY(*expires()
                < *held.expires_at + std::chrono::seconds{10}); // Redlock: the sum of the remaining times on its servers
        QVERIFY2(!localAuditNames("extended"), "it is only shown");
        LOCKDESK_REQUIRED(confirm("extended"));
        QVERIFY2(m_sheet->resultText().contains(QStringLiteral("Extended to")), qPrintable(m_sheet->resultText()));
        QVERIFY(*expires() > *held.expires_at + std::chrono::seconds{10});
        QVERIFY(localAuditNames("extended"));
        closeSheet();
    }

    void whatChangedHandsIsLeftAlone()
    {
        LOCKDESK_REQUIRED(connected());
        const auto first = hold("report", holder);
        LOCKDESK_REQUIRED(openSheet("report", QStringLiteral("Force unlock…")));
        need(m_lab->session(name()).locks().release(LockName::trusted("report"), OwnerId::trusted(holder),
                                                    first.token.value_or(FencingToken{})));
        hold("report", heir);
        QTRY_VERIFY_WITH_TIMEOUT(m_sheet->newsText().contains(QStringLiteral("api-2")), patience);
        qInfo().noquote() << m_sheet->newsText();
        // Text typed for the former holder does not free the lock.
        LOCKDESK_REQUIRED(typeInto(m_sheet->reasonField(), QStringLiteral("because")));
        LOCKDESK_REQUIRED(typeInto(m_sheet->typedField(), QStringLiteral("report")));
        QVERIFY(!m_sheet->actionButton()->isEnabled());
        clickWidget(m_sheet->actionButton());
        QVERIFY(m_sheet->resultText().isEmpty());
        QCOMPARE(need(m_lab->session(name()).locks().find(LockName::trusted("report")))->owner, heir);
        closeSheet();
    }

    void aServerThatStoodStillIsBack()
    {
        LOCKDESK_REQUIRED(connected());
        if (live().servers().empty())
            QSKIP("not applicable: sqlite has no server that could stand still");
        hold("steady", holder);
        QTRY_VERIFY_WITH_TIMEOUT(rowOf("steady") >= 0, patience);
        live().freeze();
        LOCKDESK_REQUIRED(goesGrey("steady"));
        live().thaw();
        LOCKDESK_REQUIRED(isBack("after the stop"));
    }

    void aServerThatRestartedIsBack()
    {
        LOCKDESK_REQUIRED(connected());
        if (live().servers().empty())
            QSKIP("not applicable: sqlite has no server that could restart");
        hold("kept", holder);
        QTRY_VERIFY_WITH_TIMEOUT(rowOf("kept") >= 0, patience);
        live().kill();
        LOCKDESK_REQUIRED(goesGrey("kept"));
        live().restart();
        LOCKDESK_REQUIRED(isBack("after the crash"));
        QTRY_VERIFY_WITH_TIMEOUT(rowOf("kept") >= 0, patience);
    }

private:
    QString name() const { return m_lab->names().front(); }
    LiveStore& live() { return m_lab->live(name()); }
    Feed* feed() const { return m_lab->feed(connection); }
    LocksPage* locks() { return m_lab->page<LocksPage>("locks"); }
    int rowOf(const char* lock) { return m_lab->rowOf(locks(), connection, QString::fromLatin1(lock)); }
    void connected() { QVERIFY2(feed() != nullptr, "the case that connects has failed"); }
    static bool localAuditNames(const std::string& text)
    {
        return read_file(desktop().home() / "data/lockdesk/audit.jsonl").find(text) != std::string::npos;
    }
    Acquisition hold(const char* lock, const std::string& owner) { return m_lab->acquire(name(), lock, owner); }

    void selectRow(const char* lock)
    {
        LocksPage* page = locks();
        QTRY_VERIFY_WITH_TIMEOUT(rowOf(lock) >= 0, patience);
        // A new row may still move while the mouse is on its way, so that another row is clicked.
        // Keys go to the table only if it was clicked.
        const auto chosen = [&] {
            return page->table()->hasFocus() && page->table()->currentIndex().data(KeyRole).toString() == QLatin1String(lock);
        };
        for (int tries = 0; tries < 5 && !chosen(); ++tries) {
            const QModelIndex index = page->model()->index(rowOf(lock), LocksModel::Name);
            page->table()->scrollTo(index);
            clickAt(page->table()->viewport(), page->table()->visualRect(index).center());
            (void)QTest::qWaitFor(chosen, 1000);
        }
        QVERIFY(chosen());
    }
    /// The look before may have seen its holder: nothing would be there to end.
    void isShownHeldOff(const char* lock)
    {
        const auto* model = static_cast<LocksModel*>(locks()->model());
        QTRY_VERIFY_WITH_TIMEOUT(rowOf(lock) >= 0 && model->rowAt(rowOf(lock))->cooling_until, patience);
    }
    void openSheet(const char* lock, const QString& verb)
    {
        LOCKDESK_REQUIRED(selectRow(lock));
        QPushButton* button = nullptr;
        QTRY_VERIFY_WITH_TIMEOUT((button = buttonOf(locks(), verb)) != nullptr && button->isEnabled(), patience);
        const QSignalSpy notices(locks(), &LocksPage::notice);
        const PressWatch watch;
        // A banner, as of a hold-off, may move the button while the mouse is on its way.
        for (int tries = 0; tries < 3 && locks()->flow()->sheet() == nullptr; ++tries) {
            clickWidget(button);
            (void)QTest::qWaitFor([&] { return locks()->flow()->sheet() != nullptr || !notices.isEmpty(); }, patience / 3);
        }
        QVERIFY2(locks()->flow()->sheet() != nullptr,
                 qPrintable(notices.isEmpty() ? watch.text(button) : notices.last().first().toString()));
        m_sheet = locks()->flow()->sheet();
        QTRY_VERIFY_WITH_TIMEOUT(!m_sheet->commandsText().isEmpty(), patience);
    }
    /// Retries, as the preview may still enlarge the sheet while the mouse is on its way.
    void typeInto(QLineEdit* field, const QString& text)
    {
        for (int tries = 0; tries < 5 && !field->hasFocus(); ++tries) {
            clickWidget(field);
            (void)QTest::qWaitFor([&] { return field->hasFocus(); }, 1000);
        }
        QVERIFY(field->hasFocus());
        typeText(text);
        QTRY_VERIFY_WITH_TIMEOUT(field->text().endsWith(text), patience);
    }
    void confirm(const char* lock)
    {
        LOCKDESK_REQUIRED(typeInto(m_sheet->reasonField(), QStringLiteral("because")));
        LOCKDESK_REQUIRED(typeInto(m_sheet->typedField(), QString::fromLatin1(lock)));
        QTRY_VERIFY_WITH_TIMEOUT(m_sheet->actionButton()->isEnabled(), patience);
        // Retries until a click hits the button, which moves with the sheet.
        for (int tries = 0; tries < 5 && m_sheet->actionButton()->isEnabled() && m_sheet->resultText().isEmpty(); ++tries) {
            clickWidget(m_sheet->actionButton());
            (void)QTest::qWaitFor([&] { return !m_sheet->resultText().isEmpty(); }, 2000);
        }
        QTRY_VERIFY_WITH_TIMEOUT(!m_sheet->resultText().isEmpty(), patience);
    }
    void closeSheet()
    {
        pressKeys({QStringLiteral("Escape")});
        QTRY_VERIFY(locks()->flow()->sheet() == nullptr || !locks()->flow()->sheet()->isVisible());
        locks()->table()->clearSelection(); // the button that opened it is disabled now
        QTRY_VERIFY2_WITH_TIMEOUT(qobject_cast<const QPushButton*>(QApplication::focusWidget()) == nullptr, "Enter would press it", patience);
    }
    void goesGrey(const char* lock)
    {
        QTRY_VERIFY_WITH_TIMEOUT(feed()->isStale(), patience);
        QTRY_VERIFY_WITH_TIMEOUT(bannerOf(locks()).startsWith(QStringLiteral("by dialog does not answer:")), patience);
        qInfo().noquote() << bannerOf(locks());
        QVERIFY2(rowOf(lock) >= 0, "what was seen last stays");
        QVERIFY(locks()->model()->index(rowOf(lock), 0).data(StaleRole).toBool());
    }
    void isBack(const char* lock)
    {
        QTRY_VERIFY_WITH_TIMEOUT(!feed()->isStale(), patience);
        hold(lock, heir);
        QTRY_VERIFY_WITH_TIMEOUT(rowOf(lock) >= 0, patience);
        QTRY_VERIFY(bannerOf(locks()).isEmpty());
    }

    std::unique_ptr<Lab> m_lab;
    ActionSheet* m_sheet = nullptr;
};

static const lockdesk::test::Program stores_test("stores_test", [](int argc, char** argv) {
    return runConsoleTest(argc, argv, [] { return std::make_unique<StoresTest>(); });
});

#include "stores_test.moc"

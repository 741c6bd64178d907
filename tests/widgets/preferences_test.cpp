// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The preferences by real clicks and keys: what is changed is used at once, Cancel brings back what was before, and nothing
// that is wrong is used or kept.
#include "models/feed/feed_set.h"
#include "models/feed/preferences.h"
#include "models/findings/alert_settings.h"
#include "models/format/format.h"
#include "tests/widgets/program.h"
#include "widgets/shell/preferences_dialog.h"
#include "widgets/theme/theme.h"

#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QEvent>
#include <QLineEdit>
#include <QPointer>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTest>
#include <QWindow>

#include <memory>
#include <optional>

using namespace lockdesk;
using namespace std::chrono_literals;

class PreferencesTest final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { Theme::get().install(*static_cast<QApplication*>(QApplication::instance())); }
    void init()
    {
        QSettings().clear();
        open(Preferences::load());
    }
    void cleanup()
    {
        delete m_dialog;
        m_used.reset();
    }

    void whatIsChangedIsUsedAtOnceAndKeptByOk()
    {
        auto* theme = named<QComboBox>("Theme");
        pick(theme, 1);
        QVERIFY(m_used);
        QCOMPARE(m_used->theme, QStringLiteral("dark"));
        pick(named<QComboBox>("Language, from the next start on"), 2);
        QCOMPARE(m_used->language, QStringLiteral("ko"));
        pick(named<QComboBox>("Time zone"), 1);
        QVERIFY(m_used->utc);
        auto* notify = m_dialog->findChild<QCheckBox*>();
        QTest::mouseClick(notify, Qt::LeftButton, {}, QPoint(8, notify->height() / 2));
        QVERIFY(!m_used->notifications);
        set(named<QSpinBox>("Zoom"), QStringLiteral("120"));
        QCOMPARE(m_used->zoom, 120);
        set(named<QSpinBox>("Poll each store every"), QStringLiteral("2500"));
        QVERIFY(m_used->interval == 2500ms);
        set(named<QLineEdit>("Retention of workers started from now on"), QStringLiteral("30d"));
        QCOMPARE(m_used->retention, QStringLiteral("30d"));
        const Preferences wanted = *m_used;
        QVERIFY2(Preferences::load() == Preferences{}, "kept by OK");
        QSignalSpy accepted(m_dialog, &QDialog::accepted);
        QTest::mouseClick(button(QDialogButtonBox::Ok), Qt::LeftButton);
        QCOMPARE(accepted.count(), 1);
        wanted.save();
        QVERIFY(Preferences::load() == wanted);
        QVERIFY2(!AlertSettings::load().desktop, "one setting with the dialog of alerts");
    }

    void cancelBringsBackWhatWasBefore()
    {
        pick(named<QComboBox>("Theme"), 2);
        set(named<QSpinBox>("Zoom"), QStringLiteral("150"));
        QCOMPARE(m_used->zoom, 150);
        QTest::mouseClick(button(QDialogButtonBox::Cancel), Qt::LeftButton);
        QVERIFY(*m_used == Preferences{});
        open({});
        pick(named<QComboBox>("Theme"), 1);
        QTest::keyClick(m_dialog, Qt::Key_Escape);
        QVERIFY(*m_used == Preferences{});
    }

    // What was typed into the field in use is not used either.
    void cancelForgetsTheFieldInUse()
    {
        auto* oldest = named<QLineEdit>("Oldest message waits longer than");
        oldest->setFocus();
        oldest->selectAll();
        QTest::keyClicks(oldest, QStringLiteral("9m"));
        QTest::keyClick(m_dialog, Qt::Key_Escape);
        QCoreApplication::processEvents();
        QVERIFY(!m_used || *m_used == Preferences{});
    }

    void limitsAreOfOneConnection()
    {
        auto* of = named<QComboBox>("Connection");
        QCOMPARE(of->currentText(), QStringLiteral("orders"));
        auto* oldest = named<QLineEdit>("Oldest message waits longer than");
        QCOMPARE(oldest->text(), QStringLiteral("1m"));
        auto* usual = button(QStringLiteral("Usual limits"));
        QVERIFY(!usual->isEnabled());
        set(oldest, QStringLiteral("5 m"));
        QVERIFY(m_used && m_used->limitsFor("orders").oldest_message == 5min);
        QVERIFY(m_used->limitsFor("cache") == FindingLimits{});
        set(named<QSpinBox>("Periods in which nobody took a guard"), QStringLiteral("3"));
        QCOMPARE(m_used->limitsFor("orders").missed_periods, 3);
        pick(of, 1);
        QCOMPARE(oldest->text(), QStringLiteral("1m"));
        QCOMPARE(named<QSpinBox>("Periods in which nobody took a guard")->value(), 2);
        set(oldest, QStringLiteral("30s"));
        QVERIFY(m_used->limitsFor("cache").oldest_message == 30s);
        pick(of, 0);
        QCOMPARE(oldest->text(), QStringLiteral("5m"));
        QTest::mouseClick(usual, Qt::LeftButton);
        QCOMPARE(oldest->text(), QStringLiteral("1m"));
        QCOMPARE(m_used->limitsOf.keys(), QStringList{QStringLiteral("cache")});
    }

    void whatIsWrongIsSaidAndNotUsed_data()
    {
        QTest::addColumn<QString>("field");
        QTest::addColumn<QString>("text");
        for (const char* text : {"soon", "-5m", "", "0", "2y", "forever"})
            QTest::addRow("limit %s", text) << "Task due for longer than" << text;
        QTest::newRow("retention") << "Retention of workers started from now on" << "sometimes";
    }
    void whatIsWrongIsSaidAndNotUsed()
    {
        QFETCH(QString, field);
        QFETCH(QString, text);
        set(named<QLineEdit>(field), text);
        QVERIFY(!m_dialog->problem().isEmpty());
        QVERIFY(!button(QDialogButtonBox::Ok)->isEnabled());
        QVERIFY2(!m_used, "nothing was used");
        // The choice of another theme goes on.
        pick(named<QComboBox>("Theme"), 1);
        QVERIFY(m_used->limitsOf.isEmpty() && m_used->retention.isEmpty());
    }

    void whatOthersWroteInTheSettingsCountsAsNotChosen()
    {
        QSettings settings;
        settings.setValue(QStringLiteral("preferences/interval"), -5);
        settings.setValue(QStringLiteral("preferences/zoom"), 9000);
        settings.setValue(QStringLiteral("preferences/language"), QStringLiteral("../../x"));
        settings.setValue(QStringLiteral("preferences/retention"), QStringLiteral("--yes"));
        settings.setValue(QStringLiteral("window/theme"), QStringLiteral("pink"));
        QVERIFY(Preferences::load() == Preferences{});
    }

    void timesAreShownInUtc()
    {
        const TimePoint at = time_from_us(1'795'000'000'000'000);
        qputenv("TZ", "Asia/Seoul");
        tzset();
        FeedSet none;
        Preferences preferences;
        preferences.apply(none);
        const QString here = format::clockWithMillis(at, at);
        preferences.utc = true;
        preferences.apply(none);
        const QString there = format::clockWithMillis(at, at);
        QCOMPARE(format::zone(), QStringLiteral("UTC"));
        preferences.utc = false;
        preferences.apply(none);
        QCOMPARE(here, QStringLiteral("20:06:40.000"));
        QCOMPARE(there, QStringLiteral("11:06:40.000"));
        QCOMPARE(format::clockWithMillis(at, at), here);
    }

    void theThemeFollowsTheDesktop()
    {
        Scheme desktop = Scheme::light;
        Theme& theme = Theme::get();
        theme.setDesktopScheme([&] { return desktop; });
        theme.followDesktop();
        QCOMPARE(theme.scheme(), Scheme::light);
        desktop = Scheme::dark;
        QEvent changed(QEvent::ThemeChange);
        QApplication::sendEvent(m_dialog->windowHandle(), &changed);
        QTRY_COMPARE(theme.scheme(), Scheme::dark);
        theme.setScheme(Scheme::light);
        QApplication::sendEvent(m_dialog->windowHandle(), &changed);
        QCoreApplication::processEvents();
        QCOMPARE(theme.scheme(), Scheme::light);
        theme.setDesktopScheme({});
    }

private:
    void open(const Preferences& preferences)
    {
        delete m_dialog;
        m_dialog = new PreferencesDialog(preferences, {{QStringLiteral("orders"), QStringLiteral("orders")},
                                                       {QStringLiteral("cache"), QStringLiteral("cache")}});
        connect(m_dialog, &PreferencesDialog::changed, this, [this](const Preferences& used) { m_used = used; });
        m_dialog->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_dialog));
    }
    template <class Widget> Widget* named(const QString& name)
    {
        for (auto* each : m_dialog->findChildren<Widget*>())
            if (each->accessibleName() == name)
                return each;
        qFatal("there is no field %s", qPrintable(name));
    }
    template <class Widget> Widget* named(const char* name) { return named<Widget>(QString::fromUtf8(name)); }
    QPushButton* button(QDialogButtonBox::StandardButton which)
    {
        return m_dialog->findChild<QDialogButtonBox*>()->button(which);
    }
    QPushButton* button(const QString& text)
    {
        for (auto* each : m_dialog->findChildren<QPushButton*>())
            if (each->text() == text)
                return each;
        qFatal("there is no button %s", qPrintable(text));
    }
    static void pick(QComboBox* box, int index)
    {
        box->setFocus();
        QTest::keyClick(box, Qt::Key_Home);
        for (int i = 0; i < index; ++i)
            QTest::keyClick(box, Qt::Key_Down);
    }
    template <class Field> static void set(Field* field, const QString& text)
    {
        field->setFocus();
        field->selectAll();
        QTest::keyClick(field, Qt::Key_Delete);
        QTest::keyClicks(field, text);
        QTest::keyClick(field, Qt::Key_Tab);
    }

    QPointer<PreferencesDialog> m_dialog;
    std::optional<Preferences> m_used;
};

static const lockdesk::test::Program preferences_test("preferences_test", [](int argc, char** argv) {
    QApplication app(argc, argv);
    PreferencesTest test;
    return QTest::qExec(&test, argc, argv);
});
#include "preferences_test.moc"

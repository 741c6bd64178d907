// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The preferences of the running program, by the keyboard: limits of findings are used at once, taken back by Cancel, and kept by
// OK for the command line, too.
#include "tests/widgets/console/lab.h"

#include "app/common/connections.h"
#include "models/feed/preferences.h"
#include "models/format/format.h"
#include "tests/support/await.h"
#include "tests/widgets/program.h"
#include "widgets/shell/preferences_dialog.h"
#include "widgets/theme/theme.h"

#include <QComboBox>
#include <QLineEdit>
#include <algorithm>
#include <memory>
#include <stdexcept>

using namespace lockdesk;
using namespace lockdesk::test;
using namespace std::chrono_literals;

namespace {

const QString files = QStringLiteral("files");

} // namespace

class ConsolePreferencesTest final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        m_lab = std::make_unique<Lab>(QStringList{files});
        m_lab->open({files});
        m_lab->window()->showPage(QStringLiteral("locks"), {});
    }
    void cleanupTestCase()
    {
        m_lab->quit();
        m_lab.reset();
    }

    void theKeysZoomAndTheZoomIsKept()
    {
        const auto isKept = [](int zoom) {
            return Preferences::load().zoom == zoom && qFuzzyCompare(Theme::get().scale(), zoom / 100.0);
        };
        pressKeys({QStringLiteral("ctrl+plus"), QStringLiteral("ctrl+plus")});
        QTRY_VERIFY_WITH_TIMEOUT(isKept(120), patience);
        pressKeys({QStringLiteral("ctrl+0")});
        QTRY_VERIFY_WITH_TIMEOUT(isKept(100), patience);
        for (int i = 0; i < 4; ++i) // 80 % is the smallest
            pressKeys({QStringLiteral("ctrl+minus")});
        QTRY_VERIFY_WITH_TIMEOUT(isKept(Preferences::smallestZoom), patience);
        pressKeys({QStringLiteral("ctrl+0")});
        QTRY_VERIFY_WITH_TIMEOUT(isKept(100), patience);
    }

    void aLimitIsUsedAtOnceTakenBackByCancelAndKeptByOk()
    {
        m_lab->acquire(files, "slow", "pod-7/1/00000000000000aa", 10min);
        QTRY_VERIFY_WITH_TIMEOUT(m_lab->feed(files)->facts().locksRead().has_value(), patience);
        QCOMPARE(overdue(), 0);
        open();
        typeLimit();
        QTRY_COMPARE_WITH_TIMEOUT(overdue(), 1, patience);
        pressKeys({QStringLiteral("Escape")});
        QTRY_VERIFY(dialog() == nullptr);
        QTRY_COMPARE_WITH_TIMEOUT(overdue(), 0, patience);
        QVERIFY(need(app::load_connections()).front().findings == FindingLimits{});
        open();
        typeLimit();
        pressKeys({QStringLiteral("Return")});
        QTRY_VERIFY(dialog() == nullptr);
        QTRY_COMPARE_WITH_TIMEOUT(overdue(), 1, patience);
        const auto saved = need(app::load_connections());
        QCOMPARE(saved.size(), std::size_t{1});
        QVERIFY(saved.front().findings.overdue_without_habit == 1ms);
        QVERIFY(saved.front().findings.oldest_message == FindingLimits{}.oldest_message);
    }

    void themeAndZoneChangeTheWindow()
    {
        Theme::get().setScheme(Scheme::light);
        open();
        auto* theme = field<QComboBox>("Theme");
        theme->setFocus();
        pressKeys({QStringLiteral("Home"), QStringLiteral("Down")});
        QTRY_COMPARE(Theme::get().scheme(), Scheme::dark);
        field<QComboBox>("Time zone")->setFocus();
        pressKeys({QStringLiteral("End")});
        QTRY_COMPARE(format::zone(), QStringLiteral("UTC"));
        pressKeys({QStringLiteral("Return")});
        QTRY_VERIFY(dialog() == nullptr);
        QCOMPARE(Preferences::load().theme, QStringLiteral("dark"));
        QVERIFY(Preferences::load().utc);
    }

private:
    [[nodiscard]] PreferencesDialog* dialog() const { return m_lab->window()->findChild<PreferencesDialog*>(); }
    void open()
    {
        pressKeys({QStringLiteral("ctrl+comma")});
        QTRY_VERIFY_WITH_TIMEOUT(dialog() != nullptr && dialog()->isActiveWindow(), patience);
    }
    template <class Field> Field* field(const char* name) const
    {
        for (auto* each : dialog()->findChildren<Field*>())
            if (each->accessibleName() == QLatin1String(name))
                return each;
        throw std::runtime_error(name);
    }
    void typeLimit()
    {
        auto* limit = field<QLineEdit>("Lock held longer than, no usual time known");
        limit->setFocus();
        limit->selectAll();
        typeText(QStringLiteral("1ms"));
        QTRY_COMPARE(limit->text(), QStringLiteral("1ms"));
        pressKeys({QStringLiteral("Tab")});
    }
    [[nodiscard]] int overdue() const
    {
        const auto& all = m_lab->feed(files)->facts().findings();
        return int(std::count_if(all.begin(), all.end(), [](const Finding& one) {
            return one.kind == FindingKind::alive_but_overdue && one.key == "slow";
        }));
    }

    std::unique_ptr<Lab> m_lab;
};

static const lockdesk::test::Program preferences_test("preferences_test", [](int argc, char** argv) {
    return runConsoleTest(argc, argv, [] { return std::make_unique<ConsolePreferencesTest>(); });
});
#include "preferences_test.moc"

// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// All saved connections, by real keys and clicks: order, groups, copies, deletion, and other programs that change the file.
#include "tests/widgets/console/lab.h"
#include "tests/widgets/program.h"
#include "tests/widgets/required.h"

#include "app/common/connections.h"
#include "widgets/common/chrome.h"
#include "widgets/connect/connect_dialog.h"
#include "widgets/connect/connections_dialog.h"

#include <QLineEdit>
#include <QTreeWidget>

#include <algorithm>
#include <thread>

using namespace lockdesk;
using namespace lockdesk::test;

class ManagerTest final : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        m_console.reset();
        need(app::save_connections({of("alpha"), of("beta"), of("gamma", "night"), of("delta", "night")}));
        m_console = std::make_unique<app::Console>();
        m_console->window()->resize(1280, 800);
        m_console->window()->show();
        QVERIFY(awaitActive(m_console->window(), patience));
        m_console->start({QStringLiteral("@alpha")});
        pressKeys({QStringLiteral("ctrl+o")});
        QTRY_VERIFY_WITH_TIMEOUT(dialog() != nullptr && dialog()->isVisible(), patience);
        QVERIFY(awaitActive(dialog(), patience));
        QTRY_VERIFY(dialog()->list()->hasFocus());
    }
    void cleanup()
    {
        m_console->shutDown();
        m_console.reset();
    }

    void enterOpens()
    {
        QCOMPARE(shown(), QStringLiteral("alpha beta gamma/night delta/night"));
        LOCKDESK_REQUIRED(choose("beta"));
        pressKeys({QStringLiteral("Return")});
        QTRY_VERIFY_WITH_TIMEOUT(dialog() == nullptr && m_console->feeds()->find(QStringLiteral("beta")) != nullptr, patience);
    }

    void altArrowsMoveAndTheOrderIsKept()
    {
        LOCKDESK_REQUIRED(choose("beta"));
        pressKeys({QStringLiteral("alt+Up")});
        QTRY_COMPARE(saved(), QStringLiteral("beta alpha gamma/night delta/night"));
        QVERIFY2(dialog()->list()->hasFocus(), "the focus stays");
        pressKeys({QStringLiteral("alt+Down"), QStringLiteral("alt+Down")}); // past the other one, and into the group
        QTRY_COMPARE(saved(), QStringLiteral("alpha beta/night gamma/night delta/night"));
        pressKeys({QStringLiteral("alt+Down")});
        QTRY_COMPARE(saved(), QStringLiteral("alpha gamma/night beta/night delta/night"));
        pressKeys({QStringLiteral("alt+Down"), QStringLiteral("alt+Down")}); // and out of it
        QTRY_COMPARE(saved(), QStringLiteral("alpha gamma/night delta/night beta"));
        QCOMPARE(shown(), saved());
    }

    void deletionCanBeUndone()
    {
        LOCKDESK_REQUIRED(choose("gamma"));
        pressKeys({QStringLiteral("Delete")});
        QTRY_COMPARE(saved(), QStringLiteral("alpha beta delta/night"));
        QVERIFY(dialog()->banner()->isVisible());
        QVERIFY2(dialog()->banner()->text().contains(QStringLiteral("gamma was deleted.")), qPrintable(dialog()->banner()->text()));
        clickWidget(dialog()->banner()->button());
        QTRY_COMPARE(saved(), QStringLiteral("alpha beta gamma/night delta/night"));
        QCOMPARE(need(app::load_connections()).at(2), of("gamma", "night"));
        QVERIFY(!dialog()->banner()->isVisible());
        // An open one stays open.
        LOCKDESK_REQUIRED(choose("alpha"));
        pressKeys({QStringLiteral("Delete")});
        QTRY_COMPARE(saved(), QStringLiteral("beta gamma/night delta/night"));
        QVERIFY(m_console->feeds()->find(QStringLiteral("alpha")) != nullptr);
        pressKeys({QStringLiteral("ctrl+z")});
        QTRY_COMPARE(saved(), QStringLiteral("alpha beta gamma/night delta/night"));
    }

    void aCopyStandsBesideItsOriginal()
    {
        LOCKDESK_REQUIRED(choose("gamma"));
        pressKeys({QStringLiteral("ctrl+d")});
        ConnectDialog* copy = nullptr;
        QTRY_VERIFY((copy = m_console->window()->findChild<ConnectDialog*>()) != nullptr && copy->isVisible());
        QVERIFY(awaitActive(copy, patience));
        QCOMPARE(copy->nameField()->text(), QStringLiteral("gamma 2"));
        QCOMPARE(copy->groupField()->text(), QStringLiteral("night"));
        clickWidget(copy->connectButton());
        QTRY_COMPARE_WITH_TIMEOUT(saved(), QStringLiteral("alpha beta gamma/night gamma 2/night delta/night"), patience);
        QTRY_COMPARE(shown(), saved());
        QCOMPARE(dialog()->list()->currentItem()->text(0), QStringLiteral("gamma 2"));
    }

    // What another program has saved meanwhile is neither lost nor undone.
    void theFileIsShared()
    {
        need(app::change_connections([this](std::vector<app::SavedConnection>& all) -> std::optional<Failure> {
            all.push_back(of("omega"));
            return std::nullopt;
        }));
        LOCKDESK_REQUIRED(choose("beta"));
        pressKeys({QStringLiteral("alt+Up")});
        QTRY_COMPARE(saved(), QStringLiteral("beta alpha gamma/night delta/night omega"));
        QTRY_COMPARE(shown(), saved());
        pressKeys({QStringLiteral("Delete")});
        QTRY_COMPARE(saved(), QStringLiteral("alpha gamma/night delta/night omega"));
        constexpr int writers = 4, each = 15;
        std::vector<std::thread> threads;
        for (int w = 0; w < writers; ++w)
            threads.emplace_back([this, w] {
                for (int i = 0; i < each; ++i)
                    need(app::change_connections([&](std::vector<app::SavedConnection>& all) -> std::optional<Failure> {
                        all.push_back(of("w" + std::to_string(w) + '-' + std::to_string(i)));
                        return std::nullopt;
                    }));
            });
        for (std::thread& thread : threads)
            thread.join();
        QCOMPARE(need(app::load_connections()).size(), std::size_t(4 + writers * each));
    }

private:
    [[nodiscard]] app::SavedConnection of(const std::string& name, const std::string& group = {}) const
    {
        app::SavedConnection one;
        one.name = name;
        one.url = "memory:" + name;
        one.environment = "staging";
        one.read_only = true;
        one.group = group;
        return one;
    }
    [[nodiscard]] ConnectionsDialog* dialog() const { return m_console->window()->findChild<ConnectionsDialog*>(); }
    /// `alpha gamma/night`, as in the file.
    [[nodiscard]] static QString saved()
    {
        QStringList out;
        for (const auto& one : need(app::load_connections()))
            out << QString::fromStdString(one.name + (one.group.empty() ? "" : '/' + one.group));
        return out.join(u' ');
    }
    [[nodiscard]] QString shown() const
    {
        QStringList out;
        for (const auto& [id, group] : dialog()->order())
            out << (group.isEmpty() ? id : id + u'/' + group);
        return out.join(u' ');
    }
    void choose(const char* name)
    {
        QTreeWidget* list = dialog()->list();
        const auto found = list->findItems(QString::fromLatin1(name), Qt::MatchExactly | Qt::MatchRecursive);
        QCOMPARE(found.size(), 1);
        for (int tries = 0; tries < 5 && list->currentItem() != found.front(); ++tries) {
            clickAt(list->viewport(), list->visualItemRect(found.front()).center());
            (void)QTest::qWaitFor([&] { return list->currentItem() == found.front(); }, 1000);
        }
        QCOMPARE(list->currentItem(), found.front());
    }

    std::unique_ptr<app::Console> m_console;
};

static const lockdesk::test::Program manager_test("manager_test", [](int argc, char** argv) {
    return runConsoleTest(argc, argv, [] { return std::make_unique<ManagerTest>(); });
});

#include "manager_test.moc"

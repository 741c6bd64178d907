// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A link to a row finds it, whatever its page currently shows.
#include "models/tables/roles.h"
#include "tests/widgets/program.h"
#include "tests/widgets/window_desk.h"
#include "widgets/common/filter_box.h"
#include "widgets/common/table_view.h"
#include "widgets/locks/locks_page.h"
#include "widgets/sheets/action_flow.h"
#include "widgets/sheets/action_sheet.h"
#include "widgets/shell/main_window.h"
#include "widgets/shell/status_line.h"
#include "widgets/tasks/tasks_page.h"
#include "widgets/theme/theme.h"

#include <QApplication>
#include <QSettings>
#include <QTest>

using namespace lockdesk;
using test::WindowDesk;
using namespace std::chrono_literals;

class RowLinksTest final : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        QSettings().clear();
        m_desk = std::make_unique<WindowDesk>(QStringLiteral("orders"));
        std::vector<LockRow> rows;
        for (int i = 0; i < 300; ++i)
            rows.push_back(WindowDesk::held("stock:" + std::to_string(1000 + i)));
        rows.push_back(WindowDesk::held("billing", -30s));
        m_desk->fill(rows);
        QVERIFY(m_desk->show());
    }
    void cleanup() { m_desk.reset(); }

    void aFilterThatHidesTheRowGoes()
    {
        auto* locks = m_desk->page<LocksPage>("locks");
        QTRY_COMPARE(locks->model()->rowCount(), 301);
        locks->applyFilter(QStringLiteral("name~stock"));
        QTRY_COMPARE(locks->model()->rowCount(), 300);
        m_desk->window->showPage(QStringLiteral("overview"), {});
        follow("lock", "billing", NextStep::force_release);
        QTRY_COMPARE(selected(locks), QStringLiteral("billing"));
        QCOMPARE(locks->filterBox()->text(), QString());
        QTRY_VERIFY(locks->flow()->sheet() != nullptr && locks->flow()->sheet()->isVisible());
        QVERIFY(locks->flow()->sheet()->title().contains(QStringLiteral("billing")));
        QVERIFY2(!status().contains(QStringLiteral("any more")), qPrintable(status()));
    }

    // New rows wait while others are selected, but the row of a link is shown.
    void aRowThatWaitsIsShown()
    {
        auto* locks = m_desk->page<LocksPage>("locks");
        QTRY_COMPARE(locks->model()->rowCount(), 301);
        locks->table()->selectRow(3);
        m_desk->fill({WindowDesk::held("late", -10s)}, false);
        QTRY_VERIFY(locks->model()->pendingChanges() > 0);
        follow("lock", "late", NextStep::show);
        QTRY_COMPARE(selected(locks), QStringLiteral("late"));
        QVERIFY2(!status().contains(QStringLiteral("any more")), qPrintable(status()));
    }

    // The board shows one phase; rows of other phases are found too.
    void aTaskOfAnotherPhaseIsFound()
    {
        auto* tasks = m_desk->page<TasksPage>("tasks");
        auto out = m_desk->update();
        auto phases = std::make_shared<std::vector<PhaseSummary>>();
        for (const char* phase : {"Creating", "Starting"}) {
            TaskRow task;
            task.id = std::string("gw-") + phase;
            task.kind = "gateway";
            task.phase = phase;
            out->tasks.push_back(std::make_shared<const TaskRow>(task));
            phases->emplace_back();
            phases->back().kind = task.kind;
            phases->back().phase = phase;
            phases->back().total = phases->back().due = 1;
        }
        out->phases = phases;
        m_desk->feed->receive(out);
        QTRY_COMPARE(tasks->board()->columns().size(), std::size_t(2));
        for (const char* phase : {"Creating", "Starting"}) {
            m_desk->window->showPage(QStringLiteral("overview"), {});
            follow("task", (std::string("gw-") + phase).c_str(), NextStep::show);
            QTRY_COMPARE(selected(tasks), QStringLiteral("gw-") + QLatin1String(phase));
            QVERIFY2(!status().contains(QStringLiteral("any more")), qPrintable(status()));
            tasks->modeSwitch()->setCurrent(0);
        }
    }

    void whatIsGoneIsSaidToBe()
    {
        auto* locks = m_desk->page<LocksPage>("locks");
        QTRY_COMPARE(locks->model()->rowCount(), 301);
        m_desk->window->showPage(QStringLiteral("overview"), {});
        follow("lock", "nobody\nhas this", NextStep::force_release);
        QTRY_VERIFY2(status().endsWith(QStringLiteral("nobody\\nhas this is not there any more.")), qPrintable(status()));
        QVERIFY(locks->flow()->sheet() == nullptr);
    }

private:
    void follow(const char* entity, const char* key, NextStep step)
    {
        m_desk->window->showRow(QLatin1String(entity), m_desk->feed->info().id, QString::fromUtf8(key), step);
    }
    QString selected(const LiveTablePage* page) const
    {
        const auto rows = page->table()->selectedRows();
        return rows.size() == 1 ? page->model()->index(rows.front(), 0).data(KeyRole).toString() : QString();
    }
    QString status() const { return m_desk->window->statusLine()->text(); }

    std::unique_ptr<WindowDesk> m_desk;
};

static const lockdesk::test::Program row_links_test("row_links_test", [](int argc, char** argv) {
    QApplication app(argc, argv);
    app.setOrganizationName(QStringLiteral("lockdesk-row-links-test"));
    Theme::get().install(app);
    RowLinksTest test;
    return QTest::qExec(&test, argc, argv);
});

#include "row_links_test.moc"

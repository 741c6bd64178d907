// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/actions/actions.h"
#include "models/feed/history.h"
#include "models/tables/countdown_timer.h"
#include "models/timeline/timeline.h"
#include "tests/widgets/stubs.h"
#include "widgets/shell/main_window.h"
#include "widgets/shell/page.h"
#include "widgets/shell/page_context.h"

#include <QTest>

#include <chrono>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace lockdesk::test {

/// Returns the row as updates carry it.
template <class Row> std::shared_ptr<const Row> shared(Row row) { return std::make_shared<const Row>(std::move(row)); }

/// Accepts requests and never answers.
class SilentActions final : public ActionRunner
{
public:
    ActionRequest previewed; ///< the last one
    quint64 preview(const ActionRequest& request) override
    {
        previewed = request;
        return ++m_number;
    }
    quint64 run(const ActionRequest&) override { return ++m_number; }
    void cancel(quint64) override {}

private:
    quint64 m_number = 0;
};

inline TimePoint wallNow() { return std::chrono::time_point_cast<Duration>(std::chrono::system_clock::now()); }

/// A window with every page, over a store filled by hand.
struct WindowDesk
{
    FeedSet feeds;
    CountdownTimer countdown;
    History history{&feeds};
    SilentActions actions;
    test::NoWorkers workers;
    ShownConnections shown;
    Timeline timeline{&feeds};
    PageContext context{};
    Feed* feed = nullptr;
    std::unique_ptr<MainWindow> window;
    std::uint64_t number = 0;

    explicit WindowDesk(const QString& name = QStringLiteral("orders of the whole company"))
    {
        context.feeds = &feeds;
        context.countdown = &countdown;
        context.history = &history;
        context.actions = &actions;
        context.workers = &workers;
        context.shown = &shown;
        context.timeline = &timeline;
        feed = addStore(name, QStringLiteral("production"));
        PageRegistry registry;
        registerPages(registry);
        window = std::make_unique<MainWindow>(registry, context);
    }
    Feed* addStore(const QString& name, const QString& environment)
    {
        ConnectionInfo info;
        info.id = info.name = name;
        info.environment = environment;
        return feeds.add(info);
    }
    std::shared_ptr<Update> update()
    {
        auto out = std::make_shared<Update>();
        out->number = ++number;
        out->polled = true;
        out->health.state = HealthState::live;
        out->covered = Entities::all();
        out->clock = {true, wallNow(), std::chrono::steady_clock::now(), 1, {}, {}, false};
        return out;
    }
    void fill(std::vector<LockRow> locks, bool snapshot = true)
    {
        auto out = update();
        out->snapshot = snapshot;
        for (LockRow& row : locks)
            out->locks.push_back(std::make_shared<const LockRow>(std::move(row)));
        WorkerRow worker;
        worker.id = "demo-1/4471/c41be0729d53fa18";
        worker.host = "demo-1";
        worker.started_at = worker.beat_at = wallNow();
        out->workers.push_back(std::make_shared<const WorkerRow>(worker));
        feed->receive(out);
    }
    static LockRow held(const std::string& name, Duration left = std::chrono::seconds{60})
    {
        LockRow row;
        row.name = name;
        row.owner = "bill-2/4471/c41be0729d53fa18";
        row.token = FencingToken{7};
        row.lease = std::chrono::seconds{60};
        row.acquired_at = wallNow() - std::chrono::seconds{1};
        row.expires_at = wallNow() + left;
        return row;
    }
    /// Shows the window; false: it did not appear.
    [[nodiscard]] bool show()
    {
        window->resize(1280, 800);
        window->show();
        const bool exposed = QTest::qWaitForWindowExposed(window.get());
        window->activateWindow();
        return exposed;
    }
    /// Adds the task gateway gw-1, due in its phase Creating.
    static void addTask(Update& update)
    {
        TaskRow task;
        task.id = "gw-1";
        task.kind = "gateway";
        task.phase = "Creating";
        update.tasks = {std::make_shared<const TaskRow>(task)};
        PhaseSummary phase;
        phase.kind = task.kind;
        phase.phase = task.phase;
        phase.total = phase.due = 1;
        update.phases = std::make_shared<const std::vector<PhaseSummary>>(1, phase);
    }
    template <class Page> Page* page(const char* key)
    {
        window->showPage(QString::fromLatin1(key), {});
        return dynamic_cast<Page*>(window->page(QString::fromLatin1(key)));
    }
};

} // namespace lockdesk::test

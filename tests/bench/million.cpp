// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// lockdesk-bench-million URL: what a user of the whole console notices on a store with very many rows. Offscreen; one JSON
// line a measurement (turns.h). Only pages with a filter among the arguments are opened. million.py fills the stores and runs it.
#include "app/console/console.h"
#include "app/console/memory_return.h"
#include "models/tables/live_table_model.h"
#include "tests/widgets/turns.h"
#include "widgets/common/table_view.h"
#include "widgets/shell/live_table_page.h"
#include "widgets/shell/main_window.h"
#include "widgets/theme/theme.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QHeaderView>
#include <QScrollBar>
#include <QStandardPaths>
#include <QTest>
#include <QTimer>

#include <algorithm>
#include <cstdio>
#include <functional>
#include <string>

using namespace lockdesk;
using bench::memory_mb;

namespace {

constexpr int patience_ms = 60'000;

class Measurement
{
public:
    Measurement(app::Console& console, QString url) : m_console(console), m_url(std::move(url)) { m_pulse.start(5); }

    bool run(const QStringList& filters)
    {
        const auto named = [&](QLatin1String key) {
            return filters.isEmpty() || std::any_of(filters.begin(), filters.end(), [&](const QString& one) { return one.startsWith(key); });
        };
        const bool done = start() && (!named(QLatin1String("locks/")) || page("locks", filters))
                          && (!named(QLatin1String("tasks/")) || page("tasks", filters));
        std::printf("{\"page\":\"all\",\"what\":\"all turns as a whole\",%s}\n", m_turns.whole().c_str());
        std::fflush(stdout);
        return done;
    }

private:
    [[nodiscard]] LiveTablePage* shown(const char* key)
    {
        m_console.window()->showPage(QString::fromLatin1(key), {});
        return dynamic_cast<LiveTablePage*>(m_console.window()->page(QString::fromLatin1(key)));
    }
    void print(const char* page, const QString& what, double ms, const LiveTablePage* of)
    {
        std::printf(R"({"store":"%s","page":"%s","what":"%s","ms":%.0f,%s,"rows":%d,"text":"%s","rss_mb":%.0f,"peak_mb":%.0f})"
                    "\n",
                    qPrintable(m_url.section(u':', 0, 0)), page, qPrintable(what), ms, m_turns.json().c_str(),
                    of->model()->rowCount(), qPrintable(text_of(of)), memory_mb("VmRSS:"), memory_mb("VmHWM:"));
        std::fflush(stdout);
        m_turns.clear();
    }
    static QString text_of(const LiveTablePage* of)
    {
        QString text = of->model()->countText() + QStringLiteral("; ") + of->model()->searchText();
        return text.replace(u'"', u'\'');
    }
    /// Runs `ask` and returns the milliseconds until `there`.
    double until(const std::function<void()>& ask, const std::function<bool()>& there)
    {
        QElapsedTimer since;
        since.start();
        ask();
        while (!there() && since.elapsed() < patience_ms)
            QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents); // m_pulse wakes it
        const double ms = double(since.nsecsElapsed()) / 1e6;
        m_console.window()->repaint();
        return ms;
    }
    void quiet(int ms)
    {
        QElapsedTimer since;
        since.start();
        while (since.elapsed() < ms)
            QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
    }

    bool start()
    {
        auto* locks = shown("locks");
        if (locks == nullptr)
            return false;
        locks->applyFilter({});
        const double first =
            until([&] { m_console.start({m_url}); }, [&] { return locks->model()->rowCount() > 0; });
        print("locks", QStringLiteral("first rows"), first, locks);
        const double all = until([] {}, [&] { return !locks->model()->isComing() && locks->model()->aboutRows() > 0; });
        print("locks", QStringLiteral("all live rows"), first + all, locks);
        return true;
    }

    bool page(const char* key, const QStringList& filters)
    {
        auto* of = shown(key);
        if (of == nullptr)
            return false;
        auto* model = of->model();
        const double opened = until([] {}, [&] { return model->rowCount() > 0 && !model->isComing() && !model->isAsking(); });
        print(key, QStringLiteral("page opened"), opened, of);
        if (auto* mode = of->findChild<Segmented*>()) {
            quiet(2000);
            m_turns.clear();
            quiet(10'000);
            print(key, QStringLiteral("board, quiet for 10 s"), 10'000, of);
            mode->setCurrent(1); // a board shows one kind
        }
        of->applyFilter({});
        quiet(2000);
        m_turns.clear();
        quiet(10'000);
        print(key, QStringLiteral("quiet for 10 s"), 10'000, of);
        for (const QString& filter : filters)
            if (filter.section(u'/', 0, 0) == QLatin1String(key))
                filtered(key, of, filter.section(u'/', 1));
        of->applyFilter({});
        (void)until([] {}, [&] { return !model->isAsking() && model->rowCount() > 1000; });
        for (int column = 0; column < model->columnCount(); ++column)
            if (!of->table()->isColumnHidden(column))
                sorted(key, of, column);
        of->table()->sortByColumn(1, Qt::AscendingOrder);
        quiet(2000);
        scrolled(key, of);
        return true;
    }

    void filtered(const char* key, LiveTablePage* of, const QString& filter)
    {
        auto* model = of->model();
        const auto arranged = [&] { return !model->isAsking() && model->filterText() == filter; };
        const auto searched = [&] { return arranged() && !model->searchText().startsWith(QLatin1String("searching")); };
        const double first =
            until([&] { of->applyFilter(filter); }, [&] { return searched() || (arranged() && model->rowCount() > 0); });
        print(key, QStringLiteral("filter %1, first rows").arg(filter), first, of);
        const double all = until([] {}, searched);
        // The rows may need another arrangement.
        const double more = until([] {}, [&] { return !model->isAsking() && !model->isArranging(); });
        print(key, QStringLiteral("filter %1, all rows").arg(filter), first + all + more, of);
        quiet(500);
    }

    void sorted(const char* key, LiveTablePage* of, int column)
    {
        auto* model = of->model();
        const double ms = until([&] { of->table()->sortByColumn(column, Qt::DescendingOrder); },
                                [&] { return !model->isAsking() && !model->searchText().contains(QLatin1String("sorts its rows")); });
        print(key, QStringLiteral("sort by %1, descending").arg(model->columnName(column)), ms, of);
        quiet(300);
    }

    void scrolled(const char* key, LiveTablePage* of)
    {
        auto* bar = of->table()->verticalScrollBar();
        bar->setValue(0);
        QElapsedTimer since;
        since.start();
        m_turns.clear();
        QTimer step;
        QObject::connect(&step, &QTimer::timeout, [&] { bar->setValue(std::min(bar->maximum(), bar->value() + 117)); });
        step.start(16);
        quiet(10'000);
        step.stop();
        print(key, QStringLiteral("scrolled for 10 s, to row %1 of %2").arg(bar->value()).arg(bar->maximum()), 10'000, of);
        const double end = until([&] { bar->setValue(bar->maximum()); }, [] { return true; });
        quiet(2000);
        print(key, QStringLiteral("scrolled to the end, row %1 of %2").arg(bar->value()).arg(bar->maximum()), end, of);
    }

    app::Console& m_console;
    const QString m_url;
    bench::Turns m_turns;
    QTimer m_pulse;
};

} // namespace

int main(int argc, char** argv)
{
    app::returnLargeMemory();
    qputenv("QT_QPA_PLATFORM", "offscreen");
    qputenv("QT_LOGGING_RULES", "qt.qpa.*=false");
    qputenv("QT_NO_GLIB", "1"); // Qt's own event loop announces when it begins and ends to wait
    QStandardPaths::setTestModeEnabled(true);
    QApplication app(argc, argv);
    QApplication::setOrganizationName(QStringLiteral("lockdesk-bench"));
    if (argc < 2) {
        std::fputs("lockdesk-bench-million URL [PAGE/FILTER...]\n", stderr);
        return 2;
    }
    Theme::get().install(app);
    app::Console console;
    console.window()->resize(1280, 800);
    console.window()->show();
    (void)QTest::qWaitForWindowExposed(console.window());
    Measurement measurement(console, QString::fromLocal8Bit(argv[1]));
    const bool done = measurement.run(QApplication::arguments().mid(2));
    console.shutDown();
    return done ? 0 : 1;
}

// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// lockdesk-bench-day FILE [SPEED [PAGE...]]: plays a recording to its end in the whole console, offscreen, at 60 times its speed,
// and shows one page (of these, or of all) after the other meanwhile. One JSON line every ten minutes of the recording: memory,
// the rows that are shown (a store that gains rows takes memory for them), and stalls (turns.h). With SPEED 0 each change is shown
// after the other, without a clock: the memory is that of the day whatever else the computer does. day.py records eight hours and
// runs it.
#include "app/console/console.h"
#include "app/console/memory_return.h"
#include "app/console/recordings.h"
#include "models/feed/replay.h"
#include "models/timeline/timeline.h"
#include "tests/widgets/turns.h"
#include "widgets/shell/main_window.h"
#include "widgets/theme/theme.h"

#include <QApplication>
#include <QStandardPaths>
#include <QTest>
#include <QTimer>

#ifdef __GLIBC__
#include <malloc.h>
#endif

using namespace lockdesk;

namespace {

const QStringList every_page = QStringLiteral("overview locks tasks outbox workers timeline activity jobs").split(u' ');
constexpr std::chrono::minutes between_lines{10};

/// Memory in use and unused memory that the C library keeps, in MB.
std::pair<double, double> heap_mb()
{
#ifdef __GLIBC__
    const auto all = mallinfo2();
    return {double(all.uordblks + all.hblkhd) / (1024 * 1024), double(all.fordblks) / (1024 * 1024)};
#else
    return {-1, -1};
#endif
}

void print(const Replay& replay, const QString& page, std::size_t lanes, bench::Turns& turns)
{
    const Summary rows = replay.feed()->facts().summary();
    const auto [used, unused] = heap_mb();
    std::printf(R"({"hours":%.2f,"next":"%s",%s,"rss_mb":%.0f,"peak_mb":%.0f,"own_mb":%.1f,"used_mb":%.1f,"unused_mb":%.1f,)"
                R"("locks":%lld,"tasks":%lld,"messages":%lld,"timeline":%zu})"
                "\n",
                std::chrono::duration<double, std::ratio<3600>>(replay.position() - replay.begin()).count(), qPrintable(page),
                turns.json().c_str(), bench::memory_mb("VmRSS:"), bench::memory_mb("VmHWM:"), bench::memory_mb("RssAnon:"), used,
                unused, static_cast<long long>(rows.held + rows.cooling + rows.free), static_cast<long long>(rows.tasks),
                static_cast<long long>(rows.messages), lanes);
    std::fflush(stdout);
}

bool play(app::Console& console, const QString& file, double speed, const QStringList& pages)
{
    if (const QString wrong = console.replay(file); !wrong.isEmpty()) {
        std::fprintf(stderr, "%s\n", qPrintable(wrong));
        return false;
    }
    Replay* replay = console.recordings()->replaying();
    QTimer pulse; // wakes the loop below
    pulse.start(5);
    bench::Turns turns;
    if (speed > 0) {
        replay->setSpeed(speed);
        replay->play();
    }
    const auto next = [&] {
        if (speed > 0)
            QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
        else
            replay->step(1), QCoreApplication::processEvents();
        return speed > 0 ? replay->isPlaying() : replay->canStep(1);
    };
    qsizetype shown = 0;
    auto line_at = replay->begin() + between_lines;
    while (next()) {
        if (replay->position() < line_at)
            continue;
        const QString page = pages[shown++ % pages.size()];
        print(*replay, page, console.findChild<Timeline*>()->size(), turns);
        turns.clear();
        console.window()->showPage(page, {});
        line_at = replay->position() + between_lines;
    }
    print(*replay, {}, console.findChild<Timeline*>()->size(), turns);
    std::printf("{\"whole\":\"%s\",%s}\n", qPrintable(QStringLiteral("%1 times the speed").arg(speed)), turns.whole().c_str());
    return true;
}

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
        std::fputs("lockdesk-bench-day FILE [SPEED [PAGE...]]\n", stderr);
        return 2;
    }
    Theme::get().install(app);
    app::Console console;
    console.window()->resize(1280, 800);
    console.window()->show();
    (void)QTest::qWaitForWindowExposed(console.window());
    const double speed = argc > 2 ? QString::fromLocal8Bit(argv[2]).toDouble() : 60;
    const QStringList pages = QApplication::arguments().mid(3);
    const bool done = play(console, QString::fromLocal8Bit(argv[1]), speed, pages.isEmpty() ? every_page : pages);
    console.shutDown();
    return done ? 0 : 1;
}

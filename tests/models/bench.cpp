// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
// Measures how long the GUI thread is busy at a time while 100,000 locks are shown and 5,000 of them change each second,
// and how long sorting and filtering them take compared to std::sort and a raw scan.
#include "models/tables/locks_model.h"
#include "tests/models/fixture.h"

#include <QElapsedTimer>
#include <QGuiApplication>

#include <cstdio>
#include <random>

using namespace lockdesk;
using namespace lockdesk::test;

namespace {

constexpr int row_count = 100'000;

LockRow row(int i, std::int64_t token)
{
    return lock("stock:sku-" + std::to_string(i * 7919LL % row_count), "api-" + std::to_string(i % 9) + "/9120/e5a1", token,
                std::chrono::seconds{i % 3600});
}

/// Longest times between two turns of the event loop.
struct Stalls
{
    std::vector<double> ms;
    void run(int forMs, const std::function<void()>& everyTurn)
    {
        QElapsedTimer total, turn;
        total.start();
        while (total.elapsed() < forMs) {
            turn.start();
            QCoreApplication::processEvents(QEventLoop::AllEvents);
            ms.push_back(static_cast<double>(turn.nsecsElapsed()) / 1e6);
            everyTurn();
        }
    }
    void print(const char* what)
    {
        std::sort(ms.begin(), ms.end());
        // Idle turns would flatter the percentile.
        ms.erase(ms.begin(), std::lower_bound(ms.begin(), ms.end(), 0.05));
        if (!ms.empty())
            std::printf("%-34s turns %zu  p50 %.2f ms  p99 %.2f ms  max %.2f ms\n", what, ms.size(), ms[ms.size() / 2],
                        ms[ms.size() * 99 / 100], ms.back());
        ms.clear();
    }
};

void changeAndScroll(Feeding& feeding, Feed* feed, LocksModel& model, Stalls& stalls, const char* what)
{
    std::mt19937 random(1);
    QElapsedTimer pace;
    pace.start();
    int sent = 0, top = 0;
    stalls.run(6000, [&] {
        const int due = static_cast<int>(pace.elapsed() * 5) - sent;
        if (due >= 80) { // the rows of one poll
            std::vector<LockRow> rows;
            for (int i = 0; i < due; ++i)
                rows.push_back(row(static_cast<int>(random() % row_count), static_cast<std::int64_t>(random() % 100'000)));
            sent += due;
            feeding.locks(feed, std::move(rows));
        }
        top = (top + 7) % (row_count - 60); // what a view of 60 rows reads
        for (int r = top; r < top + 60; ++r)
            for (int c = 0; c < 6; ++c)
                model.index(r, c).data();
    });
    stalls.print(what);
}

double timed(const std::function<void()>& what)
{
    QElapsedTimer timer;
    timer.start();
    what();
    return static_cast<double>(timer.nsecsElapsed()) / 1e6;
}

} // namespace

int main(int argc, char** argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    const QGuiApplication app(argc, argv);
    Feeding feeding;
    Feed* feed = feeding.add("orders");
    LocksModel model(&feeding.feeds);
    std::vector<LockRow> rows;
    for (int i = 0; i < row_count; ++i)
        rows.push_back(row(i, i));
    auto raw = rows;
    Stalls stalls;
    feeding.locks(feed, std::move(rows), {}, true);
    stalls.run(3000, [] {});
    stalls.print("first 100,000 rows");
    std::printf("rows shown %d\n", model.rowCount());

    changeAndScroll(feeding, feed, model, stalls, "5,000 changes/s, sorted by state");
    model.sort(LocksModel::Token);
    changeAndScroll(feeding, feed, model, stalls, "5,000 changes/s, sorted by token");

    QSignalSpy arranged(&model, &LiveTableModel::arranged);
    const auto shown = [&](const std::function<void()>& ask) {
        return timed([&] {
            arranged.clear();
            ask();
            while (arranged.isEmpty())
                QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
        });
    };
    for (int round = 0; round < 3; ++round) {
        const double plain = timed([&] {
            std::vector<const LockRow*> order;
            for (const LockRow& r : raw)
                order.push_back(&r);
            std::sort(order.begin(), order.end(),
                      [](const LockRow* a, const LockRow* b) { return compareNatural(a->name, b->name) < 0; });
        });
        const double sorted =
            shown([&] { model.sort(LocksModel::Name, round % 2 ? Qt::DescendingOrder : Qt::AscendingOrder); });
        std::size_t hits = 0;
        const double scan = timed([&] {
            for (const LockRow& r : raw)
                hits += r.name.find("sku-77") != std::string::npos ? 1 : 0;
        });
        const double filtered = shown([&] { model.setFilterText(round % 2 ? "name~sku-77" : "name~sku-78"); });
        std::printf(
            "sort %.1f ms (std::sort %.1f, ratio %.2f)  filter %.1f ms (raw scan %.1f, ratio %.1f), %d of %zu rows\n",
            sorted, plain, sorted / plain, filtered, scan, filtered / scan, model.rowCount(), hits);
        shown([&] { model.setFilterText(""); });
    }
    return 0;
}

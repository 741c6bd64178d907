// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/json/json.h"
#include "backends/memory/memory_store.h"
#include "backends/observe/observer.h"
#include "backends/observe/recording/line_writer.h"
#include "backends/observe/recording/recorder.h"
#include "backends/observe/recording/recording_file.h"
#include "backends/observe/tracker.h"
#include "tests/support/await.h"
#include "tests/support/temp_dir.h"
#include "tests/unit/made_up_store.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <set>

using namespace lockdesk;
using test::await;
using test::MadeUp;
using test::start;
using test::TempDir;
using namespace std::chrono_literals;

namespace {

std::string contents(const std::string& path)
{
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

void put(const std::string& path, const std::string& text) { std::ofstream(path, std::ios::binary) << text; }

/// Returns all rows as the command line prints them at one instant, with the fields of locks that it omits.
template <class State> std::set<std::string> printed(const State& state, TimePoint at)
{
    std::set<std::string> out;
    const auto add = [&]<class Row>(const Row& row) {
        std::string line = json_text(row_json(row, at));
        if constexpr (std::is_same_v<Row, LockRow>)
            line += json_text(unsaid(row));
        out.insert(std::move(line));
    };
    if constexpr (std::is_same_v<State, StoreRows>) {
        for (const auto& [key, row] : state.locks)
            add(*row);
        for (const auto& [key, row] : state.tasks)
            add(*row);
        for (const auto& [key, row] : state.messages)
            add(*row);
        for (const auto& [key, row] : state.workers)
            add(*row);
    } else {
        for (const auto& row : state.locks)
            add(*row);
        for (const auto& row : state.tasks)
            add(*row);
        for (const auto& row : state.messages)
            add(*row);
        for (const auto& row : state.workers)
            add(*row);
    }
    for (const WaiterRow& row : state.waiters)
        add(row);
    for (const FenceRow& row : state.refusals)
        add(row);
    for (const AuditRow& row : state.audit)
        add(row);
    return out;
}

/// Returns only the differences, for readers.
std::string difference(const std::set<std::string>& a, const std::set<std::string>& b)
{
    std::string out;
    for (const auto& row : a)
        if (!b.contains(row))
            out += "\n- " + row;
    for (const auto& row : b)
        if (!a.contains(row))
            out += "\n+ " + row;
    return out;
}

struct RecordedLook
{
    TimePoint at;
    std::set<std::string> rows;
};

/// Records five minutes with a poll each 500 ms; returns the state at ten instants.
std::vector<RecordedLook> record(const std::string& path, unsigned seed, int looks = 600)
{
    MadeUp made(seed);
    RecordingHeader header;
    header.capabilities.store = "memory";
    header.begun = start;
    LineWriter writer(header);
    std::string text = writer.begin();
    std::vector<RecordedLook> seen;
    for (int i = 0; i < looks; ++i) {
        const Update update = made.next(500ms);
        text += writer.lines(update, made.steady());
        if (i % (looks / 10) == looks / 20)
            seen.push_back({made.now(), printed(made.tracker.rows(), made.now())});
    }
    text += writer.end();
    put(path, text);
    return seen;
}

} // namespace

TEST(Recording, ShowsTheSameRowsAtTenInstants)
{
    const TempDir dir;
    const std::string path = (dir / "five-minutes.ldrec").string();
    const auto seen = record(path, 7);
    ASSERT_EQ(seen.size(), 10u);
    const auto file = RecordingFile::open(path);
    ASSERT_TRUE(file) << file.failure().message;
    EXPECT_TRUE((*file)->closed());
    EXPECT_GT((*file)->lines(), 4096u) << "more than one keyframe";
    // Forward, backward and in between.
    for (const int order : {0, 9, 3, 4, 8, 1, 2, 5, 7, 6}) {
        const RecordedLook& then = seen[static_cast<std::size_t>(order)];
        EXPECT_EQ(difference(printed((*file)->state((*file)->moment_at(then.at)), then.at), then.rows), "")
            << "instant " << order;
        // Between two polls it is as at the earlier one.
        const auto later = then.at + 100ms;
        EXPECT_EQ(difference(printed((*file)->state((*file)->moment_at(later)), then.at), then.rows), "");
    }
}

TEST(Recording, ChangesAddUpToTheState)
{
    const TempDir dir;
    const std::string path = (dir / "a.ldrec").string();
    record(path, 11, 200);
    const auto file = RecordingFile::open(path);
    ASSERT_TRUE(file);
    std::map<std::string, std::string> locks;
    for (std::size_t i = 0; i < (*file)->moments(); ++i) {
        const RecordedChange change = (*file)->change(i);
        for (const GoneRow& gone : change.gone)
            if (gone.entity == Entity::lock)
                locks.erase(gone.key);
        for (const auto& row : change.rows.locks)
            locks[row->name] = row->owner;
        if (i % 37 != 0)
            continue;
        std::map<std::string, std::string> now;
        for (const auto& row : (*file)->state(i).locks)
            now[row->name] = row->owner;
        EXPECT_EQ(locks, now) << "moment " << i;
    }
    EXPECT_FALSE((*file)->events((*file)->moments() - 1, 50).empty());
    EXPECT_EQ((*file)->moved(0, -1), 0u);
    EXPECT_GT((*file)->moved(0, 1), 0u);
}

// Of a day's tasks most are gone: what was read of them is not kept.
TEST(Recording, KeepsNothingOfRowsThatAreGone)
{
    const TempDir dir("lockdesk-unit");
    const std::string path = dir / "made-up.jsonl";
    record(path, 11, 200);
    auto file = RecordingFile::open(path);
    ASSERT_TRUE(file) << file.failure().message;
    for (const std::size_t by : {1, 20}) {
        std::map<std::string, std::weak_ptr<const LockRow>> seen;
        std::size_t went = 0;
        for (std::size_t moment = 0; moment < (*file)->moments(); moment += by) {
            const RecordedState state = (*file)->state(moment);
            std::set<std::string> now;
            for (const auto& row : state.locks)
                now.insert(key_of(*row));
            for (const auto& [key, row] : seen)
                if (!now.contains(key)) {
                    EXPECT_TRUE(row.expired()) << key << " at moment " << moment;
                    ++went;
                }
            std::erase_if(seen, [&](const auto& each) { return !now.contains(each.first); });
            for (const auto& row : state.locks)
                seen[key_of(*row)] = row;
        }
        EXPECT_GT(went, 0u);
    }
}

TEST(Recording, NamesTheLineThatIsCutOrChanged)
{
    const TempDir dir;
    const std::string path = (dir / "a.ldrec").string(), other = (dir / "b.ldrec").string();
    record(path, 3, 20);
    const std::string text = contents(path);
    const auto lines = std::count(text.begin(), text.end(), '\n');

    put(other, text.substr(0, text.size() - 12));
    const auto cut = RecordingFile::open(other);
    ASSERT_FALSE(cut);
    EXPECT_EQ(cut.failure().kind, FailureKind::usage);
    EXPECT_NE(cut.failure().message.find("Line " + std::to_string(lines) + " is cut"), std::string::npos)
        << cut.failure().message;
    const auto rest = RecordingFile::open(other, true);
    ASSERT_TRUE(rest);
    EXPECT_EQ((*rest)->lines(), static_cast<std::size_t>(lines) - 1);
    EXPECT_FALSE((*rest)->damage().empty());

    std::string changed = text;
    const auto last = changed.rfind("\"lines\":");
    changed[last + 8] = changed[last + 8] == '9' ? '8' : '9';
    put(other, changed);
    const auto edited = RecordingFile::open(other);
    ASSERT_FALSE(edited);
    EXPECT_NE(edited.failure().message.find("Line " + std::to_string(lines) + " was changed"), std::string::npos);

    const auto third = text.find('\n', text.find('\n') + 1) + 1;
    put(other, text.substr(0, third) + text.substr(text.find('\n', third) + 1));
    EXPECT_FALSE(RecordingFile::open(other)) << "a line that is missing";
    put(other, "");
    EXPECT_FALSE(RecordingFile::open(other));
    put(other, "{\"v\":1,\"type\":\"scenario\"}\n");
    EXPECT_NE(RecordingFile::open(other).failure().message.find("verify"), std::string::npos);
    EXPECT_FALSE(RecordingFile::open((dir / "none").string()));
}

TEST(Recording, WholeLinesAreThereWithoutAnEnd)
{
    const TempDir dir;
    const std::string path = (dir / "a.ldrec").string();
    record(path, 5, 20);
    std::string text = contents(path);
    text.resize(text.rfind('\n', text.size() - 2) + 1);
    put(path, text);
    const auto file = RecordingFile::open(path);
    ASSERT_TRUE(file) << "as a killed recorder leaves it";
    EXPECT_FALSE((*file)->closed());
}

TEST(Recording, IsNotWrittenOverOtherFiles)
{
    const TempDir dir;
    const std::string path = (dir / "notes.txt").string();
    put(path, "my notes\n");
    const auto refused = Recorder::begin(path, {});
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.failure().kind, FailureKind::usage);
    EXPECT_EQ(contents(path), "my notes\n");
    EXPECT_FALSE(Recorder::begin((dir / "no/such/folder/a").string(), {}));
    record(path + "2", 1, 20);
    EXPECT_TRUE(Recorder::begin(path + "2", {}));
}

// A mapped file that is truncated or overwritten would end the reading program (SIGBUS).
TEST(Recording, WhatIsReplayedMayBeRecordedOver)
{
    const TempDir dir;
    const std::string path = (dir / "a.ldrec").string();
    record(path, 3, 200);
    const auto file = RecordingFile::open(path);
    ASSERT_TRUE(file);
    const auto last = (*file)->moments() - 1;
    const auto before = printed((*file)->state(last), (*file)->at(last));
    ASSERT_FALSE(before.empty());
    RecordingHeader header;
    header.what = "locks";
    auto again = Recorder::begin(path, header);
    ASSERT_TRUE(again);
    (*again)->close();
    (void)(*file)->state(0);
    EXPECT_EQ(difference(printed((*file)->state(last), (*file)->at(last)), before), "") << "the old one, whole";
    const auto fresh = RecordingFile::open(path);
    ASSERT_TRUE(fresh);
    EXPECT_EQ((*fresh)->header().what, "locks");
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(dir.path()), std::filesystem::directory_iterator()), 1)
        << "nothing is left beside it";
}

TEST(Recording, MayBeMadeShorterWhileItIsReplayed)
{
    const TempDir dir;
    const std::string path = (dir / "a.ldrec").string();
    record(path, 3, 200);
    const auto file = RecordingFile::open(path);
    ASSERT_TRUE(file);
    const auto last = (*file)->moments() - 1;
    std::filesystem::resize_file(path, 100);
    (void)(*file)->state(last);
    (void)(*file)->change(last);
    (void)(*file)->events(last, 100);
    for (const std::string& line : (*file)->text(last))
        EXPECT_LE(line.size(), 100u);
    put(path, std::string(1'000'000, 'x'));
    (void)(*file)->state(0);
    (void)(*file)->state(last);
}

TEST(Recording, OfALiveObserver)
{
    const TempDir dir;
    const std::string path = (dir / "live.ldrec").string();
    auto store = open_memory_store(*StoreUrl::parse("memory:recording_test"));
    ASSERT_TRUE(store);
    const std::shared_ptr<Store> shared = std::move(*store);
    auto session = shared->open({});
    ASSERT_TRUE(session);
    ASSERT_TRUE((*session)->admin().create_schema());
    auto recorder = Recorder::begin(path, {});
    ASSERT_TRUE(recorder);
    std::atomic<bool> seen = false;
    ObserverOptions options;
    options.interval = 50ms;
    Observer* observing = nullptr;
    Observer observer(shared, options, [&](UpdatePtr update) {
        (*recorder)->put(update);
        for (const auto& row : update->locks)
            seen = seen || row->name == "ledger";
        observing->acknowledge(update->number);
    });
    observing = &observer;
    observer.start();
    ASSERT_TRUE((*session)->locks().acquire({.name = *LockName::parse("ledger"),
                                             .owner = *OwnerId::parse("a"),
                                             .lease = 30s,
                                             .request = *RequestId::parse("r1")}));
    ASSERT_TRUE(await([&] { return seen.load(); }));
    observer.stop();
    const auto progress = (*recorder)->close();
    EXPECT_FALSE(progress.failure);
    const auto file = RecordingFile::open(path);
    ASSERT_TRUE(file) << file.failure().message;
    const auto state = (*file)->state((*file)->moments() - 1);
    ASSERT_EQ(state.locks.size(), 1u);
    EXPECT_EQ(state.locks.front()->owner, "a");
    EXPECT_EQ(std::filesystem::status(path).permissions() & std::filesystem::perms::all,
              std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
}

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

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <random>
#include <set>

using namespace lockdesk;
using test::await;
using test::TempDir;
using namespace std::chrono_literals;

namespace {

const TimePoint start = time_from_us(1'790'000'000'000'000);

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

/// A made-up store, changed by a seed, and the updates of its observer.
class MadeUp
{
public:
    explicit MadeUp(unsigned seed) : m_random(seed) {}

    Update next(Duration later)
    {
        m_now += later;
        ChangeBatch batch;
        batch.snapshot = !m_told;
        for (int i = 0; i < 6; ++i)
            change(batch);
        batch.waiters = m_waiters;
        // In a store's order: newest first, the latest few.
        batch.refusals.assign(m_refusals.rbegin(),
                              m_refusals.rbegin() + std::min<std::ptrdiff_t>(12, std::ssize(m_refusals)));
        batch.audit.assign(m_audit.rbegin(), m_audit.rbegin() + std::min<std::ptrdiff_t>(12, std::ssize(m_audit)));
        Update update;
        update.number = ++m_number;
        update.polled = true;
        update.snapshot = !m_told;
        update.health.state = HealthState::live;
        update.clock = {true, m_now, steady(), 1, 12ms, 3ms, false};
        tracker.apply(std::move(batch), Entities::all(), m_told ? Entities{} : Entities::all(), m_now, update);
        if (m_number % 8 == 0)
            tracker.tick(m_now, steady(), update);
        m_told = true;
        return update;
    }
    [[nodiscard]] TimePoint now() const { return m_now; }
    [[nodiscard]] SteadyPoint steady() const { return SteadyPoint{} + 1h + (m_now - start); }
    Tracker tracker;

private:
    int pick(int below) { return std::uniform_int_distribution<int>(0, below - 1)(m_random); }

    void change(ChangeBatch& batch)
    {
        const std::string name = "lock/" + std::to_string(pick(40)) + (pick(5) == 0 ? "\"\\\n\u00e9" : "");
        const std::string owner = "host-" + std::to_string(pick(5)) + "/12/" + std::string(16, 'a');
        switch (pick(9)) {
        case 0:
        case 1: batch.locks.push_back(lock(name, owner)); break;
        case 2: batch.gone.push_back({Entity::lock, name}); break;
        case 3:
        case 4: batch.tasks.push_back(task(owner)); break;
        case 5: batch.messages.push_back(message(owner)); break;
        case 6: batch.workers.push_back(worker(owner)); break;
        case 7:
            m_waiters = {{name, owner, m_now, m_now + 3s}};
            if (pick(2) == 0)
                m_waiters.clear();
            break;
        default:
            m_refusals.push_back(
                {name, FencingToken{3}, FencingToken{4 + pick(9)}, owner, m_now + Duration{m_audit_seq % 1000}});
            m_audit.push_back({++m_audit_seq, m_now, "me@here", "force-release", "lock", name, "why", R"({"a":1})",
                               "lockdeskctl", "released"});
        }
    }
    LockRow lock(const std::string& name, const std::string& owner)
    {
        LockRow row;
        row.name = name;
        row.token = FencingToken{++m_token};
        row.acquired_at = m_now - Duration{pick(1000)};
        row.renewed_at = m_now;
        row.lease = 3s;
        row.renewals = pick(3);
        switch (m_token % 5) {
        case 0:
            row.session = LockSession{"4711", "psql \"x\"", "ann", "10.0.0.7", m_now, "idle", m_now, "SELECT 1\n"};
            break;
        case 1:
            row.quorum = LockQuorum{2,
                                    1,
                                    3s,
                                    {{"h:1", ServerSays::held, owner, 3s},
                                     {"h:2", ServerSays::other_owner, "x", {}},
                                     {"h:3", ServerSays::unreachable, "", {}}}};
            break;
        case 2: row.draw = DrawProgress{"course \u00e9", 3, 2, 1}; break;
        default: break;
        }
        if (pick(3) != 0) {
            row.owner = owner;
            row.holds = 1 + pick(2);
            if (pick(10) != 0)
                row.expires_at = m_now + 3s;
            return row;
        }
        row.released_at = m_now;
        row.last_owner = owner;
        if (pick(2) == 0) {
            row.cooling_until = m_now + 5s;
            row.reason = "held off";
        }
        return row;
    }
    TaskRow task(const std::string& owner)
    {
        TaskRow row;
        row.id = "task-" + std::to_string(pick(60));
        row.kind = "gateway";
        row.phase = pick(2) == 0 ? "Creating" : "Starting";
        row.created_at = start;
        row.updated_at = m_now;
        row.claims = pick(9);
        row.payload = std::array<const char*, 6>{"{\"a\": [1, 2.50],\n \"b\":null}",
                                                 "plain words",
                                                 "123",
                                                 "\"123\"",
                                                 "",
                                                 "{\"cut"}[static_cast<std::size_t>(pick(6))];
        if (pick(2) == 0) {
            row.owner = owner;
            row.locked_at = m_now;
            row.token = FencingToken{++m_token};
        }
        return row;
    }
    MessageRow message(const std::string& owner)
    {
        MessageRow row;
        row.id = "m-" + std::to_string(pick(60));
        row.topic = "mail";
        row.payload = R"({"to":"x"})";
        row.state =
            std::array{MessageState::pending, MessageState::sending, MessageState::dead}[static_cast<std::size_t>(pick(3))];
        row.created_at = m_now;
        if (row.state == MessageState::sending)
            row.owner = owner, row.lease_until = m_now + 2s;
        return row;
    }
    WorkerRow worker(const std::string& owner)
    {
        WorkerRow row;
        row.id = owner;
        row.host = "host";
        row.beat_at = m_now;
        row.counters.claims = pick(100);
        row.order = static_cast<WorkerOrder>(pick(4));
        return row;
    }

    std::mt19937 m_random;
    TimePoint m_now = start;
    bool m_told = false;
    std::uint64_t m_number = 0;
    std::int64_t m_token = 0, m_audit_seq = 0;
    std::vector<WaiterRow> m_waiters;
    std::vector<FenceRow> m_refusals;
    std::vector<AuditRow> m_audit;
};

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

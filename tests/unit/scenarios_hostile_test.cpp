// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
//
// Malicious lessons: each is refused with its line, fast and in little memory.
#include "backends/scenarios/expression.h"
#include "backends/scenarios/lesson.h"
#include "backends/scenarios/lesson_verbs.h"
#include "backends/scenarios/yaml_budget.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

namespace lockdesk::scenarios {

namespace {

std::string lesson_with(const std::string& steps, const std::string& more = {})
{
    return "lesson: bad\ntitle: T\nsummary: S\nlength: 10s\nactors:\n  - {name: a, program: p}\nprograms:\n  p:\n" + steps
           + "variants:\n  - {name: v, title: T, expected: true}\nrules:\n  - {name: r, kind: never, text: T, of: busy}\n"
           + more;
}

std::string times(std::size_t count, const std::string& text)
{
    std::string out;
    for (std::size_t i = 0; i < count; ++i)
        out += text;
    return out;
}

std::string aliases(std::size_t levels)
{
    std::string out = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n";
    for (std::size_t i = 1; i < levels; ++i) {
        const std::string one = "*a" + std::to_string(i - 1);
        out += "a" + std::to_string(i) + ": &a" + std::to_string(i) + " [" + one + times(9, ", " + one) + "]\n";
    }
    return out;
}

std::int64_t most_memory_kib()
{
    rusage used = {};
    (void)::getrusage(RUSAGE_SELF, &used);
    return used.ru_maxrss;
}

// Expects a refusal with a line within a second and 64 MiB. The address sanitizer keeps freed memory for a while.
std::string refused_at_once(const std::string& text)
{
    const auto begun = std::clock(); // of this process, as other tests run beside it
    const auto before = most_memory_kib();
    const auto lesson = parse_lesson(text, "bad.yaml");
    const bool sanitized = std::getenv("ASAN_OPTIONS") != nullptr || std::getenv("TSAN_OPTIONS") != nullptr;
    EXPECT_LT(double(std::clock() - begun) / CLOCKS_PER_SEC, sanitized ? 10 : 1)
        << text.size() << " bytes, " << text.substr(0, 60);
    EXPECT_LT(most_memory_kib() - before, (sanitized ? 512 : 64) * 1024);
    if (lesson) {
        ADD_FAILURE() << "it was read: " << text.substr(0, 200);
        return {};
    }
    EXPECT_EQ(lesson.failure().kind, FailureKind::usage);
    EXPECT_TRUE(lesson.failure().message.starts_with("bad.yaml: line ")) << lesson.failure().message.substr(0, 200);
    return lesson.failure().message;
}

void expect_refused(const std::string& text, const std::string& what)
{
    const std::string message = refused_at_once(text);
    EXPECT_NE(message.find(what), std::string::npos) << message.substr(0, 300);
}

std::vector<std::string> words_of(const std::string& line)
{
    std::vector<std::string> out(1);
    for (const char c : line)
        if (c == ' ')
            out.emplace_back();
        else
            out.back() += c;
    return out;
}

} // namespace

TEST(HostileLesson, AnAnchorThatContainsItself)
{
    expect_refused("lesson: &a [*a]\n", "line 1: this stands for something that contains it");
    expect_refused("lesson: bad\ntitle: &t {en: *t, ko: x}\n", "line 2");
    expect_refused("lesson: bad\nprograms: &p\n  a:\n    - repeat: 3\n      do: *p\n", "line 5");
    expect_refused("&a a: &b\n  - *a\n  - [*b]\n", "line 3");
    expect_refused("? &k [*k]\n: 1\n", "contains it");
}

TEST(HostileLesson, AliasesOfAliases)
{
    expect_refused(aliases(8), "too large: more than");
    expect_refused(aliases(100), "too large");
    expect_refused(lesson_with("    - run: [" + times(2, "x, ") + "x]\n", "set: &s {a: 1}\n" + aliases(9)), "too large");
    std::string doubled = "b0: &b0 {x: 1}\n";
    for (int i = 1; i < 60; ++i)
        doubled += "b" + std::to_string(i) + ": &b" + std::to_string(i) + " {l: *b" + std::to_string(i - 1) + ", r: *b"
                   + std::to_string(i - 1) + "}\n";
    expect_refused(doubled, "too large");
}

TEST(HostileLesson, DepthAndSize)
{
    for (const char* one : {"[", "{a: ", "- ", "? ", "[{a: ", "[\n", "!t [", "{? "})
        expect_refused(times(200'000 / std::string(one).size(), one), "line ");
    std::string indented;
    for (int i = 0; i < 600; ++i)
        indented += std::string(static_cast<std::size_t>(i), ' ') + "a:\n";
    expect_refused(indented, "nested too deep");
    expect_refused("lesson: " + std::string(3'000'000, 'x'), "too large: more than 256 KiB");
    expect_refused("lesson: \"" + std::string(250'000, 'x') + "\"\n", "");
    expect_refused("lesson: [" + times(60'000, "1,") + "]\n", "too large");
    std::string keys = "lesson: bad\n";
    for (int i = 0; i < 9'000; ++i)
        keys += "k" + std::to_string(i) + ": 1\n";
    expect_refused(keys, "unknown key");
    expect_refused(times(9'000, "lesson: a\n"), "twice");
    expect_refused(std::string("lesson: \0\x01\xff", 12), "");
    expect_refused("%YAML 9.9\n---\na: !!binary x\n", "");
}

TEST(HostileLesson, LoopsThatNeverEnd)
{
    const auto loop = [](const std::string& head, const std::string& body = "{run: record get x}") {
        return lesson_with("    - " + head + "\n      do: [" + body + "]\n");
    };
    for (const char* every : {"0s", "0", "1us", "999us", "10ms - 10ms", "-1s", "'soon'"})
        expect_refused(loop("repeat: forever\n      every: \"" + std::string(every) + "\""), "line 9: this loop never ends");
    expect_refused(loop("repeat: forever"), "line 9: this loop never ends");
    expect_refused(loop("repeat: forever\n      while: 1 == 1"), "never ends");
    expect_refused(loop("repeat: forever\n      until: false"), "never ends");
    expect_refused(loop("repeat: forever", "{repeat: 3, do: [{run: record get x}]}"), "never ends");
    expect_refused(
        lesson_with("    - repeat: forever\n      every: pause\n      do: [{run: record get x}]\n", "set: {pause: 0s}\n"),
        "never ends");
    EXPECT_TRUE(parse_lesson(loop("repeat: forever\n      every: 1s"), "good.yaml"));
    EXPECT_TRUE(parse_lesson(loop("repeat: forever", "{after: 1s, run: record get x}"), "good.yaml"));
    EXPECT_TRUE(parse_lesson(loop("repeat: forever\n      until: got == 1", "{set: {got: 1}}"), "good.yaml"));
}

TEST(HostileLesson, MoreThanAnybodyNeeds)
{
    std::string actors;
    for (int i = 0; i < 60; ++i)
        actors += "  - {name: b" + std::to_string(i) + ", program: p}\n";
    expect_refused("lesson: bad\ntitle: T\nsummary: S\nlength: 10s\nactors:\n" + actors
                       + "programs:\n  p: [{run: record get x}]\nvariants:\n  - {name: v, title: T, expected: true}\n"
                         "rules:\n  - {name: r, kind: never, text: T, of: busy}\n",
                   "at most 50 actors");
    expect_refused("lesson: bad\ntitle: T\nsummary: S\nlength: 10s\nactors:\n  - {name: a, program: p, processes: 9000000000000000000}\n"
                   "programs:\n  p: [{run: record get x}]\nvariants:\n  - {name: v, title: T, expected: true}\n"
                   "rules:\n  - {name: r, kind: never, text: T, of: busy}\n",
                   "at most 50 actors");
    std::string variants;
    for (int i = 0; i < 1000; ++i)
        variants += "  - {name: v" + std::to_string(i) + ", title: T, expected: true}\n";
    expect_refused("lesson: bad\ntitle: T\nsummary: S\nlength: 10s\nactors:\n  - {name: a, program: p}\nprograms:\n  p:\n"
                       + times(3000, "    - run: record get x\n") + "variants:\n" + variants
                       + "rules:\n  - {name: r, kind: never, text: T, of: busy}\n",
                   "too large");
    expect_refused(lesson_with("    - set: {x: " + times(100'000, "1+") + "1}\n"), "more than 4000 characters");
    expect_refused(lesson_with("    - run: record put x --value ${" + times(50'000, "1+") + "1}\n"),
                   "more than 4000 characters");
    EXPECT_TRUE(Expression::parse(times(1900, "1+") + "1"));
}

TEST(HostileLesson, WhatARunWouldFindTooLate)
{
    const auto lesson = [](const std::string& actor, const std::string& part) {
        return "lesson: bad\ntitle: T\nsummary: S\nlength: 10s\nactors:\n  - {name: a, program: p" + actor
               + "}\nprograms:\n  p: [{engine: \"" + part + "\", do: d, step: s}]\n  d: [{run: record get x}]\n"
                 "variants:\n  - {name: v, title: T, expected: true}\nrules:\n  - {name: r, kind: never, text: T, of: busy}\n";
    };
    for (const char* spelling : {"relay --guard redlock", "relay --guard=redlock"})
        expect_refused(lesson("", spelling), "the guard redlock takes several Redis servers");
    std::string needs = lesson("", "relay --guard redlock");
    needs.insert(needs.find("length"), "needs: [redlock|redis]\n");
    EXPECT_TRUE(parse_lesson(needs, "good.yaml"));
    expect_refused(lesson(", processes: 3, set: {number: 7}", "lead boss"), "a 'number' of its own");
    EXPECT_TRUE(parse_lesson(lesson(", processes: 3, set: {many: 7}", "lead boss"), "good.yaml"));
}

TEST(HostileLesson, MoreThanAYear)
{
    const std::string more = "a lesson takes no longer than a year";
    EXPECT_TRUE(parse_lesson(lesson_with("    - {at: 366d, run: record get x}\n"), "good.yaml"));
    expect_refused(lesson_with("    - run: record get x\n    - {at: 367d, run: record get x}\n"),
                   "line 10: '367d': " + more);
    expect_refused(lesson_with("    - sleep: 1d * 1000\n"), "line 9: '1d * 1000': " + more);
    expect_refused(lesson_with("    - {after: nap, run: record get x}\n", "set: {nap: 9000h}\n"), "line 9: 'nap': " + more);
    expect_refused(lesson_with("    - {repeat: 3, every: 400d, do: [{run: record get x}]}\n"), "line 9: '400d': " + more);
    expect_refused(lesson_with("    - {await: {event: released}, at_most: 400d}\n"), "line 9: '400d': " + more);
    expect_refused(lesson_with("    - run: record get x\n", "faults:\n  - {at: 400d, crash: a}\n"), "at: " + more);
    std::string longer = lesson_with("    - run: record get x\n");
    longer.replace(longer.find("length: 10s"), 11, "length: 400d");
    expect_refused(longer, "line 4: length: " + more);
}

TEST(HostileLesson, MorePartsThanAnActorHas)
{
    const std::string part = "    - {engine: lead boss --lease 3s --interval 1s, do: job}\n";
    const auto lesson = [](const std::string& parts, const std::string& actor = {}) {
        std::string out = lesson_with(parts + "  job:\n    - run: record get x\n");
        return actor.empty() ? out : out.replace(out.find("{name: a, program: p}"), 21, actor);
    };
    EXPECT_TRUE(parse_lesson(lesson(times(32, part)), "good.yaml"));
    expect_refused(lesson(times(33, part)), "line 41: the engine plays at most 32 parts of an actor; 'a' has more");
    expect_refused(lesson(times(2, part), "{name: a, program: p, count: 17}"), "line 10: the engine plays at most 32 parts");
    EXPECT_TRUE(parse_lesson(lesson(times(2, part), "{name: a, program: p, count: 16}"), "good.yaml"));
}

TEST(HostileLesson, ATextThatGrowsInALoopIsCut)
{
    const auto doubled = Expression::parse("x + x");
    ASSERT_TRUE(doubled);
    Value x = std::string("ab");
    for (int i = 0; i < 60; ++i)
        x = doubled->value([&](std::string_view) { return x; });
    EXPECT_LT(text_of(x).size(), 200'000u);
    std::string filled = "ab";
    for (int i = 0; i < 60; ++i)
        filled = fill_in("${x}${x}", [&](std::string_view) { return Value{filled}; });
    EXPECT_LT(filled.size(), 1'000'000u);
}

TEST(HostileLesson, AFolderOfBadFilesIsListed)
{
    const auto folder = std::filesystem::temp_directory_path() / ("lockdesk-hostile-" + std::to_string(::getpid()));
    std::filesystem::create_directories(folder / "folder.yaml");
    const auto write = [&](const char* name, const std::string& text) {
        std::ofstream(folder / name, std::ios::binary) << text;
    };
    write("self.yaml", "lesson: &a [*a]\n");
    write("aliases.yml", aliases(9));
    write("large.yaml", std::string(2'000'000, 'x'));
    write("empty.yaml", "");
    write("good.yaml", lesson_with("    - run: record get x\n"));
    write("loop.yaml", lesson_with("    - {repeat: forever, every: 0s, do: [{run: record get x}]}\n"));
    ASSERT_EQ(::mkfifo((folder / "pipe.yaml").c_str(), 0600), 0);
    std::filesystem::create_symlink("/dev/zero", folder / "zero.yaml");
    std::filesystem::create_symlink(folder / "round.yaml", folder / "round.yaml");
    std::filesystem::create_symlink("/nowhere", folder / "gone.yaml");
    const auto begun = std::chrono::steady_clock::now();
    LessonLibrary library;
    library.add_folder(folder);
    EXPECT_LT(std::chrono::steady_clock::now() - begun, std::chrono::seconds{5});
    EXPECT_EQ(library.lessons().size(), 1u);
    EXPECT_FALSE(library.lessons().front().built_in);
    EXPECT_EQ(library.mistakes().size(), 10u);
    for (const LessonMistake& one : library.mistakes())
        EXPECT_NE(one.message.find("line "), std::string::npos) << one.message.substr(0, 200);
    std::filesystem::remove_all(folder);
}

TEST(LessonVerbs, WhatStartsProgramsOrTouchesFilesIsRefused)
{
    for (const char* line : {"guard run x --guard none -- touch /tmp/x",
                             "lead x --lease 3s --interval 1s -- touch /tmp/x",
                             "outbox relay --receiver exec:id --until-empty",
                             "outbox relay",
                             "record-file /tmp/x",
                             "replay /tmp/x",
                             "verify /tmp/x",
                             "batch -",
                             "batch /tmp/x",
                             "scenario run zombie",
                             "scenario check /etc/passwd",
                             "scenario clean",
                             "init",
                             "init --drop",
                             "sandbox drop lesson",
                             "sandbox create x",
                             "sandbox list",
                             "completion bash",
                             "complete-words -- a",
                             "watch all",
                             "findings",
                             "guard history x",
                             "--store sqlite:///tmp/x.db lock acquire a --owner b --lease 30s",
                             "--sandbox other list locks",
                             "--source string list locks",
                             "--read-only list locks",
                             "--json list locks",
                             "--timeout 1h list locks",
                             "--version",
                             "--help",
                             "list locks --help",
                             "list locks -h",
                             "list locks --store sqlite:///tmp/x.db",
                             "lock acquire a --owner b --lease 30s --watchdog",
                             "lock acquire a --owner b --lease 30s --watchdog=true",
                             "sql --trust x",
                             "record put a --value b -- c",
                             "lock acquire a --owner b --lease 30s -w",
                             "nonsense",
                             "lock",
                             "record",
                             "@file",
                             "guard",
                             "",
                             "Record get x",
                             "record  get x"})
        EXPECT_TRUE(refused_in_lessons(words_of(line))) << line;
    EXPECT_TRUE(refused_in_lessons({}));
}

TEST(LessonVerbs, WhatLessonsAreAboutPasses)
{
    for (const char* line : {"lock acquire a --owner b --lease 30s --wait 5s --request r",
                             "lock release a --owner=b --token 3 --at-least 10s",
                             "lock show a",
                             "fence admit a --token 1 --owner b",
                             "task add -",
                             "task add k --id 1 --phase P --payload {}",
                             "task claim k P --owner b --lock-timeout 3s --strategy none --limit 2",
                             "task relock a --force --if-owner  --if-token 1 --wait 0s --reason r",
                             "record get a --bump-on-read",
                             "record put a --value -5",
                             "record put a --value @file",
                             "draw apply e -",
                             "draw consume e --token 1 --limit 4",
                             "session lock a --owner b --kind skip-locked",
                             "outbox claim --owner b --lease 3s --limit 1 --claim-id c",
                             "outbox sent a --owner b --token 1",
                             "list tasks -state:free id:gw-1 --limit 3",
                             "clock",
                             "clock advance 31s",
                             "worker slow 1s a",
                             "sql BEGIN",
                             "backoff --waited 3s"})
        EXPECT_EQ(refused_in_lessons(words_of(line)), std::nullopt)
            << line << ": " << refused_in_lessons(words_of(line)).value_or("");
}

} // namespace lockdesk::scenarios

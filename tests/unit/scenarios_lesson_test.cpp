// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/scenarios/lesson.h"
#include "backends/scenarios/measure.h"
#include "backends/scenarios/player.h"
#include "backends/scenarios/rules.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace lockdesk::scenarios {

namespace {

// Line 1 is the first; every case changes one line.
const std::vector<std::string> good{
    "lesson: small",                                                                    // 1
    "title: {en: Small, ko: 작은}",                                                     // 2
    "summary: {en: One actor., ko: 배우 하나.}",                                        // 3
    "length: 10s",                                                                      // 4
    "actors:",                                                                          // 5
    "  - {name: a, program: work}",                                                     // 6
    "programs:",                                                                        // 7
    "  work:",                                                                          // 8
    "    - repeat: 3",                                                                  // 9
    "      every: 1s",                                                                  // 10
    "      do:",                                                                        // 11
    "        - {run: 'lock acquire x --owner ${me}', step: ask, save: {token: token}}", // 12
    "variants:",                                                                        // 13
    "  - {name: only, title: {en: Only, ko: 하나}, expected: true}",                    // 14
    "rules:",                                                                           // 15
    "  - {name: r, kind: count, text: {en: Three., ko: 셋.}, of: acquired, is: 3}",     // 16
    "faults:",                                                                          // 17
    "  - {at: 2s, freeze: a}",                                                          // 18
};

std::string text_with(std::size_t line, const std::string& instead)
{
    std::string out;
    for (std::size_t i = 0; i < good.size(); ++i)
        out += (i + 1 == line ? instead : good[i]) + "\n";
    return out;
}

void expect_mistake(std::size_t line, const std::string& instead, const std::string& what, std::size_t told_line = 0)
{
    const auto lesson = parse_lesson(text_with(line, instead), "my.yaml");
    ASSERT_FALSE(lesson) << instead;
    EXPECT_EQ(lesson.failure().kind, FailureKind::usage);
    const std::string where = "my.yaml: line " + std::to_string(told_line == 0 ? line : told_line) + ": ";
    EXPECT_TRUE(lesson.failure().message.starts_with(where)) << lesson.failure().message;
    EXPECT_NE(lesson.failure().message.find(what), std::string::npos) << lesson.failure().message;
}

} // namespace

TEST(Lesson, IsRead)
{
    const auto lesson = parse_lesson(text_with(0, ""));
    ASSERT_TRUE(lesson) << lesson.failure().message;
    EXPECT_EQ(lesson->id, "small");
    EXPECT_EQ(lesson->title.in("ko"), "작은");
    EXPECT_EQ(lesson->title.in("fr"), "Small");
    EXPECT_EQ(lesson->lanes.size(), 1u);
    EXPECT_NE(lesson->step("ask", "only"), nullptr);
}

TEST(Lesson, MistakesAreToldWithTheirLine)
{
    expect_mistake(2, "title: {en: Small}", "lacks the language ko");
    expect_mistake(2, "titel: {en: Small, ko: 작은}", "lacks 'title'", 1);
    expect_mistake(3, "summary: {en: One, ko: 하나, fr: un}", "not 'fr'");
    expect_mistake(4, "length: 10", "10");
    expect_mistake(4, "length: 10s\ncolour: red", "unknown key 'colour'", 5);
    expect_mistake(4, "\tlength: 10s", "");
    expect_mistake(6, "  - {name: a, program: wrok}", "no program 'wrok'");
    expect_mistake(6, "  - {name: you, program: work}", "'you'");
    expect_mistake(10, "      evry: 1s", "unknown key 'evry'");
    expect_mistake(10, "      every: 1s +", "a value is missing");
    expect_mistake(12, "        - {run: 'lock acquire x --owner ${me', step: ask}", "");
    expect_mistake(12, "        - {run: a, sql: b}", "one thing");
    expect_mistake(12, "        - {run: a, event: aquired}", "no event 'aquired'");
    expect_mistake(12, "        - {run: a, show: [table x]}", "show");
    expect_mistake(12, "        - {start: nobody}", "no program 'nobody'");
    expect_mistake(14, "  - {name: only, title: {en: Only, ko: 하나}, expected: maybe}", "true or false");
    expect_mistake(16, "  - {name: r, kind: cuont, text: {en: T, ko: 셋}, of: acquired, is: 3}", "unknown rule 'cuont'");
    expect_mistake(16, "  - {name: r, kind: count, text: {en: T, ko: 셋}, of: aquired, is: 3}", "no event 'aquired'");
    expect_mistake(16, "  - {name: r, kind: count, text: {en: T, ko: 셋}, of: acquired}", "how many");
    expect_mistake(16, "  - {name: r, kind: count, text: T, of: {actor: b}, is: 3}", "rule 'r': of: there is no actor 'b'");
    expect_mistake(16, "  - {name: r, kind: count, text: T, of: {step: [ask, asc*]}, is: 3}", "no step 'asc*'");
    expect_mistake(16, good[15] + "\ncounts: {n: {step: told}}", "count 'n': there is no step 'told'", 17);
    expect_mistake(14, good[13] + "\n" + good[13], "a variant 'only' already", 15);
    expect_mistake(12, "        - {await: {event: released, actor: b}}", "await: there is no actor 'b'");
    expect_mistake(4, "length: 0s", "some time");
    expect_mistake(4, "length: 10s\nneeds: [locks, lox]", "no store can do 'lox'", 5);
    expect_mistake(18, "  - {at: 2s, slow: a, times: 0}", "times");
    expect_mistake(18, "  - {at: 2s, freeze: b}", "no actor 'b'");
    expect_mistake(18, "  - {at: soon, freeze: a}", "soon");
    expect_mistake(18, "  - {at: 2s, freeze: a}\nlesson: twice", "twice", 19);
    EXPECT_FALSE(parse_lesson(""));
    EXPECT_FALSE(parse_lesson("- a\n- b\n"));
    EXPECT_FALSE(parse_lesson(std::string("lesson: \xff\xfe\n")));
}

TEST(Lesson, AllMistakesOfAFileAreToldAtOnce)
{
    std::string text =
        text_with(12, "        - {run: 'lock acquire x', step: ask, every: 1s, event: aquired, only: [ohter]}");
    text.replace(text.find("name: a"), 7, "nmae: a");
    text += "  - {at: soon, freeze: b}\ncolour: red\n";
    const auto lesson = parse_lesson(text, "my.yaml");
    ASSERT_FALSE(lesson);
    const std::string& all = lesson.failure().message;
    std::size_t at = 0;
    for (const char* one :
         {"my.yaml: line 6: an actor lacks 'name'", "\nmy.yaml: line 6: unknown key 'nmae'",
          "\nmy.yaml: line 12: there is no event 'aquired'", "\nmy.yaml: line 12: unknown key 'every'",
          "\nmy.yaml: line 12: there is no variant 'ohter'", "\nmy.yaml: line 18: there is no actor 'a'",
          "\nmy.yaml: line 19: ", "\nmy.yaml: line 19: there is no actor 'b'", "\nmy.yaml: line 20: unknown key 'colour'"}) {
        const auto found = all.find(one, at == 0 ? 0 : at - 1);
        EXPECT_NE(found, std::string::npos) << one << "\nin\n" << all;
        at = found == std::string::npos ? at : found + 1;
    }
    EXPECT_EQ(std::count(all.begin(), all.end(), '\n'), 8) << all;
}

TEST(Lesson, CommandsAreLookedAtAsTheyWouldBeAsked)
{
    std::vector<std::pair<std::string, std::string>> asked;
    const auto check = [&](const std::string& command, const std::string& input) {
        asked.emplace_back(command, input);
        return command.ends_with("--lease 1s") ? std::optional<std::string>("too short: " + command) : std::nullopt;
    };
    const std::string unknown(unknown_value);
    const std::string run = "        - {run: ['a ${me} ${token + 1} --lease ${lease}', 'b ${nobody}'], input: '${by}', "
                            "save: {token: token}, step: ask}";
    std::string text = text_with(12, run);
    text.replace(text.find("expected: true"), 14, "expected: true, set: {lease: 1s, by: x}");
    const auto lesson = parse_lesson(text, "my.yaml", check);
    ASSERT_FALSE(lesson);
    EXPECT_EQ(lesson.failure().message, "my.yaml: line 12: a ${me} ${token + 1} --lease ${lease}: too short: "
                                        "a a/1000/0123456789abcdef ${...} --lease 1s\n"
                                        "my.yaml: line 12: nobody sets 'nobody'");
    ASSERT_EQ(asked.size(), 2u);
    EXPECT_EQ(asked[0], (std::pair<std::string, std::string>("a a/1000/0123456789abcdef " + unknown + " --lease 1s", "x")));
    EXPECT_EQ(asked[1].first, "b " + unknown);
}

TEST(Lesson, ATextMayBeOneForAllLanguages)
{
    const auto lesson =
        parse_lesson(text_with(16, "  - {name: r, kind: count, text: Three., of: {actor: a*, step: as*}, is: 3}"));
    ASSERT_TRUE(lesson) << lesson.failure().message;
    Header header;
    header.rules = lesson->rules;
    const auto judge = Judge::make(header);
    ASSERT_TRUE(judge) << judge.failure().message;
    EXPECT_EQ(judge->at_end().rule_text.in("ko"), "Three.");
}

TEST(Lesson, ThoseThatComeWithLockdeskAreRight)
{
    const LessonLibrary library = LessonLibrary::built_in();
    for (const LessonMistake& one : library.mistakes())
        ADD_FAILURE() << one.message;
    ASSERT_NE(library.find("zombie"), nullptr);
    EXPECT_EQ(library.find("zombie")->variants.size(), 3u);
    for (const Lesson& lesson : library.lessons()) {
        const LessonLibrary one = LessonLibrary::built_in(lesson.id);
        ASSERT_EQ(one.lessons().size(), 1u) << lesson.id;
        EXPECT_EQ(one.lessons().front().id, lesson.id);
        EXPECT_TRUE(one.lessons().front().built_in);
    }
    EXPECT_TRUE(LessonLibrary::built_in("no such lesson").lessons().empty());
}

TEST(Lesson, EachWayOfTheTableHasOneThatShowsIt)
{
    const LessonLibrary library = LessonLibrary::built_in();
    for (const Way way : all_ways()) {
        const WayLesson& shown = lesson_of(way);
        const Lesson* lesson = library.find(shown.lesson);
        ASSERT_NE(lesson, nullptr) << word(way);
        EXPECT_NE(lesson->variant(shown.variant), nullptr) << word(way) << ": " << shown.lesson << ", " << shown.variant;
    }
}

TEST(Lesson, AStepSaysWhatTheWayThatRunsSays)
{
    const LessonLibrary library = LessonLibrary::built_in();
    const Lesson* lesson = library.find("lost-update");
    ASSERT_NE(lesson, nullptr);
    Event save;
    save.step = "pc.save";
    save.event = "conflict";
    save.statement = "record.update";
    save.status = 3;
    save.values = {{"based_on", std::int64_t{1}}, {"version", std::int64_t{2}}};
    const std::string said = describe(lesson, "with-version", save, "en");
    EXPECT_EQ(said, "PUT {version 1}: 0 rows, version 2 is there");
    EXPECT_EQ(explain(lesson, "with-version", save, "en").find("the id alone"), std::string::npos);
    save.event = "written";
    EXPECT_NE(explain(lesson, "without-version", save, "en").find("the id alone"), std::string::npos);
    EXPECT_EQ(explain(lesson, "by-hash", save, "en"), "") << "no step of that name in this variant";
    save.step = "mobile.save";
    EXPECT_EQ(explain(lesson, "with-version", save, "en").find("nothing is written"), std::string::npos) << "it was";
    save.event = "conflict";
    EXPECT_NE(explain(lesson, "with-version", save, "en").find("nothing is written"), std::string::npos);
}

TEST(Lesson, ATextForAnyWordIsNoneForAFailure)
{
    const auto lesson = parse_lesson(
        text_with(12, "        - {run: 'lock release x --owner ${me} --token 1', step: give, say: saved, why: because}"));
    ASSERT_TRUE(lesson) << lesson.failure().message;
    Event event;
    event.step = "give";
    event.statement = "lock.release";
    event.event = "released";
    EXPECT_EQ(describe(&*lesson, "only", event, "en"), "saved");
    EXPECT_EQ(explain(&*lesson, "only", event, "en"), "because");
    for (const char* word : {"error", "not_owner", "stale", "expired"}) {
        event.event = word;
        event.status = 4;
        EXPECT_NE(describe(&*lesson, "only", event, "en"), "saved") << word;
    }
}

TEST(Lesson, ANoteSaysItsTextUnderAnyWord)
{
    const auto lesson = parse_lesson(text_with(12, "        - {note: It throws., step: throws, event: error}"));
    ASSERT_TRUE(lesson) << lesson.failure().message;
    Event event;
    event.step = "throws";
    event.event = "error";
    EXPECT_EQ(describe(&*lesson, "only", event, "en"), "It throws.");
}

TEST(Lesson, AReasonIsWordedInTheLanguage)
{
    Event event;
    event.event = "lost";
    event.values = {{"name", std::string("main")}, {"reason", std::string("the store says: not_owner")}};
    EXPECT_EQ(describe(nullptr, "only", event, "en"), "has lost main: somebody else has it");
    EXPECT_EQ(describe(nullptr, "only", event, "ko"), "main 잃음: 다른 쪽이 쥐고 있음");
    event.values["reason"] = std::string("cut off");
    EXPECT_EQ(describe(nullptr, "only", event, "en"), "has lost main: cut off");
}

TEST(Lesson, AFaultNamesTheTitleOfItsActor)
{
    const LessonLibrary library = LessonLibrary::built_in();
    Event event;
    event.event = "crashed";
    event.values = {{"target", std::string("t2")}};
    EXPECT_EQ(describe(library.find("deadlock"), "debt-first", event, "en"), "crash T2");
}

TEST(Lesson, StepsOfOneNameInOneVariantSayTheSame)
{
    const std::string twice = "        - {run: a, step: ask, say: One.}\n        - {run: a, step: ask, say: Two.}";
    expect_mistake(12, twice, "line 12", 13);
    EXPECT_TRUE(
        parse_lesson(text_with(12, "        - {run: a, step: ask, say: One.}\n        - {run: b, step: ask, say: One.}")));
    std::string apart = text_with(12, "        - {run: a, step: ask, say: One., only: [only]}\n"
                                      "        - {run: a, step: ask, say: Two., only: [other]}");
    apart.replace(apart.find("rules:"), 6, "  - {name: other, title: Other, expected: true}\nrules:");
    EXPECT_TRUE(parse_lesson(apart));
}

TEST(Lesson, SaysWhatAStoreLacks)
{
    Capabilities can;
    can.store = "redis";
    EXPECT_TRUE(lacking({"locks", "redis|sqlite", "records"}, can).empty());
    EXPECT_EQ(lacking({"sql", "sqlite|mariadb", "locks"}, can), (std::vector<std::string>{"sql", "sqlite|mariadb"}));
}

TEST(Player, TicksLikeACron)
{
    const auto lesson = parse_lesson(text_with(0, ""));
    ASSERT_TRUE(lesson);
    Player player(lesson->programs.at("work"));
    Surroundings around{"only", Duration{0}, 1, [](std::string_view) { return Value{}; }, [](const std::string&, Value) {}};
    using Kind = Player::Next::Kind;
    EXPECT_EQ(player.next(around).kind, Kind::act);
    around.now = std::chrono::milliseconds{200};
    auto next = player.next(around);
    ASSERT_EQ(next.kind, Kind::sleep);
    EXPECT_EQ(next.until, std::chrono::seconds{1});
    around.now = std::chrono::seconds{1};
    EXPECT_EQ(player.next(around).kind, Kind::act);
    around.now = std::chrono::milliseconds{3500}; // frozen meanwhile: the ticks at 2 and 3 s are skipped
    next = player.next(around);
    ASSERT_EQ(next.kind, Kind::sleep);
    EXPECT_EQ(next.until, std::chrono::seconds{4});
    around.now = std::chrono::seconds{4};
    EXPECT_EQ(player.next(around).kind, Kind::act);
    EXPECT_EQ(player.next(around).kind, Kind::ended);
}

// Somebody who joins late or was started again is beside the others' seconds otherwise.
TEST(Player, WhoComesLateKeepsTheSeconds)
{
    const auto lesson = parse_lesson(text_with(8, "  work:\n    - at: 1s"));
    ASSERT_TRUE(lesson) << lesson.failure().message;
    Surroundings around{"only", std::chrono::milliseconds{3400}, 1, [](std::string_view) { return Value{}; },
                        [](const std::string&, Value) {}};
    using Kind = Player::Next::Kind;
    Player player(lesson->programs.at("work"));
    for (const int second : {4, 5, 6}) {
        const auto next = player.next(around);
        ASSERT_EQ(next.kind, Kind::sleep);
        EXPECT_EQ(next.until, std::chrono::seconds{second});
        around.now = next.until;
        EXPECT_EQ(player.next(around).kind, Kind::act);
        around.now += std::chrono::milliseconds{300};
    }
    EXPECT_EQ(player.next(around).kind, Kind::ended);
    Player in_time(lesson->programs.at("work"));
    around.now = std::chrono::seconds{1};
    EXPECT_EQ(in_time.next(around).kind, Kind::act);
}

TEST(Player, ALoopWithoutTimeIsAMistake)
{
    const auto lesson = parse_lesson(text_with(12, "        - {repeat: forever, until: x == 2, do: [{set: {x: 1}}]}"));
    ASSERT_TRUE(lesson) << lesson.failure().message;
    Player player(lesson->programs.at("work"));
    const Surroundings around{"only", Duration{0}, 1, [](std::string_view) { return Value{}; },
                              [](const std::string&, Value) {}};
    const auto next = player.next(around);
    EXPECT_EQ(next.kind, Player::Next::Kind::wrong);
    EXPECT_NE(next.message.find("line 12"), std::string::npos) << next.message;
}

} // namespace lockdesk::scenarios

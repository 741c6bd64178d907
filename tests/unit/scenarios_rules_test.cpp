// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/scenarios/expression.h"
#include "backends/scenarios/line_chain.h"
#include "backends/scenarios/playback.h"
#include "tests/unit/made_run.h"

#include <gtest/gtest.h>

#include <set>

namespace lockdesk::scenarios {

TEST(Rules, CountAndNever)
{
    const std::string two = R"([{"name":"r","kind":"count","text":{},"of":"written","is":2}])";
    expect_right(Made(two).add(1, "a", "written").add(2, "a", "read").add(3, "a", "written"));
    expect_wrong_at(Made(two).add(1, "a", "written").add(2, "a", "written").add(3, "a", "written"), 4);
    expect_wrong_at(Made(two).add(1, "a", "written"), 3); // the end
    expect_wrong_at(Made(R"([{"name":"r","kind":"never","text":{},"of":{"event":"written","where":"x > 3"}}])")
                        .add(1, "a", "written", number("x", 3))
                        .add(2, "a", "written", number("x", 4)),
                    3);
    expect_right(Made(R"([{"name":"r","kind":"count","text":{},"of":"written","take":"x","at_least":7,"at_most":7}])")
                     .add(1, "a", "written", number("x", 3))
                     .add(2, "a", "written", number("x", 4)));
}

TEST(Rules, OncePerKeyAndOneHolder)
{
    const std::string once = R"([{"name":"r","kind":"at_most_once_per","text":{},"of":"sent","per":["id","actor"]}])";
    expect_right(Made(once).add(1, "a", "sent", number("id", 1)).add(2, "b", "sent", number("id", 1)));
    expect_wrong_at(Made(once).add(1, "a", "sent", number("id", 1)).add(2, "a", "sent", number("id", 1)), 3);
    const std::string one = R"([{"name":"r","kind":"one_holder","text":{}}])";
    const Fields x{{"name", std::string("x")}};
    expect_right(Made(one).add(1, "a", "acquired", x).add(2, "a", "released", x).add(3, "b", "acquired", x));
    expect_wrong_at(Made(one).add(1, "a", "acquired", x).add(3, "b", "acquired", x), 3);
    const std::string lease = R"([{"name":"r","kind":"one_holder","text":{},"lease":true}])";
    Fields until = x;
    until["expires_us"] = to_us(lesson_base) + 5'000'000;
    expect_right(Made(lease).add(1, "a", "acquired", until).add(5, "b", "acquired", x));
    expect_wrong_at(Made(lease).add(1, "a", "acquired", until).add(4, "b", "acquired", x), 3);
}

TEST(Rules, AnActorMayHoldInSeveralThreads)
{
    // Re-entry is right; the actor is out after as many ends as begins.
    const std::string one = R"([{"name":"r","kind":"one_holder","text":{},"reentrant":true}])";
    const Fields x{{"name", std::string("x")}};
    const auto twice = [&] {
        Made made(one);
        made.add(1, "a", "acquired", x).add(2, "a", "acquired", x);
        made.last().thread = 1;
        return made;
    };
    expect_right(twice().add(3, "a", "released", x).add(4, "a", "released", x).add(5, "b", "acquired", x));
    expect_wrong_at(twice().add(3, "a", "released", x).add(4, "b", "acquired", x), 5);
}

TEST(Rules, NeverAfterSoManyJudgesNothingBefore)
{
    const std::string after =
        R"([{"name":"r","kind":"never","text":{},"of":"stale","after":{"event":"claimed","take":"n","at_least":3}}])";
    expect_right(Made(after).add(1, "a", "claimed", number("n", 2)).add(2, "a", "stale"));
    expect_wrong_at(Made(after).add(1, "a", "claimed", number("n", 2)).add(2, "b", "claimed", number("n", 1)).add(3, "a", "stale"), 4);
    expect_right(Made(R"([{"name":"r","kind":"never","text":{},"of":"stale","after":"claimed"}])").add(1, "a", "stale"));
    EXPECT_TRUE(rule_defect(R"({"name":"r","kind":"never","text":{},"of":"stale","after":{"event":"claimed","at_least":0}})"));
    EXPECT_TRUE(rule_defect(R"({"name":"r","kind":"never","text":{},"of":"stale","after":{"evnt":"claimed"}})"));
}

TEST(Rules, GapIsOpenBelowAndClosedAbove)
{
    const std::string gap =
        R"([{"name":"r","kind":"gap","text":{},"from":"crashed","to":"claimed","more_than":"30s","at_most":"31s"}])";
    expect_right(Made(gap).add(1, "you", "crashed").add(32, "a", "claimed"));
    expect_wrong_at(Made(gap).add(1, "you", "crashed").add(31, "a", "claimed"), 3);
    expect_wrong_at(Made(gap).add(1, "you", "crashed").add(33, "a", "claimed"), 3);
    expect_wrong_at(Made(gap).add(1, "you", "crashed"), 3);
}

TEST(Rules, InstantsRanksLastValueTokensAllDone)
{
    const std::string instants = R"([{"name":"r","kind":"instants","text":{},"of":"claimed","at":["0s","2s"]}])";
    expect_right(Made(instants).add(0, "a", "claimed").add(2, "a", "claimed"));
    expect_wrong_at(Made(instants).add(0, "a", "claimed").add(3, "a", "claimed"), 3);
    const std::string ranks = R"([{"name":"r","kind":"ranks","text":{},"of":"ranked","count":2,"by":"seq"}])";
    const auto rank = [](std::int64_t r, std::int64_t seq) { return Fields{{"rank", r}, {"seq", seq}}; };
    expect_right(Made(ranks).add(1, "a", "ranked", rank(2, 9)).add(1, "a", "ranked", rank(1, 4)));
    expect_wrong_at(Made(ranks).add(1, "a", "ranked", rank(1, 9)).add(1, "a", "ranked", rank(2, 4)), 3);
    expect_wrong_at(Made(ranks).add(1, "a", "ranked", rank(1, 1)).add(1, "a", "ranked", rank(1, 2)), 3);
    const std::string three = R"([{"name":"r","kind":"ranks","text":{},"of":"ranked","count":3,"by":"seq"}])";
    expect_wrong_at(
        Made(three).add(1, "a", "ranked", rank(1, 1)).add(1, "a", "ranked", rank(3, 2)).add(1, "a", "ranked", rank(3, 3)),
        3);
    const std::string last = R"([{"name":"r","kind":"last_value","text":{},"of":"written","is":"250"}])";
    expect_right(Made(last).add(1, "a", "written", number("value", 100)).add(2, "a", "written", number("value", 250)));
    expect_wrong_at(Made(last).add(1, "a", "written", number("value", 100)).add(3, "a", "read"), 2);
    const std::string grow = R"([{"name":"r","kind":"tokens_grow","text":{},"of":"admitted"}])";
    expect_right(Made(grow).add(1, "a", "admitted", number("token", 17)).add(2, "b", "admitted", number("token", 17)));
    expect_wrong_at(Made(grow).add(1, "a", "admitted", number("token", 18)).add(2, "b", "admitted", number("token", 17)), 3);
    const std::string all = R"([{"name":"r","kind":"all_done","text":{},"start":"claimed","done":"advanced","per":"id"}])";
    expect_right(Made(all).add(1, "a", "claimed", number("id", 1)).add(2, "b", "advanced", number("id", 1)));
    expect_wrong_at(Made(all).add(1, "a", "claimed", number("id", 1)), 3);
}

// After a fault by hand only harm counts; what merely follows from the fault does not.
TEST(Rules, AfterAFaultByHandOnlyHarmIsJudged)
{
    const std::string in_time =
        R"([{"name":"r","kind":"gap","text":{},"from":"acquired","to":"claimed","more_than":"5s","at_most":"6s"}])";
    // Too late, or never: the expected actor was killed. Too early is wrong in any case.
    harmless(Made(in_time).add(1, "a", "acquired").by_hand(2, "crashed").add(9, "b", "claimed"));
    harmless(Made(in_time).by_hand(0, "crashed"));
    expect_wrong_at(Made(in_time).add(1, "a", "acquired").by_hand(2, "frozen").add(4, "b", "claimed"), 4);
    // What was wrong before the fault stays wrong.
    expect_wrong_at(Made(in_time).add(1, "a", "acquired").add(9, "b", "claimed").by_hand(10, "crashed"), 3);
    const std::string two = R"([{"name":"r","kind":"count","text":{},"of":"written","is":2}])";
    harmless(Made(two).by_hand(0, "frozen").add(1, "a", "written"));
    harmless(Made(two).by_hand(0, "frozen").add(1, "a", "written").add(2, "a", "written").add(3, "a", "written"));
    expect_wrong_at(Made(R"([{"name":"r","kind":"count","text":{},"of":"written","at_most":1}])")
                        .by_hand(0, "frozen")
                        .add(1, "a", "written")
                        .add(2, "a", "written"),
                    4);
    expect_wrong_at(Made(R"([{"name":"r","kind":"last_value","text":{},"of":"read","is":"9","safety":true}])")
                        .by_hand(0, "frozen")
                        .add(1, "a", "read", number("value", 8)),
                    3);
    harmless(Made(R"([{"name":"r","kind":"last_value","text":{},"of":"read","is":"9"}])")
                 .by_hand(0, "frozen")
                 .add(1, "a", "read", number("value", 8)));
    harmless(Made(R"([{"name":"r","kind":"never","text":{},"of":"stale","safety":false}])")
                 .by_hand(0, "frozen")
                 .add(1, "a", "stale"));
    expect_wrong_at(Made(R"([{"name":"r","kind":"tokens_grow","text":{},"of":"written"}])")
                        .by_hand(0, "frozen")
                        .add(1, "a", "written", number("token", 2))
                        .add(2, "b", "written", number("token", 1)),
                    4);
    // A fault of the lesson itself is part of it.
    expect_wrong_at(Made(in_time).add(1, "a", "acquired").add(2, "you", "crashed").add(9, "b", "claimed"), 4);
}

TEST(Rules, AWriteIsStaleWhenSomebodyGotALargerToken)
{
    const auto stale = [](Made made) { return made.verdict().counts.at("stale"); };
    const std::string counts = R"({"stale":{"event":"written","older_than":"acquired"}})";
    EXPECT_EQ(
        stale(Made("[]", counts).add(1, "a", "acquired", number("token", 17)).add(2, "a", "written", number("token", 17))),
        0)
        << "late or not: nobody else got it";
    EXPECT_EQ(stale(Made("[]", counts)
                        .add(1, "a", "acquired", number("token", 17))
                        .add(2, "b", "acquired", number("token", 18))
                        .add(3, "a", "written", number("token", 17))
                        .add(4, "b", "written", number("token", 18))),
              1);
    EXPECT_TRUE(counts_defect(R"({"n":{"event":"written","older_than":"aquired"}})"));
}

// With one changed value, the line that has it is reported.
TEST(Rules, ALineAgreesWithItself)
{
    Made made("[]");
    made.add(1, "a", "admitted", Fields{{"token", std::int64_t{17}}, {"max_token", std::int64_t{17}}}, "fence.admit");
    made.add(2, "b", "refused", Fields{{"token", std::int64_t{16}}, {"max_token", std::int64_t{17}}}, "fence.admit");
    EXPECT_TRUE(made.verdict().ok);
    const auto first_bad = [&](auto change) {
        EventFile file = made.file();
        file.events[0].result = "admitted";
        file.events[1].result = "refused";
        for (Event& event : file.events)
            event.raw = line_of(event, lesson_base);
        change(file);
        const auto verdict = verify(file);
        EXPECT_TRUE(verdict) << verdict.failure().message;
        return verdict && !verdict->ok ? verdict->first_bad.value_or(0) : 0;
    };
    EXPECT_EQ(first_bad([](EventFile&) {}), 0);
    EXPECT_EQ(first_bad([](EventFile& file) { file.events[0].t = std::chrono::milliseconds{1500}; }), 2);
    const auto tokens = [](std::int64_t token) { return Fields{{"token", token}, {"max_token", std::int64_t{17}}}; };
    EXPECT_EQ(first_bad([&](EventFile& file) { file.events[1].values = tokens(18); }), 3);
    EXPECT_EQ(first_bad([&](EventFile& file) { file.events[0].values = tokens(15); }), 2);
}

TEST(EventFiles, AreReadBackAndNameWhatIsBroken)
{
    Made made("[]");
    made.add(1, "a", "acquired", Fields{{"name", std::string("x")}, {"token", std::int64_t{1}}}, "lock.acquire");
    (void)made.verdict();
    const std::string text = made.file().text();
    const auto back = EventFile::parse(text);
    ASSERT_TRUE(back) << back.failure().message;
    EXPECT_EQ(back->text(), text);
    for (const std::size_t cut : {text.size() - 1, text.size() - 20}) {
        const auto broken = verify_text(text.substr(0, cut));
        ASSERT_FALSE(broken);
        EXPECT_TRUE(broken.failure().message.starts_with("line 3:")) << broken.failure().message;
    }
    const auto end = text.rfind('\n', text.size() - 2);
    const auto unfinished = verify_text(text.substr(0, end + 1));
    ASSERT_FALSE(unfinished);
    EXPECT_TRUE(unfinished.failure().message.starts_with("line 2: the file is incomplete")) << unfinished.failure().message;
    const auto begin = text.find('\n');
    const auto missing = verify_text(text.substr(0, begin + 1) + text.substr(end + 1));
    ASSERT_FALSE(missing);
    EXPECT_TRUE(missing.failure().message.starts_with("line 2:")) << missing.failure().message;
}

TEST(EventFiles, LinesGoOnFromOneAnother)
{
    Made made("[]");
    for (int i = 1; i < 5; ++i)
        made.add(i, "a", "note", number("value", i));
    (void)made.verdict();
    const std::string text = made.file().text();
    std::vector<std::string> lines;
    for (std::size_t begin = 0; begin < text.size(); begin = text.find('\n', begin) + 1)
        lines.push_back(text.substr(begin, text.find('\n', begin) - begin));
    const auto verdict_of = [](const std::vector<std::string>& some) {
        std::string all;
        for (const std::string& one : some)
            all += one + '\n';
        const auto verdict = verify_text(all);
        EXPECT_TRUE(verdict) << verdict.failure().message;
        return verdict ? *verdict : Verdict{};
    };
    const auto with = [&](std::size_t line, const std::string& old, const std::string& now) {
        auto changed = lines;
        changed[line - 1].replace(changed[line - 1].find(old), old.size(), now);
        return changed;
    };
    EXPECT_TRUE(verdict_of(lines).ok);
    const Verdict edited = verdict_of(with(3, "\"value\":2", "\"value\":7"));
    EXPECT_EQ(edited.rule, "unbroken");
    EXPECT_EQ(edited.first_bad, 3);
    EXPECT_EQ(edited.step, "note.step");
    EXPECT_EQ(verdict_of(with(1, "\"seed\":0", "\"seed\":1")).first_bad, 1);
    EXPECT_EQ(verdict_of(with(3, "\"value\":2", "\"value\": 2")).ok, true) << "written otherwise, and the same";
    auto gone = lines; // and the later lines are renumbered
    gone.erase(gone.begin() + 3);
    for (std::size_t i = 3; i < gone.size(); ++i)
        gone[i].replace(gone[i].find("\"n\":"), 5, "\"n\":" + std::to_string(i + 1));
    EXPECT_EQ(verdict_of(gone).first_bad, 4);
    auto old = lines; // a file from before there were checksums
    for (std::string& line : old)
        line.replace(line.find(",\"sum\""), std::string::npos, "}");
    old.erase(old.begin() + 4);
    old[4].replace(old[4].find("\"n\":6"), 5, "\"n\":5");
    EXPECT_TRUE(verdict_of(old).ok);
}

TEST(EventFiles, SumsLeaveOutTheStoresNames)
{
    const auto sum_of = [](const std::string& store) {
        LineChain chain;
        const std::string line = chain.closed(R"({"v":1,"text":"on )" + store + R"(, not redis"})");
        EXPECT_TRUE(LineChain().check(line));
        return line.substr(line.find("\"sum\""));
    };
    EXPECT_EQ(sum_of("redis"), sum_of("postgresql"));
    EXPECT_NE(sum_of("redis"), sum_of("Oracle"));
}

TEST(EventFiles, ARunWithoutRulesIsNone)
{
    Made made("[]");
    (void)made.verdict();
    std::string text = made.file().text();
    text.replace(text.find("\"rules\""), 7, "\"rulez\"");
    const auto verdict = verify_text(text);
    ASSERT_FALSE(verdict);
    EXPECT_EQ(verdict.failure().message, "line 1: it lacks \"rules\"");
}

TEST(EventFiles, ALineThatDoesNotAgreeWithItselfIsWrong)
{
    Made made("[]");
    made.add(1, "a", "busy", Fields{{"result", std::string("acquired")}});
    const Verdict verdict = made.verdict();
    EXPECT_FALSE(verdict.ok);
    EXPECT_EQ(verdict.rule, "agreement");
    EXPECT_EQ(verdict.first_bad, 2);
}

TEST(Playbacks, StepBackAndForwardAreTheSame)
{
    Made made(R"([{"name":"r","kind":"one_holder","text":{}}])");
    const auto lease = [](std::int64_t token, std::int64_t until) {
        return Fields{{"name", std::string("x")}, {"token", token}, {"expires_us", to_us(lesson_base) + until * 1'000'000}};
    };
    made.add(2, "a", "acquired", lease(1, 32), "lock.acquire").add(7, "a", "renewed", lease(1, 37), "lock.renew");
    made.add(12, "you", "frozen", {{"target", std::string("a")}});
    made.add(37, "b", "acquired", lease(2, 67), "lock.acquire");
    (void)made.verdict();
    const auto playback = Playback::open(made.file());
    ASSERT_TRUE(playback);
    std::vector<std::string> hashes;
    for (int n = 0; n <= playback->size(); ++n)
        hashes.push_back(playback->state_hash(n));
    for (int n = playback->size(); n >= 0; --n)
        EXPECT_EQ(playback->state_hash(n), hashes[static_cast<std::size_t>(n)]) << n;
    EXPECT_EQ(std::set(hashes.begin(), hashes.end()).size(), hashes.size());

    const State at = playback->state(4, std::chrono::seconds{40});
    ASSERT_EQ(at.lanes.size(), 2u);
    std::vector<SpanKind> of_a;
    for (const Span& span : at.lanes[0].spans)
        of_a.push_back(span.kind);
    EXPECT_EQ(of_a, (std::vector{SpanKind::held, SpanKind::closing, SpanKind::stopped, SpanKind::past_lease}));
    EXPECT_EQ(at.lanes[0].spans.back().from, std::chrono::seconds{37});
    EXPECT_EQ(at.lanes[1].spans.front().label, "a");
}

TEST(Expressions, SayWhereTheyAreWrong)
{
    const auto value = [](const char* text) {
        const auto parsed = Expression::parse(text);
        EXPECT_TRUE(parsed) << text;
        return parsed ? json_of(parsed->value([](std::string_view name) -> Value {
            return name == "token" ? Value{std::int64_t{17}} : name == "lease" ? Value{std::string("30s")} : Value{};
        }))
                      : std::string();
    };
    EXPECT_EQ(value("token >= 17 and not (lease == 'x')"), "true");
    EXPECT_EQ(value("lease + 1s"), "31000000");
    EXPECT_EQ(value("1 + 2 * 3 % 2 - 4 / 3"), "0");
    EXPECT_EQ(value("'a' + token"), "\"a17\"");
    EXPECT_EQ(value("1 / 0"), "null");
    EXPECT_EQ(value("nobody == null or false"), "true");
    EXPECT_EQ(value("span(min(30s, 250ms))"), "\"250ms\"");
    EXPECT_EQ(value("9223372036854775807 + 1"), "null");
    for (const char* bad : {"", "token = 1", "(1", "1)", "none(1)", "min(1)", "12abc", "'open", "1 +", "$", "a b"})
        EXPECT_FALSE(Expression::parse(bad)) << bad;
    EXPECT_FALSE(Expression::parse(std::string(10000, '(')));
    EXPECT_FALSE(Expression::parse(std::string(10000, '-') + "1"));
}

} // namespace lockdesk::scenarios

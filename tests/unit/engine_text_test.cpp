// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/engine/contracts/names.h"
#include "backends/engine/contracts/time.h"
#include "backends/engine/text/placeholders.h"
#include "backends/engine/text/text.h"

#include <gtest/gtest.h>

namespace lockdesk {

namespace {

std::string sha(std::string_view text)
{
    const auto d = sha256(text);
    return hex(d.data(), d.size());
}

} // namespace

TEST(Utf8, WellFormedAndNot)
{
    for (const auto* good : {"", "a", "\xC3\xA9", "\xE2\x82\xAC", "\xF0\x9F\x94\x92", "\xF4\x8F\xBF\xBF", "\xEE\x80\x80"})
        EXPECT_TRUE(is_utf8(good)) << good;
    for (const auto* bad : {"\x80", "\xC3", "\xC0\xAF", "\xE0\x80\xAF", "\xED\xA0\x80", "\xF4\x90\x80\x80",
                            "\xF8\x88\x80\x80\x80", "\xFF", "a\xC3(", "\xE2\x82"})
        EXPECT_FALSE(is_utf8(bad)) << hex(reinterpret_cast<const std::uint8_t*>(bad), std::string_view(bad).size());
}

TEST(Utf8, BadBytesBecomeReplacementCharacters)
{
    EXPECT_EQ(to_valid_utf8("a\xFF"
                            "b"),
              "a\xEF\xBF\xBD"
              "b");
    EXPECT_EQ(to_valid_utf8("\xC3\xA9"), "\xC3\xA9");
    EXPECT_TRUE(is_utf8(to_valid_utf8("\xED\xA0\x80\xC3")));
}

TEST(Names, OneTo200BytesOfUtf8WithoutNul)
{
    EXPECT_TRUE(LockName::parse("a"));
    EXPECT_TRUE(LockName::parse(std::string(200, 'x')));
    EXPECT_TRUE(LockName::parse("\xEC\x9E\xA0\xEA\xB8\x88"));
    EXPECT_TRUE(LockName::parse(" "));
    for (const auto& bad : {std::string{}, std::string(201, 'x'), std::string("a\0b", 3), std::string("\xFF")}) {
        const auto parsed = LockName::parse(bad);
        ASSERT_FALSE(parsed);
        EXPECT_EQ(parsed.failure().kind, FailureKind::usage);
        EXPECT_TRUE(parsed.failure().message.starts_with("lock name")) << parsed.failure().message;
    }
    EXPECT_NE(LockName::parse(std::string(201, 'x')).failure().message.find("201"), std::string::npos);
    EXPECT_TRUE(OwnerId::parse("").failure().message.starts_with("owner"));
}

TEST(Names, AreComparedByteByByte)
{
    EXPECT_NE(LockName::trusted("Job"), LockName::trusted("job"));
    EXPECT_NE(LockName::trusted("job "), LockName::trusted("job"));
    EXPECT_EQ(LockName::trusted("job"), LockName::trusted("job"));
}

TEST(Names, SandboxIdIsPartOfASchemaName)
{
    EXPECT_TRUE(SandboxId::parse("a_1"));
    EXPECT_TRUE(SandboxId::parse(std::string(32, 'z')));
    for (const auto& bad : {std::string{}, std::string("A"), std::string("a-b"), std::string(33, 'z'), std::string("a\"b")})
        EXPECT_FALSE(SandboxId::parse(bad)) << bad;
}

TEST(Durations, AreRead)
{
    const auto us = [](std::string_view text) { return parse_duration(text).value().count(); };
    EXPECT_EQ(us("0"), 0);
    EXPECT_EQ(us("10us"), 10);
    EXPECT_EQ(us("250ms"), 250'000);
    EXPECT_EQ(us("30s"), 30'000'000);
    EXPECT_EQ(us("2m"), 120'000'000);
    EXPECT_EQ(us("1h"), 3'600'000'000);
    EXPECT_EQ(us("1d"), 86'400'000'000);
    EXPECT_EQ(us("1.5s"), 1'500'000);
    EXPECT_EQ(us("0.1ms"), 100);
    EXPECT_EQ(us("0.0000001s"), 1) << "rounded up";
    EXPECT_EQ(parse_duration("forever").value(), no_end);
}

TEST(Durations, WhatIsRefused)
{
    for (const auto* bad : {"", "30", "1", "s", "-1s", "+1s", " 1s", "1 s", "1S", "1w", "1..5s", ".5s", "1.s", "1.5.5s",
                            "0x1s", "1e3s", "99999999999999999999s", "9223372036854775807s", "Forever"}) {
        const auto parsed = parse_duration(bad);
        ASSERT_FALSE(parsed) << bad;
        EXPECT_EQ(parsed.failure().kind, FailureKind::usage) << bad;
    }
}

TEST(Durations, TextIsTheShortestExactForm)
{
    EXPECT_EQ(duration_text(Duration{0}), "0");
    EXPECT_EQ(duration_text(no_end), "forever");
    EXPECT_EQ(duration_text(std::chrono::milliseconds{1500}), "1500ms");
    EXPECT_EQ(duration_text(std::chrono::seconds{30}), "30s");
    EXPECT_EQ(duration_text(std::chrono::hours{48}), "2d");
    for (const std::int64_t n : {1LL, 999LL, 1'000LL, 1'500'000LL, 60'000'000LL, 3'600'000'001LL, 86'400'000'000LL})
        EXPECT_EQ(parse_duration(duration_text(Duration{n})).value().count(), n);
}

TEST(Time, AdditionStaysAtTheEnds)
{
    EXPECT_EQ(add(Duration::max(), Duration{1}), Duration::max());
    EXPECT_EQ(add(end_of_time - Duration{1}, no_end), end_of_time);
    EXPECT_EQ(add(time_from_us(5), Duration::max()), end_of_time);
    EXPECT_EQ(add(Duration{5}, Duration{-7}), Duration{-2});
    EXPECT_EQ(add(time_from_us(1), no_end), time_from_us(no_end.count()));
    EXPECT_EQ(add(Duration::min(), Duration{-1}), Duration::min());
    EXPECT_GT(steady_after(SteadyPoint{}, no_end), SteadyPoint{} + std::chrono::hours{24 * 365 * 99});
}

TEST(Numbers, WholeOnesOnly)
{
    EXPECT_EQ(parse_whole("0", "token").value(), 0);
    EXPECT_EQ(parse_whole("9223372036854775807", "token").value(), 9'223'372'036'854'775'807);
    for (const auto* bad : {"", "-1", "-0", "+1", " 1", "1 ", "1.0", "x", "9223372036854775808", "0x1"}) {
        const auto parsed = parse_whole(bad, "token");
        ASSERT_FALSE(parsed) << bad;
        EXPECT_NE(parsed.failure().message.find("token"), std::string::npos);
    }
}

TEST(Json, QuotedTextIsAlwaysValid)
{
    EXPECT_EQ(json_quote("a\"b\\c\n\t\r"), R"("a\"b\\c\n\t\r")");
    EXPECT_EQ(json_quote(std::string("\x01\x1F\0", 3)), R"("\u0001\u001f\u0000")");
    EXPECT_EQ(json_quote("\xEC\x9E\xA0"), "\"\xEC\x9E\xA0\"");
    EXPECT_EQ(json_quote("\xFF"), "\"\xEF\xBF\xBD\"");
    EXPECT_EQ(json_quote(""), "\"\"");
}

TEST(Sha256, PublishedExamples)
{
    EXPECT_EQ(sha(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    EXPECT_EQ(sha("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    EXPECT_EQ(sha("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
              "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    EXPECT_EQ(sha(std::string(1'000'000, 'a')), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
    for (const std::size_t size : {55u, 56u, 63u, 64u, 65u})
        EXPECT_EQ(sha(std::string(size, 'x')).size(), 64u);
}

TEST(Sha256, AdvisoryKeyIsTheFirstEightBytesSignedBigEndian)
{
    EXPECT_EQ(advisory_key("abc"), static_cast<std::int64_t>(0xba7816bf8f01cfeaULL));
    EXPECT_LT(advisory_key("abc"), 0);
}

TEST(RequestMarks, AreOfFixedWidthAndDifferent)
{
    EXPECT_EQ(request_mark("r1").size(), request_mark_bytes);
    EXPECT_EQ(request_mark(std::string(200, 'x')).size(), request_mark_bytes);
    EXPECT_EQ(request_mark("abc"), "|ba7816bf8f01cfea414140de");
    EXPECT_NE(request_mark("r1"), request_mark("r2"));
}

TEST(Placeholders, AreFilledInOnePass)
{
    EXPECT_EQ(fill_placeholders("a {x} b {y}{x}", {{"x", "{y}"}, {"y", "{x}"}}), "a {y} b {x}{y}");
    EXPECT_EQ(fill_placeholders("{x}", {{"x", "{x}{x}"}}), "{x}{x}");
    EXPECT_EQ(fill_placeholders("{unknown} {} { {x", {{"x", "1"}}), "{unknown} {} { {x");
    EXPECT_EQ(fill_placeholders("{{x}} {x y} {X} {x", {{"x", "1"}}), "{1} {x y} {X} {x");
    EXPECT_EQ(fill_placeholders("{", {}), "{");
    EXPECT_EQ(fill_placeholders("", {{"x", "1"}}), "");
    EXPECT_EQ(fill_placeholders("'{}'::text {a_1}", {{"a_1", ""}}), "'{}'::text ");
}

} // namespace lockdesk

// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/engine/text/shown_text.h"
#include "backends/engine/text/text.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <random>
#include <string>
#include <vector>

namespace lockdesk {

namespace {

std::string encoded(char32_t c)
{
    std::string out;
    const auto tail = [&](int shift) { out += static_cast<char>(0x80 | ((c >> shift) & 0x3F)); };
    if (c < 0x80)
        out += static_cast<char>(c);
    else if (c < 0x800)
        out += static_cast<char>(0xC0 | (c >> 6)), tail(0);
    else if (c < 0x10000)
        out += static_cast<char>(0xE0 | (c >> 12)), tail(6), tail(0);
    else
        out += static_cast<char>(0xF0 | (c >> 18)), tail(12), tail(6), tail(0);
    return out;
}

// Returns true if the bytes act on a terminal or reverse the text direction.
bool acts(std::string_view text)
{
    for (std::size_t i = 0; i < text.size();) {
        const auto size = utf8_length(text.substr(i));
        const auto byte = static_cast<std::uint8_t>(text[i]);
        if (size == 0 || byte < 0x20 || byte == 0x7F || (byte == 0xC2 && static_cast<std::uint8_t>(text[i + 1]) < 0xA0))
            return true;
        for (const char32_t c : {0x200E, 0x200F, 0x061C, 0x202A, 0x202B, 0x202C, 0x202D, 0x202E, 0x2066, 0x2067, 0x2068,
                                 0x2069, 0x2028, 0x2029, 0x200B, 0xFEFF})
            if (text.substr(i, size) == encoded(c))
                return true;
        i += size;
    }
    return false;
}

} // namespace

TEST(ShownText, LeavesWhatPeopleRead)
{
    for (const std::string plain :
         {"", "orders", "pay-7/2211/9f3a", "a b  c", "DOMAIN\\Gerd", "C:\\data", "100 %", "'\"`$(x)<b>&amp;",
          "\xEC\x9E\xA0\xEA\xB8\x88", "\xC3\xA9t\xC3\xA9", "e\xCC\x81", "\xD7\x90\xD7\x91", "\xD8\xA8\xD9\x8E",
          "\xF0\x9F\x94\x92", "\xF0\x9F\x91\xA9\xE2\x80\x8D\xF0\x9F\x92\xBB", "\xE2\x9D\xA4\xEF\xB8\x8F",
          "1\xEF\xB8\x8F\xE2\x83\xA3", "\xF0\x9F\x8F\xB3\xEF\xB8\x8F\xE2\x80\x8D\xF0\x9F\x8C\x88"})
        EXPECT_EQ(shown(plain), plain);
}

TEST(ShownText, EscapesWhatActsOrCannotBeSeen)
{
    const std::map<std::string, std::string> cases{
        {"a\nb", "a\\nb"},
        {"a\rb", "a\\rb"},
        {"a\tb", "a\\tb"},
        {"\x1B[2J", "\\x1b[2J"},
        {"\x15rm -rf", "\\x15rm -rf"},
        {"\x7F", "\\x7f"},
        {std::string("\0", 1), "\\x00"},
        {"\xC2\x9B"
         "31m",
         "\\u009b31m"},
        {"\xC2\x85", "\\u0085"},
        {"a\xE2\x80\xAE"
         "b",
         "a\\u202eb"},
        {"\xE2\x81\xA6x\xE2\x81\xA9", "\\u2066x\\u2069"},
        {"\xE2\x80\x8E\xE2\x80\x8F\xD8\x9C", "\\u200e\\u200f\\u061c"},
        {"a\xE2\x80\x8B"
         "b",
         "a\\u200bb"},
        {"\xE2\x80\xA8\xE2\x80\xA9", "\\u2028\\u2029"},
        {"\xEF\xBB\xBForders", "\\ufeff"
                               "orders"},
        {"or\xC2\xAD"
         "ders",
         "or\\u00adders"},
        {"a\xC2\xA0"
         "b",
         "a\\u00a0b"},
        {"\xE3\x85\xA4", "\\u3164"},
        {"a\xF3\xA0\x81\x81", "a\\U000e0041"},
        {"\xEF\xBF\xBF", "\\uffff"},
        {"\xEE\x80\x80", "\\ue000"},
        {"a\xFF", "a\\xff"},
        {"\xED\xA0\x80", "\\xed\\xa0\\x80"},
        {"\xC3", "\\xc3"},
        {"job ", "job\\x20"},
        {" job", "\\x20job"},
        {" ", "\\x20"},
        {"a\xE2\x80\x8D"
         "b",
         "a\\u200db"},
        {"\xE2\x9D\xA4\xEF\xB8\x8F\xEF\xB8\x8F", "\xE2\x9D\xA4\xEF\xB8\x8F\\ufe0f"},
        {"c\xCD\x8Fgj", "c\\u034fgj"}, // an invisible mark
        {"e\xCC\x81\xCD\x8F", "e\xCC\x81\\u034f"},
        {"\xF0\x9F\x94\x92\xE2\x80\x8D", "\xF0\x9F\x94\x92\\u200d"},
        {"x\xEF\xB8\x8F", "x\\ufe0f"},
        {"\xCC\x81x", "\\u0301x"},
        {"\n\xCC\x81", "\\n\\u0301"},
        {"z\xCC\x81\xCC\x81\xCC\x81\xCC\x81\xCC\x81\xCC\x82", "z\xCC\x81\xCC\x81\xCC\x81\xCC\x81\\u0301\\u0302"},
    };
    for (const auto& [text, expected] : cases)
        EXPECT_EQ(shown(text), expected);
}

TEST(ShownText, NothingThatActsIsLeft)
{
    // All ranges with characters that may act, and a sample of the others.
    const auto rare = [](char32_t c) {
        return c > 0x3200 && !(c >= 0xFD00 && c <= 0x10020) && !(c >= 0x1D150 && c <= 0x1D190)
               && !(c >= 0xE0000 && c <= 0xE0200);
    };
    for (char32_t c = 0; c <= 0x10FFFF; ++c) {
        if ((c >= 0xD800 && c <= 0xDFFF) || (rare(c) && c % 251 != 0))
            continue;
        const std::string alone = encoded(c), inside = "a" + alone + "b";
        ASSERT_FALSE(acts(shown(alone))) << static_cast<std::uint32_t>(c);
        ASSERT_FALSE(acts(shown(inside))) << static_cast<std::uint32_t>(c);
        ASSERT_FALSE(c != '\n' && c != '\t' && acts(shown_code(inside))) << static_cast<std::uint32_t>(c);
    }
    for (int byte = 0; byte < 256; ++byte)
        ASSERT_FALSE(acts(shown(std::string("a") + static_cast<char>(byte) + "b"))) << byte;
}

TEST(ShownText, TwoTextsAreNeverShownAlike)
{
    // A name that spells another one's escape differs from it.
    EXPECT_EQ(shown("a\\u202eb"), "a\\\\u202eb");
    EXPECT_EQ(shown("a\\nb"), "a\\\\nb");
    EXPECT_EQ(shown("a\\\\b"), "a\\\\\\b");
    EXPECT_EQ(shown("a\\\n"), "a\\\\\\n");
    EXPECT_EQ(shown("a\\ "), "a\\\\\\x20");
    const std::vector<std::string> parts{"\\",   "\\",           "n",       "x", "u202e", "x1b", "\n",
                                         "\x1B", "\xE2\x80\xAE", "\xFF",    " ", "a",     "x20", "\xCC\x81",
                                         "U",    "\xEF\xB8\x8F", "\xC2\x9B"};
    std::mt19937 random{7};
    std::map<std::string, std::string> seen;
    for (int i = 0; i < 20'000; ++i) {
        std::string text;
        for (std::size_t n = random() % 6; n > 0; --n)
            text += parts[random() % parts.size()];
        const auto [it, added] = seen.try_emplace(shown(text), text);
        ASSERT_EQ(it->second, text) << "both are shown as " << it->first;
        ASSERT_EQ(from_shown(it->first), text) << it->first;
    }
}

TEST(ShownText, IsReadBack)
{
    EXPECT_EQ(from_shown("job\\xff\\x00\\n\\u202e\\U000e0041\\\\n"),
              std::string("job\xFF\0\n\xE2\x80\xAE\xF3\xA0\x81\x81\\n", 15));
    EXPECT_EQ(from_shown("DOMAIN\\Gerd \\"), "DOMAIN\\Gerd \\");
    for (const char* wrong : {"\\xf", "\\xfg", "\\xFF", "\\u12", "\\ud800", "\\U00110000", "\\u", "\\x"})
        EXPECT_EQ(from_shown(wrong), std::nullopt) << wrong;
    EXPECT_EQ(readable("caf\xC3\xA9\n"), "caf\xC3\xA9\n");
    EXPECT_EQ(readable("a\xFF\n"), "a\\xff\\n");
}

TEST(ShownText, CodeKeepsItsLinesAndItsOwnEscapes)
{
    EXPECT_EQ(shown_code("SELECT 1\n\tFROM t -- \\n '\\'\n"), "SELECT 1\n\tFROM t -- \\n '\\'\n");
    EXPECT_EQ(shown_code("'a\x1B[2J\xE2\x80\xAE'"), "'a\\x1b[2J\\u202e'");
    EXPECT_EQ(shown_code("a\rb"), "a\\rb");
    const std::string once = shown_code("x\xC2\x9By\n\xFF");
    EXPECT_EQ(shown_code(once), once);
}

TEST(ShownText, JsonStaysTheSameValue)
{
    EXPECT_EQ(shown_json("{\"a\":\"\\u001b\\n\",\n \"b\":\"\xE2\x80\xAE\xF3\xA0\x81\x81\x7F\"}"),
              "{\"a\":\"\\u001b\\n\",\n \"b\":\"\\u202e\\udb40\\udc41\\u007f\"}");
    EXPECT_EQ(shown_json("\"\xFF\""), "\"\xEF\xBF\xBD\"");
}

} // namespace lockdesk

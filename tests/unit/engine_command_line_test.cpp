// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/engine/text/command_line.h"
#include "backends/engine/text/shown_text.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <memory>
#include <random>
#include <string>
#include <vector>

namespace lockdesk {

namespace {

const std::vector<std::string>& hostile()
{
    static const std::vector<std::string> names{
        "orders",
        "two words",
        "",
        "it's",
        "it's!x",
        "wow!",
        "a\nrm -rf ~",
        "a\r\nb",
        "\x15rm -rf ~\n",
        "\x1B[2Jx",
        "\xC2\x9B"
        "31m",
        "a\xE2\x80\xAE"
        "b",
        "\xEF\xBB\xBF"
        "a",
        "back\\slash",
        "back\\nslash",
        "ends\\",
        "$(touch x)`id`${HOME}",
        "a;b|c&d>e<f*g?h[i]j{k,l}m~n#o",
        "~root",
        "=ls",
        "-rf",
        "--store",
        "--",
        "tab\there",
        "\xEC\x9E\xA0\xEA\xB8\x88",
        "\xFF\xFE",
        "\"double\"",
        "7\x07"
        "7",
        "a\x7F"
        "0",
    };
    return names;
}

// Returns the words that bash reads from a line, NUL-separated.
std::string as_bash_reads(const std::string& line)
{
    const std::string script = "printf '%s\\0' " + line;
    // The script is passed in an environment variable: only the tested text is quoted by our code.
    setenv("LOCKDESK_TESTED", script.c_str(), 1);
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> pipe(popen("bash -c 'eval \"$LOCKDESK_TESTED\"'", "r"), pclose);
    std::string out;
    std::array<char, 4096> buffer{};
    for (std::size_t got = 0; (got = std::fread(buffer.data(), 1, buffer.size(), pipe.get())) > 0;)
        out.append(buffer.data(), got);
    return out;
}

std::string joined(const std::vector<std::string>& words)
{
    std::string out;
    for (const std::string& word : words)
        out += word + '\0';
    return out;
}

} // namespace

TEST(ShellWord, BashReadsTheSameBytes)
{
    std::vector<std::string> words = hostile();
    std::mt19937 random{11};
    for (int i = 0; i < 200; ++i) {
        std::string word;
        for (std::size_t n = 1 + random() % 12; n > 0; --n)
            word += static_cast<char>(1 + random() % 255);
        words.push_back(word);
    }
    std::string line;
    for (const std::string& word : words)
        line += shell_word(word) + " ";
    EXPECT_EQ(as_bash_reads(line), joined(words));
}

TEST(ShellWord, HoldsNothingThatATerminalObeys)
{
    for (const std::string& word : hostile()) {
        const std::string quoted = shell_word(word);
        EXPECT_EQ(shown(quoted), quoted) << "and it can be copied out of a message";
        EXPECT_EQ(quoted.find_first_of("\n\r\t"), std::string::npos) << quoted;
    }
    EXPECT_EQ(shell_word("orders"), "orders");
    EXPECT_EQ(shell_word("two words"), "'two words'");
    EXPECT_EQ(shell_word(""), "''");
    EXPECT_EQ(shell_word("it's"), "'it'\\''s'");
    EXPECT_EQ(shell_word("a\nb"), "$'a\\012b'");
    EXPECT_EQ(shell_word("\x15"), "$'\\025'");
    EXPECT_EQ(shell_word("a\xE2\x80\xAE"), "$'a\\342\\200\\256'");
    EXPECT_EQ(shell_word("it's!"), "$'it\\047s\\041'");
    EXPECT_EQ(shell_word("=ls"), "'=ls'");
}

TEST(CommandLine, NoValueBecomesAnOption)
{
    for (const std::string& name : hostile()) {
        const std::string line = CommandLine("lock renew")
                                     .global("--store", "@" + name)
                                     .positional(name)
                                     .option("--owner", name)
                                     .option("--token", 3)
                                     .text();
        const std::string answer = as_bash_reads(line);
        std::vector<std::string> words{"lockdeskctl", "--store", "@" + name, "lock", "renew"};
        const bool dashed = name.starts_with('-');
        if (!dashed)
            words.push_back(name);
        if (dashed)
            words.push_back("--owner=" + name);
        else
            words.insert(words.end(), {"--owner", name});
        words.insert(words.end(), {"--token", "3"});
        if (dashed)
            words.insert(words.end(), {"--", name});
        EXPECT_EQ(answer, joined(words)) << line;
    }
}

TEST(CommandLine, OfForcedActions)
{
    const auto name = LockName::trusted("a\nb");
    EXPECT_EQ(command_line(
                  ForceRelease{name, OwnerId::trusted("-x"), FencingToken{4}, {}, {}, "it's down", Duration{0}, "me", {}}),
              "lockdeskctl lock force-release $'a\\012b' --if-owner=-x --if-token 4 --reason 'it'\\''s down'");
    const auto bytes = LockName::as_stored(std::string("job\xAC\0", 5)).value();
    EXPECT_EQ(
        command_line(ForceRelease{bytes, OwnerId::trusted("o\\xff"), FencingToken{}, {}, {}, "r", Duration{0}, "me", {}}),
        "lockdeskctl lock force-release $'job\\134xac\\134x00' --escaped --if-owner $'o\\134\\134xff' --if-token 0 --reason "
        "r");
    // The programs refuse an empty reason.
    EXPECT_EQ(command_line(ForceRelease{LockName::trusted("a"), OwnerId::trusted("b"), FencingToken{1}, {}, {}, "", Duration{0}, "me", {}}),
              "lockdeskctl lock force-release a --if-owner b --if-token 1 --reason=-");
    EXPECT_EQ(command_line(TaskRemoval{TaskId::trusted("-t"), "", FencingToken{2}, "it's wrong", "me"}),
              "lockdeskctl task remove --if-owner '' --if-token 2 --reason 'it'\\''s wrong' -- -t");
    EXPECT_EQ(command_line({WorkerId::trusted("-w"), {WorkerOrder::slow, std::chrono::seconds{5}}, {}}),
              "lockdeskctl worker slow 5s -- -w");
    EXPECT_EQ(CommandLine({}, "lockdesk-worker").option("--join", "redis://h").text(), "lockdesk-worker --join redis://h");
}

} // namespace lockdesk

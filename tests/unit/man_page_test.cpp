// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/common/man_page.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

namespace lockdesk::app {
namespace {

std::string last_line(const ManPage& page)
{
    const std::string text = page.text().substr(0, page.text().size() - 1);
    return text.substr(text.rfind('\n') + 1);
}

std::string as_paragraph(std::string_view text)
{
    ManPage page("p", "s");
    page.paragraph(text);
    return last_line(page);
}

TEST(ManPage, KeepsEachCharacter)
{
    EXPECT_EQ(as_paragraph("a-b 'c' \"d\" ^~ \\n"), "\\&a\\-b \\(aqc\\(aq \\(dqd\\(dq \\(ha\\(ti \\(rsn");
    EXPECT_EQ(as_paragraph("\u00e9 \uc7a0 \U0001f512"), "\\&\\[u00E9] \\[uC7A0] \\[u1F512]");
    EXPECT_EQ(as_paragraph("bad \xff\xc3("), "\\&bad \\[uFFFD]\\[uFFFD](");
}

TEST(ManPage, BacktickedTextIsBold)
{
    EXPECT_EQ(as_paragraph("see `list locks`, or"), "\\&see \\fBlist locks\\fR, or");
    EXPECT_EQ(as_paragraph("one ` alone"), "\\&one \\(ga alone");
    EXPECT_EQ(as_paragraph("`a` and ` alone"), "\\&\\fBa\\fR and \\(ga alone");
}

// Whatever a text holds, no line of it is a request, and no escape is its own.
TEST(ManPage, TextsCannotInjectRoff)
{
    const std::string hostile = ".sy touch /tmp/x\n.so /etc/passwd\n'br\n\\*[x]\\X'tty: y'\r\n.SH FALSE";
    ManPage page("p", hostile);
    page.section(hostile);
    page.subsection(hostile);
    page.paragraph(hostile);
    page.item(hostile, hostile);
    page.lines(hostile);
    page.common_end(true);
    std::istringstream lines(page.text());
    for (std::string line; std::getline(lines, line);) {
        if (line.starts_with(".SH ") || line.starts_with(".SS ")) {
            EXPECT_EQ(std::count(line.begin(), line.end(), '"'), 2) << line;
            EXPECT_TRUE(line.ends_with('"')) << line;
        } else if (line.starts_with('.')) {
            EXPECT_TRUE(line.starts_with(".TH ") || line == ".PP" || line == ".TP" || line == ".RS 4" || line == ".RE"
                        || line == ".nf" || line == ".fi" || line == ".nh" || line == ".ad l")
                << line;
        }
        EXPECT_FALSE(line.starts_with('\'')) << line;
        EXPECT_EQ(line.find("\\*"), std::string::npos) << line;
        EXPECT_EQ(line.find("\\X"), std::string::npos) << line;
    }
}

} // namespace
} // namespace lockdesk::app

// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/common/man_page.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdio>
#include <sstream>
#include <utility>

namespace lockdesk::app {

const char* const exit_status_lines = R"(0  done
1  internal error
2  wrong usage or invalid input; the store was not queried
3  not obtained: busy, cooling, nothing due, conflict, duplicate
4  refused: not owner, stale token, expired, changed hands
5  store unavailable: unreachable, timed out, rejected by the store
6  in doubt: sent, and the reply was lost
7  not supported by this store or source, or the backend is not built in
8  the connection is read-only
)";

namespace {

constexpr std::array<std::pair<const char*, const char*>, 12> variables{{
    {"LOCKDESK_STORE", "The store when --store is not given. Other users of this computer cannot read it."},
    {"LOCKDESK_PASSWORD", "The password of a store on the network whose URL has none. PostgreSQL also reads ~/.pgpass."},
    {"LOCKDESK_RECEIVER", "The receiver of a relay when --receiver is not given: for one with a password in it."},
    {"LOCKDESK_RECEIVER_HEADERS", "Headers of an HTTP receiver, one in each line."},
    {"LOCKDESK_SQLITE_NETWORK",
     "SQLite files on a network file system are refused, unless this is `one-host`: no other computer opens the file."},
    {"LOCKDESK_LESSONS", "The folder of your own lessons; else lockdesk/lessons in XDG_DATA_HOME."},
    {"LOCKDESK_REDLOCK", "Several Redis servers for the lessons that need a Redlock: redlock://h1,h2,h3."},
    {"LOCKDESK_WORKER", "The program that lessons start as a worker, instead of the lockdesk-worker of this installation."},
    {"SSL_CERT_FILE", "The certificates that verify servers under TLS, instead of those of the system."},
    {"PAGER", "The pager of long tables on a terminal; else less."},
    {"NO_COLOR", "Any text: no colours on a terminal."},
    {"XDG_CONFIG_HOME, XDG_DATA_HOME", "Where the files below are, instead of ~/.config and ~/.local/share."},
}};

constexpr std::array<std::pair<const char*, const char*>, 2> files{{
    {"~/.config/lockdesk/connections.json",
     "Saved connections, shared with the console: name, url, environment, read_only. Never a password."},
    {"~/.local/share/lockdesk/audit.jsonl",
     "Forced actions whose source has no audit table, a line of JSON each; readable by its owner alone. Older ones are in "
     "audit.1.jsonl to audit.4.jsonl, 4 MiB each."},
}};

// The character of this UTF-8 at `at`, which moves behind it; a byte that is no UTF-8 is U+FFFD.
char32_t next_character(std::string_view text, std::size_t& at)
{
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned char first = byte(at++);
    const int more = first < 0x80 ? 0 : first >= 0xF0 && first < 0xF8 ? 3 : first >= 0xE0 ? 2 : first >= 0xC2 ? 1 : -1;
    if (more < 0 || first >= 0xF8)
        return 0xFFFD;
    char32_t out = more == 0 ? first : first & (0x3F >> more);
    for (int i = 0; i < more; ++i) {
        if (at >= text.size() || (byte(at) & 0xC0) != 0x80)
            return 0xFFFD;
        out = (out << 6) | (byte(at++) & 0x3F);
    }
    return out;
}

// Each character stands for itself.
std::string escaped(std::string_view text)
{
    std::string out;
    for (std::size_t at = 0; at < text.size();) {
        const char32_t c = next_character(text, at);
        switch (c) {
        case U'\\': out += "\\(rs"; break;
        case U'-': out += "\\-"; break;
        case U'\'': out += "\\(aq"; break;
        case U'`': out += "\\(ga"; break;
        case U'"': out += "\\(dq"; break;
        case U'^': out += "\\(ha"; break;
        case U'~': out += "\\(ti"; break;
        default:
            if (c < 0x20 || c == 0x7F) {
                out += ' ';
            } else if (c < 0x7F) {
                out += static_cast<char>(c);
            } else {
                std::array<char, 16> name{};
                (void)std::snprintf(name.data(), name.size(), "\\[u%04X]", static_cast<unsigned>(c));
                out += name.data();
            }
        }
    }
    return out;
}

// One line of text: a dot at its beginning is no request.
std::string text_line(std::string_view text)
{
    const auto begin = text.find_first_not_of(" \n\t");
    std::string out;
    bool code = false;
    std::string_view left = begin == std::string_view::npos ? std::string_view() : text.substr(begin);
    for (bool more = true; more;) {
        const auto tick = left.find('`');
        const bool closes = tick != std::string_view::npos && (code || left.find('`', tick + 1) != std::string_view::npos);
        out += escaped(left.substr(0, closes ? tick : std::string_view::npos));
        more = closes;
        if (!closes)
            break;
        code = !code;
        out += code ? "\\fB" : "\\fR";
        left.remove_prefix(tick + 1);
    }
    return "\\&" + out + '\n';
}

// Letters and spaces only: a title is an argument of a request.
std::string argument(std::string_view text) { return '"' + escaped(text) + '"'; }

} // namespace

ManPage::ManPage(std::string_view program, std::string_view summary)
{
    std::string title(program);
    std::transform(title.begin(), title.end(), title.begin(), [](unsigned char c) { return std::toupper(c); });
    m_text = ".TH " + argument(title) + " 1 " + LOCKDESK_RELEASE_DATE + " "
             + argument(std::string("Lockdesk ") + LOCKDESK_VERSION) + " \"User Commands\"\n.nh\n.ad l\n";
    section("NAME");
    m_text += escaped(program) + " \\- " + escaped(summary) + '\n';
}

void ManPage::begin_paragraph()
{
    if (!m_below_title)
        m_text += ".PP\n";
    m_below_title = false;
}

void ManPage::section(std::string_view title)
{
    m_text += ".SH " + argument(title) + '\n';
    m_below_title = true;
}

void ManPage::subsection(std::string_view title)
{
    m_text += ".SS " + argument(title) + '\n';
    m_below_title = true;
}

void ManPage::paragraph(std::string_view text)
{
    begin_paragraph();
    m_text += text_line(text);
}

void ManPage::item(std::string_view term, std::string_view text)
{
    m_below_title = false;
    m_text += ".TP\n\\&\\fB" + escaped(term) + "\\fR\n" + text_line(text);
}

void ManPage::lines(std::string_view text)
{
    begin_paragraph();
    m_text += ".RS 4\n.nf\n";
    std::istringstream in{std::string(text)};
    for (std::string line; std::getline(in, line);)
        m_text += "\\&" + escaped(line) + '\n';
    m_text += ".fi\n.RE\n";
}

void ManPage::common_end(bool has_exit_statuses)
{
    if (has_exit_statuses) {
        section("EXIT STATUS");
        std::istringstream in(exit_status_lines);
        for (std::string line; std::getline(in, line);)
            item(line.substr(0, 1), line.substr(3));
    }
    section("ENVIRONMENT");
    for (const auto& [name, text] : variables)
        item(name, text);
    section("FILES");
    for (const auto& [path, text] : files)
        item(path, text);
}

} // namespace lockdesk::app

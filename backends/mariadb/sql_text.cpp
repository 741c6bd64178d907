// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/mariadb/sql_text.h"

#include "backends/engine/text/text.h"

#include <cstdint>

namespace lockdesk::mariadb {

void quote(std::string& to, std::string_view text)
{
    if (!is_utf8(text)) { // names from outside, in columns of bytes
        to += "X'" + hex(reinterpret_cast<const std::uint8_t*>(text.data()), text.size()) + "'";
        return;
    }
    to += '\'';
    for (const char c : text) {
        if (c == '\0' || c == '\n' || c == '\r') { // a line of a name must not look like one of the statement
            to += c == '\0' ? "\\0" : c == '\n' ? "\\n" : "\\r";
            continue;
        }
        if (c == '\'' || c == '\\')
            to += '\\';
        to += c;
    }
    to += '\'';
}

std::string literal(std::string_view text)
{
    std::string out;
    out.reserve(text.size() + 2);
    quote(out, text);
    return out;
}

std::string prepare(std::string_view name, const sql::Template& statement)
{
    return "PREPARE lockdesk_" + std::string(name) + " FROM " + literal(statement.fill({}, sql::Template::For::prepare));
}

std::string execute(std::string_view name, const sql::Template& statement, const Values& values)
{
    std::string out = "EXECUTE lockdesk_" + std::string(name);
    const char* before = " USING ";
    for (const auto& [text, placeholder] : statement.parts()) {
        if (placeholder.empty())
            continue;
        out += before;
        statement.write(out, values, placeholder, sql::Template::For::server);
        before = ", ";
    }
    return out;
}

} // namespace lockdesk::mariadb

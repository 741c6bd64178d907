// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/sheets/json_layout.h"

#include <QStringList>

#include <optional>

namespace lockdesk {

namespace {

constexpr qsizetype longestLine = 84; ///< of a sheet, in the fixed font
constexpr int deepest = 64;           ///< text from outside may nest without limit

bool opens(QChar c) { return c == u'{' || c == u'['; }
bool closes(QChar c) { return c == u'}' || c == u']'; }

/// Returns the members that `value` encloses, as written, or nullopt if brackets or quotes do not match.
std::optional<QStringList> membersOf(QStringView value)
{
    QStringList members;
    QString open; // the brackets that are open
    bool text = false;
    qsizetype from = 1;
    for (qsizetype at = 0; at < value.size(); ++at) {
        const QChar c = value[at];
        if (text) {
            at += c == u'\\';
            text = c != u'"';
        } else if (c == u'"') {
            text = true;
        } else if (opens(c)) {
            open += c;
        } else if (closes(c)) {
            if (open.isEmpty() || (open.back() == u'{') != (c == u'}'))
                return std::nullopt;
            open.chop(1);
            if (open.isEmpty() && at + 1 != value.size())
                return std::nullopt;
        } else if (c == u',' && open.size() == 1) {
            members += value.mid(from, at - from).trimmed().toString();
            from = at + 1;
        }
    }
    if (text || !open.isEmpty() || value.isEmpty())
        return std::nullopt;
    members += value.mid(from, value.size() - 1 - from).trimmed().toString();
    return members;
}

/// Returns where the value of a member begins: after its name, or at 0 without one.
qsizetype valueAt(QStringView member)
{
    if (!member.startsWith(u'"'))
        return 0;
    qsizetype at = 1;
    while (at < member.size() && member[at] != u'"')
        at += member[at] == u'\\' ? 2 : 1;
    const qsizetype colon = member.indexOf(u':', at);
    if (colon < 0)
        return 0;
    for (at = colon + 1; at < member.size() && member[at].isSpace();)
        ++at;
    return at;
}

QString spread(const QString& value, int indent, qsizetype before, int depth)
{
    if (before + value.size() <= longestLine || value.isEmpty() || !opens(value.front()) || depth > deepest)
        return value;
    const auto members = membersOf(value);
    if (!members || members->front().isEmpty())
        return value;
    const QString start = QString(indent + 2, u' ');
    QStringList lines;
    for (const QString& member : *members) {
        const qsizetype at = valueAt(member);
        lines += member.left(at) + spread(member.mid(at), indent + 2, start.size() + at, depth + 1);
    }
    // With nothing before the bracket, its first member, which names the command, follows on the same line.
    QString out = value.left(1);
    out += before == indent ? QString(u' ') : QString(u'\n' + start);
    out += lines.join(QStringLiteral(",\n") + start);
    out += u' ';
    out += value.back();
    return out;
}

} // namespace

QString jsonLaidOut(const QString& document)
{
    const QString trimmed = document.trimmed();
    return trimmed.startsWith(u'{') && membersOf(trimmed) ? spread(trimmed, 0, 0, 0) : document;
}

} // namespace lockdesk

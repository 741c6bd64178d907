// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/feed/row_link.h"

#include "backends/engine/text/text.h"
#include "models/format/format.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

namespace lockdesk {

namespace {

struct RowLinkTexts
{
    Q_DECLARE_TR_FUNCTIONS(RowLink)
};

constexpr const char* scheme = "lockdesk://";
constexpr std::array<std::pair<Entity, const char*>, 4> places{{{Entity::lock, "locks"},
                                                                {Entity::task, "tasks"},
                                                                {Entity::message, "outbox"},
                                                                {Entity::worker, "workers"}}};

bool isHex(char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); }

// QByteArray::fromPercentEncoding accepts incomplete escapes, and an escaped zero would end a name somewhere.
std::optional<QString> decoded(const QByteArray& part)
{
    for (qsizetype i = 0; i < part.size(); ++i) {
        if (part[i] != '%')
            continue;
        if (i + 2 >= part.size() || !isHex(part[i + 1]) || !isHex(part[i + 2]) || part.mid(i + 1, 2) == "00")
            return std::nullopt;
    }
    const QByteArray bytes = QByteArray::fromPercentEncoding(part);
    if (bytes.isEmpty() || !is_utf8(bytes.toStdString()))
        return std::nullopt;
    return QString::fromUtf8(bytes);
}

ReadRowLink refused(const QString& problem) { return {std::nullopt, problem}; }

} // namespace

QString rowLinkText(const RowLink& link)
{
    const auto place = std::find_if(places.begin(), places.end(), [&](const auto& one) { return one.first == link.entity; });
    if (place == places.end() || link.connection.isEmpty() || link.key.isEmpty() || link.key.contains(QChar(0)))
        return {};
    const QByteArray text = scheme + link.connection.toUtf8().toPercentEncoding() + '/' + place->second + '/'
                            + link.key.toUtf8().toPercentEncoding();
    return text.size() > longestRowLink ? QString() : QString::fromLatin1(text);
}

ReadRowLink readRowLink(const QByteArray& text)
{
    if (text.size() > longestRowLink)
        return refused(RowLinkTexts::tr("The link is longer than %1 bytes.").arg(format::count(longestRowLink)));
    const auto isBad = [](char c) { return static_cast<unsigned char>(c) <= ' ' || c == '\x7f'; };
    if (std::any_of(text.begin(), text.end(), isBad))
        return refused(RowLinkTexts::tr("The link contains spaces or control characters."));
    if (text.left(qsizetype(std::strlen(scheme))).toLower() != scheme)
        return refused(RowLinkTexts::tr("A link begins with lockdesk://, as lockdesk://orders/locks/nightly."));
    const QByteArray rest = text.mid(qsizetype(std::strlen(scheme)));
    const qsizetype first = rest.indexOf('/');
    const qsizetype second = first < 0 ? -1 : rest.indexOf('/', first + 1);
    if (second < 0 || rest.contains('?') || rest.contains('#'))
        return refused(RowLinkTexts::tr("A link has a connection, a page and a row, as lockdesk://orders/locks/nightly."));
    const QByteArray page = rest.mid(first + 1, second - first - 1).toLower();
    const auto place = std::find_if(places.begin(), places.end(), [&](const auto& one) { return page == one.second; });
    if (place == places.end())
        return refused(RowLinkTexts::tr("A link leads to locks, tasks, outbox or workers, not to %1.")
                           .arg(format::foreign(page.left(40).toStdString())));
    const auto connection = decoded(rest.left(first)), key = decoded(rest.mid(second + 1));
    if (!connection || !key)
        return refused(RowLinkTexts::tr("The names in the link are no text."));
    return {RowLink{*connection, place->first, *key}, {}};
}

} // namespace lockdesk

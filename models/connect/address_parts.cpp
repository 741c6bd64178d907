// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/connect/address_parts.h"

#include <QRegularExpression>
#include <QUrl>

#include <algorithm>
#include <array>
#include <iterator>
#include <tuple>
#include <utility>

namespace lockdesk {

namespace {

constexpr std::array<std::pair<const char*, const char*>, 3> otherSpellings{
    {{"postgres", "postgresql"}, {"mysql", "mariadb"}, {"rediss", "redis"}}};
constexpr std::array<const char*, 5> tlsOptions{"tls", "tls-ca", "tls-cert", "tls-key", "tls-name"};

QString kindOf(const QString& scheme)
{
    for (const auto& [other, kind] : otherSpellings)
        if (scheme == QLatin1String(other))
            return QLatin1String(kind);
    return scheme;
}

bool isLocalKind(const QString& kind) { return kind == QLatin1String("sqlite") || kind == QLatin1String("memory"); }

QString decoded(const QString& text) { return QUrl::fromPercentEncoding(text.toUtf8()); }

// Everything that could end a part. Letters of other scripts stay readable.
QString encoded(const QString& text, QLatin1String alsoPlain = {})
{
    QString out;
    for (const QChar c : text) {
        const bool letter = c.isSurrogate() || (c.unicode() >= 0x80 && c.isLetterOrNumber());
        if (letter || QStringLiteral("-._~").contains(c) || alsoPlain.contains(c)
            || (c.unicode() < 0x80 && c.isLetterOrNumber()))
            out += c;
        else
            out += QString::fromLatin1(QString(c).toUtf8().toPercentEncoding());
    }
    return out;
}

// As StoreUrl does: a Redlock list has `rediss://` in it.
qsizetype endOfHosts(const QString& text, bool mayHoldSchemes)
{
    for (qsizetype at = text.indexOf(u'/'); at >= 0; at = text.indexOf(u'/', at + 1)) {
        if (!mayHoldSchemes || at == 0 || text[at - 1] != u':' || text.mid(at, 2) != QLatin1String("//"))
            return at;
        ++at;
    }
    return -1;
}

QString withoutSpaces(QString text) { return text.remove(QRegularExpression(QStringLiteral("\\s"))); }

} // namespace

AddressParts::AddressParts(const QString& url)
{
    const qsizetype colon = url.indexOf(u':');
    if (colon < 0) {
        m_host = url;
        return;
    }
    m_scheme = url.left(colon);
    const bool memory = m_scheme == QLatin1String("memory");
    m_lead = !memory && url.mid(colon, 3) == QLatin1String("://") ? QStringLiteral("://") : QStringLiteral(":");
    QString rest = url.mid(colon + m_lead.size());
    if (const qsizetype question = rest.indexOf(u'?'); question >= 0) {
        m_hasOptions = true;
        m_options = rest.mid(question + 1).split(u'&');
        rest.truncate(question);
    }
    if (isLocal())
        m_path = rest;
    else
        readServer(rest);
}

void AddressParts::readServer(const QString& text)
{
    QString rest = text;
    if (const qsizetype slash = endOfHosts(rest, m_scheme == QLatin1String("redlock")); slash >= 0) {
        m_hasPath = true;
        m_path = rest.mid(slash + 1);
        rest.truncate(slash);
    }
    if (const qsizetype at = rest.lastIndexOf(u'@'); at >= 0) {
        m_hasUser = true;
        m_user = rest.left(at);
        rest = rest.mid(at + 1);
        if (const qsizetype split = m_user.indexOf(u':'); split >= 0) {
            m_hasPassword = true;
            m_password = m_user.mid(split + 1);
            m_user.truncate(split);
        }
    }
    m_host = rest;
    if (isList())
        return;
    // The last colon is a port's, unless it stands in the brackets of an IPv6 address.
    if (const qsizetype colon = rest.lastIndexOf(u':'); colon >= 0 && colon > rest.lastIndexOf(u']')) {
        m_hasPort = true;
        m_port = rest.mid(colon + 1);
        m_host.truncate(colon);
    }
}

QString AddressParts::server() const
{
    QString out;
    if (m_hasUser)
        out = m_user + (m_hasPassword ? u':' + m_password : QString()) + u'@';
    return out + m_host + (m_hasPort ? u':' + m_port : QString()) + (m_hasPath ? u'/' + m_path : QString());
}

QString AddressParts::text() const
{
    return m_scheme + m_lead + (isLocal() ? m_path : server()) + (m_hasOptions ? u'?' + m_options.join(u'&') : QString());
}

QString AddressParts::kind() const { return kindOf(m_scheme); }

bool AddressParts::isLocal() const { return isLocalKind(m_scheme); }

bool AddressParts::isList() const
{
    return m_scheme == QLatin1String("redlock") || (m_scheme == QLatin1String("mongodb") && m_host.contains(u','));
}

void AddressParts::setKind(const QString& newKind)
{
    if (newKind == kind())
        return;
    AddressParts fresh;
    fresh.m_scheme = newKind;
    fresh.m_lead = newKind == QLatin1String("memory") ? QStringLiteral(":") : QStringLiteral("://");
    if (m_scheme.isEmpty() && fresh.isLocal())
        fresh.m_path = m_host;
    else if (m_scheme.isEmpty() || (!isLocal() && !isLocalKind(newKind))) {
        std::tie(fresh.m_hasUser, fresh.m_user) = std::tie(m_hasUser, m_user);
        std::tie(fresh.m_hasPassword, fresh.m_password) = std::tie(m_hasPassword, m_password);
        fresh.m_host = isList() ? m_host.section(u',', 0, 0) : m_host;
        std::tie(fresh.m_hasPath, fresh.m_path) = std::tie(m_hasPath, m_path);
        std::copy_if(m_options.begin(), m_options.end(), std::back_inserter(fresh.m_options),
                     [this](const QString& one) { return isTlsOption(one); });
        fresh.m_hasOptions = !fresh.m_options.isEmpty();
    }
    if (isSecure() && !fresh.isLocal() && fresh.tls().isEmpty())
        fresh.setTls(QStringLiteral("verify"));
    *this = fresh;
}

// `postgresql:` becomes an address by its first part.
void AddressParts::root()
{
    if (m_lead == QLatin1String(":") && m_scheme != QLatin1String("memory"))
        m_lead = QStringLiteral("://");
}

QString AddressParts::host() const
{
    if (isList())
        return m_host;
    if (m_host.startsWith(u'[') && m_host.endsWith(u']'))
        return m_host.mid(1, m_host.size() - 2);
    return decoded(m_host);
}

void AddressParts::setHost(const QString& text)
{
    if (text == host())
        return;
    root();
    static const QRegularExpression withPort(QStringLiteral("^([^:]*):(\\d+)$"));
    static const QRegularExpression brackets(QStringLiteral("^\\[([0-9a-fA-F:.%\\w]+)\\](?::(\\d+))?$"));
    static const QRegularExpression address(QStringLiteral("^[0-9a-fA-F:.%\\w]*:[0-9a-fA-F:.%\\w]*:[0-9a-fA-F:.%\\w]*$"));
    const bool many = m_scheme == QLatin1String("mongodb") && text.contains(u',');
    if (m_scheme == QLatin1String("redlock") || many) {
        m_host = withoutSpaces(text);
        m_hasPort = false;
        m_port.clear();
    } else if (const auto bracketed = brackets.match(text); bracketed.hasMatch()) {
        m_host = u'[' + bracketed.captured(1) + u']';
        if (!bracketed.captured(2).isEmpty())
            setPort(bracketed.captured(2));
    } else if (address.match(text).hasMatch()) {
        m_host = u'[' + text + u']';
    } else if (const auto both = withPort.match(text); both.hasMatch()) {
        m_host = encoded(both.captured(1));
        setPort(both.captured(2));
    } else {
        m_host = encoded(text);
    }
}

void AddressParts::setPort(const QString& text)
{
    if (text == m_port)
        return;
    root();
    m_port = encoded(text);
    m_hasPort = !text.isEmpty();
}

QString AddressParts::database() const { return isLocal() ? m_path : decoded(m_path); }

void AddressParts::setDatabase(const QString& text)
{
    if (text == database())
        return;
    root();
    m_path = isLocal() ? text : encoded(text, QLatin1String("/"));
    m_hasPath = !text.isEmpty();
}

QString AddressParts::user() const { return decoded(m_user); }

void AddressParts::setUser(const QString& text)
{
    if (text == user())
        return;
    root();
    m_user = encoded(text);
    m_hasUser = !text.isEmpty() || m_hasPassword;
}

bool AddressParts::isOption(const QString& written, const QString& name) const
{
    // libmongoc reads the names in any case.
    const bool any = m_scheme == QLatin1String("mongodb");
    return decoded(written.section(u'=', 0, 0)).compare(name, any ? Qt::CaseInsensitive : Qt::CaseSensitive) == 0;
}

bool AddressParts::isTlsOption(const QString& written) const
{
    return std::any_of(tlsOptions.begin(), tlsOptions.end(),
                       [&](const char* name) { return isOption(written, QLatin1String(name)); });
}

qsizetype AddressParts::find(const QString& name) const
{
    const auto found = std::find_if(m_options.begin(), m_options.end(), [&](const QString& one) { return isOption(one, name); });
    return found == m_options.end() ? -1 : found - m_options.begin();
}

QString AddressParts::option(const QString& name) const
{
    const qsizetype at = find(name);
    return at < 0 ? QString() : decoded(m_options[at].section(u'=', 1));
}

void AddressParts::setOption(const QString& name, const QString& value)
{
    if (value == option(name))
        return;
    root();
    const QString written = name + u'=' + encoded(value, QLatin1String("/:,"));
    const qsizetype at = find(name);
    if (value.isEmpty())
        m_options.removeAt(at);
    else if (at >= 0)
        m_options[at] = written;
    else if (m_options == QStringList{QString()}) // `?` alone
        m_options = {written};
    else
        m_options << written;
    m_hasOptions = !m_options.isEmpty();
}

QString AddressParts::tls() const
{
    const QString mode = option(QLatin1String(tlsOptions.front())).toLower();
    if (mode == QLatin1String("true"))
        return QStringLiteral("verify");
    return mode == QLatin1String("false") ? QStringLiteral("off") : mode;
}

void AddressParts::setTls(const QString& mode)
{
    if (mode == tls())
        return;
    if (isSecure() && mode == QLatin1String("off"))
        m_scheme = QStringLiteral("redis");
    setOption(QLatin1String(tlsOptions.front()), mode);
    if (!mode.isEmpty() && mode != QLatin1String("off"))
        return;
    for (const char* name : tlsOptions)
        if (name != tlsOptions.front())
            setOption(QLatin1String(name), {});
}

QString AddressParts::otherOptions() const
{
    QStringList others;
    std::copy_if(m_options.begin(), m_options.end(), std::back_inserter(others),
                 [this](const QString& one) { return !isTlsOption(one); });
    return others.join(u'&');
}

void AddressParts::setOtherOptions(const QString& query)
{
    if (query == otherOptions())
        return;
    m_options.removeIf([this](const QString& one) { return !isTlsOption(one); });
    if (!query.isEmpty())
        m_options += encoded(query, QLatin1String("!\"#$%&'()*+,/:;<=>?@[\\]^`{|}")).split(u'&');
    m_hasOptions = !m_options.isEmpty();
}

int usualPort(const QString& kind)
{
    if (kind == QLatin1String("postgresql"))
        return 5432;
    if (kind == QLatin1String("redis"))
        return 6379;
    if (kind == QLatin1String("mariadb"))
        return 3306;
    return kind == QLatin1String("mongodb") ? 27017 : 0;
}

} // namespace lockdesk

// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

namespace lockdesk {

/// A store's address in fields. What no field changes stays as it was written: an address that is read and written again is
/// the same text, also half an address, a wrong one, and options that no field shows.
class AddressParts
{
public:
    AddressParts() = default;
    /// Never fails: what is typed so far has parts as well.
    explicit AddressParts(const QString& url);
    [[nodiscard]] QString text() const;

    /// The scheme in the spelling of StoreUrl: `postgresql` for `postgres`, `redis` for `rediss`. Empty: none yet.
    [[nodiscard]] QString kind() const;
    /// Drops what only the former kind understands: its options but those of TLS, its port, and between a server and a file
    /// everything.
    void setKind(const QString& kind);
    /// A file or process memory: without server, user and TLS.
    [[nodiscard]] bool isLocal() const;
    /// `rediss`: the scheme itself asks for verified TLS.
    [[nodiscard]] bool isSecure() const { return m_scheme == QLatin1String("rediss"); }
    /// Several servers, each with its own port.
    [[nodiscard]] bool isList() const;

    [[nodiscard]] QString host() const; ///< decoded, an IPv6 address without brackets; a list as written
    void setHost(const QString& text);  ///< `host:port` sets both
    [[nodiscard]] QString port() const { return m_port; }
    void setPort(const QString& text);
    [[nodiscard]] QString database() const; ///< decoded; a file or name verbatim
    void setDatabase(const QString& text);
    [[nodiscard]] QString user() const; ///< decoded
    void setUser(const QString& text);
    /// Decoded value of an option; empty: not there.
    [[nodiscard]] QString option(const QString& name) const;
    /// Empty: removes it.
    void setOption(const QString& name, const QString& value);
    /// `verify`, `require`, `off`, empty: the client's own way.
    [[nodiscard]] QString tls() const;
    /// `off` and empty take the files and names of TLS away.
    void setTls(const QString& mode);
    /// The options that have no field, as written: `a=b&c=d`.
    [[nodiscard]] QString otherOptions() const;
    void setOtherOptions(const QString& query);

private:
    void readServer(const QString& rest);
    void root();
    [[nodiscard]] qsizetype find(const QString& name) const;
    [[nodiscard]] bool isOption(const QString& written, const QString& name) const;
    [[nodiscard]] bool isTlsOption(const QString& written) const;
    [[nodiscard]] QString server() const;

    // As written.
    QString m_scheme, m_lead; ///< `postgresql`, `://`
    QString m_user, m_password, m_host, m_port, m_path;
    bool m_hasUser = false, m_hasPassword = false, m_hasPort = false, m_hasPath = false, m_hasOptions = false;
    QStringList m_options; ///< `name=value`
};

/// The port that a kind's servers listen on; 0: none.
int usualPort(const QString& kind);

} // namespace lockdesk

// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

namespace lockdesk {

struct Capabilities;

struct ConnectionInfo
{
    QString id; ///< stable, for settings and lookups
    QString name;
    QString environment = QStringLiteral("development"); ///< development, staging, production
    QString kind; ///< `PostgreSQL 16`; empty: taken from the capabilities once connected
    QString url;  ///< without password
    QString source = QStringLiteral("lockdesk");
    QStringList moreSources{}; ///< other lock formats shown as well: `dist_lock`, `redisson`, ...
    bool readOnly = false;
    bool recording = false; ///< replayed from a file, without a store
    bool saved = false;     ///< stored under its name, where other programs find it
    friend bool operator==(const ConnectionInfo&, const ConnectionInfo&) = default;
};

/// Returns the kind of a connection's store, `PostgreSQL 16`: as the connection names it, else from the capabilities, which
/// are null before the first connect.
QString storeKind(const ConnectionInfo& info, const Capabilities* capabilities);

} // namespace lockdesk

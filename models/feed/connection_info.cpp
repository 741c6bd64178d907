// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/feed/connection_info.h"

#include "backends/engine/contracts/capabilities.h"
#include "models/format/format.h"

#include <QCoreApplication>

namespace lockdesk {

QString storeKind(const ConnectionInfo& info, const Capabilities* capabilities)
{
    if (!info.kind.isEmpty() || !capabilities)
        return info.kind;
    const QString store = format::foreign(capabilities->store);
    const QString name = store == u"postgresql" ? QStringLiteral("PostgreSQL")
                         : store == u"sqlite"   ? QStringLiteral("SQLite")
                         : store == u"redis"    ? QStringLiteral("Redis")
                         : store == u"mariadb"  ? QStringLiteral("MariaDB")
                         : store == u"mongodb"  ? QStringLiteral("MongoDB")
                         : store == u"redlock"  ? QStringLiteral("Redlock")
                         : store == u"memory"   ? QCoreApplication::translate("lockdesk::format", "memory")
                                                : store;
    // The common version number: `16`, not `16.4 (Debian ...)`.
    const QString version = format::foreign(capabilities->version);
    const QString number = version.section(u' ', 0, 0).section(u'.', 0, 0);
    bool isNumber = false;
    number.toInt(&isNumber);
    return isNumber ? name + u' ' + number : name;
}

} // namespace lockdesk

// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/lock_record.h"

#include "backends/engine/session_locks.h"
#include "models/feed.h"
#include "models/format.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace lockdesk {

namespace {

struct LockRecordTexts
{
    Q_DECLARE_TR_FUNCTIONS(lock_record)
};

QJsonObject recordOf(const LockRow& row) { return QJsonDocument::fromJson(QByteArray::fromStdString(row.raw)).object(); }

// A number or a text, as stores differ.
QString plain(const QJsonValue& value) { return format::foreign(value.toVariant().toString().toStdString()); }

qint64 number(const QJsonValue& value) { return value.toVariant().toLongLong(); }

} // namespace

QString sourceOf(const ConnectionInfo& info, const LockRow& row)
{
    return row.key.empty() ? info.source : format::exact(row.source);
}

QString sessionOf(const LockRow& row)
{
    return session_lock_kind(row.source) ? plain(recordOf(row)[QLatin1String("session")]) : QString();
}

QString sessionText(const LockRow& row)
{
    const QString session = sessionOf(row);
    if (session.isEmpty())
        return {};
    const QJsonObject record = recordOf(row);
    QStringList parts{LockRecordTexts::tr("session %1").arg(session)};
    QString program = plain(record[QLatin1String("program")]);
    if (program.isEmpty())
        program = plain(record[QLatin1String("user")]);
    const QString client = plain(record[QLatin1String("client")]);
    if (!program.isEmpty())
        parts += client.isEmpty() ? program : LockRecordTexts::tr("%1 from %2").arg(program, client);
    else if (!client.isEmpty())
        parts += LockRecordTexts::tr("from %1").arg(client);
    if (const QString state = plain(record[QLatin1String("state")]); !state.isEmpty())
        parts += state;
    return parts.join(QStringLiteral(", "));
}

QString sessionStatement(const LockRow& row)
{
    return session_lock_kind(row.source) ? plain(recordOf(row)[QLatin1String("last_statement")]).simplified().left(120)
                                         : QString();
}

std::optional<QuorumView> quorumOf(const LockRow& row)
{
    if (row.source != "redlock")
        return std::nullopt;
    const QJsonObject record = recordOf(row);
    if (!record.contains(QLatin1String("servers")))
        return std::nullopt;
    QuorumView view;
    view.quorum = number(record[QLatin1String("quorum")]);
    view.held = number(record[QLatin1String("held")]);
    view.valid = Duration{number(record[QLatin1String("valid_us")])};
    for (const QJsonValue& one : record[QLatin1String("servers")].toArray()) {
        const QJsonObject server = one.toObject();
        ServerView shown{plain(server[QLatin1String("server")]), plain(server[QLatin1String("says")]),
                         plain(server[QLatin1String("owner")]), std::nullopt};
        if (const QJsonValue left = server[QLatin1String("left_us")]; left.isDouble())
            shown.left = Duration{number(left)};
        view.servers.push_back(std::move(shown));
    }
    return view;
}

std::optional<DrawView> drawOf(const LockRow& row)
{
    if (!row.name.starts_with("draw:") || row.raw.empty())
        return std::nullopt;
    const QJsonObject record = recordOf(row);
    if (!record.contains(QLatin1String("places")))
        return std::nullopt;
    return DrawView{number(record[QLatin1String("places")]), number(record[QLatin1String("accepted")]),
                    number(record[QLatin1String("ranked")])};
}

} // namespace lockdesk

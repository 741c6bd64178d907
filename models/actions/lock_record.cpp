// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/actions/lock_record.h"

#include "models/feed/feed.h"
#include "models/format/format.h"

#include <QCoreApplication>
#include <QStringList>

namespace lockdesk {

namespace {

struct LockRecordTexts
{
    Q_DECLARE_TR_FUNCTIONS(lock_record)
};

// On one line and short: it is shown beside other facts.
constexpr int longest_shown_statement = 120;

} // namespace

QString sourceOf(const ConnectionInfo& info, const LockRow& row)
{
    return row.key.empty() ? info.source : format::exact(row.source);
}

QString sessionText(const LockRow& row)
{
    if (!row.session || row.session->id.empty())
        return {};
    const LockSession& session = *row.session;
    QStringList parts{LockRecordTexts::tr("session %1").arg(format::foreign(session.id))};
    const QString program = format::foreign(session.program.empty() ? session.user : session.program);
    const QString client = format::foreign(session.client);
    if (!program.isEmpty())
        parts += client.isEmpty() ? program : LockRecordTexts::tr("%1 from %2").arg(program, client);
    else if (!client.isEmpty())
        parts += LockRecordTexts::tr("from %1").arg(client);
    if (!session.state.empty())
        parts += format::foreign(session.state);
    return parts.join(QStringLiteral(", "));
}

QString sessionStatement(const LockRow& row)
{
    return row.session ? format::foreign(row.session->last_statement).simplified().left(longest_shown_statement) : QString();
}

} // namespace lockdesk

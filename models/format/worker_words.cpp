// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/format/worker_words.h"

#include "models/format/format.h"
#include "models/format/format_tr.h"

#include <QRegularExpression>
#include <QStringList>

namespace lockdesk::format {

QString workerDoing(const std::string& doing)
{
    const QString text = foreign(doing);
    static const QRegularExpression more(QStringLiteral("^(.*) and ([0-9]{1,9}) more$"));
    const auto match = more.match(text);
    return match.hasMatch() ? tr("%1 and %2 more").arg(match.captured(1), count(match.captured(2).toLongLong())) : text;
}

QString workerWorks(const std::string& kinds)
{
    QStringList parts = foreign(kinds).split(QStringLiteral("; "));
    for (QString& part : parts) {
        if (part.startsWith(QLatin1String("relays ")))
            part = tr("relays %1").arg(part.mid(7));
        else if (part.startsWith(QLatin1String("guards ")))
            part = tr("guards %1").arg(part.mid(7));
        else if (part.startsWith(QLatin1String("leads ")))
            part = tr("leads %1").arg(part.mid(6));
    }
    return parts.join(QStringLiteral("; "));
}

} // namespace lockdesk::format

// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/format/worker_words.h"

#include "backends/observe/finding.h"
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
    static const QRegularExpression bareComma(QStringLiteral(",(?=\\S)"));
    for (QString& part : parts) {
        part.replace(bareComma, QStringLiteral(", ")); // a line can break there
        if (part.startsWith(QLatin1String("relays ")))
            part = tr("relays %1").arg(part.mid(7));
        else if (part.startsWith(QLatin1String("guards ")))
            part = tr("guards %1").arg(part.mid(7));
        else if (part.startsWith(QLatin1String("leads ")))
            part = tr("leads %1").arg(part.mid(6));
    }
    return parts.join(QStringLiteral("; "));
}

QString ownFault(const OwnFault& fault, TimePoint now)
{
    const QString at = clock(fault.at, now);
    switch (fault.what) {
    case OwnFault::What::frozen: return tr("frozen by you at %1").arg(at);
    case OwnFault::What::killed:
        return (fault.byUser ? tr("killed by you at %1") : tr("killed at %1, not from this window")).arg(at);
    case OwnFault::What::cutOff: break;
    }
    return tr("cut off from its store by you at %1").arg(at);
}

QString ownFaultSince(const OwnFault& fault, TimePoint now)
{
    return (fault.byUser ? tr("by you, %1") : tr("not by you, %1")).arg(clock(fault.at, now));
}

QString ownFaultSentence(const std::string& owner, const OwnFault& fault, TimePoint now)
{
    return tr("%1 was %2.").arg(ownerShort(owner), ownFault(fault, now));
}

QString findingKind(const Finding& finding, const OwnFaults& faults)
{
    const bool silent = finding.kind == FindingKind::holder_silent || finding.kind == FindingKind::holder_gone;
    const OwnFault* fault = silent ? faults.of(finding) : nullptr;
    if (fault == nullptr)
        return findingKind(finding.kind, finding.entity);
    switch (fault->what) {
    case OwnFault::What::frozen: return tr("holder frozen");
    case OwnFault::What::killed: return tr("holder killed");
    case OwnFault::What::cutOff: break;
    }
    return tr("holder cut off");
}

QString evidence(const Finding& finding, const OwnFaults& faults, TimePoint now)
{
    const QString said = evidence(finding.evidence, now);
    std::string who;
    const OwnFault* fault = faults.of(finding, &who);
    return fault == nullptr ? said : tr("%1 %2; %3").arg(ownerShort(who), ownFault(*fault, now), said);
}

} // namespace lockdesk::format

// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/sheets/action_points.h"

#include "models/format/format.h"
#include "widgets/sheets/action_flow.h"
#include "widgets/sheets/command_layout.h"

#include <algorithm>
#include <cstdint>
#include <map>

namespace lockdesk {

namespace {

void addSessionEnd(const SessionEnd& ends, std::vector<SheetPoint>& points)
{
    const QString session = format::foreign(ends.session), program = format::foreign(ends.program);
    if (session.isEmpty())
        return points.push_back(
            {Glyph::unknown, Tone::text2, ActionFlow::tr("The session is gone already: nothing will happen")});
    points.push_back({Glyph::diamond, Tone::expired,
                      program.isEmpty()
                          ? ActionFlow::tr("The whole session %1 ends: its program must connect again").arg(session)
                          : ActionFlow::tr("The whole session %1 of %2 ends: it must connect again").arg(session, program)});
    points.push_back(ends.in_transaction
                         ? SheetPoint{Glyph::triangle, Tone::closing, ActionFlow::tr("Its open transaction rolls back")}
                         : SheetPoint{Glyph::ring, Tone::text2, ActionFlow::tr("It has no transaction open")});
    QStringList others;
    for (const std::string& name : ends.also_frees)
        others += format::foreign(name);
    if (!others.isEmpty())
        points.push_back(
            {Glyph::triangle, Tone::closing, ActionFlow::tr("Also freed: %1").arg(others.join(QStringLiteral(", ")))});
}

SheetPoint protectionPoint(Protection protection, const ActionRequest& request)
{
    switch (protection) {
    case Protection::row:
        return {Glyph::check, Tone::live,
                request.targets.size() == 1
                    ? ActionFlow::tr("Protected, same row: late writes that pass the fence with token %1 are refused")
                          .arg(format::token(request.targets.front().token))
                    : ActionFlow::tr("Protected, same row: late writes that pass the fence with the tokens above are "
                                     "refused")};
    case Protection::floor:
        return {Glyph::check, Tone::live, ActionFlow::tr("Protected by a larger token, where the resource checks it")};
    case Protection::weak:
        return {Glyph::triangle, Tone::closing, ActionFlow::tr("Weakly protected: tokens of this source may start again")};
    case Protection::none: break;
    }
    return {Glyph::triangle, Tone::closing, ActionFlow::tr("Not protected: this source has no tokens")};
}

SheetPoint wakesPoint(const ActionRequest& request, qint64 wakes, bool all)
{
    if (wakes == 0)
        return {Glyph::play, Tone::text2, ActionFlow::tr("Nobody waits for it")};
    QString text = request.holdOff.count() > 0
                       ? ActionFlow::tr("%Ln waiter(s) wait until the hold-off is over, then wake", nullptr, int(wakes))
                       : ActionFlow::tr("%Ln waiter(s) wake at once", nullptr, int(wakes));
    if (!all)
        text = ActionFlow::tr("%1 (of the first %2 locks)").arg(text).arg(ActionPreview::mostPreviewed);
    return {Glyph::play, Tone::text2, text};
}

} // namespace

std::vector<SheetPoint> forceConsequences(const ActionRequest& request, const ActionPreview& preview)
{
    std::vector<SheetPoint> points;
    qint64 wakes = 0;
    bool twice = false, all = true;
    Protection protection = Protection::row;
    for (const auto& item : preview.items) {
        all = all && item.asked;
        if (!item.asked)
            continue;
        wakes += item.wakes;
        twice |= item.mayRunTwice;
        protection = std::max(protection, item.protection);
    }
    if (endsSessions(request))
        points.push_back({Glyph::play, Tone::text2, ActionFlow::tr("Whoever tries next gets it")});
    else
        points.push_back(wakesPoint(request, wakes, all));
    for (const auto& item : preview.items)
        if (item.ends)
            addSessionEnd(*item.ends, points);
    if (twice && !endsSessions(request))
        points.push_back({Glyph::triangle, Tone::closing,
                          request.targets.size() > 1
                              ? ActionFlow::tr("The runs may happen twice: no holder is stopped")
                              : ActionFlow::tr("The run may happen twice: its holder is not stopped")});
    points.push_back(protectionPoint(protection, request));
    points.push_back({Glyph::triangle, Tone::closing, ActionFlow::tr("Not protected: mails and calls to other systems")});
    return points;
}

QString commandsText(const ActionRequest& request, const ActionPreview& preview)
{
    QStringList parts;
    std::map<QString, QString> scripts; // once, however many call them
    std::int64_t left = 0;
    for (std::size_t i = 0; i < preview.items.size(); ++i) {
        const auto& item = preview.items[i];
        left += !item.asked;
        scripts.insert(item.scripts.begin(), item.scripts.end());
        const QString text = item.failure.isEmpty() ? transactionText(item.commands) : QStringLiteral("-- ") + item.failure;
        if (!item.asked || text.isEmpty())
            continue;
        if (preview.items.size() > 1 && i < request.targets.size())
            parts += QStringLiteral("-- %1").arg(format::foreign(request.targets[i].key));
        parts += text;
    }
    if (left > 0 && !parts.isEmpty())
        parts += QStringLiteral("-- ") + ActionFlow::tr("the same for %1 more").arg(format::count(left));
    for (const auto& [called, text] : scripts) // a hash is known by its beginning
        parts += QStringLiteral("-- ") + ActionFlow::tr("the script %1:").arg(called.size() == 40 ? called.left(8) : called)
                 + u'\n' + text.trimmed();
    if (parts.isEmpty())
        parts += QStringLiteral("-- ")
                 + (request.targets.size() == 1 ? ActionFlow::tr("what the command line below sends")
                                                : ActionFlow::tr("what the command lines below send"));
    return parts.join(QLatin1Char('\n'));
}

SheetVictim victimOf(const Feed& feed, const WorkerRow& worker)
{
    SheetVictim victim;
    victim.name = format::ownerShort(worker.id);
    victim.owner = format::foreign(worker.id);
    victim.token = QString::number(worker.pid);
    victim.left = format::past(feed.now() - worker.beat_at);
    return victim;
}

} // namespace lockdesk

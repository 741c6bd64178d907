// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/sheets/action_points.h"

#include "models/format/format.h"
#include "widgets/sheets/action_flow.h"
#include "widgets/sheets/command_layout.h"

#include <cstdint>
#include <map>

namespace lockdesk {

namespace {

struct PointLook
{
    Glyph glyph;
    Tone tone;
};

PointLook lookOf(ActionPoint::Kind kind)
{
    switch (kind) {
    case ActionPoint::Kind::effect: return {Glyph::play, Tone::text2};
    case ActionPoint::Kind::waiting: return {Glyph::clockHands, Tone::text2};
    case ActionPoint::Kind::protection: return {Glyph::check, Tone::live};
    case ActionPoint::Kind::harmless: return {Glyph::ring, Tone::text2};
    case ActionPoint::Kind::risk: return {Glyph::triangle, Tone::closing};
    case ActionPoint::Kind::loss: return {Glyph::diamond, Tone::expired};
    case ActionPoint::Kind::pause: return {Glyph::bars, Tone::closing};
    case ActionPoint::Kind::slow: return {Glyph::wave, Tone::closing};
    case ActionPoint::Kind::unknown: break;
    }
    return {Glyph::unknown, Tone::text2};
}

} // namespace

std::vector<SheetPoint> sheetPoints(const std::vector<ActionPoint>& points)
{
    std::vector<SheetPoint> out;
    for (const ActionPoint& point : points) {
        const PointLook look = lookOf(point.kind);
        out.push_back({look.glyph, look.tone, point.text});
    }
    return out;
}

QString whyNoPreview(const ActionPreview::Item& item)
{
    return item.failure ? format::engineSentence(item.failure->message) : item.refused;
}

QString commandsText(const ActionRequest& request, const ActionPreview& preview)
{
    QStringList parts;
    std::map<QString, QString> scripts; // each once, also if several commands call it
    std::int64_t left = 0;
    for (std::size_t i = 0; i < preview.items.size(); ++i) {
        const auto& item = preview.items[i];
        left += !item.asked;
        scripts.insert(item.scripts.begin(), item.scripts.end());
        const QString text = item.works() || !item.asked ? transactionText(item.commands)
                                                       : QStringLiteral("-- ") + whyNoPreview(item);
        if (!item.asked || text.isEmpty())
            continue;
        if (preview.items.size() > 1 && i < request.targets.size())
            parts += QStringLiteral("-- %1").arg(format::foreign(request.targets[i].key));
        parts += text;
    }
    if (left > 0 && !parts.isEmpty())
        parts += QStringLiteral("-- ") + ActionFlow::tr("the same for %1 more").arg(format::count(left));
    for (const auto& [called, text] : scripts) // of a hash, eight characters are enough
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

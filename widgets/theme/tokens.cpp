// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/theme/tokens.h"

#include <QHash>

namespace lockdesk {

namespace {

constexpr QRgb rgb(unsigned value) { return 0xff000000u | value; }

Tokens darkTokens()
{
    Tokens t;
    t.window = rgb(0x1E2125), t.base = rgb(0x15171A), t.raised = rgb(0x262A30), t.line = rgb(0x30353C);
    t.hairline = rgb(0x202429), t.selected = rgb(0x24364D), t.selectedUnfocused = rgb(0x2B3037), t.actNow = rgb(0x2B1A16);
    t.text = rgb(0xE4E7EA), t.text2 = rgb(0xA9B1BA), t.text3 = rgb(0x959EA8), t.primary = rgb(0x7CB8FF);
    t.inputEdge = rgb(0x626B75), t.barTrack = rgb(0x23272D), t.danger = rgb(0xE4572E);
    t.button = rgb(0x2E333A), t.buttonEdge = rgb(0x4A515A), t.onPrimary = rgb(0x0F1A26), t.onDanger = rgb(0x1A0E0A);
    t.heldInk = rgb(0x62ABF5), t.closingInk = rgb(0xF2B53D), t.expiredInk = rgb(0xFF7F5C), t.coolingInk = rgb(0x58D6C2);
    t.freeInk = rgb(0x98A1AB), t.liveInk = rgb(0x3FC4B0);
    t.heldFill = rgb(0x4A8CD2), t.closingFill = rgb(0xD9981A), t.expiredFill = rgb(0xE4572E), t.coolingFill = rgb(0x2A9485);
    t.production = rgb(0xC2265E), t.productionLine = rgb(0xD93A72), t.staging = rgb(0xB59CFF), t.development = rgb(0x7CC38A);
    return t;
}

Tokens lightTokens()
{
    Tokens t;
    t.window = rgb(0xECEEF0), t.base = rgb(0xFFFFFF), t.raised = rgb(0xF6F7F8), t.line = rgb(0xD5D9DE);
    t.hairline = rgb(0xEDEFF1), t.selected = rgb(0xDBE9FA), t.selectedUnfocused = rgb(0xE4E7EA), t.actNow = rgb(0xFDEFE9);
    t.text = rgb(0x191D22), t.text2 = rgb(0x4E5761), t.text3 = rgb(0x59626C), t.primary = rgb(0x0B5CAD);
    t.inputEdge = rgb(0x7F8790), t.barTrack = rgb(0xEDF0F2), t.danger = rgb(0xB3260A);
    t.button = rgb(0xFBFBFC), t.buttonEdge = rgb(0xB4BAC2), t.onPrimary = rgb(0xFFFFFF), t.onDanger = rgb(0xFFFFFF);
    t.heldInk = rgb(0x0A5EB0), t.closingInk = rgb(0x856200), t.expiredInk = rgb(0x9E1C00), t.coolingInk = rgb(0x00554B);
    t.freeInk = rgb(0x59626C), t.liveInk = rgb(0x0A6B60);
    t.heldFill = rgb(0x3B88D4), t.closingFill = rgb(0xBC7C00), t.expiredFill = rgb(0xD24A18), t.coolingFill = rgb(0x1E8E7E);
    t.production = rgb(0xC2265E), t.productionLine = rgb(0xC2265E), t.staging = rgb(0x5F3FB8), t.development = rgb(0x2C6B3A);
    return t;
}

const QHash<QString, StateLook>& looks()
{
    static const QHash<QString, StateLook> table = {
        {"held", {Glyph::disc, Tone::held, false}},
        {"sending", {Glyph::disc, Tone::held, false}},
        {"closing", {Glyph::quarter, Tone::closing, false}},
        {"late", {Glyph::quarter, Tone::closing, false}},
        {"warning", {Glyph::triangle, Tone::closing, false}},
        {"expired", {Glyph::diamond, Tone::expired, true}},
        {"silent", {Glyph::diamond, Tone::expired, true}},
        {"dead", {Glyph::diamond, Tone::expired, true}},
        {"failed", {Glyph::diamond, Tone::expired, true}},
        {"alarm", {Glyph::diamond, Tone::expired, true}},
        {"refused", {Glyph::diamond, Tone::expired, true}},
        {"crashed", {Glyph::cross, Tone::expired, true}},
        {"killed", {Glyph::cross, Tone::expired, true}},
        {"cut-off", {Glyph::staleSquare, Tone::closing, false}},
        {"cooling", {Glyph::dashedRing, Tone::cooling, false}},
        {"free", {Glyph::ring, Tone::free, false}},
        {"waiting", {Glyph::clockHands, Tone::free, false}},
        {"pending", {Glyph::clockHands, Tone::free, false}},
        {"due", {Glyph::play, Tone::text, false}},
        {"live", {Glyph::disc, Tone::live, false}},
        {"admitted", {Glyph::check, Tone::live, false}},
        {"sent", {Glyph::check, Tone::live, false}},
        {"done", {Glyph::check, Tone::live, false}},
        {"released", {Glyph::check, Tone::live, false}},
        {"changed", {Glyph::triangle, Tone::closing, false}},
        {"paused", {Glyph::bars, Tone::free, false}},
        {"frozen", {Glyph::bars, Tone::closing, false}},
        {"slow", {Glyph::wave, Tone::closing, false}},
        {"stopping", {Glyph::ring, Tone::free, false}},
        {"stopped", {Glyph::ring, Tone::free, false}},
        {"connecting", {Glyph::clockHands, Tone::free, false}},
        {"acknowledged", {Glyph::check, Tone::free, false}},
        {"muted", {Glyph::bars, Tone::free, false}},
        {"stale", {Glyph::staleSquare, Tone::closing, false}},
        {"no answer", {Glyph::staleSquare, Tone::closing, false}},
    };
    return table;
}

} // namespace

QColor Tokens::ink(Tone tone) const
{
    switch (tone) {
    case Tone::text: return text;
    case Tone::text2: return text2;
    case Tone::text3: return text3;
    case Tone::primary: return primary;
    case Tone::held: return heldInk;
    case Tone::closing: return closingInk;
    case Tone::expired: return expiredInk;
    case Tone::cooling: return coolingInk;
    case Tone::free: return freeInk;
    case Tone::live: return liveInk;
    case Tone::onPrimary: return onPrimary;
    case Tone::onDanger: return onDanger;
    }
    return text;
}

QColor Tokens::fill(Tone tone) const
{
    switch (tone) {
    case Tone::held: return heldFill;
    case Tone::closing: return closingFill;
    case Tone::expired: return expiredFill;
    case Tone::cooling: return coolingFill;
    default: return ink(tone);
    }
}

const Tokens& tokensOf(Scheme scheme)
{
    static const Tokens dark = darkTokens();
    static const Tokens light = lightTokens();
    return scheme == Scheme::dark ? dark : light;
}

StateLook stateLook(const QString& word) { return looks().value(word); }

EnvironmentLook environmentLook(const QString& environment, const Tokens& tokens)
{
    if (environment == QLatin1String("production"))
        return {tokens.productionLine, Qt::SolidLine, EnvironmentLook::Chip::filled, tokens.production};
    if (environment == QLatin1String("staging"))
        return {tokens.staging, Qt::DashLine, EnvironmentLook::Chip::outlined, tokens.staging};
    return {tokens.development, Qt::DotLine, EnvironmentLook::Chip::plain, tokens.development};
}

} // namespace lockdesk

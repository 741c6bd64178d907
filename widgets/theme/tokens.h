// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QString>

namespace lockdesk {

enum class Scheme { dark, light };

/// Meaning of an ink. Colour means state; chrome is graphite.
enum class Tone { text, text2, text3, primary, held, closing, expired, cooling, free, live, onPrimary, onDanger };

/// The 12 px state glyphs. Never colour alone: glyph and word, or a header with the word.
enum class Glyph {
    none,
    disc,        ///< held, sending, live
    quarter,     ///< closing, late
    diamond,     ///< expired, silent, dead, failed: with !
    dashedRing,  ///< cooling
    ring,        ///< free
    clockHands,  ///< waiting, pending
    triangle,    ///< warning, with !
    play,        ///< due
    check,       ///< admitted, sent
    cross,       ///< crashed, gone
    bars,        ///< paused, frozen
    wave,        ///< slow
    staleSquare, ///< no answer
    unknown,     ///< ring with ?
};

/// Every colour of the program, for one scheme. Text has a contrast of 4.5:1 on each surface.
struct Tokens
{
    QColor window, base, raised, line, hairline, selected, selectedUnfocused, actNow;
    QColor text, text2, text3, primary, inputEdge, barTrack, danger;
    QColor button, buttonEdge, onPrimary, onDanger;
    QColor heldInk, closingInk, expiredInk, coolingInk, freeInk, liveInk;
    QColor heldFill, closingFill, expiredFill, coolingFill;
    QColor production, productionLine, staging, development;

    [[nodiscard]] QColor ink(Tone tone) const;
    /// For bars and lanes; the ink if a tone has no fill of its own.
    [[nodiscard]] QColor fill(Tone tone) const;
};

const Tokens& tokensOf(Scheme scheme);

/// Glyph, ink and weight of a state word.
struct StateLook
{
    Glyph glyph = Glyph::unknown;
    Tone tone = Tone::text2;
    bool bold = false;
};

/// Returns the look of a state by its English word as models and command line spell it (`held`, `dead`, `silent`,
/// `frozen`, `no answer`, ...). An unknown word gets the ring with a question mark.
StateLook stateLook(const QString& word);

/// Environment colours are used for frames only: strip segment, detail, sheet, store column.
struct EnvironmentLook
{
    QColor line;                          ///< of the 3 px line and the store bar
    Qt::PenStyle pattern = Qt::SolidLine; ///< solid, dashed or dotted
    enum class Chip { filled, outlined, plain } chip = Chip::plain;
    QColor chipColor; ///< background of a filled chip, else its text
};

/// `production`, `staging`; anything else looks like development.
EnvironmentLook environmentLook(const QString& environment, const Tokens& tokens);

} // namespace lockdesk

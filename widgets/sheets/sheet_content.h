// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/common/lease_bar.h"
#include "widgets/theme/tokens.h"

#include <QString>
#include <QStringList>

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace lockdesk {

/// One record that an action is about.
struct SheetVictim
{
    QString name;
    QString owner; ///< whole, not shortened
    QString token;
    LeaseBar bar;
    QString left;      ///< `in 21 min`
    QString news = {}; ///< `changed hands`, `renewed`: in the place of the bar
    Tone newsTone = Tone::text2;
};

/// One line of evidence or consequence.
struct SheetPoint
{
    Glyph glyph = Glyph::none;
    Tone tone = Tone::text;
    QString text;
    friend bool operator==(const SheetPoint&, const SheetPoint&) = default;
};

/// What a sheet says before anything happens. Every text is finished: the sheet knows no store.
struct SheetContent
{
    QString title; ///< `Force unlock 2 locks`
    QString verb;  ///< of the button
    QString environment;
    QString subtitle; ///< `orders · source lockdesk`
    QString nameHeader, ownerHeader, tokenHeader, leftHeader;
    std::vector<SheetVictim> victims; ///< those without a name are asked for when they come into view
    std::vector<SheetPoint> evidence;
    std::vector<SheetPoint> consequences;
    QString commandsTitle; ///< `SQL that will run`
    QString commandsNote;
    QString footNote;
    bool danger = true; ///< the one filled red button
    bool needsReason = false;
    QString mustType;      ///< production: the name, or `2 in orders`; everywhere when there are many
    bool readOnly = false; ///< the connection cannot write: the button stays dead and says so
};

/// How long until it may be taken again: hold-off of a lock, wait of a task.
struct SheetDelay
{
    QString caption;     ///< `Hold off: nobody may take them for`
    QStringList choices; ///< `30s`, `5m`, ...; also typed freely
    QString initial;
    bool optional = true; ///< with a check box; off = none
    bool on = false;
    /// Reads what stands in the field, in microseconds; none: `parse_duration`.
    std::function<std::optional<std::int64_t>(const QString&)> read;
    QString wrong = {}; ///< beside a field that cannot be read; empty: number and unit
};

/// Outcome for one victim.
struct SheetResult
{
    QString name; ///< empty: of all together
    bool good = false;
    QString text; ///< `Changed hands: api-2 holds it now, token 4182. Nothing was done.`
    [[nodiscard]] QString sentence() const { return name.isEmpty() ? text : name + QStringLiteral(": ") + text; }
};

/// What has happened since the sheet was opened, and whether that keeps the button dead until the operator takes it up.
struct SheetNews
{
    QString text; ///< `Changed hands: api-2 holds it now, token 4182.`
    Tone tone = Tone::text2;
    bool blocks = false;
    QString takeUp = {}; ///< on a button of its own: the sheet is about what is there now
    friend bool operator==(const SheetNews&, const SheetNews&) = default;
};

} // namespace lockdesk

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

/// One target of an action.
struct SheetVictim
{
    QString name;
    QString owner; ///< whole, not shortened
    QString token;
    LeaseBar bar;
    QString left;      ///< `in 21 min`
    QString news = {}; ///< `changed hands`, `renewed`: instead of the bar
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

/// Texts of a sheet before the action. Every text is final: the sheet knows no store.
struct SheetContent
{
    QString title; ///< `Force unlock 2 locks`
    QString verb;  ///< of the button
    QString environment;
    QString subtitle; ///< `orders · source lockdesk`
    QString nameHeader, ownerHeader, tokenHeader, leftHeader;
    std::vector<SheetVictim> victims; ///< those without a name are requested when they come into view
    std::vector<SheetPoint> evidence;
    std::vector<SheetPoint> consequences;
    QString commandsTitle; ///< `SQL that will run`
    QString commandsNote;
    QString footNote;
    bool danger = true; ///< the one filled red button
    bool needsReason = false;
    QString mustType;      ///< production: the name, or `2 in orders`; everywhere when there are many
    bool readOnly = false; ///< the connection cannot write: the button stays disabled and says so
};

/// Delay until the row may be taken again: hold-off of a lock, wait of a task.
struct SheetDelay
{
    QString caption;     ///< `Hold off: nobody may take them for`
    QStringList choices; ///< `30s`, `5m`, ...; also typed freely
    QString initial;
    bool optional = true; ///< with a check box; off = none
    bool on = false;
    /// Parses the field, in microseconds; null: `parse_duration`.
    std::function<std::optional<std::int64_t>(const QString&)> read;
    QString wrong = {}; ///< hint beside an unreadable field; empty: number and unit
};

/// Outcome for one victim.
struct SheetResult
{
    QString name; ///< empty: of all together
    bool good = false;
    QString text; ///< `Changed hands: api-2 holds it now, token 4182. Nothing was done.`
    [[nodiscard]] QString sentence() const { return name.isEmpty() ? text : name + QStringLiteral(": ") + text; }
};

/// Changes since the sheet was opened, and whether they disable the button until the operator accepts them.
struct SheetNews
{
    QString text; ///< `Changed hands: api-2 holds it now, token 4182.`
    Tone tone = Tone::text2;
    bool blocks = false;
    QString takeUp = {}; ///< text of a separate button that accepts the current rows
    friend bool operator==(const SheetNews&, const SheetNews&) = default;
};

} // namespace lockdesk

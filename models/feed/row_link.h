// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backends/engine/contracts/changes.h"

#include <QByteArray>
#include <QString>

#include <optional>

namespace lockdesk {

/// A row as an address for chats and alerts: `lockdesk://orders/locks/nightly`. It names a connection by the name under which a
/// console has it, and only ever selects a row.
struct RowLink
{
    QString connection;
    Entity entity = Entity::lock;
    QString key; ///< as `KeyRole`
    friend bool operator==(const RowLink&, const RowLink&) = default;
};

inline constexpr qsizetype longestRowLink = 2048; ///< bytes

/// Formats a link; empty: this kind of row has none, its names are no text, or it would be too long.
QString rowLinkText(const RowLink& link);

struct ReadRowLink
{
    std::optional<RowLink> link;
    QString problem; ///< a sentence; empty: `link` is set
};
/// Parses a link from anybody: percent-encoded UTF-8 of at most `longestRowLink` bytes, without control characters or a query.
ReadRowLink readRowLink(const QByteArray& text);

} // namespace lockdesk

// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QVariant>

/// What the user has arranged, saved for each set of connections. A set without its own has what was arranged last.
namespace lockdesk::layout {

/// Returns a null variant if nothing was saved. `scope`: `ShownConnections::layout`; empty: none.
QVariant saved(const QString& scope, const QString& key);
/// Of more than forty sets, the one that was changed longest ago is forgotten.
void save(const QString& scope, const QString& key, const QVariant& value);
/// Forgets it, for this set and as what was arranged last.
void forget(const QString& scope, const QString& key);

} // namespace lockdesk::layout

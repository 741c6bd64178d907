// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

#include <vector>

namespace lockdesk {

/// A comparison as the stories behind the lessons tell it: opinions, not numbers.
struct ToldTable
{
    QString caption; ///< whose it is, and what to make of it
    QStringList headers;
    std::vector<QStringList> rows;
};

/// Pessimistic and optimistic locks in six situations, with stars of three.
ToldTable sixSituations();
/// A database, Redis, ZooKeeper: for which stage of a system.
ToldTable threeStages();

} // namespace lockdesk

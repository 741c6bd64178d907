// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

#include <vector>

namespace lockdesk {

/// A comparison quoted from the stories behind the lessons: opinions, not measurements.
struct ToldTable
{
    QString caption; ///< its source, and how to read it
    QStringList headers;
    std::vector<QStringList> rows;
};

/// Pessimistic and optimistic locks in six situations, with up to three stars.
ToldTable sixSituations();
/// A database, Redis, ZooKeeper: at which stage of a system.
ToldTable threeStages();

} // namespace lockdesk

// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backends/scenarios/event.h"

#include <QByteArray>
#include <QString>

#include <optional>
#include <vector>

namespace lockdesk {

class Classroom;

/// What it takes to run a lesson again.
struct ResultSettings
{
    QString lesson, variant;
    std::uint64_t seed = 1;
    std::vector<scenarios::Choice> choices;
};

/// The result of a lesson on paper: verdict, numbers, seed, what was done by hand, and every step.
class ResultPaper
{
public:
    /// For a file: with the settings in it, so that it can be opened again.
    static QString html(const Classroom& room, bool forFile);
    /// Runs the same again.
    static QString commandLine(const Classroom& room);
    /// Out of such a file; nothing if there are none in it.
    static std::optional<ResultSettings> settingsIn(const QByteArray& html);
};

} // namespace lockdesk

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

/// Settings that repeat a lesson.
struct ResultSettings
{
    QString lesson, variant;
    std::uint64_t seed = 1;
    std::vector<scenarios::Choice> choices;
};

/// A printable result of a lesson: verdict, numbers, seed, faults by hand, and every step.
class ResultPaper
{
public:
    /// `forFile`: embeds the settings, so that the file can be opened again.
    static QString html(const Classroom& room, bool forFile);
    /// Returns the command that repeats the run.
    static QString commandLine(const Classroom& room);
    /// Returns the settings embedded in such a file, or nullopt.
    static std::optional<ResultSettings> settingsIn(const QByteArray& html);
};

} // namespace lockdesk

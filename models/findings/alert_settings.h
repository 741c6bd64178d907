// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backends/observe/finding.h"

#include <QString>

#include <array>

namespace lockdesk {

/// What happens when a finding appears, kept in the settings of this program.
struct AlertSettings
{
    struct Target
    {
        QString command; ///< program and arguments, run without a shell; empty: none
        QString webhook; ///< http or https address, or `@FILE` with one in its first line; empty: none
        friend bool operator==(const Target&, const Target&) = default;
    };
    bool desktop = true; ///< notification of the desktop, and an icon in its tray
    Severity desktopFrom = Severity::act;
    std::array<Target, 3> targets; ///< by severity

    [[nodiscard]] Target& of(Severity severity) { return targets[static_cast<std::size_t>(severity)]; }
    [[nodiscard]] const Target& of(Severity severity) const { return targets[static_cast<std::size_t>(severity)]; }
    friend bool operator==(const AlertSettings&, const AlertSettings&) = default;

    static AlertSettings load();
    void save() const;
};

/// Returns what is wrong with a command or an address, or an empty text.
QString commandProblem(const QString& command);
QString webhookProblem(const QString& address);

} // namespace lockdesk

// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ctl/output.h"
#include "backends/observe/update.h"

#include <string>
#include <vector>

namespace lockdesk::ctl {

/// Prints an observer's findings: each one when it is new or changed, and when it has vanished.
class FindingsPrinter
{
public:
    explicit FindingsPrinter(Output& out) : m_out(out) {}
    /// Returns whether the update has findings. Prints nothing until the first snapshot, or until the store is stale; nor what
    /// is not settled.
    bool print(const Update& update, bool settled = true);
    [[nodiscard]] std::size_t count() const { return m_shown.size(); }

private:
    Output& m_out;
    bool m_complete = false;
    Findings m_shown;
};

} // namespace lockdesk::ctl

// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ctl/output.h"
#include "backends/observe/update.h"

#include <string>
#include <vector>

namespace lockdesk::ctl {

/// Prints what an observer finds: each finding when it is new or says something else, and those that are gone.
class FindingsPrinter
{
public:
    explicit FindingsPrinter(Output& out) : m_out(out) {}
    /// Answers whether the update says what is found. Until the first complete look nothing is printed.
    bool print(const Update& update);
    [[nodiscard]] std::size_t count() const { return m_shown.size(); }

private:
    Output& m_out;
    bool m_complete = false;
    std::vector<Finding> m_shown;
};

} // namespace lockdesk::ctl

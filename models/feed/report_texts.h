// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backends/observe/store_report.h"

#include <QString>

#include <vector>

namespace lockdesk {

struct ReportRow
{
    QString what, value;
};
struct ReportSection
{
    QString title;
    std::vector<ReportRow> rows;
};

/// What a store's server reports, ready to show: the store, what a lock is worth there and why, settings, session, and what
/// could not be read.
std::vector<ReportSection> reportSections(const StoreReport& report);

} // namespace lockdesk

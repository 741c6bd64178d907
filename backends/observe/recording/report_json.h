// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/observe/recording/row_json.h"
#include "backends/observe/store_report.h"

#include <optional>
#include <string>

namespace lockdesk {

/// Adds what is known of the store to an object: the `facts` of an incident bundle. Texts are masked.
void add_report(RowJson& facts, const StoreReport& report);
/// Reads it back from the text of such an object; nullopt: it is none. Wrong or missing values are left out.
std::optional<StoreReport> report_of(const std::string& facts);

} // namespace lockdesk

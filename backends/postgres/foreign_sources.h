// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/sql/foreign_sources.h"

namespace lockdesk::postgres {

const sql::ForeignForms& foreign_forms();

} // namespace lockdesk::postgres

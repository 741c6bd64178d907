// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/sql/admin.h"

namespace lockdesk::mariadb {

const sql::AdminForms& admin_forms();

} // namespace lockdesk::mariadb

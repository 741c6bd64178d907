// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/sql/result.h"

struct pg_result;

namespace lockdesk::postgres {

/// Takes a result of libpq, and frees it.
sql::Reply reply_of(pg_result* received);

} // namespace lockdesk::postgres

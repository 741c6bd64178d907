// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/postgres/result.h"
#include "backends/sql/rows.h"

namespace lockdesk::postgres {

using Decoder = sql::Decoder<Result>;
using sql::Raw;

using sql::audit_row;
using sql::lock_row;
using sql::message_row;
using sql::refusal_row;
using sql::task_row;
using sql::waiter_row;
using sql::worker_row;

} // namespace lockdesk::postgres

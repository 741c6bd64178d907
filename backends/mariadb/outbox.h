// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/sql/outbox.h"

namespace lockdesk::mariadb {

const sql::OutboxVerbs& outbox_verbs();

} // namespace lockdesk::mariadb

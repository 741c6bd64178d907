// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/sql/link.h"

#include <memory>

namespace lockdesk::mariadb {

std::unique_ptr<Changes> make_changes(sql::Link& link);

} // namespace lockdesk::mariadb

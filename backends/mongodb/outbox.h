// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/outbox.h"
#include "backends/mongodb/link.h"

namespace lockdesk::mongodb {

/// Values for the statement `outbox_add`.
Values message_values(const NewMessage& message);

} // namespace lockdesk::mongodb

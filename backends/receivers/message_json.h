// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/rows.h"

#include <string>

namespace lockdesk {

/// Formats a message for a receiver as one JSON object: `id`, `topic`, `payload` (as JSON if it is, else as a string),
/// `tries`, `created_us`.
std::string message_json(const MessageRow& message);

/// Whether the text is one JSON text (RFC 8259).
bool is_json(std::string_view text);

} // namespace lockdesk

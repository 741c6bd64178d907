// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/rows.h"

#include <string>

namespace lockdesk {

/// A message as a receiver gets it, one JSON object: `id`, `topic`, `payload` (as JSON when it is JSON, else as a string), `tries`,
/// `created_us`.
std::string message_json(const MessageRow& message);

/// Whether it is one JSON text (RFC 8259).
bool is_json(std::string_view text);

} // namespace lockdesk

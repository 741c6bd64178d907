// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/runners/relay.h"

#include <memory>
#include <string>
#include <string_view>

namespace lockdesk {

/// Accepts `exec:CMD`, `http://...`, `https://...`. Usage failure otherwise; unsupported failure in a build without HTTP.
Answer<std::unique_ptr<Receiver>> make_receiver(Runtime& runtime, std::string_view text);

/// Returns the part of such a text that is safe to show, store and record, because passwords and headers may be in it:
/// `exec:PROGRAM`, or scheme, host and port.
std::string receiver_label(std::string_view text);

} // namespace lockdesk

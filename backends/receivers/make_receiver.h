// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/runners/relay.h"

#include <memory>
#include <string>
#include <string_view>

namespace lockdesk {

/// `exec:CMD`, `http://...` or `https://...`. Usage failure for anything else; unsupported failure for HTTP when it is not built in.
Answer<std::unique_ptr<Receiver>> make_receiver(Runtime& runtime, std::string_view text);

/// What may be shown, stored and recorded of such a text, in which passwords and headers may stand: `exec:PROGRAM`, or scheme,
/// host and port.
std::string receiver_label(std::string_view text);

} // namespace lockdesk

// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/relay.h"

#include <memory>
#include <string_view>

namespace lockdesk {

/// `exec:CMD`, `http://...` or `https://...`. Usage failure for anything else; unsupported failure for HTTP when it is not built in.
Answer<std::unique_ptr<Receiver>> make_receiver(Runtime& runtime, std::string_view text);

} // namespace lockdesk

// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backends/engine/contracts/store.h"
#include "backends/engine/runners/relay.h"

#include <memory>
#include <string>
#include <vector>

namespace lockdesk::app {

// Modules (app/modules). The first call loads the module, and it stays loaded. Its file is `lockdesk-NAME.so` in a fixed folder beside
// the running program: a search path or an environment variable would let others choose the code that runs. An unsupported failure names
// the file: it is missing, what it links is missing, or it belongs to another version. All are thread-safe.

/// Opens a store by its module.
Answer<std::unique_ptr<Store>> open_by_module(const std::string& name, const StoreUrl& url);

/// Returns the text of a script or function that the statements of that module's store call; empty: none.
std::string script_text_by_module(const std::string& name, const std::string& called);

/// Makes an HTTP receiver by the module with libcurl.
Answer<std::unique_ptr<Receiver>> http_receiver_by_module(Runtime& runtime, const std::string& url,
                                                          const std::vector<std::string>& headers);

} // namespace lockdesk::app

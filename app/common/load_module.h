// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backends/engine/contracts/store.h"

namespace lockdesk::app {

/// Opens a store by its module (app/modules/store_module.h). The first call loads the module, and it stays loaded. Its file is
/// `lockdesk-NAME.so` in a fixed folder beside the running program: a search path or an environment variable would let others
/// choose the code that runs. Returns an unsupported failure with the file's name if the file is missing, if its client library
/// is missing, or if it belongs to another version. Thread-safe.
Answer<std::unique_ptr<Store>> open_by_module(const std::string& name, const StoreUrl& url);

} // namespace lockdesk::app

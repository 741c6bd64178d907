// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backends/engine/contracts/store.h"

namespace lockdesk::app {

/// Opens a store by its module (app/modules/store_module.h), which is loaded by the first call and stays. It is the file
/// `lockdesk-NAME.so` at a fixed place beside the running program: no search path or variable of the environment is asked, as
/// whoever could set one could run anything. An unsupported failure names the file if it is missing, lacks its client library, or
/// belongs to another version. Thread-safe.
Answer<std::unique_ptr<Store>> open_by_module(const std::string& name, const StoreUrl& url);

} // namespace lockdesk::app

// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backends/engine/contracts/store.h"

#include <string>
#include <string_view>

namespace lockdesk::app {

/// What a program asks of a store's module: a library with the store, its client library and its own copy of the engine,
/// which is loaded when an address asks for that store. Loading all client libraries takes longer than most commands run.
struct StoreModule
{
    const char* version; ///< Lockdesk's; the program loads no other
    Answer<std::unique_ptr<Store>> (*open)(const StoreUrl& url);
    int (*unwaited_threads)(); ///< of the module's copy of the engine; see count_unwaited_also
    std::string (*script_text)(std::string_view called); ///< text of a script that its statements call; null: they call none
};

} // namespace lockdesk::app

/// The only function that a module exports. Any thread.
extern "C" const lockdesk::app::StoreModule* lockdesk_store_module();

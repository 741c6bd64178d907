// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/modules/store_module.h"
#include "backends/engine/runners/unwaited.h"
#include LOCKDESK_MODULE_HEADER // the store's, named by CMakeLists.txt like its factory
#ifdef LOCKDESK_MODULE_SCRIPTS
#include LOCKDESK_MODULE_SCRIPTS
#else
#define LOCKDESK_MODULE_SCRIPT_TEXT nullptr
#endif

const lockdesk::app::StoreModule* lockdesk_store_module()
{
    using namespace lockdesk;
    static constexpr app::StoreModule module{LOCKDESK_VERSION, LOCKDESK_MODULE_FACTORY, unwaited_threads, LOCKDESK_MODULE_SCRIPT_TEXT};
    return &module;
}

// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/modules/store_module.h"
#include "backends/engine/runners/unwaited.h"
#include LOCKDESK_MODULE_HEADER // the store's, named by CMakeLists.txt like its factory

const lockdesk::app::StoreModule* lockdesk_store_module()
{
    static constexpr lockdesk::app::StoreModule module{LOCKDESK_VERSION, lockdesk::LOCKDESK_MODULE_FACTORY,
                                                       lockdesk::unwaited_threads};
    return &module;
}

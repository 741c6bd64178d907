// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/modules/receiver_module.h"
#include "backends/receivers/http_receiver.h"

const lockdesk::app::ReceiverModule* lockdesk_receiver_module()
{
    static constexpr lockdesk::app::ReceiverModule module{LOCKDESK_VERSION, lockdesk::make_http_receiver};
    return &module;
}

// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backends/receivers/make_receiver.h"

namespace lockdesk::app {

/// What a program asks of the module with the HTTP receiver: libcurl brings twenty-five libraries, and most commands have no receiver.
struct ReceiverModule
{
    const char* version; ///< Lockdesk's; the program loads no other
    HttpReceiverFactory make;
};

} // namespace lockdesk::app

/// The only function that this module exports. Any thread.
extern "C" const lockdesk::app::ReceiverModule* lockdesk_receiver_module();

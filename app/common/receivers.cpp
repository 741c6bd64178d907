// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/common/receivers.h"

#include "app/common/load_module.h"

namespace lockdesk::app {

Answer<std::unique_ptr<Receiver>> open_receiver(Runtime& runtime, std::string_view text, const std::vector<std::string>& headers)
{
#ifdef LOCKDESK_WITH_HTTP
    return make_receiver(runtime, text, http_receiver_by_module, headers);
#else
    return make_receiver(runtime, text, nullptr, headers);
#endif
}

} // namespace lockdesk::app

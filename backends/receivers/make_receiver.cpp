// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/receivers/make_receiver.h"

#include "backends/receivers/exec_receiver.h"
#ifdef LOCKDESK_WITH_HTTP
#include "backends/receivers/http_receiver.h"
#endif

namespace lockdesk {

Answer<std::unique_ptr<Receiver>> make_receiver(Runtime& runtime, std::string_view text)
{
    constexpr std::string_view exec = "exec:";
    if (text.starts_with(exec) && text.size() > exec.size())
        return std::unique_ptr<Receiver>(new ExecReceiver(runtime, std::string(text.substr(exec.size()))));
    if (text.starts_with("http://") || text.starts_with("https://")) {
#ifdef LOCKDESK_WITH_HTTP
        return std::unique_ptr<Receiver>(new HttpReceiver(runtime, std::string(text)));
#else
        return unsupported_failure("the HTTP receiver is not built in; build with LOCKDESK_HTTP=ON, which needs libcurl");
#endif
    }
    return usage_failure("'" + std::string(text) + "' is no receiver; give exec:COMMAND or http://HOST/PATH");
}

} // namespace lockdesk

// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/runners/relay.h"

#include <memory>
#include <string>
#include <vector>

namespace lockdesk {

/// POSTs the message's JSON; 2xx means delivered. The header `Lockdesk-Message-Id` contains the message id, for the
/// receiver's duplicate check. Redirects are not followed. Keeps its connection between deliveries.
class HttpReceiver final : public Receiver
{
public:
    /// `headers`: of every request, `Name: value`.
    HttpReceiver(Runtime& runtime, std::string url, std::vector<std::string> headers = {});
    ~HttpReceiver() override;
    std::optional<std::string> deliver(const MessageRow& message, const std::stop_token& stop, SteadyPoint until) override;

private:
    struct Connection;
    Runtime& m_runtime;
    std::string m_url;
    std::vector<std::string> m_headers;
    std::unique_ptr<Connection> m_connection;
};

/// Usage failure for an address that cannot be reached however long one tries; its message does not contain the address.
Answer<std::unique_ptr<Receiver>> make_http_receiver(Runtime& runtime, const std::string& url,
                                                     const std::vector<std::string>& headers);

} // namespace lockdesk

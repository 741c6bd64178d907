// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/store.h"

#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace lockdesk::postgres {

/// Connects a listener for these topics; a stop ends connecting at once.
Answer<std::unique_ptr<HintListener>> open_listener(const StoreUrl& url, const SessionOptions& options,
                                                    std::vector<HintTopic> topics, const std::stop_token& stop);

/// Returns the channel of the tables in `schema`, cut to the length of an identifier.
std::string hint_channel(const std::string& schema);

} // namespace lockdesk::postgres

// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/store.h"

#include <memory>
#include <stop_token>
#include <vector>

namespace lockdesk::mongodb {

/// Connects a listener for these topics; a stop ends connecting at once.
Answer<std::unique_ptr<HintListener>> open_listener(const StoreUrl& url, const SessionOptions& options,
                                                    std::vector<HintTopic> topics, const std::stop_token& stop);

} // namespace lockdesk::mongodb

// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/store.h"

#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace lockdesk::sqlite {

/// Opens a listener on a file, which remembers the present state: later changes are hints. A stop ends opening at once.
Answer<std::unique_ptr<HintListener>> open_hints(std::string path, std::vector<HintTopic> topics,
                                                 const SessionOptions& options, const std::stop_token& stop);

} // namespace lockdesk::sqlite

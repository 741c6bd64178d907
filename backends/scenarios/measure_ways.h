// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/scenarios/measure.h"

namespace lockdesk::scenarios {

/// One round of a way by one client, to be repeated.
using Round = std::function<Answer<Done>()>;

/// Prepares rounds in the sandbox of the session, which must outlive them. Unsupported failure: this store cannot do it.
Answer<Round> round_of(Way way, Session& session);

} // namespace lockdesk::scenarios

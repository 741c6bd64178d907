// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/names.h"
#include "backends/engine/contracts/runtime.h"

#include <string>
#include <string_view>

namespace lockdesk {

/// Returns this computer's name as UTF-8; "localhost" when it has none.
std::string host_name();
std::int64_t process_id();

/// Makes `host/pid/instance`, instance = 64 random bits as 16 hex digits: unique per thread and run, even in one process.
/// `host`: replaces the first part (a demo's `demo-1`); empty: this computer's name. Shortened so that the whole fits.
OwnerId make_owner(Runtime& runtime, std::string_view host = {});

/// Make 128 random bits as hex: one per acquire, and one per claim.
RequestId make_request_id(Runtime& runtime);
ClaimId make_claim_id(Runtime& runtime);

} // namespace lockdesk

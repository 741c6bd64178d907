// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/observe/saying.h"

#include <vector>

namespace lockdesk {

/// The forms of the advice about leases and of waits, a part of all forms.
const std::vector<SayingForm>& lease_forms();

} // namespace lockdesk

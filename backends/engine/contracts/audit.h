// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/rows.h"
#include "backends/engine/text/filter.h"

namespace lockdesk {

/// Forced actions recorded in the store. The verbs write their own row in the same step; `write` is for actions without a
/// row of their own (a crashed worker, a terminated session). One thread at a time.
class Audit
{
public:
    virtual ~Audit() = default;
    /// The store sets `seq` and `at`.
    virtual Answer<Done> write(const AuditRow& row) = 0;
    /// Newest first.
    virtual Answer<Page<AuditRow>> list(const ListRequest& request) = 0;
};

} // namespace lockdesk

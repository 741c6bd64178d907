// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/store.h"

namespace lockdesk {

/// A session whose concerns all return unsupported failures with the store and source. Backends and sources derive from
/// it and override what they support.
class UnsupportedSession : public Session
{
public:
    UnsupportedSession();
    ~UnsupportedSession() override;
    Locks& locks() override;
    Fence& fence() override;
    Tasks& tasks() override;
    Outbox& outbox() override;
    Records& records() override;
    SessionLocks& session_locks() override;
    Workers& workers() override;
    Changes& changes() override;
    Audit& audit() override;
    Admin& admin() override;

private:
    struct Concerns;
    std::unique_ptr<Concerns> m_concerns;
};

} // namespace lockdesk

// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/audit.h"
#include "backends/engine/contracts/fence.h"
#include "backends/redis/link.h"

namespace lockdesk::redis {

class RedisFence final : public Fence
{
public:
    explicit RedisFence(Link& link) : m_link(link) {}
    Answer<FenceAnswer> admit(const Resource& resource, FencingToken token, const std::string& who) override;
    Answer<std::optional<FenceAnswer>> find(const Resource& resource) override;
    Answer<Page<FenceRow>> list_refusals(const ListRequest& request) override;

private:
    Link& m_link;
};

class RedisAudit final : public Audit
{
public:
    explicit RedisAudit(Link& link) : m_link(link) {}
    Answer<Done> write(const AuditRow& row) override;
    Answer<Page<AuditRow>> list(const ListRequest& request) override;

private:
    Link& m_link;
};

} // namespace lockdesk::redis

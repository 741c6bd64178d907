// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/fence.h"
#include "backends/mongodb/link.h"

namespace lockdesk::mongodb {

class MongoFence final : public Fence
{
public:
    explicit MongoFence(Link& link) : m_link(link) {}
    Answer<FenceAnswer> admit(const Resource& resource, FencingToken token, const std::string& who) override;
    Answer<std::optional<FenceAnswer>> find(const Resource& resource) override;
    Answer<Page<FenceRow>> list_refusals(const ListRequest& request) override;

private:
    Link& m_link;
};

} // namespace lockdesk::mongodb

// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/fence.h"
#include "backends/sqlite/connection.h"

namespace lockdesk::sqlite {

/// Asks the fence within a transaction that writes.
FenceAnswer admit_in_transaction(Connection& db, const FencePass& pass);

class SqliteFence final : public Fence
{
public:
    explicit SqliteFence(Connection& db) : m_db(db) {}
    Answer<FenceAnswer> admit(const Resource& resource, FencingToken token, const std::string& who) override;
    Answer<std::optional<FenceAnswer>> find(const Resource& resource) override;
    Answer<Page<FenceRow>> list_refusals(const ListRequest& request) override;

private:
    Connection& m_db;
};

} // namespace lockdesk::sqlite

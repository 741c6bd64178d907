// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/postgres/link.h"

namespace lockdesk::postgres {

/// Every row carries the id of the transaction that wrote it last, and the cursor is the snapshot of the last look: what
/// that snapshot did not see is new, however long its transaction was open.
class PostgresChanges final : public Changes
{
public:
    explicit PostgresChanges(Link& link) : m_link(link) {}
    Answer<ChangeBatch> since(const ChangeCursor& cursor, Entities what, std::size_t limit) override;

private:
    struct Look;
    Answer<Done> read_rows(const Look& look, Entities what, ChangeBatch& batch);
    Answer<Done> read_news(const Look& look, Entities what, ChangeBatch& batch);
    Answer<Done> read_gone(const Look& look, Entities what, ChangeBatch& batch);
    Answer<Result> read(const Look& look, const char* statement, const std::string& also, const std::string& order);

    Link& m_link;
};

} // namespace lockdesk::postgres

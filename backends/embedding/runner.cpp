// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/embedding/runner.h"

#include "backends/embedding/parts.h"
#ifdef LOCKDESK_WITH_SQLITE
#include "backends/sqlite/fence_writer.h"
#include "backends/sqlite/outbox_writer.h"
#endif
#ifdef LOCKDESK_WITH_POSTGRES
#include "backends/postgres/own_transaction.h"
#endif
#ifdef LOCKDESK_WITH_MARIADB
#include "backends/mariadb/own_transaction.h"
#endif

namespace lockdesk::embedding {

namespace {

// The desk knows the dialect, so the writers are made at the call.
std::unique_ptr<TransactionParts> parts_in([[maybe_unused]] const std::string& store, [[maybe_unused]] const OwnRunner& run)
{
#ifdef LOCKDESK_WITH_SQLITE
    if (store == "sqlite")
        return parts_of<sqlite::OutboxWriter>(sqlite::OwnTransaction(run));
#endif
#ifdef LOCKDESK_WITH_POSTGRES
    if (store == "postgresql")
        return parts_of<postgres::OutboxWriter>(postgres::OwnTransaction(run));
#endif
#ifdef LOCKDESK_WITH_MARIADB
    if (store == "mariadb")
        return parts_of<mariadb::OutboxWriter>(mariadb::OwnTransaction(run));
#endif
    return nullptr;
}

class RunnerParts final : public TransactionParts
{
public:
    explicit RunnerParts(OwnRunner run) : m_run(std::move(run)) {}
    Answer<Entry> admit(const Place& place, const std::string& resource, std::int64_t token, const std::string& who) override
    {
        const auto parts = parts_in(place.store, m_run);
        return parts ? parts->admit(place, resource, token, who) : Answer<Entry>(no_sql(place));
    }
    Answer<bool> add(const Place& place, const std::string& id, const std::string& topic,
                     const std::string& payload) override
    {
        const auto parts = parts_in(place.store, m_run);
        return parts ? parts->add(place, id, topic, payload) : Answer<bool>(no_sql(place));
    }

private:
    static Failure no_sql(const Place& place)
    {
        return Failure::unsupported("a store of " + place.store + " has no transactions of SQL");
    }
    OwnRunner m_run;
};

} // namespace

std::unique_ptr<TransactionParts> transaction_of(Tag, const RunnerTransaction& transaction)
{
    return std::make_unique<RunnerParts>(transaction.run);
}

} // namespace lockdesk::embedding

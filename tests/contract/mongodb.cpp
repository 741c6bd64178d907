// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/mongodb/connection.h"
#include "backends/mongodb/link.h"
#include "backends/mongodb/mongodb_store.h"
#include "tests/contract/contract.h"
#include "tests/support/servers.h"

#include <set>
#include <stdexcept>
#include <string>
#include <string_view>

namespace lockdesk::contract {

namespace {

using mongodb::Bson;

// A new sandbox is 14 collections and their indexes, for which mongod works longer than for most cases.
class Renewal
{
public:
    bool operator()(const SandboxId& sandbox)
    {
        const std::string prefix = mongodb::collection_prefix(sandbox);
        const Bson found = run(Bson().text("find", prefix + "meta"));
        const auto metas = found["cursor"]["firstBatch"].items();
        if (metas.size() != 1 || !is_as_new(metas.front()))
            return false;
        const auto all = mongodb::collections();
        const Bson everything = Bson().push(Bson().doc("q", Bson()).whole("limit", 0));
        for (const std::string_view collection : all) {
            if (collection == "meta")
                continue;
            // Who waits for the last write to be on a majority has waited for all.
            const Bson concern = collection == all.back() ? Bson().text("w", "majority") : Bson().whole("w", 1);
            run(Bson().text("delete", prefix + std::string(collection)).array("deletes", everything).doc("writeConcern", concern));
        }
        return true;
    }

private:
    // But for the clock, which each case sets.
    static bool is_as_new(const mongodb::View& meta)
    {
        bool as_new = meta["ready"].flag() && meta["token_floor"].integer(-1) == 0;
        for (const mongodb::View& field : meta.items()) {
            static const std::set<std::string_view> known{"_id", "version", "ready", "epoch", "token_floor", "created_at", "clock"};
            as_new = as_new && known.contains(field.key());
        }
        return as_new;
    }

    Bson run(const Bson& command)
    {
        m_connection.begin_call(patience);
        Bson reply;
        auto trouble = m_connection.ensure();
        if (!trouble)
            trouble = m_connection.command("renew", command, mongodb::Effect::reads, reply); // each names its own concern
        if (trouble || reply["writeErrors"].present())
            throw std::runtime_error("a sandbox was not emptied: " + (trouble ? trouble->text : reply.json()));
        return reply;
    }

    static constexpr Duration patience = std::chrono::seconds{10};
    mongodb::Connection m_connection{ok(StoreUrl::parse(test::shared_mongodb().url())), "renewal", patience};
};

} // namespace

const StoreUnderTest& store_under_test()
{
    static const StoreUnderTest mongodb = [] {
        StoreUnderTest s;
        s.name = "mongodb";
        s.url = [] { return test::shared_mongodb().url(); };
        s.open = open_mongodb_store;
        s.renew = [](const SandboxId& sandbox) {
            static Renewal renewal;
            return renewal(sandbox);
        };
        s.is_private = [] { return test::shared_mongodb().is_private(); };
        return s;
    }();
    return mongodb;
}

} // namespace lockdesk::contract

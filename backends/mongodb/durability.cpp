// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/mongodb/durability.h"

namespace lockdesk::mongodb {

namespace {

Weakness unknown(std::string setting, const Failure& failure, std::string advice)
{
    return {Weakness::Kind::unknown, std::move(setting), failure.message, std::move(advice)};
}

bool lost(const Failure& failure) { return failure.connection_lost; }

// Excludes the expensive parts.
Bson status_command()
{
    Bson command = Bson().whole("serverStatus", 1);
    for (const char* part :
         {"asserts", "connections", "extra_info", "globalLock", "locks", "metrics", "network", "opLatencies", "opcounters",
          "opcountersRepl", "repl", "tcmalloc", "transactions", "wiredTiger"})
        command.whole(part, 0);
    return command;
}

} // namespace

Answer<Durability> read_durability(Link& link)
{
    Durability out;
    if (auto failed = link.begin_bare(false))
        return *failed;
    const auto status = link.run("durability", status_command(), Effect::reads);
    if (!status && lost(status.failure()))
        return status.failure();
    if (!status) {
        out.weaknesses.push_back(unknown("storageEngine unknown", status.failure(), "grant clusterMonitor"));
    } else if (const View engine = (*status)["storageEngine"]; !engine["name"].is_text()) {
        out.weaknesses.push_back(
            {Weakness::Kind::unknown, "storageEngine unknown", "behind mongos the shards do not say", "look at each shard"});
    } else if (!engine["persistent"].flag()) {
        out.weaknesses.push_back({Weakness::Kind::loses, "storageEngine " + engine["name"].str(),
                                  "nothing is written to disk: a restart empties the store, and its tokens start again",
                                  "use a storage engine that persists"});
        return out;
    }
    // A member of a replica set always has a journal.
    if (link.server().replica_set)
        return out;
    const auto given = link.ask_admin("durability", Bson().whole("getCmdLineOpts", 1));
    if (!given && lost(given.failure()))
        return given.failure();
    if (!given)
        out.weaknesses.push_back(unknown("storage.journal unknown", given.failure(), "grant clusterMonitor"));
    else if (const View journal = (*given)["parsed"]["storage"]["journal"]["enabled"]; journal.present() && !journal.flag())
        out.weaknesses.push_back({Weakness::Kind::loses, "storage.journal.enabled false",
                                  "a crash takes the server back to its last checkpoint, up to a minute, and tokens with it",
                                  "storage.journal.enabled: true"});
    return out;
}

} // namespace lockdesk::mongodb

// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/redis/durability.h"

#include "backends/redis/connection.h"

#include <array>

namespace lockdesk::redis {

namespace {

struct ServerSays
{
    std::string aof;     ///< from INFO persistence; empty: not permitted
    std::string written; ///< `err` when writing the append-only file fails
    std::string memory;  ///< from INFO memory: the limit; empty when not permitted
    std::string policy;
    std::string fsync;   ///< from CONFIG GET appendfsync; empty: not permitted
    std::string pauses;  ///< from CONFIG GET no-appendfsync-on-rewrite
    std::string replicas; ///< from INFO replication: number connected; empty: not permitted
    std::string refused; ///< the server's error message
};

void add_weakness(Kept& out, Weakness::Kind kind, std::string setting, std::string evidence, std::string advice)
{
    out.durability.weaknesses.push_back({kind, std::move(setting), std::move(evidence), std::move(advice)});
}

void judge_file(const ServerSays& says, Kept& out)
{
    using Kind = Weakness::Kind;
    if (says.aof.empty()) {
        add_weakness(out, Kind::unknown, "appendonly unknown", "INFO is not permitted to this user (" + says.refused + ")",
                     "ACL SETUSER ... +info");
        return;
    }
    if (says.aof != "1") {
        out.forgets = true;
        add_weakness(out, Kind::loses, "appendonly no",
                     "a restart takes the server back to its last snapshot or to nothing, and tokens with it",
                     "CONFIG SET appendonly yes, and in redis.conf");
        return;
    }
    if (says.written == "err")
        add_weakness(out, Kind::loses, "aof_last_write_status err", "the append-only file cannot be written",
                     "make room on the server's disk");
    if (says.fsync.empty())
        add_weakness(out, Kind::unknown, "appendfsync unknown",
                     "CONFIG GET is not permitted to this user (" + says.refused + ")", "ACL SETUSER ... +config|get");
    else if (says.fsync != "always")
        add_weakness(out, says.fsync == "everysec" ? Kind::lags : Kind::loses, "appendfsync " + says.fsync,
                     says.fsync == "everysec"
                         ? "a power cut can take the last second with it, and the tokens granted in it"
                         : "a power cut can take the last half minute with it, and the tokens granted in it",
                     "CONFIG SET appendfsync always");
    else if (says.pauses == "yes")
        add_weakness(out, Kind::lags, "no-appendfsync-on-rewrite yes",
                     "a power cut while the file is rewritten can take the last half minute with it, and the tokens granted in it",
                     "CONFIG SET no-appendfsync-on-rewrite no, and in redis.conf");
}

// Our keys have no time to live, so policies for keys with one do not affect them.
void judge_memory(const ServerSays& says, Kept& out)
{
    if (says.memory.empty() || says.policy.empty()) {
        if (!says.aof.empty())
            add_weakness(out, Weakness::Kind::unknown, "maxmemory-policy unknown",
                         "INFO memory does not tell (" + (says.refused.empty() ? "no such field" : says.refused) + ")",
                         "ACL SETUSER ... +info");
        return;
    }
    // Without a memory limit nothing is evicted.
    if (!says.policy.starts_with("allkeys") || says.memory == "0")
        return;
    out.forgets = true;
    add_weakness(out, Weakness::Kind::evicts, "maxmemory-policy " + says.policy,
                 "beyond its memory limit the server removes locks and fences as it likes, held ones too (" + says.memory
                     + " bytes)",
                 "CONFIG SET maxmemory-policy noeviction, and in redis.conf");
}

// No setting makes a write wait for its replicas: even with min-replicas-to-write it is acknowledged before they have it.
void judge_replicas(const ServerSays& says, Kept& out)
{
    if (!says.replicas.empty() && says.replicas != "0")
        add_weakness(out, Weakness::Kind::lags, "replication asynchronous",
                     "a failover to a replica can take the last writes with it, and the tokens granted in them",
                     "fence the work of holders, or use a store that waits for its replicas");
}

Answer<ServerSays> ask_server(Link& link)
{
    ServerSays says;
    Wire& wire = link.pipeline();
    wire.command();
    wire.add("INFO").add("persistence");
    wire.command();
    wire.add("INFO").add("memory");
    wire.command();
    wire.add("INFO").add("replication");
    wire.command();
    wire.add("CONFIG").add("GET").add("appendfsync").add("no-appendfsync-on-rewrite");
    const auto failed = link.run_pipeline("durability", [&](std::size_t i, View v) {
        if (v.is_error()) {
            says.refused = std::string(v.text());
        } else if (i == 0) {
            says.aof = info_value(v.text(), "aof_enabled");
            says.written = info_value(v.text(), "aof_last_write_status");
        } else if (i == 1) {
            says.memory = info_value(v.text(), "maxmemory");
            says.policy = info_value(v.text(), "maxmemory_policy");
        } else if (i == 2) {
            says.replicas = info_value(v.text(), "connected_slaves");
        } else {
            for (std::size_t at = 0; at + 1 < v.size(); at += 2)
                (v[at].text() == "appendfsync" ? says.fsync : says.pauses) = std::string(v[at + 1].text());
        }
    });
    if (failed)
        return *failed;
    return says;
}

// The name of the user; empty when it may not ask for it.
Answer<std::string> ask_user(Link& link)
{
    std::string user;
    Wire& wire = link.pipeline();
    wire.command();
    wire.add("ACL").add("WHOAMI");
    const auto failed = link.run_pipeline("rights", [&](std::size_t, View v) {
        if (!v.is_error())
            user = v.str();
    });
    if (failed)
        return *failed;
    return user;
}

// DRYRUN runs nothing and returns no password's hash, unlike GETUSER. A user that may not ask leaves both unknown.
std::optional<Failure> ask_rights(Link& link, ServerFacts& out)
{
    const auto user = ask_user(link);
    if (!user)
        return user.failure();
    if (user->empty())
        return std::nullopt;
    Wire& wire = link.pipeline();
    wire.command();
    wire.add("ACL").add("DRYRUN").add(*user).add("SET").add(link.prefix() + "lock:a").add("");
    wire.command();
    wire.add("ACL").add("DRYRUN").add(*user).add("ACL").add("SETUSER").add("a");
    return link.run_pipeline("rights", [&](std::size_t i, View v) {
        if (!v.is_error())
            (i == 0 ? out.may_write : out.superuser) = v.text() == "OK";
    });
}

} // namespace

Answer<Kept> read_kept(Link& link)
{
    const auto says = ask_server(link);
    if (!says)
        return says.failure();
    Kept out;
    judge_file(*says, out);
    judge_memory(*says, out);
    judge_replicas(*says, out);
    return out;
}

Answer<ServerFacts> read_server_facts(Link& link)
{
    const auto says = ask_server(link);
    if (!says)
        return says.failure();
    ServerFacts out;
    const auto add = [&](const char* name, const std::string& value) {
        if (!value.empty())
            out.settings.push_back({name, value});
    };
    add("appendonly", says->aof.empty() ? "" : says->aof == "1" ? "yes" : "no");
    add("appendfsync", says->fsync);
    add("no-appendfsync-on-rewrite", says->pauses);
    add("aof_last_write_status", says->written);
    add("maxmemory", says->memory);
    add("maxmemory-policy", says->policy);
    add("connected_slaves", says->replicas);
    // Of a schema that was never given a floor it is 0.
    const auto meta = link.command({"HMGET", link.prefix() + "meta", "epoch", "token_floor"});
    if (meta && !View(meta->get())[0].nil())
        out.token_floor = View(meta->get())[1].number().value_or(0);
    if (auto failed = ask_rights(link, out))
        return *failed;
    return out;
}

} // namespace lockdesk::redis

// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/stores/live_store.h"

#include "app/common/stores.h"
#include "tests/support/child_process.h"
#ifdef LOCKDESK_TEST_MONGODB
#include "backends/mongodb/connection.h"
#endif

#include <algorithm>
#include <cstdlib>
#include <sstream>

namespace lockdesk::test {

namespace {

const std::vector<std::string> all_kinds{"sqlite", "postgresql", "redis", "mariadb", "mongodb", "redlock"};
constexpr int redlock_servers = 3;

std::vector<std::string> wanted_kinds()
{
    const char* given = std::getenv("LOCKDESK_TEST_STORES");
    if (given == nullptr || *given == '\0')
        return all_kinds;
    std::vector<std::string> out;
    std::istringstream words(given);
    for (std::string word; words >> word;) {
        if (std::find(all_kinds.begin(), all_kinds.end(), word) == all_kinds.end())
            throw std::runtime_error("LOCKDESK_TEST_STORES names '" + word + "', which is no kind of store");
        out.push_back(word);
    }
    return out;
}

// With the settings that Redis needs to keep its data after a crash.
std::unique_ptr<TestServer> start_durable_redis(std::vector<std::string> settings)
{
    settings.insert(settings.end(), {"--appendonly", "yes", "--appendfsync", "always"});
    return start_redis({.settings = std::move(settings), .may_use_existing = false});
}

void run(const std::vector<std::string>& command, const std::string& input)
{
    const auto done = run_program(command, input);
    // redis-cli exits with 0 even on errors.
    const bool refused = done.out.find("ERR ") != std::string::npos || done.out.find("WRONGTYPE") != std::string::npos;
    if (done.status != 0 || refused)
        throw std::runtime_error(command.front() + " refused: " + input + "\n" + done.out + done.err);
}

} // namespace

const std::vector<std::string>& kinds_under_test()
{
    static const std::vector<std::string> kinds = wanted_kinds();
    return kinds;
}

LiveStore::LiveStore(std::string kind, const std::vector<std::string>& settings) : m_kind(std::move(kind))
{
    const ServerOptions own{.settings = settings, .may_use_existing = false};
    if (m_kind == "postgresql")
        m_servers.push_back(start_postgres(own));
    else if (m_kind == "redis")
        m_servers.push_back(start_durable_redis(settings));
    else if (m_kind == "mariadb")
        m_servers.push_back(start_mariadb(own));
    else if (m_kind == "mongodb")
        m_servers.push_back(start_mongodb(own));
    else if (m_kind == "redlock")
        for (int i = 0; i < redlock_servers; ++i)
            m_servers.push_back(start_durable_redis(settings));
    else if (m_kind != "sqlite")
        throw std::runtime_error("'" + m_kind + "' is no kind of store");
    if (m_kind == "sqlite")
        m_url = "sqlite://" + file();
    else if (m_kind != "redlock")
        m_url = m_servers.front()->url();
    else
        for (const auto& server : m_servers)
            m_url += (m_url.empty() ? "redlock://127.0.0.1:" : ",127.0.0.1:") + std::to_string(server->port());
    m_store = need(app::make_registry().open(need(StoreUrl::parse(m_url))));
    need(open({.without_schema = true})->admin().create_schema());
}

LiveStore::~LiveStore()
{
    for (const auto& server : m_servers)
        server->thaw(); // so that anything still connected ends sooner
}

void LiveStore::clean()
{
    if (m_kind == "redlock") // Redlock has no schema, only keys
        return by_hand("FLUSHALL\n");
    const auto session = open({.without_schema = true});
    need(session->admin().drop_schema());
    need(session->admin().create_schema());
}

void LiveStore::freeze()
{
    for (const auto& server : m_servers)
        server->freeze();
}

void LiveStore::thaw()
{
    for (const auto& server : m_servers)
        server->thaw();
}

void LiveStore::kill()
{
    for (const auto& server : m_servers)
        server->kill();
}

void LiveStore::restart()
{
    for (const auto& server : m_servers)
        server->restart();
}

void LiveStore::by_hand(const std::string& text) const
{
    if (m_kind == "sqlite")
        return run({"sqlite3", "-bail", "-cmd", ".timeout 5000", file()}, text);
    if (m_kind == "postgresql")
        return run({"psql", "-q", "-v", "ON_ERROR_STOP=1", m_url}, text);
    if (m_kind == "mariadb")
        return run({"mariadb", "--no-defaults", "-uroot", "-h127.0.0.1", "-P" + std::to_string(m_servers.front()->port()),
                    "lockdesk"},
                   text);
    if (m_kind == "redis" || m_kind == "redlock") {
        for (const auto& server : m_servers)
            run({"redis-cli", "-u", server->url()}, text);
        return;
    }
#ifdef LOCKDESK_TEST_MONGODB
    const Duration patience = std::chrono::seconds{10};
    mongodb::Connection connection(need(StoreUrl::parse(m_url)), "by hand", patience);
    mongodb::Bson reply;
    connection.begin_call(patience);
    auto trouble = connection.ensure();
    if (!trouble)
        trouble = connection.command("by hand", mongodb::Bson::of_json(text), mongodb::Effect::writes, reply);
    if (trouble)
        throw std::runtime_error(text + ": " + trouble->text);
#else
    throw std::runtime_error("built without MongoDB");
#endif
}

std::string LiveStore::lock_by_hand(const std::string& name, const std::string& owner) const
{
    if (m_kind == "redlock")
        return "SET \"" + name + "\" \"" + owner + "\" EX 86400\n"; // a key without an expiry is not a lock
    if (m_kind == "redis")
        return "HSET \"lockdesk:lock:" + name + "\" owner \"" + owner + "\" token 5 expires_at 9000000000000000\n";
    if (m_kind == "mongodb")
        return R"({"insert": "lockdesk_locks", "documents": [{"_id": ")" + name + R"(", "owner": ")" + owner
               + R"(", "token": {"$numberLong": "5"}, "holds": {"$numberLong": "1"},
               "expires_at": {"$numberLong": "9000000000000000"}}]})";
    return "INSERT INTO lockdesk_locks (name, owner, token, holds, expires_at) VALUES ('" + name + "', '" + owner
           + "', 5, 1, 9000000000000000);\n";
}

std::string LiveStore::delete_by_hand(const std::string& name) const
{
    if (m_kind == "redlock")
        return "DEL \"" + name + "\"\n";
    if (m_kind == "redis")
        return "DEL \"lockdesk:lock:" + name + "\"\n";
    if (m_kind == "mongodb")
        return R"({"delete": "lockdesk_locks", "deletes": [{"q": {"_id": ")" + name + R"("}, "limit": 1}]})";
    return "DELETE FROM lockdesk_locks WHERE name = '" + name + "';\n";
}

} // namespace lockdesk::test

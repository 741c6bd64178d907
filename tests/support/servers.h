// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/support/child_process.h"
#include "tests/support/temp_dir.h"

#include <memory>
#include <string>
#include <vector>

namespace lockdesk::test {

/// Returns a TCP port of 127.0.0.1 that was free a moment ago.
int free_port();

struct ServerOptions
{
    /// PostgreSQL: `name=value` for `-c`. Redis: alternating `--name`, `value`. MariaDB: `name=value` for `--name=value`.
    std::vector<std::string> settings;
    /// Use the server of LOCKDESK_TEST_<STORE>_URL if set. False in tests that stop or kill the server.
    bool may_use_existing = true;
    /// PostgreSQL and MariaDB: create data for this server only. Others are copies of one directory and share its system
    /// identifier.
    bool own_identity = false;
};

/// A real server: private, on a free loopback port in a temporary folder, stopped with this object; or an existing one
/// from the environment, which is not stopped. Durable as in production. Start it from the main thread.
class TestServer
{
public:
    /// How to run a kind of server; see servers.cpp.
    class Kind;

    TestServer(std::shared_ptr<const Kind> kind, const ServerOptions& options);
    ~TestServer();
    TestServer(const TestServer&) = delete;
    TestServer& operator=(const TestServer&) = delete;

    /// `postgresql://postgres@127.0.0.1:PORT/postgres` (trust: no password) or `redis://127.0.0.1:PORT/0` or
    /// `mariadb://root@127.0.0.1:PORT/lockdesk` (no password).
    [[nodiscard]] const std::string& url() const { return m_url; }
    /// False: an existing server; the functions below throw std::runtime_error.
    [[nodiscard]] bool is_private() const { return m_dir != nullptr; }
    [[nodiscard]] int port() const { return m_port; }
    [[nodiscard]] pid_t pid() const { return m_process.pid(); }
    /// Its log output.
    [[nodiscard]] std::string log() const;

    void freeze(); ///< SIGSTOP to all its processes
    void thaw();
    void kill();    ///< SIGKILL to all its processes; the data stay
    void stop();    ///< clean
    void restart(); ///< on the same port and data, after kill or stop (or instead of a stop)

private:
    void launch();
    void need_private() const;

    std::shared_ptr<const Kind> m_kind;
    ServerOptions m_options;
    std::unique_ptr<TempDir> m_dir;
    ChildProcess m_process;
    std::string m_url;
    int m_port = 0;
};

/// Starts a new server. Throws std::runtime_error (which fails the test), naming the package if the program is missing.
std::unique_ptr<TestServer> start_postgres(const ServerOptions& options = {});
/// A standby of a private server; answers read-only statements.
std::unique_ptr<TestServer> start_postgres_standby(const TestServer& primary);
std::unique_ptr<TestServer> start_redis(const ServerOptions& options = {});
/// `mongodb://127.0.0.1:PORT/lockdesk?replicaSet=rs0`: a replica set of one member, or a standalone server. Settings are
/// arguments of mongod.
std::unique_ptr<TestServer> start_mongodb(const ServerOptions& options = {}, bool replica_set = true);
/// A member of a replica set not yet initiated: see `mongo_initiate`.
std::unique_ptr<TestServer> start_mongodb_member();
std::unique_ptr<TestServer> start_mariadb(const ServerOptions& options = {});

/// One server for all cases of this program, started on first use and stopped at exit.
TestServer& shared_postgres();
TestServer& shared_redis();
TestServer& shared_mongodb();
TestServer& shared_mariadb();

} // namespace lockdesk::test

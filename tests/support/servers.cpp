// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/servers.h"

#include "tests/support/await.h"
#include "tests/support/mongo_wire.h"

#include <algorithm>
#include <arpa/inet.h>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <netinet/in.h>
#include <pwd.h>
#include <stdexcept>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>

namespace lockdesk::test {

namespace {

sockaddr_in loopback(int port)
{
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    return address;
}

// Returns the server's reply to `question`; empty if nobody listens.
std::string first_bytes(int port, const std::string& question)
{
    const int s = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const auto address = loopback(port);
    const timeval one_second{1, 0};
    ::setsockopt(s, SOL_SOCKET, SO_RCVTIMEO, &one_second, sizeof one_second);
    std::string reply(64, '\0');
    ssize_t size = 0;
    if (::connect(s, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0
        && ::send(s, question.data(), question.size(), MSG_NOSIGNAL) == static_cast<ssize_t>(question.size()))
        size = ::recv(s, reply.data(), reply.size(), 0);
    ::close(s);
    reply.resize(size > 0 ? static_cast<std::size_t>(size) : 0);
    return reply;
}

std::string needed_program(const std::string& name, const std::string& package, std::vector<std::string> folders)
{
    auto path = find_program(name, folders);
    if (path.empty())
        throw std::runtime_error("The program " + name + " is missing; the tests need it (Debian package " + package + ").");
    return path;
}

// scripts/test sets a folder in memory.
std::filesystem::path servers_folder()
{
    const char* named = std::getenv("LOCKDESK_TEST_SERVERS");
    return named != nullptr && *named != '\0' ? std::filesystem::path(named) : std::filesystem::temp_directory_path();
}

// Creates a data directory as `maker` makes it with these options, by copying an existing one; see
// tests/support/server-data.
void put_data(const std::string& kind, const TempDir& dir, const std::string& maker, const std::vector<std::string>& options,
              bool own_identity)
{
    std::vector<std::string> command{SERVER_DATA, kind, dir.path().string(), maker};
    command.insert(command.end(), options.begin(), options.end());
    ChildOptions how;
    if (own_identity)
        how.environment = {"LOCKDESK_TEST_DATA=" + (dir / "made").string()};
    const auto made = run_program(command, {}, std::chrono::seconds{120}, how);
    if (made.status != 0)
        throw std::runtime_error(maker + " failed:\n" + made.out + made.err);
}

} // namespace

int free_port()
{
    const int s = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    auto address = loopback(0);
    socklen_t size = sizeof address;
    const bool bound = ::bind(s, reinterpret_cast<sockaddr*>(&address), size) == 0
                       && ::getsockname(s, reinterpret_cast<sockaddr*>(&address), &size) == 0;
    ::close(s);
    if (!bound)
        throw std::runtime_error("No free loopback port.");
    return ntohs(address.sin_port);
}

class TestServer::Kind
{
public:
    virtual ~Kind() = default;
    [[nodiscard]] virtual std::string variable() const = 0;
    /// Called once per folder, before the first start.
    virtual void initialise(const TempDir& dir, bool own_identity) const = 0;
    [[nodiscard]] virtual std::vector<std::string> command(const TempDir& dir, int port,
                                                           const std::vector<std::string>& settings) const = 0;
    [[nodiscard]] virtual std::string user() const { return {}; }
    [[nodiscard]] virtual bool ready(const TempDir& dir, int port, pid_t pid) const = 0;
    [[nodiscard]] virtual std::string url(int port) const = 0;
    [[nodiscard]] virtual int stop_signal() const = 0;
    /// Ends the server at once and leaves nothing but its folder.
    [[nodiscard]] virtual int death_signal() const = 0;
};

namespace {

class Postgres : public TestServer::Kind
{
public:
    [[nodiscard]] std::string variable() const override { return "LOCKDESK_TEST_POSTGRES_URL"; }

    void initialise(const TempDir& dir, bool own_identity) const override
    {
        // PostgreSQL refuses root: folder and processes then belong to the user postgres.
        if (const auto* postgres = ::geteuid() == 0 ? ::getpwnam("postgres") : nullptr) {
            if (::chown(dir.path().c_str(), postgres->pw_uid, postgres->pw_gid) != 0)
                throw std::runtime_error("chown " + dir.path().string());
        }
        put_data("postgres", dir, program("initdb"),
                 {"-U", "postgres", "--auth=trust", "--no-sync", "-E", "UTF8", "--locale=C"}, own_identity);
    }

    [[nodiscard]] std::vector<std::string> command(const TempDir& dir, int port,
                                                   const std::vector<std::string>& settings) const override
    {
        std::vector<std::string> out{program("postgres"), "-D", data(dir), "-p", std::to_string(port), "-k",
                                     dir.path().string(), "-c", "listen_addresses=127.0.0.1",
                                     // Removed with the folder when the server is killed.
                                     "-c", "dynamic_shared_memory_type=mmap"};
        for (const auto& setting : settings) {
            out.emplace_back("-c");
            out.push_back(setting);
        }
        return out;
    }

    [[nodiscard]] std::string user() const override { return "postgres"; }

    // The eighth line of its pid file has the status for which pg_ctl also waits. A killed server leaves the file behind.
    [[nodiscard]] bool ready(const TempDir& dir, int, pid_t pid) const override
    {
        return status(dir, pid).starts_with("ready");
    }

    [[nodiscard]] std::string url(int port) const override
    {
        return "postgresql://postgres@127.0.0.1:" + std::to_string(port) + "/postgres";
    }
    [[nodiscard]] int stop_signal() const override { return SIGINT; }
    [[nodiscard]] int death_signal() const override { return SIGQUIT; }

protected:
    static std::string data(const TempDir& dir) { return (dir / "data").string(); }

    static std::string status(const TempDir& dir, pid_t pid)
    {
        std::ifstream in(data(dir) + "/postmaster.pid");
        std::string line;
        for (int i = 1; i <= 8; ++i) {
            if (!std::getline(in, line) || (i == 1 && line != std::to_string(pid)))
                return {};
        }
        return line;
    }

    // Debian keeps the server's programs out of PATH, in a folder per version: takes the newest.
    static std::string program(const std::string& name)
    {
        std::vector<std::pair<int, std::string>> versions;
        std::error_code none;
        for (const auto& entry : std::filesystem::directory_iterator("/usr/lib/postgresql", none))
            versions.emplace_back(std::atoi(entry.path().filename().c_str()), (entry.path() / "bin").string());
        std::sort(versions.rbegin(), versions.rend());
        for (const auto& [version, folder] : versions)
            if (::access((folder + "/" + name).c_str(), X_OK) == 0)
                return folder + "/" + name;
        return needed_program(name, "postgresql", {});
    }
};

/// A standby of another server.
class PostgresStandby final : public Postgres
{
public:
    explicit PostgresStandby(int primary) : m_primary(primary) {}
    [[nodiscard]] std::string variable() const override { return "a PostgreSQL standby"; }

    void initialise(const TempDir& dir, bool) const override
    {
        if (const auto* postgres = ::geteuid() == 0 ? ::getpwnam("postgres") : nullptr) {
            if (::chown(dir.path().c_str(), postgres->pw_uid, postgres->pw_gid) != 0)
                throw std::runtime_error("chown " + dir.path().string());
        }
        ChildOptions options;
        options.run_as = user();
        options.output = dir / "server.log";
        ChildProcess copy({program("pg_basebackup"), "-D", data(dir), "-R", "-X", "stream", "-c", "fast", "-h", "127.0.0.1",
                           "-p", std::to_string(m_primary), "-U", "postgres"},
                          options);
        if (copy.wait(std::chrono::seconds{60}) != 0)
            throw std::runtime_error("pg_basebackup failed:\n" + read_file(dir / "server.log"));
    }

    [[nodiscard]] bool ready(const TempDir& dir, int port, pid_t pid) const override
    {
        return status(dir, pid).starts_with("standby") || Postgres::ready(dir, port, pid);
    }

private:
    const int m_primary;
};

class Redis final : public TestServer::Kind
{
public:
    [[nodiscard]] std::string variable() const override { return "LOCKDESK_TEST_REDIS_URL"; }
    void initialise(const TempDir&, bool) const override {}

    [[nodiscard]] std::vector<std::string> command(const TempDir& dir, int port,
                                                   const std::vector<std::string>& settings) const override
    {
        std::vector<std::string> out{needed_program("redis-server", "redis-server", {"/usr/sbin"}),
                                     "--port",
                                     std::to_string(port),
                                     "--bind",
                                     "127.0.0.1",
                                     "--dir",
                                     dir.path().string(),
                                     "--save",
                                     "",
                                     "--daemonize",
                                     "no"};
        out.insert(out.end(), settings.begin(), settings.end());
        return out;
    }

    [[nodiscard]] bool ready(const TempDir&, int port, pid_t) const override
    {
        return first_bytes(port, "PING\r\n").starts_with("+PONG");
    }
    [[nodiscard]] std::string url(int port) const override { return "redis://127.0.0.1:" + std::to_string(port) + "/0"; }
    [[nodiscard]] int stop_signal() const override { return SIGTERM; }
    [[nodiscard]] int death_signal() const override { return SIGKILL; }
};

class MariaDb final : public TestServer::Kind
{
public:
    [[nodiscard]] std::string variable() const override { return "LOCKDESK_TEST_MARIADB_URL"; }

    // Creates a database for the tests, and root without a password from anywhere on this computer. Servers starting at
    // the same time would use each other's temporary tables in a shared directory.
    void initialise(const TempDir& dir, bool own_identity) const override
    {
        if (::chmod(dir.path().c_str(), 0755) != 0)
            throw std::runtime_error("chmod " + dir.path().string());
        if (const auto* mysql = ::geteuid() == 0 ? ::getpwnam("mysql") : nullptr) {
            if (::chown(dir.path().c_str(), mysql->pw_uid, mysql->pw_gid) != 0)
                throw std::runtime_error("chown " + dir.path().string());
        }
        put_data("mariadb", dir, needed_program("mariadb-install-db", "mariadb-server", {"/usr/bin"}),
                 {"--auth-root-authentication-method=normal", "--skip-test-db", log_size}, own_identity);
        std::ofstream(dir / "init.sql") << "CREATE DATABASE IF NOT EXISTS lockdesk CHARACTER SET utf8mb4;\n";
    }

    [[nodiscard]] std::vector<std::string> command(const TempDir& dir, int port,
                                                   const std::vector<std::string>& settings) const override
    {
        std::vector<std::string> out{needed_program("mariadbd", "mariadb-server", {"/usr/sbin"}),
                                     "--no-defaults",
                                     "--datadir=" + data(dir),
                                     "--tmpdir=" + dir.path().string(),
                                     "--port=" + std::to_string(port),
                                     "--socket=" + (dir / "s").string(),
                                     "--pid-file=" + (dir / "pid").string(),
                                     "--init-file=" + (dir / "init.sql").string(),
                                     "--bind-address=127.0.0.1",
                                     "--skip-name-resolve",
                                     "--max-connections=300",
                                     "--innodb-buffer-pool-size=64M",
                                     log_size};
        for (const auto& setting : settings)
            out.push_back("--" + setting);
        return out;
    }

    [[nodiscard]] std::string user() const override { return "mysql"; }

    // A serving MariaDB greets every connection; before that it does not listen.
    [[nodiscard]] bool ready(const TempDir&, int port, pid_t) const override
    {
        return first_bytes(port, "").find("MariaDB") != std::string::npos;
    }

    [[nodiscard]] std::string url(int port) const override
    {
        return "mariadb://root@127.0.0.1:" + std::to_string(port) + "/lockdesk";
    }
    [[nodiscard]] int stop_signal() const override { return SIGTERM; }
    [[nodiscard]] int death_signal() const override { return SIGKILL; }

private:
    // By default the log is most of the data directory, of which each server has one.
    static constexpr const char* log_size = "--innodb-log-file-size=32M";
    static std::string data(const TempDir& dir) { return (dir / "data").string(); }
};

class Mongodb final : public TestServer::Kind
{
public:
    /// `alone`: the only member of its replica set, which it initiates itself.
    explicit Mongodb(bool replica_set, bool alone = true) : m_replica_set(replica_set), m_alone(alone) {}
    [[nodiscard]] std::string variable() const override { return "LOCKDESK_TEST_MONGODB_URL"; }
    void initialise(const TempDir& dir, bool) const override { std::filesystem::create_directory(dir / "data"); }

    [[nodiscard]] std::vector<std::string> command(const TempDir& dir, int port,
                                                   const std::vector<std::string>& settings) const override
    {
        std::vector<std::string> out{
            program(),   "--dbpath",       (dir / "data").string(),   "--port", std::to_string(port), "--bind_ip",
            "127.0.0.1", "--nounixsocket", "--wiredTigerCacheSizeGB", "0.25",
            // Collecting diagnostic data is a quarter of what an idle server does.
            "--setParameter", "diagnosticDataCollectionEnabled=false"};
        if (m_replica_set)
            out.insert(out.end(), {"--replSet", "rs0"});
        out.insert(out.end(), settings.begin(), settings.end());
        return out;
    }

    [[nodiscard]] bool ready(const TempDir&, int port, pid_t) const override
    {
        const auto state = mongo_state(port);
        if (!m_alone)
            return state != MongoState::silent;
        if (state == MongoState::not_initiated)
            mongo_initiate({port});
        return state == MongoState::primary || state == MongoState::standalone;
    }
    [[nodiscard]] std::string url(int port) const override
    {
        return "mongodb://127.0.0.1:" + std::to_string(port) + "/lockdesk" + (m_replica_set ? "?replicaSet=rs0" : "");
    }
    [[nodiscard]] int stop_signal() const override { return SIGTERM; }
    [[nodiscard]] int death_signal() const override { return SIGKILL; }

private:
    static std::string program()
    {
        const char* given = std::getenv("LOCKDESK_TEST_MONGOD");
        if (given != nullptr && *given == '\0')
            given = nullptr;
        auto path = given != nullptr ? std::string(given) : std::string(TEST_SERVERS) + "/mongodb/fiftyone/db/bin/mongod";
        if (::access(path.c_str(), X_OK) != 0)
            path = given != nullptr ? std::string() : find_program("mongod", {});
        if (path.empty())
            throw std::runtime_error("The program mongod is missing; the tests need it. Run scripts/fetch-mongod, or set "
                                     "LOCKDESK_TEST_MONGOD to a mongod, or LOCKDESK_TEST_MONGODB_URL to a server.");
        return path;
    }

    const bool m_replica_set, m_alone;
};

} // namespace

TestServer::TestServer(std::shared_ptr<const Kind> kind, const ServerOptions& options)
    : m_kind(std::move(kind)), m_options(options)
{
    const char* existing = std::getenv(m_kind->variable().c_str());
    if (existing != nullptr && *existing != '\0' && options.may_use_existing) {
        m_url = existing;
        return;
    }
    m_dir = std::make_unique<TempDir>(servers_folder(), "lockdesk-server");
    m_kind->initialise(*m_dir, options.own_identity);
    // Another process may take the port between check and start.
    for (int tries = 1;; ++tries) {
        m_port = free_port();
        try {
            launch();
            break;
        } catch (const std::runtime_error&) {
            if (tries == 3)
                throw;
        }
    }
    m_url = m_kind->url(m_port);
}

TestServer::~TestServer()
{
    // The data are deleted, so no clean shutdown is needed, which takes some servers seconds.
    if (m_dir)
        m_process.stop(m_kind->death_signal());
}

void TestServer::launch()
{
    ChildOptions options;
    options.run_as = m_kind->user();
    options.output = *m_dir / "server.log";
    options.death_signal = m_kind->death_signal();
    m_process = ChildProcess(m_kind->command(*m_dir, m_port, m_options.settings), options);
    bool ended = false;
    const bool up = await(
        [&] {
            ended = !m_process.running();
            return ended || m_kind->ready(*m_dir, m_port, m_process.pid());
        },
        std::chrono::seconds{60});
    if (ended || !up)
        throw std::runtime_error("The server for " + m_kind->variable() + " did not start:\n" + log());
}

void TestServer::need_private() const
{
    if (!is_private())
        throw std::runtime_error("This test stops its server and needs a private one; " + m_kind->variable() + " is set.");
}

std::string TestServer::log() const { return m_dir ? read_file(*m_dir / "server.log") : std::string{}; }

void TestServer::freeze()
{
    need_private();
    m_process.signal_tree(SIGSTOP);
}

void TestServer::thaw()
{
    need_private();
    m_process.signal_tree(SIGCONT);
}

void TestServer::kill()
{
    need_private();
    m_process.signal_tree(SIGKILL);
    m_process.wait(std::chrono::seconds{10});
}

void TestServer::stop()
{
    need_private();
    m_process.stop(m_kind->stop_signal());
}

void TestServer::restart()
{
    need_private();
    m_process.stop(m_kind->stop_signal());
    launch();
}

std::unique_ptr<TestServer> start_postgres(const ServerOptions& options)
{
    return std::make_unique<TestServer>(std::make_shared<Postgres>(), options);
}

std::unique_ptr<TestServer> start_postgres_standby(const TestServer& primary)
{
    return std::make_unique<TestServer>(std::make_shared<PostgresStandby>(primary.port()), ServerOptions{{}, false});
}

std::unique_ptr<TestServer> start_redis(const ServerOptions& options)
{
    return std::make_unique<TestServer>(std::make_shared<Redis>(), options);
}

std::unique_ptr<TestServer> start_mongodb_member()
{
    return std::make_unique<TestServer>(std::make_shared<Mongodb>(true, false), ServerOptions{{}, false});
}

std::unique_ptr<TestServer> start_mariadb(const ServerOptions& options)
{
    return std::make_unique<TestServer>(std::make_shared<MariaDb>(), options);
}

TestServer& shared_mariadb()
{
    static const auto server = start_mariadb();
    return *server;
}

std::unique_ptr<TestServer> start_mongodb(const ServerOptions& options, bool replica_set)
{
    return std::make_unique<TestServer>(std::make_shared<Mongodb>(replica_set), options);
}

TestServer& shared_mongodb()
{
    static const auto server = start_mongodb();
    return *server;
}

TestServer& shared_postgres()
{
    static const auto server = start_postgres();
    return *server;
}

TestServer& shared_redis()
{
    static const auto server = start_redis();
    return *server;
}

} // namespace lockdesk::test

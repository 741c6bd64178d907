// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/tls_fixture.h"

#include "backends/mariadb/mariadb_store.h"
#include "backends/mongodb/mongodb_store.h"
#include "backends/postgres/postgres_store.h"
#include "backends/redis/redis_store.h"

#include <fstream>
#include <map>
#include <ostream>
#include <sys/stat.h>

namespace lockdesk::test {

namespace {

// TLS ports of the Redis servers.
std::map<const TestServer*, int>& tls_ports()
{
    static std::map<const TestServer*, int> ports;
    return ports;
}

std::unique_ptr<TestServer> start_tls_redis(const std::string& certificate, bool client)
{
    const Certificates& files = certificates();
    const int port = free_port();
    auto server =
        start_redis({.settings = {"--tls-port", std::to_string(port), "--tls-cert-file", files.file(certificate + ".crt"),
                                  "--tls-key-file", files.file(certificate + ".key"), "--tls-ca-cert-file",
                                  files.authority(), "--tls-auth-clients", client ? "yes" : "no"},
                     .may_use_existing = false});
    tls_ports()[server.get()] = port;
    return server;
}

std::unique_ptr<TestServer> start_tls_postgres(const std::string& certificate, bool client)
{
    const Certificates& files = certificates();
    const auto rules = files.file(certificate + (client ? "-client" : "") + ".hba");
    std::ofstream(rules) << "local all all trust\n"
                         << (client ? "hostssl all all 127.0.0.1/32 trust clientcert=verify-ca\n"
                                    : "host all all 127.0.0.1/32 trust\n");
    ::chmod(rules.c_str(), 0644);
    return start_postgres({.settings = {"ssl=on", "ssl_cert_file=" + files.file(certificate + ".crt"),
                                        "ssl_key_file=" + files.key_for(certificate, "postgres"),
                                        "ssl_ca_file=" + files.authority(), "hba_file=" + rules},
                           .may_use_existing = false});
}

std::unique_ptr<TestServer> start_tls_mariadb(const std::string& certificate, bool client)
{
    const Certificates& files = certificates();
    std::vector<std::string> settings{"ssl-ca=" + files.authority(), "ssl-cert=" + files.file(certificate + ".crt"),
                                      "ssl-key=" + files.file(certificate + ".key")};
    if (client) {
        // From then on root may connect with a certificate only.
        const auto rules = files.file("require.sql");
        std::ofstream(rules) << "CREATE DATABASE IF NOT EXISTS lockdesk CHARACTER SET utf8mb4;\n"
                                "ALTER USER root@'127.0.0.1' REQUIRE X509;\n";
        ::chmod(rules.c_str(), 0644);
        settings.push_back("init-file=" + rules);
    }
    return start_mariadb({.settings = settings, .may_use_existing = false});
}

std::unique_ptr<TestServer> start_tls_mongodb(const std::string& certificate, bool client)
{
    const Certificates& files = certificates();
    std::vector<std::string> settings{
        "--tlsMode",   "preferTLS",      "--tlsCertificateKeyFile", files.file(certificate + ".pem"),
        "--tlsCAFile", files.authority()};
    if (!client)
        settings.emplace_back("--tlsAllowConnectionsWithoutCertificates");
    return start_mongodb({.settings = settings, .may_use_existing = false}, false);
}

std::string plain_address(const TestServer& server) { return server.url().substr(0, server.url().find('?')); }

} // namespace

void PrintTo(const TlsStore& store, std::ostream* out) { *out << store.name; }

std::string with_options(const std::string& url, const std::string& options)
{
    return options.empty() ? url : url + (url.find('?') == std::string::npos ? "?" : "&") + options;
}

std::vector<TlsStore> tls_stores()
{
    const std::string ca = certificates().authority();
    const ServerOptions own{{}, false};
    return {
        {"redis", open_redis_store, start_tls_redis,
         [](const TestServer& server) { return "redis://127.0.0.1:" + std::to_string(tls_ports().at(&server)) + "/0"; },
         [own] { return start_redis(own); }, "tls=require", "tls=true&tls-ca=" + ca},
        {"postgres", open_postgres_store, start_tls_postgres, plain_address, [own] { return start_postgres(own); },
         "sslmode=require", "sslmode=verify-full&sslrootcert=" + ca},
        {"mariadb", open_mariadb_store, start_tls_mariadb, plain_address, [own] { return start_mariadb(own); },
         "ssl-mode=REQUIRED", "ssl-ca=" + ca},
        {"mongodb", open_mongodb_store, start_tls_mongodb, plain_address, [own] { return start_mongodb(own, false); },
         "tls=true&tlsInsecure=true", "tls=true&tlsCAFile=" + ca},
    };
}

} // namespace lockdesk::test

// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
//
// A URL's options are met or refused, on every kind of store.
#include "backends/mariadb/link.h"
#include "backends/mariadb/mariadb_store.h"
#include "backends/memory/memory_store.h"
#include "backends/mongodb/link_options.h"
#include "backends/mongodb/mongodb_store.h"
#include "backends/postgres/link.h"
#include "backends/postgres/postgres_store.h"
#include "backends/redis/redis_store.h"
#include "backends/redlock/redlock_store.h"
#include "backends/sqlite/sqlite_store.h"
#include "tests/support/certificates.h"

#include <cstdlib>
#include <gtest/gtest.h>

namespace lockdesk::test {

namespace {

StoreRegistry url_registry()
{
    StoreRegistry all;
    all.add("memory", open_memory_store);
    all.add("sqlite", open_sqlite_store);
    all.add("postgresql", open_postgres_store);
    all.add("mariadb", open_mariadb_store);
    all.add("mongodb", open_mongodb_store);
    all.add("redis", open_redis_store);
    all.add("redlock", [](const StoreUrl& url) { return open_redlock_store(url, open_redis_store); });
    return all;
}

// Returns the refusal, or nullopt if the URL may be opened. Contacts no server.
std::optional<Failure> refusal(const std::string& text)
{
    const auto url = StoreUrl::parse(text);
    if (!url)
        return url.failure();
    const auto store = url_registry().open(*url);
    return store ? std::nullopt : std::optional(store.failure());
}

void expect_usage(const std::string& url, const std::string& named)
{
    const auto failure = refusal(url);
    ASSERT_TRUE(failure) << url << " was accepted";
    EXPECT_EQ(failure->kind, FailureKind::usage) << url << ": " << failure->message;
    EXPECT_NE(failure->message.find(named), std::string::npos) << url << ": " << failure->message;
    EXPECT_EQ(failure->message.find("geheim"), std::string::npos) << failure->message;
}

std::string mode_of_libpq(const std::string& url)
{
    for (const auto& [keyword, value] : *postgres::url_wishes(StoreUrl::parse(url).value()))
        if (keyword == "sslmode")
            return value;
    return "unsaid";
}

TlsOptions::Mode mode_in_mariadb(const std::string& url)
{
    return mariadb::url_wishes(StoreUrl::parse(url).value())->tls.mode;
}

TlsOptions::Mode mode_in_mongodb(const std::string& url)
{
    return mongodb::url_wishes(StoreUrl::parse(url).value())->tls.mode;
}

} // namespace

TEST(UrlOptionsTest, EveryStoreRefusesWhatItDoesNotKnow)
{
    for (const std::string& url :
         {"memory:x", "sqlite:///tmp/no-such-file.db", "postgresql://me@h/db", "mariadb://me@h/db", "mongodb://h/db",
          "mongodb://h1,h2:2/db", "redis://h/0", "rediss://h/0", "redlock://h1,h2,h3"}) {
        EXPECT_FALSE(refusal(url)) << url;
        expect_usage(url + "?colour=blue", "'colour'");
        expect_usage(url + "?colour", "'colour'");
        expect_usage(url + "?%63olour=blue", "'colour'");
        expect_usage(url + "?=blue", "no name");
        expect_usage(url + "?a%=1", "percent escape");
        expect_usage(url + "?a=%00", "percent escape");
        expect_usage(url + "?Tls=verify&tls=off", "'tls'");
        EXPECT_FALSE(refusal(url + "?")) << "nothing is asked for";
        EXPECT_FALSE(refusal(url + "?&")) << "nothing is asked for";
    }
    expect_usage("memory:x?tls=verify", "'tls'");
    expect_usage("sqlite:///tmp/x.db?password=geheim", "'password'");
    expect_usage("sqlite:///tmp/x.db?mode=ro", "'mode'");
}

TEST(UrlOptionsTest, SecretsAreNotRepeated)
{
    expect_usage("redis://h?password=geheim&password=geheim2", "password");
    expect_usage("redis://:geheim@h?password=geheim2", "password");
    expect_usage("postgresql://me:a/geheim@h/db", "%2F");
    expect_usage("postgresql://me:a?geheim@h/db", "%3F");
    expect_usage("redis://me:geheim:x@h:port", "port");
    expect_usage("mongodb://h/db?tlsCertificateKeyFilePassword=geheim&tls=false", "tls");
    expect_usage("redlock://rediss://me:geheim@h1,h2", "redlock://");
}

TEST(UrlOptionsTest, PostgresKnowsWhatLibpqKnows)
{
    EXPECT_FALSE(refusal("postgresql://me@h/db?application_name=x&keepalives=1&options=-c%20a=b&target_session_attrs=any"));
    expect_usage("postgresql://h/db?sslmode=sometimes", "'sslmode'");
    expect_usage("postgresql://h/db?SSLMODE=require", "'SSLMODE'");
    expect_usage("postgresql://h/db?replication=database", "'replication'");
    expect_usage("postgresql://h/db?client_encoding=LATIN1", "'client_encoding'");
    expect_usage("postgresql://me@h/db?user=you", "'user'");
    expect_usage("postgresql://h/db?connect_timeout=soon", "'connect_timeout'");
    expect_usage("postgresql://h/db?tls=verify&sslmode=require", "'sslmode'");
    expect_usage("postgresql://%2Ftmp/db?tls=require", "'tls'");
    expect_usage("postgresql://%2Ftmp/db?sslmode=require", "'sslmode'");
    expect_usage("postgresql://h/db?sslrootcert=/ca&sslmode=prefer", "'sslrootcert'");
    expect_usage("postgresql://h/db?sslcert=/c&sslmode=disable", "'sslcert'");
    EXPECT_EQ(mode_of_libpq("postgresql://h/db"), "unsaid");
    EXPECT_EQ(mode_of_libpq("postgresql://h/db?sslrootcert=/ca"), "verify-full") << "a CA that is named is looked at";
    EXPECT_EQ(mode_of_libpq("postgresql://h/db?sslrootcert=/ca&sslmode=verify-ca"), "verify-ca");
    EXPECT_EQ(mode_of_libpq("postgresql://h/db?sslcert=/c&sslkey=/k"), "require");
    EXPECT_EQ(mode_of_libpq("postgresql://h/db?tls=off"), "disable");
    EXPECT_EQ(mode_of_libpq("postgresql://h/db?tls=require"), "require");
    EXPECT_EQ(mode_of_libpq("postgresql://h/db?tls-ca=" + certificates().authority()), "verify-full");
    setenv("PGSSLMODE", "verify-full", 1);
    EXPECT_EQ(mode_of_libpq("postgresql://h/db?sslcert=/c"), "verify-full") << "no weaker than the environment";
    unsetenv("PGSSLMODE");
}

TEST(UrlOptionsTest, MariadbHasTheClientsSpelling)
{
    using Mode = TlsOptions::Mode;
    const std::string file = certificates().authority();
    EXPECT_EQ(mode_in_mariadb("mariadb://h/db"), Mode::unsaid);
    EXPECT_EQ(mode_in_mariadb("mariadb://h/db?ssl=1"), Mode::require);
    EXPECT_EQ(mode_in_mariadb("mariadb://h/db?ssl-mode=required"), Mode::require);
    EXPECT_EQ(mode_in_mariadb("mariadb://h/db?ssl-mode=VERIFY_CA"), Mode::authority);
    EXPECT_EQ(mode_in_mariadb("mariadb://h/db?ssl-mode=VERIFY_IDENTITY"), Mode::verify);
    EXPECT_EQ(mode_in_mariadb("mariadb://h/db?ssl-mode=DISABLED"), Mode::off);
    EXPECT_EQ(mode_in_mariadb("mariadb://h/db?ssl-ca=" + file), Mode::verify);
    EXPECT_EQ(mode_in_mariadb("mariadb://h/db?ssl=1&ssl-ca=" + file), Mode::verify);
    EXPECT_EQ(mode_in_mariadb("mariadb://h/db?ssl-verify-server-cert=1"), Mode::verify);
    EXPECT_EQ(mode_in_mariadb("mariadb://h/db?ssl-verify-server-cert=0&ssl-ca=" + file), Mode::authority);
    EXPECT_EQ(mode_in_mariadb("mariadb://h/db?tls=require"), Mode::require);
    expect_usage("mariadb://h/db?ssl-mode=MAYBE", "'ssl-mode'");
    expect_usage("mariadb://h/db?ssl=perhaps", "'ssl'");
    expect_usage("mariadb://h/db?ssl=0&ssl-ca=" + file, "'ssl-ca'");
    expect_usage("mariadb://h/db?ssl-mode=PREFERRED&ssl-ca=" + file, "'ssl-ca'");
    expect_usage("mariadb://h/db?ssl=1&ssl-mode=DISABLED", "'ssl-mode'");
    expect_usage("mariadb://h/db?ssl-key=" + file, "'ssl-key'");
    expect_usage("mariadb://h/db?ssl-ca=/no/such/file", "'ssl-ca'");
    expect_usage("mariadb://h/db?tls=verify&ssl-mode=REQUIRED", "'tls'");
    expect_usage("mariadb://h/db?socket=/tmp/s", "'socket'");
    expect_usage("mariadb://h/db?allow-local-infile=1", "'allow-local-infile'");
}

TEST(UrlOptionsTest, MongodbHasTheClientsSpelling)
{
    using Mode = TlsOptions::Mode;
    const std::string file = certificates().authority();
    EXPECT_EQ(mode_in_mongodb("mongodb://h/db?tls=true"), Mode::verify);
    EXPECT_EQ(mode_in_mongodb("mongodb://h/db?ssl=true"), Mode::verify);
    EXPECT_EQ(mode_in_mongodb("mongodb://h/db?TLSCAFILE=" + file), Mode::verify);
    EXPECT_EQ(mode_in_mongodb("mongodb://h/db?tls=true&tlsInsecure=true"), Mode::require);
    EXPECT_EQ(mode_in_mongodb("mongodb://h/db?tls=true&tlsAllowInvalidHostnames=true"), Mode::authority);
    EXPECT_EQ(mode_in_mongodb("mongodb://h/db?tls=false"), Mode::off);
    EXPECT_FALSE(refusal("mongodb://h/db?replicaSet=rs0&retryWrites=false&w=majority&readPreference=primary&appName=x"));
    EXPECT_FALSE(refusal("mongodb://h/db?connectTimeoutMS=500&authSource=admin&directConnection=true"));
    expect_usage("mongodb://h/db?retryWrites=true", "'retryWrites'");
    expect_usage("mongodb://h/db?w=1", "'w'");
    expect_usage("mongodb://h/db?readPreference=secondary", "'readPreference'");
    expect_usage("mongodb://h/db?readConcernLevel=local", "'readConcernLevel'");
    expect_usage("mongodb://h/db?maxPoolSize=5", "'maxPoolSize'");
    expect_usage("mongodb://h/db?tls=false&tlsCAFile=" + file, "'tlsCAFile'");
    expect_usage("mongodb://h/db?tlsInsecure=true&tlsCAFile=" + file, "'tlsInsecure'");
    expect_usage("mongodb://h/db?tls=verify&tlsInsecure=true", "'tlsInsecure'");
    expect_usage("mongodb://h/db?tls=true&ssl=false", "'ssl'");
    expect_usage("mongodb://h/db?tlsCAFile=/no/such/file", "'tlsCAFile'");
    expect_usage("mongodb://h/db?connectTimeoutMS=soon", "'connectTimeoutMS'");
    expect_usage("mongodb://h/db?compressors=rot13", "'compressors'");
    expect_usage("mongodb://h/db?directConnection=perhaps", "directconnection");
}

} // namespace lockdesk::test

// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// An address in fields and back: against the parser of the stores, with everything that it accepts.
#include "models/connect/address_parts.h"

#include "backends/engine/text/store_url.h"

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace lockdesk {
namespace {

std::string s(const QString& text) { return text.toStdString(); }

const std::vector<const char*>& accepted()
{
    static const std::vector<const char*> all{
        "sqlite:///tmp/x.db",
        "sqlite:///a b",
        "sqlite://rel/x%20y.db",
        "sqlite:///tmp/x.db?mode=ro",
        "memory:x",
        "memory:",
        "memory:a//b@c:5?x=1",
        "postgresql://",
        "postgres://h",
        "postgresql://h",
        "postgresql://h/",
        "postgresql://h/db?",
        "postgresql://h/db?&&a=b&",
        "postgresql://h:/db",
        "postgresql://:5433/db",
        "postgresql://me@h/db",
        "postgresql://@h/db",
        "postgresql://me:@h/db",
        "postgresql://me:geheim@h:1/db",
        "postgresql://me:p@ss@h:1/db",
        "postgresql://us%40er:p%3Ass@db.example:5433/na%2Fme?sslmode=require&a=b%20c",
        "postgresql://[::1]:5/d",
        "postgresql://[::1]",
        "postgresql://ann:ge%2Fheim@[::1]:5432/db",
        "postgresql://%2Frun%2Fpostgresql/db",
        "postgresql://h/a/b/c",
        "postgresql://h/d?a%26b=c%3dd&flag&empty=",
        "postgresql://h/d?x=a@b",
        "postgresql://me@h/db?application_name=x&keepalives=1&options=-c%20search_path%3Dapp&target_session_attrs=any",
        "postgresql://h/db?tls=verify&tls-ca=/etc/ca%20of%20us.pem&tls-cert=/c&tls-key=/k&tls-name=db.example",
        "postgresql://h/db?tls=true",
        "postgresql://h/db?password=geheim&sslmode=require",
        "postgresql://사용자@호스트/데이터베이스?application_name=콘솔",
        "mysql://h",
        "mariadb://u%40v:p@h%5b/d%2fe",
        "mariadb:///db?socket=/run/mysqld/mysqld.sock",
        "mariadb://h/db?ssl-mode=VERIFY_IDENTITY",
        "redis://h",
        "redis://:@h",
        "redis://:geheim@h/3",
        "redis://[fe80::1%25eth0]:1/0",
        "redis://a%40b%3a1%2f%3f%23/0",
        "redis://h?%74ls=verify",
        "rediss://:ge%2Fheim@h:6380/1?tls-name=x",
        "mongodb://h/db",
        "mongodb://ann:ge%2Fheim@h1:1,h2:2/db?replicaSet=rs0",
        "mongodb://[::1]:1,[::2]:2/db?TLS=off",
        "mongodb://%2ftmp%2fs.sock/db",
        "redlock://h1:1,h2:2,h3",
        "redlock://h1:1,rediss://h2:2/3",
        "redlock://:ge%2Fheim@rediss://h1:1,rediss://h2/0?tls=require",
    };
    return all;
}

TEST(AddressParts, WhatNoFieldChangesStaysAsItWasWritten)
{
    std::vector<const char*> all = accepted();
    for (const char* wrong : {"", "p", "postgresql", "postgresql:", "postgresql:/", "sqlite:x", ":x", "db.example:5432/x",
                              "redis://u:geheim@[::1", "redis://h%00evil/0", "redis://h/%ff", "redis://u:geheim%4@h",
                              "redis://h?tls=verify&TLS=off&tls=off", "oracle://h", "redis://me:geheim:x@h:port",
                              "postgresql://me:a/geheim@h/db", "postgresql://me:a?geheim@h/db", "redlock://", "%", "?", "a?b:c"})
        all.push_back(wrong);
    for (const char* url : all)
        EXPECT_EQ(s(AddressParts(QString::fromUtf8(url)).text()), url);
}

TEST(AddressParts, FieldsAreThoseOfTheStores)
{
    for (const char* url : accepted()) {
        SCOPED_TRACE(url);
        const auto parsed = StoreUrl::parse(url);
        ASSERT_TRUE(parsed) << parsed.failure().message;
        const AddressParts parts(QString::fromUtf8(url));
        EXPECT_EQ(s(parts.kind()), parsed->scheme());
        EXPECT_EQ(parts.isSecure(), parsed->secure());
        EXPECT_EQ(s(parts.database()), parsed->path());
        if (parts.isLocal())
            continue;
        EXPECT_EQ(s(parts.user()), parsed->user());
        EXPECT_EQ(s(parts.host()), parsed->host());
        if (!parts.isList())
            EXPECT_EQ(parts.port().toInt(), parsed->port());
        for (const auto& [name, value] : parsed->options())
            EXPECT_EQ(s(parts.option(QString::fromStdString(name))), value) << name;
    }
}

struct Change
{
    const char* field;
    std::function<void(AddressParts&, const QString&)> set;
    std::function<std::string(const StoreUrl&)> get;
    bool ofServers = true;
};

/// All but the password and that part.
std::vector<std::string> rest(const StoreUrl& url, const std::string& but)
{
    std::vector<std::string> out{url.scheme(), std::to_string(int(url.secure())), url.password()};
    const std::vector<std::pair<std::string, std::string>> parts{
        {"host", url.host()}, {"port", std::to_string(url.port())}, {"database", url.path()}, {"user", url.user()}};
    for (const auto& [name, value] : parts)
        if (name != but)
            out.push_back(value);
    for (const auto& [name, value] : url.options())
        if (name != but)
            out.push_back(name + '=' + value);
    return out;
}

TEST(AddressParts, AChangedFieldArrivesAndTheOthersStay)
{
    const std::vector<Change> changes{
        {"host", [](AddressParts& p, const QString& v) { p.setHost(v); }, [](const StoreUrl& u) { return u.host(); }},
        {"database", [](AddressParts& p, const QString& v) { p.setDatabase(v); },
         [](const StoreUrl& u) { return u.path(); }},
        {"user", [](AddressParts& p, const QString& v) { p.setUser(v); }, [](const StoreUrl& u) { return u.user(); }},
        {"tls-ca", [](AddressParts& p, const QString& v) { p.setOption(QStringLiteral("tls-ca"), v); },
         [](const StoreUrl& u) { return u.options().contains("tls-ca") ? u.options().at("tls-ca") : std::string(); }}};
    const std::vector<const char*> hostile{"plain",     "a b",      "a@b",      "a:b@c",  "/run/x y", "100%",  "%41",
                                           "a?b#c",     "x&y=z",    "주문",     "a+b",    "\"'`$\\",  "a,b;c", "🔒",
                                           "e\u0301",   "a/b//c",   "://",      "..",     "[x",       "-",     "a=b"};
    for (const char* url : accepted()) {
        const auto before = StoreUrl::parse(url);
        ASSERT_TRUE(before);
        const AddressParts parts(QString::fromUtf8(url));
        for (const Change& change : changes) {
            for (const char* value : hostile) {
                const std::string host = value;
                if (parts.isLocal() || (parts.isList() && change.field == std::string("host"))
                    || (parts.kind() == QLatin1String("mongodb") && host.find(',') != std::string::npos
                        && change.field == std::string("host")))
                    continue;
                SCOPED_TRACE(std::string(url) + " | " + change.field + " | " + value);
                AddressParts changed = parts;
                change.set(changed, QString::fromUtf8(value));
                const auto after = StoreUrl::parse(s(changed.text()));
                ASSERT_TRUE(after) << s(changed.text()) << ' ' << after.failure().message;
                EXPECT_EQ(change.get(*after), value) << s(changed.text());
                EXPECT_EQ(rest(*after, change.field), rest(*before, change.field)) << s(changed.text());
                // And back: what the address says now, the fields say.
                EXPECT_EQ(s(AddressParts(changed.text()).text()), s(changed.text()));
                change.set(changed, {});
                const auto emptied = StoreUrl::parse(s(changed.text()));
                ASSERT_TRUE(emptied) << s(changed.text());
                EXPECT_EQ(change.get(*emptied), "") << s(changed.text());
            }
        }
    }
}

TEST(AddressParts, HostsAndPorts)
{
    const auto with = [](const char* url, const char* host) {
        AddressParts parts(QString::fromUtf8(url));
        parts.setHost(QString::fromUtf8(host));
        return s(parts.text());
    };
    EXPECT_EQ(with("postgresql://h/db", "::1"), "postgresql://[::1]/db");
    EXPECT_EQ(with("postgresql://h:5/db", "[::1]:6"), "postgresql://[::1]:6/db");
    EXPECT_EQ(with("postgresql://h:5/db", "fe80::1"), "postgresql://[fe80::1]:5/db");
    EXPECT_EQ(with("postgresql://h:5/db", "db.example:5433"), "postgresql://db.example:5433/db");
    EXPECT_EQ(with("postgresql://h/db", "/run/postgresql"), "postgresql://%2Frun%2Fpostgresql/db");
    EXPECT_EQ(with("mongodb://h:1/db", "h1:1, h2:2"), "mongodb://h1:1,h2:2/db");
    EXPECT_EQ(with("redlock://h1/0", "h1:1, h2:2 ,rediss://h3"), "redlock://h1:1,h2:2,rediss://h3/0");
    AddressParts parts(QStringLiteral("postgresql://h/db"));
    parts.setPort(QStringLiteral("5433"));
    EXPECT_EQ(s(parts.text()), "postgresql://h:5433/db");
    parts.setPort(QStringLiteral("5@6"));
    EXPECT_FALSE(StoreUrl::parse(s(parts.text()))) << "refused at the address, not read as another server";
    parts.setPort({});
    EXPECT_EQ(s(parts.text()), "postgresql://h/db");
}

TEST(AddressParts, OptionsWithoutAFieldAreKept)
{
    AddressParts parts(QStringLiteral("postgresql://h/db?application_name=x&tls=verify&flag&options=-c%20a%3Db"));
    EXPECT_EQ(s(parts.otherOptions()), "application_name=x&flag&options=-c%20a%3Db");
    parts.setOption(QStringLiteral("tls-ca"), QStringLiteral("/ca.pem"));
    EXPECT_EQ(s(parts.text()),
              "postgresql://h/db?application_name=x&tls=verify&flag&options=-c%20a%3Db&tls-ca=/ca.pem");
    parts.setOtherOptions(QStringLiteral("application_name=my app"));
    EXPECT_EQ(s(parts.text()), "postgresql://h/db?tls=verify&tls-ca=/ca.pem&application_name=my%20app");
    parts.setTls(QStringLiteral("off"));
    EXPECT_EQ(s(parts.text()), "postgresql://h/db?tls=off&application_name=my%20app") << "a file contradicts off";
    parts.setTls({});
    parts.setOtherOptions({});
    EXPECT_EQ(s(parts.text()), "postgresql://h/db");
    AddressParts secure(QStringLiteral("rediss://h/0?tls-ca=/x"));
    secure.setTls(QStringLiteral("off"));
    EXPECT_EQ(s(secure.text()), "redis://h/0?tls=off");
}

TEST(AddressParts, AnotherKindKeepsWhatItUnderstands)
{
    const auto as = [](const char* url, const char* kind) {
        AddressParts parts(QString::fromUtf8(url));
        parts.setKind(QString::fromUtf8(kind));
        return s(parts.text());
    };
    EXPECT_EQ(as("postgres://me@h:5433/db?sslmode=require&tls=verify", "postgresql"),
              "postgres://me@h:5433/db?sslmode=require&tls=verify") << "another spelling of the same";
    EXPECT_EQ(as("postgresql://me@h:5433/db?application_name=x&tls=verify", "mariadb"), "mariadb://me@h/db?tls=verify");
    EXPECT_EQ(as("postgresql://me@h/db", "sqlite"), "sqlite://");
    EXPECT_EQ(as("sqlite:///tmp/x.db?mode=ro", "redis"), "redis://");
    EXPECT_EQ(as("rediss://h/0", "mongodb"), "mongodb://h/0?tls=verify") << "it stays as safe as it was";
    EXPECT_EQ(as("redlock://h1:1,h2:2", "redis"), "redis://h1:1");
    EXPECT_EQ(as("", "postgresql"), "postgresql://");
    EXPECT_EQ(as("db.example", "postgresql"), "postgresql://db.example");
    EXPECT_EQ(as("/tmp/x.db", "sqlite"), "sqlite:///tmp/x.db");
    EXPECT_EQ(as("", "memory"), "memory:");
}

} // namespace
} // namespace lockdesk

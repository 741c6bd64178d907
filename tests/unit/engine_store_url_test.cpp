// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/engine/contracts/store.h"
#include "backends/engine/contracts/unsupported.h"

#include <gtest/gtest.h>

namespace lockdesk {

namespace {

StoreUrl url(std::string_view text) { return StoreUrl::parse(text).value(); }

} // namespace

// Whatever its parts contain, the saved and shown address leads to the same place.
TEST(StoreUrl, WithoutItsPasswordIsTheSameAddress)
{
    for (const std::string text :
         {"mongodb://z%2ftmp%2fs.sock/db", "redis://a%40b%3a1%2f%3f%23/0", "postgresql://[::1]:5/d", "mariadb://u%40v:p@h%5b/d%2fe",
          "redis://[fe80::1%25eth0]:1/0", "postgresql://h/d?a%26b=c%3dd"}) {
        const auto url = StoreUrl::parse(text);
        ASSERT_TRUE(url) << text;
        const auto again = StoreUrl::parse(url->redacted());
        ASSERT_TRUE(again) << url->redacted();
        EXPECT_EQ(again->host(), url->host());
        EXPECT_EQ(again->port(), url->port());
        EXPECT_EQ(again->path(), url->path());
        EXPECT_EQ(again->user(), url->user());
        EXPECT_EQ(again->options(), url->options());
        EXPECT_EQ(again->redacted(), url->redacted());
    }
    for (const char* bad : {"redis://h%00evil/0", "redis://h/%ff", "redis://u%80@h", "redis://u:%00@h", "redis://h?a=%00"})
        EXPECT_FALSE(StoreUrl::parse(bad)) << bad;
}

TEST(StoreUrl, EmbeddedStoresAreVerbatim)
{
    EXPECT_EQ(url("sqlite:///tmp/x.db").path(), "/tmp/x.db");
    EXPECT_EQ(url("sqlite://rel/x%20y.db").path(), "rel/x%20y.db");
    EXPECT_EQ(url("memory:a b%").path(), "a b%");
    EXPECT_EQ(url("memory:").scheme(), "memory");
}

TEST(StoreUrl, NetworkStoresAreTakenApart)
{
    const auto u = url("postgresql://us%40er:p%3Ass@db.example:5433/na%2Fme?sslmode=require&a=b%20c");
    EXPECT_EQ(u.scheme(), "postgresql");
    EXPECT_EQ(u.user(), "us@er");
    EXPECT_EQ(u.password(), "p:ss");
    EXPECT_EQ(u.host(), "db.example");
    EXPECT_EQ(u.port(), 5433);
    EXPECT_EQ(u.path(), "na/me");
    EXPECT_EQ(u.options().at("sslmode"), "require");
    EXPECT_EQ(u.options().at("a"), "b c");
    EXPECT_EQ(url("redis://host").port(), 0);
    EXPECT_EQ(url("redis://[::1]:6380/1").host(), "::1");
    EXPECT_EQ(url("redis://[::1]:6380/1").port(), 6380);
    EXPECT_EQ(url("postgres://h").scheme(), "postgresql");
    EXPECT_EQ(url("mysql://h").scheme(), "mariadb");
    EXPECT_FALSE(url("redis://h").has_password());
    EXPECT_TRUE(url("redis://:@h").has_password());
    EXPECT_EQ(url("redlock://h1:1,h2:2").host(), "h1:1,h2:2");
}

TEST(StoreUrl, SeveralHostsAreThoseOfPostgreSqlAndMongoDb)
{
    const auto u = url("postgresql://me:geheim@h1:5433,[::1],10.0.0.2:5434/db");
    EXPECT_EQ(u.host(), "h1,::1,10.0.0.2");
    EXPECT_EQ(u.ports(), "5433,5432,5434");
    EXPECT_EQ(u.port(), 0);
    EXPECT_EQ(u.without_password(), "postgresql://me@h1:5433,[::1],10.0.0.2:5434/db");
    EXPECT_EQ(u.with_password("x").with_secrets(), "postgresql://me:x@h1:5433,[::1],10.0.0.2:5434/db");
    EXPECT_EQ(url("postgresql://h/db").ports(), "");
    for (const auto* bad : {"postgresql://h1:1,h2:port/db", "postgresql://h1,h2%2Ch3/db", "postgresql://h1:0,h2", "redis://h1:1,h2:2",
                            "mariadb://u:geheim@h1:1,h2/db"}) {
        const auto parsed = StoreUrl::parse(bad);
        ASSERT_FALSE(parsed) << bad;
        EXPECT_EQ(parsed.failure().kind, FailureKind::usage);
        EXPECT_EQ(parsed.failure().message.find("geheim"), std::string::npos) << parsed.failure().message;
    }
}

TEST(StoreUrl, MistakesAreUsageWithoutThePassword)
{
    for (const auto* bad :
         {"", "x", ":x", "sqlite:x", "sqlite://", "redis:/h", "redis://u:geheim@h:port", "redis://u:geheim@h:0",
          "redis://u:geheim@h:65536", "redis://u:geheim@[::1", "redis://u:geheim%4@h", "Redis://h"}) {
        const auto parsed = StoreUrl::parse(bad);
        ASSERT_FALSE(parsed) << bad;
        EXPECT_EQ(parsed.failure().kind, FailureKind::usage);
        EXPECT_EQ(parsed.failure().message.find("geheim"), std::string::npos) << parsed.failure().message;
    }
}

TEST(StoreUrl, RedactedNeverShowsASecret)
{
    for (const auto* text :
         {"postgresql://me:geheim@h:1/db", "redis://:geheim@h", "postgresql://h/db?password=geheim",
          "postgresql://me@h/db?password=geheim&sslmode=require", "postgresql://h/db?sslpassword=geheim"}) {
        const auto shown = url(text).redacted();
        EXPECT_EQ(shown.find("geheim"), std::string::npos) << shown;
        EXPECT_NE(shown.find("***"), std::string::npos) << shown;
        EXPECT_TRUE(StoreUrl::parse(shown)) << shown;
    }
    EXPECT_EQ(url("postgresql://h/db?password=geheim").password(), "geheim");
    EXPECT_EQ(url("postgresql://h/db?sslpassword=geheim").options().at("sslpassword"), "geheim");
    EXPECT_EQ(url("postgresql://me:geheim@h:1/db").redacted(), "postgresql://me:***@h:1/db");
    EXPECT_EQ(url("mongodb://h/d?tlsCertificateKeyFilePassword=geheim").redacted(),
              "mongodb://h/d?tlsCertificateKeyFilePassword=***");
    EXPECT_EQ(url("memory:x").redacted(), "memory:x");
    EXPECT_EQ(url("sqlite:///a b").redacted(), "sqlite:///a b");
}

TEST(StoreUrl, PasswordCanBeReplaced)
{
    const auto u = url("redis://h").with_password("geheim");
    EXPECT_EQ(u.password(), "geheim");
    EXPECT_TRUE(u.has_password());
    EXPECT_EQ(u.redacted(), "redis://:***@h");
}

TEST(StoreUrl, SecretsGoWithTheWholeAddressOnly)
{
    for (const auto* text :
         {"mongodb://ann:ge%2Fheim@h1:1,h2:2/db?replicaSet=rs0", "redlock://:ge%2Fheim@h1:1,h2,h3/0",
          "postgresql://ann:ge%2Fheim@[::1]:5432/db", "rediss://:ge%2Fheim@h:6380/1?tls-name=x",
          "redlock://:ge%2Fheim@rediss://h1:1,rediss://h2/0", "postgresql://%2Frun%2Fpg/db?password=ge/heim"}) {
        const auto u = url(text);
        EXPECT_EQ(u.password(), "ge/heim") << text;
        const auto bare = u.without_password();
        EXPECT_EQ(bare.find("heim"), std::string::npos) << bare;
        EXPECT_EQ(bare.find("***"), std::string::npos) << bare;
        const auto whole = url(url(bare).with_password("ge/heim").with_secrets());
        EXPECT_EQ(whole.password(), "ge/heim") << whole.with_secrets();
        EXPECT_EQ(whole.host(), u.host());
        EXPECT_EQ(whole.port(), u.port());
        EXPECT_EQ(whole.user(), u.user());
        EXPECT_EQ(whole.path(), u.path());
        EXPECT_EQ(whole.options(), u.options());
        EXPECT_EQ(whole.secure(), u.secure());
    }
    EXPECT_EQ(url("rediss://h").scheme(), "redis");
    EXPECT_EQ(url("rediss://:x@h").redacted(), "rediss://:***@h");
    EXPECT_EQ(url("redlock://h1:1,rediss://h2:2/3").host(), "h1:1,rediss://h2:2");
    EXPECT_EQ(url("redlock://h1:1,rediss://h2:2/3").path(), "3");
    EXPECT_EQ(url("postgresql://h/db?sslpassword=x&sslmode=require").secret_options(),
              std::vector<std::string>{"sslpassword"});
    EXPECT_EQ(url("sqlite:///a?b=c").path(), "/a");
    EXPECT_EQ(url("sqlite:///a?b=c").options().at("b"), "c");
}

TEST(StoreUrl, NothingIsNamedTwice)
{
    for (const auto* bad : {"redis://h?tls=verify&tls=off", "redis://h?tls=verify&TLS=off", "redis://h?%74ls=verify&tls=off",
                            "redis://h?password=geheim&password=geheim", "redis://:geheim@h?password=geheim"}) {
        const auto parsed = StoreUrl::parse(bad);
        ASSERT_FALSE(parsed) << bad;
        EXPECT_EQ(parsed.failure().kind, FailureKind::usage);
        EXPECT_EQ(parsed.failure().message.find("geheim"), std::string::npos) << parsed.failure().message;
    }
}

// Read as one long password, it would lose a server, and the others would get it.
TEST(StoreUrl, APasswordForEachHostIsRefused)
{
    for (const auto* bad : {"redlock://:geheim@h1:1,:geheim2@h2:2,h3:3", "redlock://h0:1,:geheim@h1:1,h2:2",
                            "mongodb://ann:geheim@h1:1,bob:geheim2@h2:2/db", "postgresql://ann:geheim@h1,ann:geheim@h2/db",
                            "redis://:geheim@h1,:geheim@h2"}) {
        const auto parsed = StoreUrl::parse(bad);
        ASSERT_FALSE(parsed) << bad;
        EXPECT_EQ(parsed.failure().kind, FailureKind::usage);
        EXPECT_NE(parsed.failure().message.find("come once"), std::string::npos) << parsed.failure().message;
        EXPECT_EQ(parsed.failure().message.find("geheim"), std::string::npos) << parsed.failure().message;
    }
    EXPECT_EQ(url("redlock://:a%2Cb%40c@h1:1,h2:2,h3:3").password(), "a,b@c");
    EXPECT_EQ(url("postgresql://ann:a@b@h/db").password(), "a@b");
    EXPECT_EQ(url("redis://:a,b@h").password(), "a,b");
}

TEST(StoreUrl, WordsOfOthersLoseTheirSecrets)
{
    EXPECT_EQ(without_url_secrets("no such thing: postgresql://me:geheim@h/db, really"),
              "no such thing: postgresql://me:***@h/db, really");
    EXPECT_EQ(without_url_secrets("'redis://:ge:h@eim@h' and x?a=b&sslpassword=geheim&c=d"),
              "'redis://:***@h' and x?a=b&sslpassword=***&c=d");
    EXPECT_EQ(without_url_secrets("Password=geheim"), "Password=***");
    EXPECT_EQ(without_url_secrets("http://h:80/a@b and me@host, 12:30"), "http://h:***@b and me@host, 12:30");
    EXPECT_EQ(without_url_secrets("nothing to hide"), "nothing to hide");
    EXPECT_EQ(without_url_secrets(""), "");
}

TEST(StoreRegistry, NamesWhatIsMissing)
{
    StoreRegistry registry;
    registry.add("memory", [](const StoreUrl&) -> Answer<std::unique_ptr<Store>> { return Failure::usage("asked"); });
    EXPECT_EQ(registry.schemes(), std::vector<std::string>{"memory"});
    EXPECT_EQ(registry.open(url("memory:x")).failure().message, "asked");
    const auto not_built = registry.open(url("redis://h")).failure();
    EXPECT_EQ(not_built.kind, FailureKind::unsupported);
    EXPECT_NE(not_built.message.find("hiredis"), std::string::npos);
    EXPECT_EQ(registry.open(url("oracle://h")).failure().kind, FailureKind::usage);
}

TEST(Unsupported, EveryConcernSaysWhoCannot)
{
    class Nothing final : public UnsupportedSession
    {
    public:
        Nothing() { m_capabilities.store = "teapot"; }
        [[nodiscard]] const Capabilities& capabilities() const override { return m_capabilities; }
        void interrupt() noexcept override {}

    private:
        Capabilities m_capabilities;
    };
    Nothing session;
    const auto check = [](const Failure& f) {
        EXPECT_EQ(f.kind, FailureKind::unsupported);
        EXPECT_NE(f.message.find("teapot"), std::string::npos);
    };
    check(session.locks().list({}).failure());
    check(session.fence().list_refusals({}).failure());
    check(session.tasks().rules().failure());
    check(session.outbox().backlog().failure());
    check(session.records().get(RecordId::trusted("r"), false).failure());
    check(session.session_locks().list({}).failure());
    check(session.workers().list({}).failure());
    check(session.changes().since({}, Entities::all(), 1).failure());
    check(session.audit().list({}).failure());
    check(session.admin().schema().failure());
}

} // namespace lockdesk

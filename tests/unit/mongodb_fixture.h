// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/mongodb/connection.h"
#include "backends/mongodb/mongodb_store.h"
#include "tests/support/await.h"
#include "tests/support/servers.h"

#include <exception>
#include <gtest/gtest.h>

namespace lockdesk::test {

using namespace std::chrono_literals;

/// A separate database on a replica set shared by all tests of this program, or on a private server.
class MongoTest : public testing::Test
{
protected:
    explicit MongoTest(bool own_server = false, bool replica_set = true)
        : m_own(own_server || !replica_set ? start_mongodb({.may_use_existing = false}, replica_set) : nullptr)
    {
    }
    ~MongoTest() override
    {
        if (m_own)
            return;
        try {
            by_hand(R"({"dropDatabase": 1})");
        } catch (const std::exception& wrong) {
            ADD_FAILURE() << wrong.what(); // without a server each case reports it, and the program continues
        }
    }

    TestServer& server() const { return m_own ? *m_own : shared_mongodb(); }
    /// Returns the URL of this test's database; `credentials` end with an @.
    std::string url(const std::string& credentials = {}, const std::string& more = {}) const
    {
        std::string out = server().url();
        const auto question = out.find('?');
        std::string options = question == std::string::npos ? "" : out.substr(question);
        out = out.substr(0, question);
        out = out.substr(0, out.rfind('/') + 1) + database();
        out.insert(10, credentials);
        return out + (options.empty() ? "?" : options + "&") + "appName=test" + more;
    }
    std::string database() const
    {
        const auto* test = testing::UnitTest::GetInstance()->current_test_info();
        return std::string(test->name()).substr(0, 60);
    }

    std::unique_ptr<Store> store(const std::string& at) const
    {
        return open_mongodb_store(StoreUrl::parse(at).value()).value();
    }
    std::unique_ptr<Store> store() const { return store(url()); }
    Answer<std::unique_ptr<Session>> try_open(const SessionOptions& options = {}) const { return store()->open(options); }
    std::unique_ptr<Session> open(const SessionOptions& options = {}) const { return need(try_open(options)); }
    std::unique_ptr<Session> open_at(const std::string& at, const SessionOptions& options = {}) const
    {
        return need(store(at)->open(options));
    }
    void init() const
    {
        SessionOptions options;
        options.without_schema = true;
        const auto state = open(options)->admin().create_schema();
        if (!state)
            throw std::runtime_error(state.failure().message);
    }

    /// Runs a command like mongosh, in JSON, on this test's database.
    mongodb::Bson by_hand(const std::string& command) const { return by_hand_at(url(), command); }
    static mongodb::Bson by_hand_at(const std::string& at, const std::string& command)
    {
        mongodb::Connection connection(StoreUrl::parse(at).value(), "by hand", 10s);
        mongodb::Bson reply;
        connection.begin_call(10s);
        auto trouble = connection.ensure();
        if (!trouble)
            trouble = connection.command("by hand", mongodb::Bson::of_json(command), mongodb::Effect::reads, reply);
        if (trouble)
            throw std::runtime_error(command + ": " + trouble->text);
        return reply;
    }

    static AcquireRequest wish(const std::string& name, const std::string& owner, const std::string& request,
                               Duration lease = 30s)
    {
        return {LockName::trusted(name), OwnerId::trusted(owner), lease, RequestId::trusted(request)};
    }
    static NewTask task(const std::string& id) { return {TaskId::trusted(id), TaskKind::trusted("k"), Phase::trusted("p")}; }
    static ClaimRequest claim(const std::string& owner, std::int64_t limit, const std::string& id)
    {
        return {.kind = TaskKind::trusted("k"),
                .phase = Phase::trusted("p"),
                .limit = limit,
                .owner = OwnerId::trusted(owner),
                .claim = ClaimId::trusted(id)};
    }

private:
    static std::unique_ptr<Session> need(Answer<std::unique_ptr<Session>> session)
    {
        if (!session)
            throw std::runtime_error(session.failure().message);
        return std::move(session).value();
    }

    std::unique_ptr<TestServer> m_own;
};

#define ASSERT_RESULT(answer) ASSERT_TRUE((answer).is_result()) << (answer).failure().message

} // namespace lockdesk::test

// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/redis/redis_store.h"
#include "backends/redis/reply.h"
#include "tests/support/await.h"
#include "tests/support/servers.h"

#include <gtest/gtest.h>

namespace lockdesk::test {

using namespace std::chrono_literals;

/// A private Redis server. `init()` creates the schema.
class RedisTest : public testing::Test
{
protected:
    RedisTest() : m_server(start_redis({.settings = {"--appendonly", "yes"}, .may_use_existing = false})) {}

    std::unique_ptr<Store> store(const std::string& url) const
    {
        return open_redis_store(StoreUrl::parse(url).value()).value();
    }
    std::unique_ptr<Store> store() const { return store(m_server->url()); }
    Answer<std::unique_ptr<Session>> try_open(const SessionOptions& options = {}) const { return store()->open(options); }
    std::unique_ptr<Session> open(const SessionOptions& options = {}) const { return need(try_open(options)); }
    std::unique_ptr<Session> open_at(const std::string& url, const SessionOptions& options = {}) const
    {
        return need(store(url)->open(options));
    }
    void init() const
    {
        SessionOptions options;
        options.without_schema = true;
        const auto state = open(options)->admin().create_schema();
        if (!state)
            throw std::runtime_error(state.failure().message);
    }
    std::string url_with(const std::string& credentials) const
    {
        return "redis://" + credentials + "@127.0.0.1:" + std::to_string(m_server->port()) + "/0";
    }

    using Context = std::unique_ptr<redisContext, decltype(&redisFree)>;
    Context dial() const { return {redisConnect("127.0.0.1", m_server->port()), redisFree}; }
    static redis::ReplyPtr ask(redisContext* context, const std::vector<std::string>& words)
    {
        std::vector<const char*> texts;
        std::vector<std::size_t> sizes;
        for (const std::string& word : words) {
            texts.push_back(word.data());
            sizes.push_back(word.size());
        }
        return redis::ReplyPtr(
            static_cast<redisReply*>(redisCommandArgv(context, static_cast<int>(words.size()), texts.data(), sizes.data())));
    }
    /// Runs a command like redis-cli.
    redis::ReplyPtr by_hand(const std::vector<std::string>& words) const { return ask(dial().get(), words); }
    std::string asked_by_hand(const std::vector<std::string>& words) const
    {
        return redis::View(by_hand(words).get()).str();
    }

    static AcquireRequest wish(const std::string& name, const char* owner, const char* request, Duration lease = 30s)
    {
        return {LockName::trusted(name), OwnerId::trusted(owner), lease, RequestId::trusted(request)};
    }
    static NewTask task(const std::string& id, const char* kind = "k", const char* phase = "p")
    {
        return {TaskId::trusted(id), TaskKind::trusted(kind), Phase::trusted(phase)};
    }
    static ClaimRequest claim(const char* owner, std::int64_t limit, const char* id,
                              ClaimStrategy strategy = ClaimStrategy::atomic)
    {
        return {.kind = TaskKind::trusted("k"),
                .phase = Phase::trusted("p"),
                .limit = limit,
                .owner = OwnerId::trusted(owner),
                .claim = ClaimId::trusted(id),
                .strategy = strategy};
    }
    static ForceRelease force(const std::string& name, const char* owner, std::int64_t token, const char* reason)
    {
        return {.name = LockName::trusted(name),
                .if_owner = OwnerId::trusted(owner),
                .if_token = FencingToken(token),
                .reason = reason,
                .who = "me@here"};
    }

    std::unique_ptr<TestServer> m_server;

private:
    static std::unique_ptr<Session> need(Answer<std::unique_ptr<Session>> session)
    {
        if (!session)
            throw std::runtime_error(session.failure().message);
        return std::move(session).value();
    }
};

#define ASSERT_RESULT(answer) ASSERT_TRUE((answer).is_result()) << (answer).failure().message

} // namespace lockdesk::test

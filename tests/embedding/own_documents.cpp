// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/embedding/own_database.h"

#include <lockdesk/mongodb.h>
#include <lockdesk/redis.h>

#include <gtest/gtest.h>
#include <hiredis/hiredis.h>
#include <mongoc/mongoc.h>

namespace lockdesk::test {

namespace {

class OwnMongoDb final : public OwnDatabase
{
public:
    explicit OwnMongoDb(const std::string& url)
        : m_client(mongoc_client_new(url.c_str()), mongoc_client_destroy),
          m_session(mongoc_client_start_session(m_client.get(), nullptr, nullptr), mongoc_client_session_destroy),
          m_rows(mongoc_client_get_collection(m_client.get(), "lockdesk", "own_rows"), mongoc_collection_destroy)
    {
        const Doc create;
        BSON_APPEND_UTF8(create.get(), "create", "own_rows"); // on older servers a transaction cannot; it may be there
        (void)mongoc_client_command_simple(m_client.get(), "lockdesk", create.get(), nullptr, nullptr, nullptr);
    }
    void begin(Level) override
    {
        bson_error_t error{};
        if (!mongoc_client_session_start_transaction(m_session.get(), nullptr, &error))
            throw std::runtime_error(error.message);
        (void)count(m_session.get()); // its snapshot
    }
    void write() override { insert(m_session.get()); }
    bool commit() override
    {
        bson_error_t error{};
        if (!mongoc_client_session_commit_transaction(m_session.get(), nullptr, &error))
            throw std::runtime_error(error.message);
        return true;
    }
    void roll_back() override { (void)mongoc_client_session_abort_transaction(m_session.get(), nullptr); }
    void lose() override
    {
        const Doc row, options;
        BSON_APPEND_INT32(row.get(), "_id", 1);
        mongoc_client_session_append(m_session.get(), options.get(), nullptr);
        const auto insert = [&] {
            return mongoc_collection_insert_one(m_rows.get(), row.get(), options.get(), nullptr, nullptr);
        };
        EXPECT_TRUE(insert());
        EXPECT_FALSE(insert());
    }
    void require(embedding::Held& held, const std::string& resource) override { held.require(m_session.get(), resource); }
    bool add(const embedding::Desk& desk, const std::string& topic, const std::string& payload,
             const std::string& id) override
    {
        return desk.outbox(m_session.get()).add(topic, payload, {.id = id});
    }
    int rows() override { return static_cast<int>(count(nullptr)); }

private:
    class Doc
    {
    public:
        Doc() = default;
        ~Doc() { bson_destroy(m_doc); }
        Doc(const Doc&) = delete;
        Doc& operator=(const Doc&) = delete;
        [[nodiscard]] bson_t* get() const { return m_doc; }

    private:
        bson_t* const m_doc = bson_new();
    };
    void insert(mongoc_client_session_t* session)
    {
        const Doc row, options;
        bson_error_t error{};
        mongoc_client_session_append(session, options.get(), nullptr);
        if (!mongoc_collection_insert_one(m_rows.get(), row.get(), options.get(), nullptr, &error))
            throw std::runtime_error(error.message);
    }
    std::int64_t count(mongoc_client_session_t* session)
    {
        const Doc all, options;
        bson_error_t error{};
        if (session)
            mongoc_client_session_append(session, options.get(), nullptr);
        const auto out = mongoc_collection_count_documents(m_rows.get(), all.get(), options.get(), nullptr, nullptr, &error);
        if (out < 0)
            throw std::runtime_error(error.message);
        return out;
    }
    std::unique_ptr<mongoc_client_t, void (*)(mongoc_client_t*)> m_client;
    std::unique_ptr<mongoc_client_session_t, void (*)(mongoc_client_session_t*)> m_session;
    std::unique_ptr<mongoc_collection_t, void (*)(mongoc_collection_t*)> m_rows;
};

// The fence is passed before MULTI, so the first write begins that.
class OwnRedis final : public OwnDatabase
{
public:
    explicit OwnRedis(int port) : m_connection(redisConnect("127.0.0.1", port), redisFree) {}
    void begin(Level) override { m_open = false; }
    void write() override
    {
        open();
        run("INCR own_rows");
    }
    bool commit() override
    {
        open();
        m_open = false;
        return run("EXEC") != REDIS_REPLY_NIL;
    }
    void roll_back() override { run(m_open ? "DISCARD" : "UNWATCH"); }
    void lose() override
    {
        open();
        EXPECT_THROW(run("NOSUCHCOMMAND"), std::runtime_error);
    }
    void require(embedding::Held& held, const std::string& resource) override { held.require(m_connection.get(), resource); }
    bool add(const embedding::Desk& desk, const std::string& topic, const std::string& payload,
             const std::string& id) override
    {
        open();
        return desk.outbox(m_connection.get()).add(topic, payload, {.id = id});
    }
    int rows() override
    {
        const Reply reply(static_cast<redisReply*>(redisCommand(m_connection.get(), "GET own_rows")), freeReplyObject);
        return reply && reply->type == REDIS_REPLY_STRING ? std::atoi(reply->str) : 0;
    }

private:
    using Reply = std::unique_ptr<redisReply, void (*)(void*)>;
    void open()
    {
        if (!std::exchange(m_open, true))
            run("MULTI");
    }
    int run(const char* command)
    {
        const Reply reply(static_cast<redisReply*>(redisCommand(m_connection.get(), command)), freeReplyObject);
        if (!reply || reply->type == REDIS_REPLY_ERROR)
            throw std::runtime_error(reply ? reply->str : m_connection->errstr);
        return reply->type;
    }
    std::unique_ptr<redisContext, void (*)(redisContext*)> m_connection;
    bool m_open = false;
};

} // namespace

std::unique_ptr<OwnDatabase> own_mongodb(const LiveStore& store) { return std::make_unique<OwnMongoDb>(store.url()); }

std::unique_ptr<OwnDatabase> own_redis(const LiveStore& store)
{
    return std::make_unique<OwnRedis>(store.servers().front()->port());
}

} // namespace lockdesk::test

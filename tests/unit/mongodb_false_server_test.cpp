// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
//
// A server that sends what no MongoDB server sends: libmongoc ends the program at some of it.
#include "backends/mongodb/mongodb_store.h"
#include "backends/mongodb/reply_frames.h"
#include "tests/support/local_listener.h"

#include <bson/bson.h>

#include <gtest/gtest.h>
#include <map>
#include <memory>
#include <sys/socket.h>
#include <thread>
#include <unistd.h>
#include <vector>

namespace lockdesk::test {

namespace {

std::string number(std::int64_t value, std::size_t bytes = 4)
{
    std::string out;
    for (std::size_t i = 0; i < bytes; ++i)
        out += static_cast<char>(value >> (8 * i));
    return out;
}

std::string message(const std::string& body, int kind = 2013) { return number(16 + static_cast<std::int64_t>(body.size())) + number(1) + number(0) + number(kind) + body; }

std::string document(const char* json)
{
    const std::unique_ptr<bson_t, void (*)(bson_t*)> bson(bson_new_from_json(reinterpret_cast<const uint8_t*>(json), -1, nullptr), bson_destroy);
    return {reinterpret_cast<const char*>(bson_get_data(bson.get())), bson->len};
}

const std::string hello = document(R"({"ok": 1.0, "isWritablePrimary": true, "ismaster": true, "minWireVersion": 0, "maxWireVersion": 17,
    "maxBsonObjectSize": 16777216, "maxMessageSizeBytes": 48000000, "maxWriteBatchSize": 100000})");

std::map<std::string, std::string> nonsense()
{
    const std::string none(4, '\0'), section(1, '\0');
    return {{"no section", message(none)},
            {"nothing", message("")},
            {"a sequence alone", message(none + '\1' + number(6) + std::string("a\0", 2))},
            {"an unknown section", message(none + "\2abcdefgh")},
            {"a short document", message(none + section + number(5))},
            {"an empty length", message(none + section + number(0) + "abcd")},
            {"a length below 0", message(none + section + number(-1) + "abcd")},
            {"a length beyond the message", message(none + section + number(0x7fffffff) + "abcd")},
            {"two documents", message(none + section + hello + section + hello)},
            {"unknown flags", message(number(-1) + section + hello)},
            {"a checksum that is not there", message(number(1) + section + hello)},
            {"a message that is compressed", message(number(2013) + number(0x7fffffff) + '\1' + "abcd", 2012)},
            {"a reply of no document", message(number(0) + number(0, 8) + number(0) + number(0), 1)},
            {"a reply of fewer than none", message(number(0) + number(0, 8) + number(0) + number(-1) + hello, 1)},
            {"a reply without its document", message(number(0) + number(0, 8) + number(0) + number(1), 1)},
            {"a short reply", message("abcd", 1)},
            {"no kind", message(none + section + hello, 0)},
            {"a length of 0", std::string(16, '\0')},
            {"a length below that of a header", number(15) + std::string(12, '\0')},
            {"a document that is not well-formed", message(none + section + number(12) + std::string("\2a\0\xff\xff\xff\x7f\0", 8))},
            {"an inner document without its end",
             message(none + section + number(13) + std::string("\3a\0\5\0\0\0\1\0", 9))},
            {"an unknown type", message(none + section + number(8) + std::string("\x20" "a\0\0", 4))},
            {"a document without its end", message(none + section + number(6) + "ab")},
            {"words", "HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n"}};
}

/// Sends the same to whatever it is asked, as the reply to it.
class FalseServer
{
public:
    explicit FalseServer(std::string says) : m_says(std::move(says))
    {
        m_thread = std::thread([this] {
            for (int client = 0; (client = m_listener.accept()) >= 0; ::close(client))
                serve(client);
        });
    }
    ~FalseServer()
    {
        m_listener.end();
        m_thread.join();
    }
    FalseServer(const FalseServer&) = delete;
    FalseServer& operator=(const FalseServer&) = delete;
    [[nodiscard]] std::string url() const { return "mongodb://127.0.0.1:" + std::to_string(m_listener.port()) + "/db?directConnection=true"; }

private:
    void serve(int client) const
    {
        std::string heard(65536, '\0');
        for (ssize_t got = 0; (got = ::recv(client, heard.data(), heard.size(), 0)) >= 8;) {
            std::string reply = m_says;
            if (reply.size() >= 16)
                reply.replace(8, 4, heard, 4, 4);
            if (::send(client, reply.data(), reply.size(), MSG_NOSIGNAL) < 0)
                return;
        }
    }

    const std::string m_says;
    LocalListener m_listener;
    std::thread m_thread;
};

bool is_taken(const std::string& bytes, std::size_t piece)
{
    mongodb::ReplyFrames frames;
    std::string given(bytes.size(), '\0');
    std::size_t have = 0;
    for (std::size_t at = 0; at < bytes.size(); at += piece) {
        if (!frames.take(std::string_view(bytes).substr(at, piece)))
            return false;
        have += frames.give(given.data() + have, piece);
    }
    have += frames.give(given.data() + have, given.size() - have);
    EXPECT_EQ(given, bytes);
    return have == bytes.size();
}

} // namespace

TEST(MongoDbReplyFrames, TakeMessagesOfOneDocumentAlone)
{
    const std::string section(1, '\0');
    const std::string plain = message(number(0) + section + hello), summed = message(number(1) + section + hello + "abcd"),
                      reply = message(number(8) + number(0, 8) + number(0) + number(1) + hello, 1),
                      smallest = message(number(0) + section + document("{}"));
    const std::string every = message(number(0) + section + document(R"({"double": 1.5, "text": "a", "document": {"array": [1, {}]},
        "binary": {"$binary": {"base64": "AAEC", "subType": "00"}}, "old": {"$binary": {"base64": "AAEC", "subType": "02"}},
        "id": {"$oid": "0123456789abcdef01234567"}, "yes": true, "no": false, "date": {"$date": {"$numberLong": "-5"}}, "null": null,
        "expression": {"$regularExpression": {"pattern": "a", "options": "i"}}, "symbol": {"$symbol": "s"}, "code": {"$code": "c"},
        "scope": {"$code": "c", "$scope": {"a": 1}}, "undefined": {"$undefined": true}, "small": {"$numberInt": "1"},
        "pointer": {"$dbPointer": {"$ref": "r", "$id": {"$oid": "0123456789abcdef01234567"}}},
        "stamp": {"$timestamp": {"t": 1, "i": 2}}, "large": {"$numberLong": "5000000000"}, "decimal": {"$numberDecimal": "1.5"},
        "first": {"$minKey": 1}, "last": {"$maxKey": 1}})"));
    for (const std::size_t piece : {1, 3, 16, 25, 1000}) {
        EXPECT_TRUE(is_taken(plain + summed + smallest + every + reply + plain, piece));
        for (const auto& [what, bytes] : nonsense()) {
            EXPECT_FALSE(is_taken(bytes + plain, piece)) << what;
            EXPECT_FALSE(is_taken(plain + bytes + plain, piece)) << what;
        }
    }
}

TEST(MongoDbFalseServer, EndsACallAndNotTheProgram)
{
    for (const auto& [what, bytes] : nonsense()) {
        const FalseServer server(bytes);
        const auto store = open_mongodb_store(StoreUrl::parse(server.url()).value());
        ASSERT_TRUE(store.is_result()) << what;
        SessionOptions options;
        options.timeout = std::chrono::milliseconds{500};
        const auto session = (*store)->open(options);
        ASSERT_TRUE(session.is_error()) << what;
        EXPECT_EQ(session.failure().kind, FailureKind::unavailable) << what << ": " << session.failure().message;
    }
}

} // namespace lockdesk::test

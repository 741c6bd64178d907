// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
//
// A minimal loop over libmongoc with the engine's commands and values.
#include "backends/mongodb/outbox.h"
#include "backends/mongodb/statements.h"
#include "tests/bench/raw_loop.h"

#include <mongoc/mongoc.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <limits>
#include <random>
#include <set>
#include <stdexcept>

namespace lockdesk::bench {

namespace {

using mongodb::Bson;
using mongodb::Values;
using mongodb::View;

class RawMongodb final : public RawLoop
{
public:
    explicit RawMongodb(const StoreUrl& url) : m_database(url.path().empty() ? "lockdesk" : url.path())
    {
        mongoc_init();
        std::string text = "mongodb://";
        if (url.has_password())
            text += url.user() + ":" + url.password() + "@";
        text += url.host() + (url.port() == 0 ? "" : std::string(":") + std::to_string(url.port())) + "/" + url.path()
                + "?retryWrites=false";
        for (const auto& [key, value] : url.options())
            text += "&" + key + "=" + value;
        m_client = mongoc_client_new(text.c_str());
        if (m_client == nullptr)
            throw std::runtime_error("raw loop: not a URL of MongoDB");
        m_majority.doc("writeConcern", Bson().text("w", "majority"));
    }
    ~RawMongodb() override { mongoc_client_destroy(m_client); }

    void pair(const std::string& name, const std::string& owner) override
    {
        Values take;
        take.text("name", name).text("owner", owner).whole("lease", 30'000'000).text("mark", std::string("|") + hex(24));
        take.doc("new_token", Bson::of_json(R"({"$toLong": {"$add": [{"$ifNull": ["$token", 0]}, 1]}})"));
        const Bson got = write("lock_acquire", take);
        if (!got["value"].is_document()) {
            if (m_first.insert(name).second) {
                first(name, owner);
                return;
            }
            throw std::runtime_error("raw loop: the lock is held by somebody else");
        }
        release(name, owner, got["value"]["token"].integer());
    }

    // On this computer's clock, like ShedLock on MongoDB. The unique key decides between simultaneous callers.
    void smallest_pair(const std::string& name, const std::string& owner) override
    {
        using std::chrono::milliseconds;
        const auto now =
            std::chrono::duration_cast<milliseconds>(std::chrono::system_clock::now().time_since_epoch()).count();
        const std::string id = R"("_id": ")" + name + R"(")", mine = R"("owner": ")" + owner + R"(")";
        const auto number = [](std::int64_t n) { return R"({"$numberLong": ")" + std::to_string(n) + R"("})"; };
        const auto update = [&](const std::string& which, const std::string& set, const char* upsert) {
            const std::string text = R"({"update": "bench_smallest", "updates": [{"q": {)" + which + R"(}, "u": {"$set": {)"
                                     + set + R"(}}, "upsert": )" + upsert + "}]}";
            if (run(Bson::of_json(text.c_str()), m_majority)["n"].integer() != 1)
                throw std::runtime_error("raw loop: the smallest lock is somebody else's");
        };
        update(id + R"(, "until": {"$lte": )" + number(now) + "}", mine + R"(, "until": )" + number(now + 30'000), "true");
        update(id + ", " + mine, R"("until": )" + number(now), "false");
    }

    std::int64_t claim(const std::string& kind, const std::string& phase, std::int64_t limit,
                       const std::string& owner) override
    {
        m_owner = owner;
        m_claimed.clear();
        const std::string id = hex(32);
        Values values;
        values.text("kind", kind).text("phase", phase).text("owner", owner).text("claim", id).whole("timeout", 30'000'000);
        if (limit == 1) {
            const Bson taken = write("task_claim", values.whole("from", std::numeric_limits<std::int64_t>::min()));
            if (taken["value"].is_document())
                m_claimed.emplace_back(taken["value"]["_id"].str(), taken["value"]["token"].integer());
            return static_cast<std::int64_t>(m_claimed.size());
        }
        const auto now = std::chrono::system_clock::now().time_since_epoch();
        values.whole("before", std::chrono::duration_cast<std::chrono::microseconds>(now).count() - 30'000'000);
        // Tasks claimed before get up to a quarter of the limit, as in the strategy.
        Bson ids;
        int count = 0;
        std::set<std::string> known;
        for (const auto& [from, most] :
             {std::pair{std::int64_t{1}, limit / 4}, std::pair{std::numeric_limits<std::int64_t>::min(), limit}}) {
            Values look = values;
            const Bson candidates = read(
                "task_look", look.whole("from", from).whole("limit", most).whole("skip", 0).doc("shown", Bson().whole("_id", 1)));
            for (const View& doc : candidates["cursor"]["firstBatch"].items())
                if (count < limit && known.insert(doc["_id"].str()).second)
                    doc["_id"].append_to(ids.get(), std::to_string(count++));
        }
        if (count > 0)
            write("task_take_due", values.array("ids", ids));
        const Bson taken = read("task_by_claim", Values().text("claim", id));
        for (const View& doc : taken["cursor"]["firstBatch"].items())
            m_claimed.emplace_back(doc["_id"].str(), doc["token"].integer());
        return static_cast<std::int64_t>(m_claimed.size());
    }

    void advance_claimed(const std::string& to) override
    {
        Bson updates, ids;
        int count = 0;
        for (const auto& [id, token] : m_claimed) {
            Values v;
            v.text("id", id)
                .text("owner", m_owner)
                .whole("token", token)
                .text("mark", std::string("|") + hex(16))
                .text("to", to);
            v.doc("from", Bson().flag("$exists", true)).text("desired_state", "$desired_state");
            ids.text(std::to_string(count), id);
            updates.doc(std::to_string(count++), mongodb::statement("task_advance").fill(v, m_scope));
        }
        if (count == 0)
            return;
        if (count == 1) {
            const View only = updates["0"];
            if (!write("task_apply_one", Values().doc("query", only["q"].copy()).array("update", only["u"].copy()))["value"]
                     .is_document())
                throw std::runtime_error("raw loop: an advance was refused");
            return;
        }
        if (write("task_apply", Values().array("updates", updates))["n"].integer() != count)
            throw std::runtime_error("raw loop: an advance was refused");
        read("task_find", Values().array("ids", ids));
    }

    void update(const std::string& id, const std::string& owner) override
    {
        const auto now = std::chrono::system_clock::now().time_since_epoch();
        Bson update;
        update.doc("$set", Bson()
                               .text("owner", owner)
                               .text("claim_id", hex(32))
                               .whole("locked_at", std::chrono::duration_cast<std::chrono::microseconds>(now).count()));
        update.doc("$inc", Bson().whole("token", 1).whole("claims", 1));
        Bson change;
        change.text("findAndModify", "lockdesk_tasks")
            .doc("query", Bson().text("_id", id))
            .doc("update", update)
            .flag("new", true);
        if (!run(change, m_majority)["value"].is_document())
            throw std::runtime_error("raw loop: a task was lost");
    }

    void enqueue(const std::string& id, const std::string& payload) override
    {
        write("outbox_add", mongodb::message_values({MessageId::trusted(id), Topic::trusted("bench"), payload}));
    }

    std::int64_t changes() override
    {
        std::int64_t rows = 0;
        std::int64_t newest = m_stamp;
        constexpr std::array names{"lockdesk_locks", "lockdesk_tasks", "lockdesk_outbox", "lockdesk_workers"};
        Bson lookups;
        for (const char* name : names) {
            Bson pipeline;
            pipeline.push(Bson().doc("$match", Bson().doc("changed_at", Bson().whole("$gt", m_stamp))));
            pipeline.push(Bson().doc("$sort", Bson().whole("changed_at", 1))).push(Bson().whole("$limit", 1000));
            lookups.push(Bson().doc("$lookup",
                                    Bson().text("from", name).doc("let", {}).array("pipeline", pipeline).text("as", name)));
        }
        const Bson found = run(mongodb::look_command("lockdesk_", &lookups), {});
        for (const char* name : names)
            for (const View& doc : found["cursor"]["firstBatch"]["0"][name].items()) {
                newest = std::max(newest, doc["changed_at"].integer());
                ++rows;
            }
        m_stamp = newest;
        return rows;
    }

private:
    std::string hex(int digits)
    {
        std::string out;
        while (static_cast<int>(out.size()) < digits)
            out += "0123456789abcdef"[m_random() % 16];
        return out;
    }

    void release(const std::string& name, const std::string& owner, std::int64_t token)
    {
        Values give;
        give.text("name", name).text("owner", owner).whole("token", token).whole("at_least", 0);
        write("lock_release", give);
    }

    // Inserts the row of a new name.
    void first(const std::string& name, const std::string& owner)
    {
        Values v;
        v.text("name", name)
            .text("owner", owner)
            .text("nonce", hex(16))
            .whole("lease", 30'000'000)
            .text("mark", std::string("|") + hex(24));
        v.whole("new_token", 1);
        write("lock_acquire_insert", v);
        write("lock_acquire_first", v);
        release(name, owner, 1);
    }

    Bson read(const char* name, const Values& values) { return run(mongodb::statement(name).fill(values, m_scope), {}); }
    Bson write(const char* name, const Values& values)
    {
        return run(mongodb::statement(name).fill(values, m_scope), m_majority);
    }

    Bson run(const Bson& command, const Bson& how)
    {
        bson_error_t error{};
        bson_t reply;
        const bool fine =
            mongoc_client_command_with_opts(m_client, m_database.c_str(), command.get(), nullptr, how.get(), &reply, &error);
        Bson out(bson_copy(&reply));
        bson_destroy(&reply);
        if (!fine)
            throw std::runtime_error(std::string("raw loop: ") + error.message);
        return out;
    }

    const std::string m_database;
    const mongodb::Scope m_scope{"lockdesk_", mongodb::server_now()};
    Bson m_majority;
    mongoc_client_t* m_client = nullptr;
    std::mt19937_64 m_random{std::random_device{}()};
    std::set<std::string> m_first;
    std::string m_owner;
    std::vector<std::pair<std::string, std::int64_t>> m_claimed;
    std::int64_t m_stamp = 0;
};

} // namespace

std::unique_ptr<RawLoop> make_raw_mongodb(const StoreUrl& url) { return std::make_unique<RawMongodb>(url); }

} // namespace lockdesk::bench

// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/mongodb/listener.h"

#include "backends/mongodb/link.h"
#include "backends/net/listening.h"

#include <algorithm>

namespace lockdesk::mongodb {

namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

// The server answers a getMore of a change stream within this time; a much later answer means that the connection is lost.
constexpr Duration longest_question = 10s;

const char* collection_of(Entity entity)
{
    switch (entity) {
    case Entity::lock: return "locks";
    case Entity::task: return "tasks";
    case Entity::message: return "outbox";
    case Entity::worker: return "workers";
    case Entity::waiter: return "waiters";
    case Entity::refusal: return "refusals";
    case Entity::audit: break;
    }
    return "audit";
}

/// Listens to a change stream over our collections of the database; needs a replica set. Lease renewals cause no wake-up.
class MongoListener final : public HintListener
{
public:
    MongoListener(const StoreUrl& url, const SessionOptions& options, std::vector<HintTopic> topics)
        : m_topics(std::move(topics)), m_timeout(options.timeout), m_link(url, options)
    {
    }

    /// Connects and opens the stream; the first time before Store::listen returns.
    std::optional<Failure> listen()
    {
        m_cursor = 0;
        if (auto failed = m_link.begin_read())
            return failed;
        if (!m_link.server().replica_set)
            return Failure::unsupported(
                "this server is not a member of a replica set, so it has no change streams; changes are polled for");
        Bson command;
        command.whole("aggregate", 1).array("pipeline", pipeline()).doc("cursor", {});
        auto reply = m_link.run("listen", command, Effect::reads);
        if (!reply)
            return reply.failure();
        const View cursor = (*reply)["cursor"];
        m_cursor = cursor["id"].integer();
        const std::string ns = cursor["ns"].str();
        m_collection = ns.substr(ns.find('.') + 1);
        m_missed = m_missed || !cursor["firstBatch"].items().empty();
        return std::nullopt;
    }

    Answer<bool> wait(Duration at_most) override
    {
        const auto until = steady_after(Clock::now(), at_most);
        if (m_cursor == 0) {
            if (auto failed = listen()) {
                if (m_link.interrupted())
                    return false;
                m_missed = true;
                return *failed;
            }
        }
        if (std::exchange(m_missed, false))
            return true;
        for (;;) {
            const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - Clock::now());
            const auto hold = std::clamp<Duration>(left, 1ms, longest_question);
            m_link.begin_call(hold + m_timeout);
            Bson more;
            more.whole("getMore", m_cursor).text("collection", m_collection).whole("maxTimeMS", hold.count() / 1000);
            auto reply = m_link.run("listen", more, Effect::reads);
            if (!reply) {
                m_cursor = 0;
                m_missed = true;
                if (m_link.interrupted())
                    return false;
                return reply.failure();
            }
            if (!(*reply)["cursor"]["nextBatch"].items().empty())
                return true;
            if (Clock::now() >= until)
                return false;
        }
    }

    void interrupt() noexcept override { m_link.interrupt(); }
    void give_up() noexcept { interrupt(); }

private:
    // Tasks are hinted regardless of their kind, which an update does not contain.
    [[nodiscard]] Bson pipeline() const
    {
        Bson any;
        for (const HintTopic& topic : m_topics) {
            Bson one;
            one.text("ns.coll", m_link.collection(collection_of(topic.entity)));
            if (topic.entity == Entity::lock && !topic.key.empty())
                one.doc("documentKey._id", Bson().text("$eq", topic.key));
            any.push(one);
        }
        if (m_topics.empty())
            for (const Entity e : {Entity::lock, Entity::task, Entity::message, Entity::worker, Entity::waiter,
                                   Entity::refusal, Entity::audit})
                any.push(Bson().text("ns.coll", m_link.collection(collection_of(e))));
        Bson renewal;
        renewal.text("ns.coll", m_link.collection("locks"));
        renewal.doc("updateDescription.updatedFields.renewed_at", Bson().whole("$gt", 0));
        Bson match;
        match.array("$or", any).array("$nor", Bson().push(renewal));
        Bson out;
        out.push(Bson().doc("$changeStream", {}))
            .push(Bson().doc("$match", match))
            .push(Bson().doc("$project", Bson().whole("_id", 1)));
        return out;
    }

    const std::vector<HintTopic> m_topics;
    const Duration m_timeout;
    Link m_link;
    std::int64_t m_cursor = 0;
    std::string m_collection;
    bool m_missed = false; ///< the connection was lost, so hints may be lost too
};

} // namespace

Answer<std::unique_ptr<HintListener>> open_listener(const StoreUrl& url, const SessionOptions& options,
                                                    std::vector<HintTopic> topics, const std::stop_token& stop)
{
    return net::listening(std::make_unique<MongoListener>(url, options, std::move(topics)), stop);
}

} // namespace lockdesk::mongodb

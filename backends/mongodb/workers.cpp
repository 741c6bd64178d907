// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/engine/text/audit_rows.h"
#include "backends/mongodb/concerns.h"

#include "backends/engine/text/command_line.h"
#include "backends/engine/text/text.h"
#include "backends/mongodb/audit.h"
#include "backends/mongodb/decode.h"
#include "backends/mongodb/listing.h"
#include "backends/mongodb/removals.h"
#include "backends/mongodb/spans.h"

namespace lockdesk::mongodb {

namespace {

void add_time(Values& values, const char* name, const std::optional<TimePoint>& t)
{
    if (t)
        values.whole(name, to_us(*t));
    else
        values.null(name);
}

class MongoWorkers final : public Workers
{
public:
    explicit MongoWorkers(Link& link) : m_link(link) {}

    Answer<WorkerControl> beat(const WorkerRow& row) override
    {
        if (auto failed = m_link.begin_write("worker_beat", Schema::fresh))
            return *failed;
        Values v;
        v.text("id", row.id).text("host", row.host).whole("pid", row.pid).text("role", row.role).text("kinds", row.kinds);
        v.text("state", row.state).text("doing", row.doing).whole("period", bounded_us(row.period));
        add_time(v, "doing_since", row.doing_since);
        add_time(v, "lease_until", row.lease_until);
        v.whole("claims", row.counters.claims).whole("done", row.counters.done).whole("relocked", row.counters.relocked);
        v.whole("failed", row.counters.failed).whole("refused", row.counters.refused);
        v.whole("wait_p50", row.counters.wait_p50_us).whole("hold_p50", row.counters.hold_p50_us);
        auto doc = m_link.change("worker_beat", v);
        if (!doc)
            return doc.failure();
        if (!*doc)
            return m_link.failure({Trouble::Cause::kept_changing}, "worker_beat");
        const WorkerRow stored = worker_row((**doc).view());
        return {WorkerControl{stored.order, stored.slow_by}, stored.beat_at};
    }

    Answer<Done> leave(const WorkerId& id) override
    {
        if (auto failed = m_link.begin_write("worker_leave", Schema::fresh))
            return *failed;
        const std::string key = id.str();
        if (auto failed = mark_removed(m_link, Entity::worker, {&key, 1}))
            return *failed;
        if (auto left = m_link.write("worker_leave", Values().text("id", key)); !left)
            return left.failure();
        return {Done{}, m_link.looked_now()};
    }

    Answer<std::optional<WorkerRow>> order(const WorkerCommand& command) override
    {
        if (auto failed = m_link.begin_write("worker_order", Schema::fresh))
            return *failed;
        Values v;
        v.text("id", command.id.str()).text("control", word(command.control.order));
        v.whole("slow_by", bounded_us(command.control.slow_by));
        std::vector<Bson> commands{m_link.filled("worker_order", v)};
        if (!command.who.empty())
            commands.push_back(m_link.filled("audit_write", audit_values(audit_row(command, "done"))));
        std::optional<WorkerRow> out;
        const auto failed = m_link.together("worker_order", commands, [&](std::size_t i, const Bson& reply) {
            if (i > 0)
                return true;
            const View doc = reply["value"];
            out = doc.is_document() ? std::optional(worker_row(doc, Raw::with)) : std::nullopt;
            return out.has_value();
        });
        if (failed)
            return *failed;
        return {std::move(out), m_link.looked_now()};
    }

    Answer<Page<WorkerRow>> list(const ListRequest& request) override
    {
        if (auto failed = m_link.begin_read())
            return *failed;
        auto meta = m_link.look();
        if (!meta)
            return meta.failure();
        return list_rows<WorkerRow>(m_link, "workers", {{}, Bson().whole("_id", 1)}, request, meta->now,
                                    [](View doc) { return worker_row(doc); });
    }

    Answer<std::int64_t> collect(Duration silent_for, std::int64_t limit) override
    {
        if (auto failed = m_link.begin_write("worker_collect", Schema::fresh))
            return *failed;
        auto meta = m_link.look();
        if (!meta)
            return meta.failure();
        const Bson silent = Bson().whole("$lt", to_us(meta->now) - bounded_us(silent_for));
        std::vector<std::string> keys;
        Bson deletes;
        if (auto failed = m_link.each("list", find_command(m_link, "workers", {Bson().doc("beat_at", silent), {}}, limit),
                                      [&](View doc) {
                                          keys.push_back(id_text(doc["_id"]));
                                          Bson same;
                                          doc["_id"].append_to(same.get(), "_id");
                                          deletes.push(Bson().doc("q", same.doc("beat_at", silent)).whole("limit", 1));
                                          return true;
                                      }))
            return *failed;
        if (keys.empty())
            return {0, meta->now};
        if (auto failed = mark_removed(m_link, Entity::worker, keys))
            return *failed;
        auto gone = m_link.run(
            "worker_collect", Bson().text("delete", m_link.collection("workers")).array("deletes", deletes), Effect::writes);
        if (!gone)
            return gone.failure();
        return {(*gone)["n"].integer(), meta->now};
    }

private:
    Link& m_link;
};

} // namespace

std::unique_ptr<Workers> make_workers(Link& link) { return std::make_unique<MongoWorkers>(link); }

} // namespace lockdesk::mongodb

// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/engine/text/command_line.h"
#include "backends/sql/concerns.h"
#include "backends/sql/listing.h"
#include "backends/sql/rows.h"

namespace lockdesk::sql {

namespace {

class SqlWorkers final : public Workers
{
public:
    explicit SqlWorkers(Link& link) : m_link(link) {}

    Answer<WorkerControl> beat(const WorkerRow& row) override
    {
        const auto& c = row.counters;
        Values values;
        values.text("id", row.id).text("host", row.host).number("pid", row.pid).text("role", row.role);
        values.text("kinds", row.kinds).text("state", row.state).text("doing", row.doing);
        values.time("doing_since", row.doing_since)
            .time("lease_until", row.lease_until)
            .number("period", row.period.count());
        values.number("claims", c.claims).number("done", c.done).number("relocked", c.relocked).number("failed", c.failed);
        values.number("refused", c.refused).number("wait_p50", c.wait_p50_us).number("hold_p50", c.hold_p50_us);
        const auto answer = m_link.run("worker_beat", values, Effect::write);
        if (!answer)
            return answer.failure();
        WorkerControl control;
        if (const auto order = one_of(worker_orders, answer->text(0, 1)))
            control.order = *order;
        control.slow_by = Duration{answer->number(0, 2)};
        m_link.hint_observers(Entity::worker);
        return {control, answer.store_time()};
    }

    Answer<Done> leave(const WorkerId& id) override { return m_link.write("worker_leave", {{"id", id}}, Entity::worker); }

    Answer<std::optional<WorkerRow>> order(const WorkerCommand& command) override
    {
        Values values;
        values.text("id", command.id.str()).text("control", word(command.control.order));
        values.number("slow_by", command.control.slow_by.count());
        const auto answer = m_link.run("worker_order", add_audit(values, command, command_line(command)), Effect::write);
        if (!answer)
            return answer.failure();
        std::optional<WorkerRow> row;
        if (!answer->set(0).is_null(0, 1)) {
            row = worker_row(answer->set(0), 0, 1, Raw::with);
            m_link.hint(Entity::worker, command.id.str());
        }
        return {std::move(row), answer.store_time()};
    }

    Answer<Page<WorkerRow>> list(const ListRequest& request) override
    {
        static const Listing<WorkerRow> listing{"worker_list",
                                                "workers",
                                                {{"k.id", 1}},
                                                false,
                                                {{"id", "k.id"}, {"name", "k.id"}, {"owner", "k.id"}, {"kind", "k.kinds"}},
                                                [](const Result& r, int row) { return worker_row(r, row); }};
        return list_rows(m_link, listing, request);
    }

    Answer<std::int64_t> collect(Duration silent_for, std::int64_t limit) override
    {
        return decoded(m_link.run("worker_collect", {{"silent", silent_for}, {"limit", limit}}, Effect::write),
                       first_number);
    }

private:
    Link& m_link;
};

} // namespace

std::unique_ptr<Workers> make_workers(Link& link) { return std::make_unique<SqlWorkers>(link); }

} // namespace lockdesk::sql

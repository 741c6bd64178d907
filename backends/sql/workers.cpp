// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/engine/text/command_line.h"
#include "backends/sql/concerns.h"
#include "backends/sql/listing.h"

namespace lockdesk::sql {

namespace {

class SqlWorkers final : public Workers
{
public:
    explicit SqlWorkers(Link& link) : m_link(link) {}

    Answer<WorkerControl> beat(const WorkerRow& row) override
    {
        const auto& c = row.counters;
        Values values{{"id", row.id}, {"host", row.host}, {"pid", row.pid}, {"role", row.role}, {"kinds", row.kinds}};
        values.add({{"state", row.state}, {"doing", row.doing}, {"doing_since", row.doing_since}, {"period", row.period}});
        values.add({{"lease_until", row.lease_until}, {"claims", c.claims}, {"done", c.done}, {"relocked", c.relocked}});
        values.add({{"failed", c.failed}, {"refused", c.refused}, {"wait_p50", c.wait_p50_us}, {"hold_p50", c.hold_p50_us}});
        return decoded(m_link.run("worker_beat", values, Effect::write), [&](const Result& r) {
            WorkerControl control;
            control.order = one_of(words_of<WorkerOrder>, r.text(0, 1)).value_or(control.order);
            control.slow_by = Duration{r.number(0, 2)};
            m_link.hint_observers(Entity::worker);
            return control;
        });
    }

    Answer<Done> leave(const WorkerId& id) override { return m_link.write("worker_leave", {{"id", id}}, Entity::worker); }

    Answer<std::optional<WorkerRow>> order(const WorkerCommand& command) override
    {
        Values values{{"id", command.id}, {"control", word(command.control.order)}, {"slow_by", command.control.slow_by}};
        add_audit(values, command, command_line(command));
        return decoded(m_link.run("worker_order", values, Effect::write), [&](const Reply& reply) {
            auto rows = rows_of(reply.set(0), [](const Result& r, int row) { return read_row<WorkerRow>(r, row, 1, Raw::with); });
            if (!rows.empty())
                m_link.hint(Entity::worker, command.id.str());
            return rows.empty() ? std::nullopt : std::optional(std::move(rows.front()));
        });
    }

    Answer<Page<WorkerRow>> list(const ListRequest& request) override
    {
        static const Listing<WorkerRow> listing{"worker_list", "workers", {{"k.id", 1}}};
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

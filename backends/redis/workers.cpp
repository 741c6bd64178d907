// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/engine/text/command_line.h"
#include "backends/engine/text/text.h"
#include "backends/redis/concerns.h"
#include "backends/redis/decode.h"
#include "backends/redis/fetch.h"
#include "backends/redis/lists.h"
#include "backends/redis/spans.h"

#include <algorithm>

namespace lockdesk::redis {

namespace {

std::string text_of(const std::optional<TimePoint>& t) { return t ? std::to_string(to_us(*t)) : std::string(); }

class RedisWorkers final : public Workers
{
public:
    explicit RedisWorkers(Link& link) : m_link(link) {}

    Answer<WorkerControl> beat(const WorkerRow& row) override
    {
        m_link.call(scripts().worker_beat)
            .add(row.id)
            .add("host")
            .add(row.host)
            .add("pid")
            .add(row.pid)
            .add("role")
            .add(row.role)
            .add("kinds")
            .add(row.kinds)
            .add("state")
            .add(row.state)
            .add("doing")
            .add(row.doing)
            .add("doing_since")
            .add(text_of(row.doing_since))
            .add("lease_until")
            .add(text_of(row.lease_until))
            .add("period")
            .add(bounded_us(row.period))
            .add("claims")
            .add(row.counters.claims)
            .add("done")
            .add(row.counters.done)
            .add("relocked")
            .add(row.counters.relocked)
            .add("failed")
            .add(row.counters.failed)
            .add("refused")
            .add(row.counters.refused)
            .add("wait_p50")
            .add(row.counters.wait_p50_us)
            .add("hold_p50")
            .add(row.counters.hold_p50_us);
        auto answer = m_link.run();
        if (!answer)
            return answer.failure();
        WorkerControl out;
        for (const auto order : {WorkerOrder::pause, WorkerOrder::slow, WorkerOrder::stop})
            if ((*answer)[1].text() == word(order))
                out.order = order;
        out.slow_by = Duration{(*answer)[2].integer()};
        return {out, answer->now};
    }

    Answer<Done> leave(const WorkerId& id) override
    {
        m_link.call(scripts().worker_leave).add(id.str());
        return decoded(m_link.run(), nothing);
    }

    Answer<std::optional<WorkerRow>> order(const WorkerCommand& command) override
    {
        m_link.call(scripts().worker_order)
            .add(command.id.str())
            .add(word(command.control.order))
            .add(bounded_us(command.control.slow_by))
            .add(command.who)
            .add(evidence_json(command.seen))
            .add(command_line(command))
            .add(command.reason);
        auto answer = m_link.run();
        if (!answer)
            return answer.failure();
        std::optional<WorkerRow> out;
        if (!(*answer)[1].nil())
            out = worker_row(command.id.str(), (*answer)[1][1], Raw::with);
        return {std::move(out), answer->now};
    }

    Answer<Page<WorkerRow>> list(const ListRequest& request) override
    {
        auto collector = collector_of<WorkerRow>(request);
        std::int64_t rank = 0;
        for (;;) {
            m_link.call(scripts().page).add("workers").add(rank).add(page_size).add(0).add(true).add(false);
            auto page = m_link.run();
            if (!page)
                return page.failure();
            const auto offer = [&](std::string one, View values) {
                if (!collector.full())
                    collector.offer(worker_row(std::move(one), values), page->now);
            };
            std::vector<std::string> missing;
            if (auto failure = fetch_rows(m_link, Entity::worker, texts_of((*page)[3]), offer, missing))
                return *failure;
            rank += (*page)[2].integer();
            if ((*page)[2].integer() == page_size && !collector.full())
                continue;
            std::sort(collector.rows().begin(), collector.rows().end(),
                      [](const WorkerRow& a, const WorkerRow& b) { return a.id < b.id; });
            return {collector.page((*page)[1].integer()), page->now};
        }
    }

    Answer<std::int64_t> collect(Duration silent_for, std::int64_t limit) override
    {
        return collect_rows(m_link, scripts().worker_collect, silent_for, limit);
    }

private:
    Link& m_link;
};

} // namespace

std::unique_ptr<Workers> make_workers(Link& link) { return std::make_unique<RedisWorkers>(link); }

} // namespace lockdesk::redis

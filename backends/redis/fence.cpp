// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/redis/concerns.h"

#include "backends/redis/decode.h"
#include "backends/redis/lists.h"

namespace lockdesk::redis {

namespace {

// Refusals and audit rows are stream entries, newest first.
template <class Row>
Answer<Page<Row>> list_stream(Link& link, std::string_view stream, const ListRequest& request, Row (*decode)(View))
{
    auto collector = collector_of<Row>(request);
    std::string from = "+";
    for (;;) {
        link.call(scripts().stream_page).add(stream).add(from).add(page_size);
        auto answer = link.run();
        if (!answer)
            return answer.failure();
        const View entries = (*answer)[2];
        for (std::size_t i = 0; i < entries.size() && !collector.full(); ++i)
            collector.offer(decode(entries[i]), answer->now);
        if (collector.full() || entries.size() < static_cast<std::size_t>(page_size))
            return {collector.page((*answer)[1].integer()), answer->now};
        from = below_entry(entries[entries.size() - 1]);
    }
}

class RedisFence final : public Fence
{
public:
    explicit RedisFence(Link& link) : m_link(link) {}

    Answer<FenceAnswer> admit(const Resource& resource, FencingToken token, const std::string& who) override
    {
        m_link.call(scripts().fence_admit).add(resource.str()).add(token.number()).add(who);
        return decoded(m_link.run(), [&](const Reply& r) {
            return FenceAnswer{r[1].integer() == 1, FencingToken(r[2].integer()), r[3].integer()};
        });
    }

    Answer<std::optional<FenceAnswer>> find(const Resource& resource) override
    {
        m_link.call(scripts().fence_find).add(resource.str());
        auto answer = m_link.run();
        if (!answer)
            return answer.failure();
        const Reply& r = *answer;
        if (r[1].nil())
            return {std::optional<FenceAnswer>(), r.now};
        return {std::optional(FenceAnswer{false, FencingToken(r[1].integer()), r[2].integer()}), r.now};
    }

    Answer<Page<FenceRow>> list_refusals(const ListRequest& request) override
    {
        return list_stream<FenceRow>(m_link, "refusals", request, fence_row);
    }

private:
    Link& m_link;
};

class RedisAudit final : public Audit
{
public:
    explicit RedisAudit(Link& link) : m_link(link) {}

    Answer<Done> write(const AuditRow& row) override
    {
        m_link.call(scripts().audit_write)
            .add(row.who)
            .add(row.action)
            .add(row.entity)
            .add(row.key)
            .add(row.reason)
            .add(row.evidence)
            .add(row.command)
            .add(row.result);
        return decoded(m_link.run(), nothing);
    }

    Answer<Page<AuditRow>> list(const ListRequest& request) override
    {
        return list_stream<AuditRow>(m_link, "audit", request, audit_row);
    }

private:
    Link& m_link;
};

} // namespace

std::unique_ptr<Fence> make_fence(Link& link) { return std::make_unique<RedisFence>(link); }

std::unique_ptr<Audit> make_audit(Link& link) { return std::make_unique<RedisAudit>(link); }

} // namespace lockdesk::redis

// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/sql/concerns.h"
#include "backends/sql/listing.h"
#include "backends/sql/rows.h"

namespace lockdesk::sql {

namespace {

class SqlFence final : public Fence
{
public:
    explicit SqlFence(Link& link) : m_link(link) {}

    Answer<FenceAnswer> admit(const Resource& resource, FencingToken token, const std::string& who) override
    {
        const auto answer =
            m_link.run("fence_admit", {{"resource", resource}, {"token", token}, {"who", who}}, Effect::write);
        if (!answer)
            return answer.failure();
        const FenceAnswer out{answer->boolean(0, 1), FencingToken{answer->number(0, 2)}, answer->number(0, 3)};
        if (!out.admitted)
            m_link.hint_observers(Entity::refusal);
        return {out, answer.store_time()};
    }

    Answer<std::optional<FenceAnswer>> find(const Resource& resource) override
    {
        return find_row<FenceAnswer>(m_link, "fence_find", {{"resource", resource}}, [](const Result& r) {
            return FenceAnswer{false, FencingToken{r.number(0, 2)}, r.number(0, 3)};
        });
    }

    Answer<Page<FenceRow>> list_refusals(const ListRequest& request) override
    {
        static const Listing<FenceRow> listing{"refusal_list",
                                               "refusals",
                                               {{"k.seq", 1, false}},
                                               true,
                                               {{"name", "k.resource"}, {"id", "k.resource"}, {"owner", "k.who"}},
                                               [](const Result& r, int row) { return refusal_row(r, row); }};
        return list_rows(m_link, listing, request);
    }

private:
    Link& m_link;
};

} // namespace

Answer<FenceAnswer> fence_answer(const Answer<OwnReply>& reply)
{
    if (!reply)
        return reply.failure();
    const auto admitted = reply->text(1); // another library may have made a Boolean or a number of it
    return {FenceAnswer{admitted == "t" || admitted == "1" || admitted == "True", FencingToken{reply->number(2)},
                        reply->number(3)},
            time_from_us(reply->number(0))};
}

std::unique_ptr<Fence> make_fence(Link& link) { return std::make_unique<SqlFence>(link); }

} // namespace lockdesk::sql

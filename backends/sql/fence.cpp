// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/sql/concerns.h"
#include "backends/sql/listing.h"

namespace lockdesk::sql {

namespace {

class SqlFence final : public Fence
{
public:
    explicit SqlFence(Link& link) : m_link(link) {}

    Answer<FenceAnswer> admit(const Resource& resource, FencingToken token, const std::string& who) override
    {
        const Values values{{"resource", resource}, {"token", token}, {"who", who}};
        return decoded(m_link.run("fence_admit", values, Effect::write), [&](const Result& r) {
            if (!r.boolean(0, 1))
                m_link.hint_observers(Entity::refusal);
            return FenceAnswer{r.boolean(0, 1), FencingToken{r.number(0, 2)}, r.number(0, 3)};
        });
    }

    Answer<std::optional<FenceAnswer>> find(const Resource& resource) override
    {
        return find_row<FenceAnswer>(m_link, "fence_find", {{"resource", resource}}, [](const Result& r) {
            return FenceAnswer{false, FencingToken{r.number(0, 2)}, r.number(0, 3)};
        });
    }

    Answer<Page<FenceRow>> list_refusals(const ListRequest& request) override
    {
        static const Listing<FenceRow> listing{"refusal_list", "refusals", {{"k.seq", 6, false}}, true};
        return list_rows(m_link, listing, request);
    }

private:
    Link& m_link;
};

} // namespace

std::unique_ptr<Fence> make_fence(Link& link) { return std::make_unique<SqlFence>(link); }

} // namespace lockdesk::sql

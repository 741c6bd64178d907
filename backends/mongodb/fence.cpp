// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/mongodb/concerns.h"

#include "backends/mongodb/decode.h"
#include "backends/mongodb/listing.h"

namespace lockdesk::mongodb {

namespace {

FenceAnswer answer_of(View doc, bool admitted)
{
    return {admitted, FencingToken(doc["largest"].integer()), doc["refusals"].integer()};
}

class MongoFence final : public Fence
{
public:
    explicit MongoFence(Link& link) : m_link(link) {}

    Answer<FenceAnswer> admit(const Resource& resource, FencingToken token, const std::string& who) override
    {
        if (auto failed = m_link.begin_write("fence_admit"))
            return *failed;
        Values values;
        values.text("name", resource.str()).whole("token", token.number()).text("who", who);
        constexpr int most_rounds = 8;
        for (int round = 0; round < most_rounds; ++round) {
            auto admitted = m_link.change("fence_admit", values);
            if (!admitted)
                return admitted.failure();
            if (*admitted)
                return {answer_of((**admitted).view(), true), (**admitted)["at"].time()};
            auto refused = m_link.change("fence_refuse", values);
            if (!refused)
                return refused.failure();
            if (*refused) {
                values.whole("largest", (**refused)["largest"].integer());
                if (auto refusal = m_link.write("refusal_add", values); !refusal)
                    return refusal.failure();
                return {answer_of((**refused).view(), false), (**refused)["at"].time()};
            }
            if (auto failed = m_link.begin_write("fence_admit_first", Schema::fresh))
                return *failed;
            if (auto inserted = m_link.write("fence_admit_first", values); !inserted)
                return inserted.failure();
        }
        return m_link.failure(
            {Trouble::Cause::odd_document, 0,
             "the fence's document has a field 'largest' that is not a number; nothing was changed. Correct or delete it"},
            "fence_admit");
    }

    Answer<std::optional<FenceAnswer>> find(const Resource& resource) override
    {
        if (auto failed = m_link.begin_read())
            return *failed;
        const Bson lookups = Bson().push(m_link.lookup_one("fences", resource.str(), "rows"));
        auto meta = m_link.look(&lookups);
        if (!meta)
            return meta.failure();
        const View doc = meta->doc["rows"]["0"];
        return {doc.present() ? std::optional(answer_of(doc, false)) : std::nullopt, meta->now};
    }

    Answer<Page<FenceRow>> list_refusals(const ListRequest& request) override
    {
        return list_newest<FenceRow>(m_link, "refusals", request, fence_row);
    }

private:
    Link& m_link;
};

} // namespace

std::unique_ptr<Fence> make_fence(Link& link) { return std::make_unique<MongoFence>(link); }

} // namespace lockdesk::mongodb

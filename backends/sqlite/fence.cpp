// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/sqlite/concerns.h"

#include "backends/sqlite/lists.h"
#include "backends/sqlite/rows.h"

namespace lockdesk::sqlite {

FenceAnswer admit_in_transaction(Connection& db, const FencePass& pass)
{
    const auto answer_of = [](bool admitted, const Query& query) {
        return FenceAnswer{admitted, FencingToken{query.number(0)}, query.number(1)};
    };
    auto admit = db.query("fence_admit");
    admit.bind(pass.resource.str()).bind(pass.token);
    if (admit.step()) {
        const auto answer = answer_of(true, admit);
        admit.run();
        return answer;
    }
    auto refuse = db.query("fence_refuse");
    refuse.bind(pass.resource.str());
    refuse.step();
    const auto answer = answer_of(false, refuse);
    refuse.run();
    db.change("refusal_add", pass.resource.str(), pass.token, answer.largest, MaybeText{pass.who}, db.stamp());
    db.change("refusal_prune");
    return answer;
}

namespace {

class SqliteFence final : public Fence
{
public:
    explicit SqliteFence(Connection& db) : m_db(db) {}

    Answer<FenceAnswer> admit(const Resource& resource, FencingToken token, const std::string& who) override
    {
        return m_db.run<FenceAnswer>(Mode::write, [&] { return admit_in_transaction(m_db, {resource, token, who}); });
    }

    Answer<std::optional<FenceAnswer>> find(const Resource& resource) override
    {
        return m_db.run<std::optional<FenceAnswer>>(Mode::read, [&]() -> std::optional<FenceAnswer> {
            auto query = m_db.query("fence_find");
            query.bind(resource.str());
            if (!query.step())
                return std::nullopt;
            return FenceAnswer{false, FencingToken{query.number(0)}, query.number(1)};
        });
    }

    Answer<Page<FenceRow>> list_refusals(const ListRequest& request) override
    {
        return m_db.run<Page<FenceRow>>(Mode::snapshot, [&] {
            return list_page<FenceRow>(m_db, refusal_shape(), request, [](const Query& q) { return read_refusal(q); });
        });
    }

private:
    Connection& m_db;
};

} // namespace

std::unique_ptr<Fence> make_fence(Connection& db) { return std::make_unique<SqliteFence>(db); }

} // namespace lockdesk::sqlite

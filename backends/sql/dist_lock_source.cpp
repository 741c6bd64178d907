// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/formats/dist_lock_table.h"
#include "backends/sql/foreign_session.h"
#include "backends/sql/listing.h"
#include "backends/sql/rows.h"

namespace lockdesk::sql {

namespace {

dist_lock::Row dist_row(const Result& r, int row)
{
    dist_lock::Row out;
    out.exists = !r.is_null(row, 1);
    if (!r.is_null(row, 2))
        out.owner = r.text(row, 2);
    out.expiry = r.time(row, 3);
    return out;
}

LockRow dist_lock(const Result& r, int row)
{
    Decoder d(r, row, 1);
    std::string name;
    std::optional<TimePoint> expiry;
    d.read(name, SkippedColumn{}, expiry);
    auto out = dist_lock::to_lock_row(name, dist_row(r, row));
    out.raw = d.json();
    out.doubt = d.doubt();
    return out;
}

class DistTable final : public ForeignRows<dist_lock::Table>
{
public:
    DistTable(Link& link, const ForeignTable& table, const ForeignForms& forms)
        : ForeignRows(link, table, forms, "dist_lock_read", dist_lock)
    {
    }

    [[nodiscard]] dist_lock::Column column() const override { return {m_table.resolution, m_forms.latest(m_table)}; }

    Answer<dist_lock::Row> read(const LockName& name, bool to_change) override
    {
        return decoded(read_row(name, to_change), [](const Reply& r) { return dist_row(r.set(0), 0); });
    }

    // An insert waits for another first acquirer's with the lock that the next read needs, so two of them never deadlock.
    Answer<std::int64_t> write(dist_lock::Write what, const LockName& name, const std::string& owner,
                               TimePoint expiry) override
    {
        using dist_lock::Write;
        if (what == Write::none)
            return std::int64_t{0};
        auto values = of_table().text("name", name.str());
        if (what != Write::clear) {
            values.text("owner", owner).number("us", to_us(expiry));
            values.sql("expiry", m_forms.instant(m_table, "$3", expiry));
        }
        const char* statement = what == Write::insert   ? "dist_lock_insert"
                                : what == Write::update ? "dist_lock_update"
                                                        : "dist_lock_clear";
        return decoded(m_link.run(statement, values, Effect::write), [](const Reply& r) { return r.affected(); });
    }

    [[nodiscard]] std::string force_command(const ForceRelease& request) const override
    {
        auto values = of_table().sql("owner_text", m_forms.owner);
        values.any_text("name", request.name.str()).any_text("owner", request.if_owner.str());
        if (request.if_expires_at)
            values.sql("and_expires", " AND " + m_forms.expiry_is(m_table, *request.if_expires_at));
        return m_link.text("dist_lock_force", values);
    }

    Answer<std::int64_t> force(const std::string& command) override { return run_force("dist_lock_force", command); }

    Answer<Page<LockRow>> list(const ListRequest& request) override
    {
        Equalities equalities{{"name", "k.name"}, {"id", "k.name"}};
        if (m_forms.compares_names)
            equalities.emplace_back("owner", "k.owner");
        Listing<LockRow> listing{"dist_lock_list", "", {{"k.name", 1}}, false, std::move(equalities), dist_lock};
        listing.more.sql("table", m_table.name).sql("expiry_us", m_forms.expiry_us(m_table));
        return list_rows(m_link, listing, request);
    }
};

} // namespace

Answer<std::unique_ptr<Session>> open_dist_lock(std::unique_ptr<Link> link, const SessionOptions& options,
                                                const ServerForms& forms)
{
    auto parsed = dist_lock::parse_options(options.source);
    if (!parsed)
        return parsed.failure();
    if (options.sandbox)
        return dist_lock::no_sandbox();
    const ForeignFormat format{"dist_lock", std::string(dist_lock::record),
                               "(name, owner, expiry " + std::string(forms.foreign.expiry_type) + ")", 3};
    return open_foreign_session(std::move(link), options, parsed->table,
                                dist_lock::capabilities(forms.store, {}, Duration{1}), forms, format,
                                [](Link& over, const ForeignTable& table, const ForeignForms& of) {
                                    return dist_lock::make_table_locks(std::make_unique<DistTable>(over, table, of));
                                });
}

} // namespace lockdesk::sql

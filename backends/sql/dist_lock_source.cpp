// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/formats/dist_lock_table.h"
#include "backends/sql/foreign_session.h"

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
    RowDecoder d({r, row}, 1);
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

    [[nodiscard]] dist_lock::Column column() const override { return {m_table.resolution, m_table.is_timestamp ? m_forms.latest_stamp : end_of_time}; }

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
        const auto values = of_table().text("name", name.str()).text("owner", owner).number("us", to_us(expiry));
        const auto statement = what == Write::insert   ? of_type("dist_lock_insert")
                               : what == Write::update ? of_type("dist_lock_update")
                                                       : "dist_lock_clear";
        return decoded(m_link.run(statement, values, Effect::write), [](const Reply& r) { return r.affected(); });
    }

    [[nodiscard]] std::string force_command(const ForceRelease& request) const override
    {
        auto values = of_table().add({{"name", AnyText{request.name.str()}}}).add({{"owner", AnyText{request.if_owner.str()}}});
        if (request.if_expires_at)
            values.sql("and_expires", " " + m_link.text(of_type("dist_lock_expires"), {{"us", to_us(*request.if_expires_at)}}));
        return m_link.text("dist_lock_force", values);
    }

    Answer<std::int64_t> force(const std::string& command) override { return run_force("dist_lock_force", command); }

    Answer<Page<LockRow>> list(const ListRequest& request) override
    {
        return list_foreign("dist_lock_list", m_forms.compares_names, request);
    }

private:
    [[nodiscard]] std::string of_type(const char* statement) const
    {
        return statement + std::string(m_table.is_timestamp ? "_timestamp" : "");
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

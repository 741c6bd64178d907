// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/formats/shed_lock_table.h"
#include "backends/sql/foreign_session.h"

namespace lockdesk::sql {

namespace {

shed_lock::Row shed_row(const Result& r, int row)
{
    shed_lock::Row out;
    out.exists = !r.is_null(row, 1);
    out.lock_until = r.time(row, 2);
    out.locked_at = r.time(row, 3);
    out.locked_by = std::string(r.text(row, 4));
    return out;
}

LockRow shed_lock(const Result& r, int row)
{
    RowDecoder d({r, row}, 1);
    std::string name, by;
    TimePoint until, at;
    d.read(name, until, at, by);
    auto out = shed_lock::to_lock_row(name, shed_row(r, row), d.json(), r.time(row, 0).value_or(TimePoint{}));
    out.doubt = d.doubt();
    return out;
}

class ShedTable final : public ForeignRows<shed_lock::Table>
{
public:
    ShedTable(Link& link, const ForeignTable& table, const ForeignForms& forms)
        : ForeignRows(link, table, forms, "shedlock_read", shed_lock)
    {
    }

    [[nodiscard]] TimePoint latest() const override { return m_forms.latest_stamp; }

    Answer<shed_lock::Row> read(const LockName& name, bool to_change) override
    {
        return decoded(read_row(name, to_change), [&](const Reply& r) {
            m_until = r.set(0).text(0, 5);
            m_at = r.set(0).text(0, 6);
            return shed_row(r.set(0), 0);
        });
    }

    Answer<Done> ensure(const LockName& name, const OwnerId& owner) override
    {
        const auto values = of_table().text("name", name.str()).text("owner", owner.str());
        return decoded(m_link.run("shedlock_ensure", values, Effect::write), [](const Reply&) { return Done{}; });
    }

    Answer<bool> write(const LockName& name, const shed_lock::Write& what) override
    {
        auto values = of_table().text("name", name.str()).text("owner", what.locked_by);
        values.number("until_us", to_us(what.lock_until)).number("at_us", to_us(what.locked_at));
        return decoded(m_link.run("shedlock_write", values, Effect::write), [](const Reply&) { return true; });
    }

    // Compares stamps as the server writes them, whichever program and clock wrote the row; locked_at has passed by that
    // clock.
    [[nodiscard]] std::string force_command(const LockName& name, const OwnerId& owner) const override
    {
        auto values = of_table().sql("passed", m_at.empty() ? m_link.text("shedlock_long_ago") : "locked_at");
        values.add({{"name", AnyText{name.str()}}}).add({{"owner", AnyText{owner.str()}}}).text("until", m_until);
        values.sql("was", m_at.empty() ? std::string("IS NULL") : "= " + m_link.literal(m_at));
        return m_link.text("shedlock_force", values);
    }

    Answer<bool> force(const std::string& command) override
    {
        return decoded(run_force("shedlock_force", command), [](std::int64_t rows) { return rows > 0; });
    }

    Answer<Page<LockRow>> list(const ListRequest& request) override
    {
        return list_foreign("shedlock_list", false, request);
    }

private:
    std::string m_until, m_at; ///< of the row read last
};

} // namespace

Answer<std::unique_ptr<Session>> open_shed_lock(std::unique_ptr<Link> link, const SessionOptions& options,
                                                const ServerForms& forms)
{
    auto parsed = shed_lock::parse_options(options.source);
    if (!parsed)
        return parsed.failure();
    if (options.sandbox)
        return shed_lock::no_sandbox();
    const ForeignFormat format{"shedlock", std::string(shed_lock::record), "(name, lock_until, locked_at, locked_by)", 4};
    return open_foreign_session(std::move(link), options, parsed->table, shed_lock::capabilities(forms.store, {}), forms,
                                format, [](Link& over, const ForeignTable& table, const ForeignForms& of) {
                                    return shed_lock::make_table_locks(std::make_unique<ShedTable>(over, table, of));
                                });
}

} // namespace lockdesk::sql

// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/formats/shed_lock_table.h"
#include "backends/sql/foreign_session.h"
#include "backends/sql/listing.h"
#include "backends/sql/rows.h"

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
    Decoder d(r, row, 1);
    std::string name, by;
    TimePoint until, at;
    d.read(name, until, at, by);
    auto out = shed_lock::to_lock_row(name, shed_row(r, row), d.json(), r.time(row, 0).value_or(TimePoint{}));
    out.doubt = d.doubt();
    return out;
}

class ShedTable final : public shed_lock::Table
{
public:
    ShedTable(Link& link, const ForeignTable& table, const ForeignForms& forms)
        : m_link(link), m_table(table), m_forms(forms)
    {
    }

    [[nodiscard]] TimePoint latest() const override { return m_forms.latest_stamp(); }

    Answer<Done> in_transaction(const char* name, const std::function<Answer<Done>()>& body) override
    {
        return m_link.in_transaction<Done>(name, body);
    }

    Answer<shed_lock::Row> read(const LockName& name, bool to_change) override
    {
        const auto r = to_change ? m_link.run_to_change("shedlock_read", of(name, "FOR UPDATE"), of(name, ""))
                                 : m_link.run("shedlock_read", of(name, ""), Effect::read);
        if (!r)
            return r.failure();
        m_until = r->set(0).text(0, 5);
        m_at = r->set(0).text(0, 6);
        return {shed_row(r->set(0), 0), r.store_time()};
    }

    Answer<Done> ensure(const LockName& name, const OwnerId& owner) override
    {
        Values values;
        values.sql("table", m_table.name).sql("epoch", m_forms.instant(m_table, "0", TimePoint{}));
        values.text("name", name.str()).text("owner", owner.str());
        const auto made = m_link.run("shedlock_ensure", values, Effect::write);
        if (!made)
            return made.failure();
        return Done{};
    }

    Answer<bool> write(const LockName& name, const shed_lock::Write& what) override
    {
        Values values;
        values.sql("table", m_table.name).text("name", name.str()).text("owner", what.locked_by);
        values.number("until_us", to_us(what.lock_until)).number("at_us", to_us(what.locked_at));
        values.sql("until", m_forms.instant(m_table, "$3", what.lock_until));
        values.sql("at", m_forms.instant(m_table, "$4", what.locked_at));
        const auto written = m_link.run("shedlock_write", values, Effect::write);
        if (!written)
            return written.failure();
        return true;
    }

    // Compares stamps as the server writes them, whichever program and clock wrote the row; locked_at has passed by that
    // clock.
    [[nodiscard]] std::string force_command(const LockName& name, const OwnerId& owner) const override
    {
        Values values;
        values.sql("table", m_table.name).sql("passed", m_at.empty() ? m_forms.long_ago : "locked_at");
        values.any_text("name", name.str()).any_text("owner", owner.str()).text("until", m_until);
        values.sql("was", m_at.empty() ? std::string("IS NULL") : "= " + m_link.literal(m_at));
        return m_link.text("shedlock_force", values);
    }

    Answer<bool> force(const std::string& command) override
    {
        const auto done = m_link.run_literal("shedlock_force", command, Effect::write);
        if (!done)
            return done.failure();
        return done->affected() > 0;
    }

    Answer<std::optional<LockRow>> find(const LockName& name) override
    {
        const auto r = m_link.run("shedlock_read", of(name, ""), Effect::read);
        if (!r)
            return r.failure();
        std::optional<LockRow> row;
        if (!r->set(0).is_null(0, 1))
            row = shed_lock(r->set(0), 0);
        return {std::move(row), r.store_time()};
    }

    Answer<Page<LockRow>> list(const ListRequest& request) override
    {
        Listing<LockRow> listing{"shedlock_list", "", {{"k.name", 1}}, false, {{"name", "k.name"}, {"id", "k.name"}},
                                 shed_lock};
        listing.more.sql("table", m_table.name);
        return list_rows(m_link, listing, request);
    }

private:
    [[nodiscard]] Values of(const LockName& name, const char* locking) const
    {
        Values values;
        return values.sql("table", m_table.name).text("name", name.str()).sql("lock", locking);
    }

    Link& m_link;
    const ForeignTable& m_table;
    const ForeignForms& m_forms;
    std::string m_until, m_at; ///< of the row read last
};

std::unique_ptr<Locks> make_shed_lock_locks(Link& link, const ForeignTable& table, const ForeignForms& forms)
{
    return shed_lock::make_table_locks(std::make_unique<ShedTable>(link, table, forms));
}

} // namespace

Answer<std::unique_ptr<Session>> open_shed_lock(std::unique_ptr<Link> link, const SessionOptions& options,
                                                const ForeignForms& forms)
{
    auto parsed = shed_lock::parse_options(options.source);
    if (!parsed)
        return parsed.failure();
    if (options.sandbox)
        return shed_lock::no_sandbox();
    const ForeignFormat format{"shedlock", std::string(shed_lock::record), "(name, lock_until, locked_at, locked_by)", 4,
                               "timestamp without time zone"};
    return open_foreign_session(std::move(link), options, parsed->table, shed_lock::capabilities(forms.store, {}), forms,
                                format, make_shed_lock_locks);
}

} // namespace lockdesk::sql

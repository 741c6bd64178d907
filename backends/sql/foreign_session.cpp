// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/sql/foreign_session.h"

#include "backends/formats/foreign_table.h"
#include "backends/sql/concerns.h"

#include <algorithm>
#include <utility>

namespace lockdesk::sql {

namespace {

class ForeignAdmin final : public formats::TableAdmin
{
public:
    ForeignAdmin(Link& link, ForeignTable& table, const ServerForms& forms, const ForeignFormat& format)
        : TableAdmin(format.record), m_link(link), m_table(table), m_forms(forms), m_format(format)
    {
    }
    std::string schema_text() const override
    {
        return m_link.text(m_format.statements + "_schema", {{"table", Sql{m_table.name}}});
    }
    Answer<ClockReading> clock(int probes) override { return read_clock(m_link, probes); }
    Answer<Durability> durability() override { return read_durability(m_link); }

protected:
    Answer<Found> look() override
    {
        const auto answer = m_link.run(m_format.statements + "_columns", {{"table", m_table.name}}, Effect::read);
        if (!answer)
            return answer.failure();
        enum { now_at, columns_at, exists_at, has_instants_at, timestamp_at, resolution_at };
        m_table.is_timestamp = answer->boolean(0, timestamp_at);
        m_table.resolution = Duration{answer->number(0, resolution_at)};
        const bool known = answer->number(0, columns_at) == m_format.known_columns && answer->boolean(0, has_instants_at);
        return {known ? Found::known : answer->boolean(0, exists_at) ? Found::foreign : Found::nothing, answer.store_time()};
    }

    Answer<Done> create() override
    {
        return decoded(m_link.run_literal(m_format.statements + "_schema", schema_text(), Effect::write),
                       [](const Reply&) { return Done{}; });
    }

    [[nodiscard]] Failure foreign_failure() const override
    {
        return foreign_table_failure(m_table.name, m_link.place(), m_forms.admin.table_exists, m_forms.admin.use_another);
    }

private:
    Link& m_link;
    ForeignTable& m_table;
    const ServerForms& m_forms;
    ForeignFormat m_format;
};

class ForeignSession final : public LinkSession
{
public:
    ForeignSession(std::unique_ptr<Link> link, std::string table, const Capabilities& capabilities, const ServerForms& forms,
                   const ForeignFormat& format, MakeForeignLocks make_locks)
        : LinkSession(capabilities, std::move(link)), m_foreign{std::move(table)}
    {
        m_capabilities.sql = true;
        m_capabilities.version = m_line->server_version();
        m_concerns.locks = make_locks(*m_line, m_foreign, forms.foreign);
        m_concerns.admin = std::make_unique<ForeignAdmin>(*m_line, m_foreign, forms, format);
    }

    // Reads the table. Returns why the session cannot be used.
    std::optional<Failure> learn(const SessionOptions& options, const ServerForms& forms, const ForeignFormat& format)
    {
        const auto state = admin().schema();
        if (!state)
            return state.failure();
        m_capabilities.resolution = std::max(m_capabilities.resolution, m_foreign.resolution);
        if (state->version == 0 && !options.without_schema)
            return formats::missing_table(m_line->url(), options, forms.admin.no_such_table, format.statements + "_columns",
                                          m_foreign.name + format.columns);
        return std::nullopt;
    }

private:
    ForeignTable m_foreign;
};

} // namespace

Answer<std::unique_ptr<Session>> open_foreign_session(std::unique_ptr<Link> link, const SessionOptions& options,
                                                      std::string table, const Capabilities& capabilities,
                                                      const ServerForms& forms, const ForeignFormat& format,
                                                      MakeForeignLocks make_locks)
{
    if (!options.connect_later)
        if (const auto opened = link->open(); !opened)
            return opened.failure();
    auto session =
        std::make_unique<ForeignSession>(std::move(link), std::move(table), capabilities, forms, format, make_locks);
    if (!options.connect_later)
        if (auto failure = session->learn(options, forms, format))
            return *failure;
    return std::unique_ptr<Session>(std::move(session));
}

} // namespace lockdesk::sql

// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/sql/concerns.h"
#include "backends/sql/listing.h"

#include <cstdint>
#include <memory>
#include <string>

namespace lockdesk::sql {

/// Names and needs of a format's statements.
struct ForeignFormat
{
    std::string statements; ///< prefix of their names
    std::string record;     ///< in sentences: "a dist_lock table"
    std::string columns;    ///< in the advice on creating the table
    std::int64_t known_columns = 0;
};

/// What the tables of all formats have in common; `Format` is a format's interface to its table.
template <class Format> class ForeignRows : public Format
{
public:
    /// `statement` reads one row, `decode` makes a lock of it.
    ForeignRows(Link& link, const ForeignTable& table, const ForeignForms& forms, const char* statement,
                LockRow (*decode)(const Result&, int row))
        : m_link(link), m_table(table), m_forms(forms), m_statement(statement), m_decode(decode)
    {
    }

    Answer<Done> in_transaction(const char* name, const std::function<Answer<Done>()>& body) final
    {
        return m_link.in_transaction<Done>(name, body);
    }

    Answer<std::optional<LockRow>> find(const LockName& name) final
    {
        return decoded(read_row(name, false), [&](const Reply& r) {
            return r.set(0).is_null(0, 1) ? std::nullopt : std::optional(m_decode(r.set(0), 0));
        });
    }

protected:
    [[nodiscard]] Values of_table() const
    {
        return Values().sql("table", m_table.name).sql("is_timestamp", m_table.is_timestamp ? "1" : "0");
    }

    Answer<Reply> read_row(const LockName& name, bool to_change)
    {
        const auto values = [&](const char* locking) {
            return of_table().text("name", name.str()).sql("lock", locking);
        };
        return to_change ? m_link.run_to_change(m_statement, values("FOR UPDATE"), values(""))
                         : m_link.run(m_statement, values(""), Effect::read);
    }

    /// `by_owner`: the statement may compare owners.
    Answer<Page<LockRow>> list_foreign(const char* statement, bool by_owner, const ListRequest& request)
    {
        Listing<LockRow> listing{statement, "", {{"k.name", 1}}, false, {}, {{{"name", "k.name"}, {"id", "k.name"}}}, m_decode};
        if (by_owner)
            listing.columns.filters.emplace_back("owner", "k.owner");
        listing.more = of_table();
        return list_rows(m_link, listing, request);
    }

    /// Runs literal text. Returns the number of rows changed.
    Answer<std::int64_t> run_force(const char* name, const std::string& command)
    {
        return decoded(m_link.run_literal(name, command, Effect::write), [](const Reply& r) { return r.affected(); });
    }

    Link& m_link;
    const ForeignTable& m_table;
    const ForeignForms& m_forms;

private:
    const char* m_statement;
    LockRow (*m_decode)(const Result&, int row);
};

/// Makes the locks of the format over a table.
using MakeForeignLocks = std::unique_ptr<Locks> (*)(Link& link, const ForeignTable& table, const ForeignForms& forms);

/// Opens a session on another library's table; connects unless the options say later. Fails if the table is missing.
Answer<std::unique_ptr<Session>> open_foreign_session(std::unique_ptr<Link> link, const SessionOptions& options,
                                                      std::string table, const Capabilities& capabilities,
                                                      const ServerForms& forms, const ForeignFormat& format,
                                                      MakeForeignLocks make_locks);

} // namespace lockdesk::sql

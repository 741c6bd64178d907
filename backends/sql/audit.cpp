// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/sql/concerns.h"
#include "backends/sql/listing.h"

namespace lockdesk::sql {

namespace {

class SqlAudit final : public Audit
{
public:
    explicit SqlAudit(Link& link) : m_link(link) {}

    Answer<Done> write(const AuditRow& row) override
    {
        Values values{{"who", row.who}, {"action", row.action}, {"entity", row.entity}, {"key", row.key}};
        values.add({{"reason", row.reason}, {"evidence", row.evidence}, {"command", row.command}, {"result", row.result}});
        return m_link.write("audit_write", values, Entity::audit);
    }

    Answer<Page<AuditRow>> list(const ListRequest& request) override
    {
        static const Listing<AuditRow> listing{"audit_list", "audit", {{"k.seq", 1, false}}, true};
        return list_rows(m_link, listing, request);
    }

private:
    Link& m_link;
};

} // namespace

std::unique_ptr<Audit> make_audit(Link& link) { return std::make_unique<SqlAudit>(link); }

} // namespace lockdesk::sql

// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/mongodb/audit.h"

#include "backends/mongodb/concerns.h"
#include "backends/mongodb/decode.h"
#include "backends/mongodb/listing.h"

namespace lockdesk::mongodb {

Values audit_values(const AuditRow& row)
{
    Values v;
    v.text("who", row.who)
        .text("action", row.action)
        .text("entity", row.entity)
        .text("key", row.key)
        .text("reason", row.reason);
    v.text("evidence", row.evidence).text("command", row.command).text("result", row.result);
    return v;
}

namespace {

class MongoAudit final : public Audit
{
public:
    explicit MongoAudit(Link& link) : m_link(link) {}

    Answer<Done> write(const AuditRow& row) override
    {
        if (auto failed = m_link.begin_write("audit_write", Schema::fresh))
            return *failed;
        if (auto written = m_link.write("audit_write", audit_values(row)); !written)
            return written.failure();
        return {Done{}, m_link.looked_now()};
    }

    Answer<Page<AuditRow>> list(const ListRequest& request) override
    {
        return list_newest<AuditRow>(m_link, "audit", request, audit_row);
    }

private:
    Link& m_link;
};

} // namespace

std::unique_ptr<Audit> make_audit(Link& link) { return std::make_unique<MongoAudit>(link); }

} // namespace lockdesk::mongodb

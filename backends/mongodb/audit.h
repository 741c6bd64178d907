// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/audit.h"
#include "backends/mongodb/link.h"

namespace lockdesk::mongodb {

/// Values for the statement `write_audit`.
Values audit_values(const AuditRow& row);

class MongoAudit final : public Audit
{
public:
    explicit MongoAudit(Link& link) : m_link(link) {}
    Answer<Done> write(const AuditRow& row) override;
    Answer<Page<AuditRow>> list(const ListRequest& request) override;

private:
    Link& m_link;
};

} // namespace lockdesk::mongodb

// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/records.h"
#include "backends/mongodb/link.h"

namespace lockdesk::mongodb {

class MongoRecords final : public Records
{
public:
    explicit MongoRecords(Link& link) : m_link(link) {}
    Answer<Record> put(const RecordId& id, const std::string& value, VersionBy version_by) override;
    Answer<std::optional<Record>> get(const RecordId& id, bool bump) override;
    Answer<RecordUpdate> update_if_version(const RecordId& id, const std::string& version,
                                           const std::string& value) override;
    Answer<FencedWrite> put_fenced(const RecordId& id, const std::string& value, VersionBy version_by,
                                   const FencePass& pass) override;

private:
    Answer<std::optional<Record>> read(const RecordId& id);
    std::optional<Failure> admit(const Link::Send& send, const FencePass& pass, FenceAnswer& out);
    Link& m_link;
};

} // namespace lockdesk::mongodb

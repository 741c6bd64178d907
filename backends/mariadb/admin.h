// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/mariadb/link.h"

namespace lockdesk::mariadb {

class MariaDbAdmin final : public Admin
{
public:
    explicit MariaDbAdmin(Link& link) : m_link(link) {}
    std::string schema_text() const override;
    Answer<SchemaState> schema() override;
    Answer<SchemaState> create_schema() override;
    Answer<Done> drop_schema() override;
    Answer<ClockReading> clock(int probes) override;
    Answer<ClockReading> set_clock(TimePoint t) override;
    Answer<ClockReading> advance_clock(Duration d) override;
    Answer<ClockReading> set_rate(double rate) override;
    Answer<SandboxInfo> create_sandbox(const SandboxId& id) override;
    Answer<bool> drop_sandbox(const SandboxId& id) override;
    Answer<std::vector<SandboxInfo>> list_sandboxes() override;

private:
    template <class T> Answer<T> alone(const std::function<Answer<T>()>& body);
    Answer<SchemaState> create_alone();
    Answer<SchemaState> bring_up_to_date(int version);
    Answer<ClockReading> change_clock(const Values& values);
    std::optional<TimePoint> server_time();
    void end_transactions_in(const SandboxId& id);
    Answer<Done> drop_what_lessons_made(const SandboxId& id, const std::vector<SandboxInfo>& sandboxes);

    Link& m_link;
};

/// The DDL of a schema, outside or inside a sandbox; `comment` is the clock table's.
std::string schema_sql(const std::optional<SandboxId>& sandbox, const std::string& comment);

} // namespace lockdesk::mariadb

// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/marked_sessions.h"
#include "backends/postgres/durability.h"
#include "backends/postgres/link.h"

namespace lockdesk::postgres {

class PostgresAdmin final : public Admin, public MarkedSessions
{
public:
    explicit PostgresAdmin(Link& link) : m_link(link) {}
    std::string schema_text() const override;
    Answer<SchemaState> schema() override;
    Answer<SchemaState> create_schema(const std::optional<TokenFloor>& floor) override;
    std::string token_floor_text(const TokenFloor& floor) const override;
    Answer<Durability> durability() override { return read_durability(m_link); }
    Answer<Done> drop_schema() override;
    Answer<ClockReading> clock(int probes) override;
    Answer<ClockReading> set_clock(TimePoint t) override;
    Answer<ClockReading> advance_clock(Duration d) override;
    Answer<ClockReading> set_rate(double rate) override;
    Answer<std::int64_t> marked_sessions(const std::string& mark) override;
    Answer<SandboxInfo> create_sandbox(const SandboxId& id) override;
    Answer<bool> drop_sandbox(const SandboxId& id) override;
    Answer<std::vector<SandboxInfo>> list_sandboxes() override;

private:
    Answer<SchemaState> create_in_transaction();
    Answer<SchemaState> bring_up_to_date(int version);
    std::optional<Failure> settle_floor(const std::optional<TokenFloor>& floor, SchemaState& state);
    std::optional<TimePoint> server_time();
    Answer<ClockReading> change_clock(const Params& params);

    Link& m_link;
};

/// The DDL of a schema: outside or inside a sandbox, which differ in their clock.
std::string schema_sql(bool sandbox);

} // namespace lockdesk::postgres

// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/marked_sessions.h"
#include "backends/mariadb/durability.h"
#include "backends/mariadb/link.h"

namespace lockdesk::mariadb {

class MariaDbAdmin final : public Admin, public MarkedSessions
{
public:
    explicit MariaDbAdmin(Link& link) : m_link(link) {}
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
    template <class T> Answer<T> alone(const std::function<Answer<T>()>& body);
    Answer<SchemaState> create_alone(const std::optional<TokenFloor>& floor);
    Answer<SchemaState> bring_up_to_date(int version);
    Answer<SchemaState> settle_floor(const std::optional<TokenFloor>& floor, SchemaState state);
    Answer<ClockReading> change_clock(const Values& values);
    std::optional<TimePoint> server_time();
    void end_transactions_in(const SandboxId& id);
    Answer<Done> drop_what_lessons_made(const SandboxId& id, const std::vector<SandboxInfo>& sandboxes);

    Link& m_link;
};

/// The DDL of a schema, outside or inside a sandbox; `comment` is the clock table's. Its floor is there with its version.
std::string schema_sql(const std::optional<SandboxId>& sandbox, const std::string& comment,
                       const std::optional<TokenFloor>& floor = std::nullopt);

} // namespace lockdesk::mariadb

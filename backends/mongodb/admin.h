// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/admin.h"
#include "backends/mongodb/durability.h"
#include "backends/mongodb/link.h"

#include <set>

namespace lockdesk::mongodb {

class MongoAdmin final : public Admin
{
public:
    explicit MongoAdmin(Link& link) : m_link(link) {}
    [[nodiscard]] std::string schema_text() const override;
    Answer<SchemaState> schema() override;
    Answer<SchemaState> create_schema(const std::optional<TokenFloor>& floor) override;
    [[nodiscard]] std::string token_floor_text(const TokenFloor& floor) const override;
    Answer<Durability> durability() override { return read_durability(m_link); }
    Answer<Done> drop_schema() override;
    Answer<ClockReading> clock(int probes) override;
    Answer<ClockReading> set_clock(TimePoint t) override;
    Answer<ClockReading> advance_clock(Duration d) override;
    Answer<ClockReading> set_rate(double rate) override;
    Answer<SandboxInfo> create_sandbox(const SandboxId& id) override;
    Answer<bool> drop_sandbox(const SandboxId& id) override;
    Answer<std::vector<SandboxInfo>> list_sandboxes() override;

private:
    /// Names of the collections and views that match.
    Answer<std::set<std::string>> existing(const std::string& regex);
    Answer<SchemaState> create(const std::string& prefix, bool sandbox, const std::optional<TokenFloor>& floor);
    std::optional<Failure> raise_floor(const std::string& prefix, const TokenFloor& floor);
    Answer<SchemaState> settled(const std::string& prefix, const std::optional<TokenFloor>& floor, SchemaState state);
    std::optional<Failure> create_collections(const std::string& prefix, const std::set<std::string>& there);
    std::optional<Failure> drop(const std::string& prefix);
    Answer<Meta> look_at_clock();
    Answer<ClockReading> change_clock(const Values& values);
    Answer<std::vector<std::string>> sandbox_ids();
    /// For a database with the schema, and answers that read no time otherwise.
    std::optional<TimePoint> server_time();
    Bson clock_plus(Duration step) const;

    Link& m_link;
};

} // namespace lockdesk::mongodb

// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/admin.h"
#include "backends/sqlite/connection.h"

namespace lockdesk::sqlite {

/// Reads the clock `probes` times and keeps the fastest reading. SQLite has no server: its clock is this computer's.
Answer<ClockReading> read_clock(Connection& db, Need need, int probes);

/// Reads where the file lies and how it is written.
Answer<Durability> read_durability(Connection& db);

/// Each sandbox is a set of tables with a separate prefix in the same file.
class SqliteAdmin final : public Admin
{
public:
    explicit SqliteAdmin(Connection& db) : m_db(db) {}
    std::string schema_text() const override;
    std::string upgrade_text() const override;
    Answer<SchemaState> schema() override;
    Answer<SchemaState> create_schema(const std::optional<TokenFloor>& floor) override;
    std::string token_floor_text(const TokenFloor& floor) const override;
    Answer<Durability> durability() override { return read_durability(m_db); }
    Answer<Done> drop_schema() override;
    Answer<ClockReading> clock(int probes) override;
    Answer<ClockReading> set_clock(TimePoint t) override;
    Answer<ClockReading> advance_clock(Duration d) override;
    Answer<ClockReading> set_rate(double rate) override;
    Answer<SandboxInfo> create_sandbox(const SandboxId& id) override;
    Answer<bool> drop_sandbox(const SandboxId& id) override;
    Answer<std::vector<SandboxInfo>> list_sandboxes() override;

private:
    SchemaState install(const std::optional<TokenFloor>& floor);
    void bring_up_to_date(const std::string& prefix, std::int64_t version);
    std::int64_t raise_floor(const std::string& prefix, const std::optional<TokenFloor>& floor);
    void create_tables(const std::string& prefix, bool with_clock);
    void drop_tables(const std::string& prefix);
    void drop_what_lessons_made(const std::string& prefix);
    template <class Change> Answer<ClockReading> change_clock(Change change);

    Connection& m_db;
};

} // namespace lockdesk::sqlite

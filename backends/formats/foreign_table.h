// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/store.h"

#include <initializer_list>
#include <string>
#include <string_view>

/// Shared by sources whose locks are in one table (or collection) that other programs use too: its name as an option, and
/// an administrator that creates it, never drops it, and has no sandboxes.
namespace lockdesk::formats {

/// Returns true for `NAME` and `NAME:...`.
bool is_source(std::string_view source, std::string_view name);

/// Returns the table of `NAME[:table=T]`. A usage failure names an unknown option, or a table name that is no plain
/// identifier: letters, digits and _; one dot may separate a schema from it. `keys`: the name of the option.
Answer<std::string> parse_table(std::string_view source, std::string_view name, std::string_view otherwise,
                                std::initializer_list<std::string_view> keys = {"table"});

/// Returns the capabilities of a source that only has locks without tokens.
Capabilities lock_capabilities(std::string store, std::string version, std::string_view source, Duration resolution,
                               std::int64_t max_name_bytes);

/// Returns a usage failure for texts that a column of `most` bytes may cut; `record`: "a dist_lock table".
std::optional<Failure> too_long(const std::string& text, std::string_view what, std::size_t most, std::string_view record);

/// Returns "there is no table T(columns) ...; run init".
Failure missing_table(const StoreUrl& url, const SessionOptions& options, std::string code, std::string statement,
                      const std::string& table_and_columns);

/// An administrator that never drops the table, and has no sandboxes.
class SharedTableAdmin : public Admin
{
public:
    /// `record` in sentences: "a dist_lock table".
    explicit SharedTableAdmin(std::string record) : m_record(std::move(record)) {}
    Answer<Done> drop_schema() override;
    Answer<ClockReading> set_clock(TimePoint) override { return no_sandbox(); }
    Answer<ClockReading> advance_clock(Duration) override { return no_sandbox(); }
    Answer<ClockReading> set_rate(double) override { return no_sandbox(); }
    Answer<SandboxInfo> create_sandbox(const SandboxId&) override { return no_sandbox(); }
    Answer<bool> drop_sandbox(const SandboxId&) override { return no_sandbox(); }
    Answer<std::vector<SandboxInfo>> list_sandboxes() override { return no_sandbox(); }

private:
    [[nodiscard]] Failure no_sandbox() const { return Failure::unsupported(m_record + " has no sandbox"); }
    std::string m_record;
};

/// Creates the table if nothing has its name.
class TableAdmin : public SharedTableAdmin
{
public:
    using SharedTableAdmin::SharedTableAdmin;
    Answer<SchemaState> schema() override;
    Answer<SchemaState> create_schema(const std::optional<TokenFloor>& floor) override;

protected:
    enum class Found { nothing, known, foreign };
    /// Reads what exists under the table's name, and the properties that the statements need.
    virtual Answer<Found> look() = 0;
    virtual Answer<Done> create() = 0;
    [[nodiscard]] virtual Failure foreign_failure() const = 0;
};

} // namespace lockdesk::formats

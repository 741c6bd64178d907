// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/admin.h"
#include "backends/redis/link.h"

namespace lockdesk::redis {

class RedisAdmin final : public Admin
{
public:
    explicit RedisAdmin(Link& link) : m_link(link) {}
    [[nodiscard]] std::string schema_text() const override;
    [[nodiscard]] std::string upgrade_text() const override;
    Answer<SchemaState> schema() override;
    Answer<SchemaState> create_schema(const std::optional<TokenFloor>& floor) override;
    [[nodiscard]] std::string token_floor_text(const TokenFloor& floor) const override;
    Answer<Durability> durability() override;
    Answer<Done> drop_schema() override;
    Answer<ClockReading> clock(int probes) override;
    Answer<ClockReading> set_clock(TimePoint t) override;
    Answer<ClockReading> advance_clock(Duration d) override;
    Answer<ClockReading> set_rate(double rate) override;
    Answer<SandboxInfo> create_sandbox(const SandboxId& id) override;
    Answer<bool> drop_sandbox(const SandboxId& id) override;
    Answer<std::vector<SandboxInfo>> list_sandboxes() override;

private:
    Answer<SchemaState> create(const std::string& prefix, const std::string& sandbox,
                               const std::optional<TokenFloor>& floor);
    std::optional<Failure> pack_rows(const std::string& prefix);
    std::optional<Failure> install_everywhere();
    Answer<Done> drop(const std::string& prefix, const std::string& sandbox);
    std::optional<Failure> adopt_hand_written(const std::string& prefix);
    Answer<ClockReading> change_clock(const std::string& time, const std::string& step, const std::string& rate);

    Link& m_link;
};

} // namespace lockdesk::redis

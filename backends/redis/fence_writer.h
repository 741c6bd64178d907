// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/fence.h"

#include <optional>
#include <string>
#include <vector>

struct redisContext;

namespace lockdesk {

/// The fence of the caller's own MULTI. A transaction of Redis decides nothing, so the fence is passed before it: `admit`
/// raises it, which stays, and watches it. EXEC then does nothing, with a nil reply, if a fence was raised meanwhile; any
/// fence, because they are one key.
class RedisFenceWriter
{
public:
    explicit RedisFenceWriter(const std::optional<SandboxId>& sandbox = std::nullopt);

    /// Between the caller's own WATCH, if any, and MULTI. Usage failure within MULTI. Refused: UNWATCH, and begin no MULTI.
    [[nodiscard]] Answer<FenceAnswer> admit(redisContext* connection, const Resource& resource, FencingToken token,
                                            const std::string& who) const;

    /// The admission as words of a command, for other client libraries: its reply is the store's time, admitted (1 or
    /// 0), the largest token and the refusals.
    [[nodiscard]] std::vector<std::string> command(const Resource& resource, FencingToken token,
                                                   const std::string& who) const;
    /// The key to watch before it.
    [[nodiscard]] std::string watched_key() const { return m_prefix + "fences"; }

private:
    const std::string m_prefix;
};

} // namespace lockdesk

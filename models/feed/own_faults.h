// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backends/engine/contracts/time.h"

#include <map>
#include <optional>
#include <string>

namespace lockdesk {

struct Finding;

/// What stopped a worker process of this window: the reason why it sends no heartbeats.
struct OwnFault
{
    enum class What { frozen, killed, cutOff };
    What what = What::frozen;
    TimePoint at{};     ///< store's clock
    bool byUser = true; ///< false: killed by another program, the system, or its own crash
    friend bool operator==(const OwnFault&, const OwnFault&) = default;
};

/// The word of the worker's state: `frozen`, `killed`, `cut-off`.
const char* word(OwnFault::What what);

/// Faults of the workers that this window started on one store. The fault of a killed worker stays as long as the connection
/// is open, as its row and its locks outlive the process.
class OwnFaults
{
public:
    /// Notes a fault of a worker; nullopt: it runs.
    void set(const std::string& worker, const std::optional<OwnFault>& fault);
    /// Returns the fault of this worker, or of the process of an owner that acquired something at `since`. Null: none.
    [[nodiscard]] const OwnFault* of(const std::string& owner, std::optional<TimePoint> since = {}) const;
    /// Returns the owner that a finding is about and its fault. Null: none.
    [[nodiscard]] const OwnFault* of(const Finding& finding, std::string* owner = nullptr) const;
    friend bool operator==(const OwnFaults&, const OwnFaults&) = default;

private:
    static constexpr std::size_t most = 1000;
    std::map<std::string, OwnFault> m_faults; ///< by worker id
};

} // namespace lockdesk

// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

namespace lockdesk::chaos {

/// Several network namespaces, each connected to ours by a cable that can be pulled: packets vanish without notice.
/// Removed with this object.
class Network
{
public:
    /// Returns null if not permitted (it takes root and `ip`). At most two sides.
    static std::unique_ptr<Network> make(int sides);
    ~Network();
    Network(const Network&) = delete;
    Network& operator=(const Network&) = delete;

    [[nodiscard]] int sides() const { return m_sides; }
    /// Returns the command to run on that side; its process is the command's own.
    [[nodiscard]] std::vector<std::string> inside(int side, std::vector<std::string> command) const;
    /// Returns this computer's address as seen from that side.
    [[nodiscard]] std::string host(int side) const;
    void pull(int side);
    void plug(int side);

private:
    Network() = default;
    bool add(int side);
    [[nodiscard]] std::string space(int side) const;
    [[nodiscard]] std::string cable(int side) const;
    int m_sides = 0;
    int m_place = 0; ///< address range, which no other run on this computer uses
    int m_hold = -1; ///< a descriptor that reserves it
};

} // namespace lockdesk::chaos

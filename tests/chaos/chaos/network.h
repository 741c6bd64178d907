// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

namespace lockdesk::chaos {

/// Several network namespaces, each joined to ours by a cable that can be pulled: packets vanish, and nobody is told. Gone
/// with this object.
class Network
{
public:
    /// Nothing where this is not permitted (it takes root and `ip`). At most two sides.
    static std::unique_ptr<Network> make(int sides);
    ~Network();
    Network(const Network&) = delete;
    Network& operator=(const Network&) = delete;

    [[nodiscard]] int sides() const { return m_sides; }
    /// The command as it runs on that side; its process is the command's own.
    [[nodiscard]] std::vector<std::string> inside(int side, std::vector<std::string> command) const;
    /// Where our computer is, seen from that side.
    [[nodiscard]] std::string host(int side) const;
    void pull(int side);
    void plug(int side);

private:
    Network() = default;
    bool add(int side);
    [[nodiscard]] std::string space(int side) const;
    [[nodiscard]] std::string cable(int side) const;
    int m_sides = 0;
    int m_place = 0; ///< which addresses; no other run on this computer has them
    int m_hold = -1; ///< a descriptor, as long as they are ours
};

} // namespace lockdesk::chaos

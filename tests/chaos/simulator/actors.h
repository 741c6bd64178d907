// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/chaos/simulator/world.h"

#include <memory>

namespace lockdesk::simulator {

/// A user of the store: a state machine that makes one call at a time. Between two calls anything may happen; it may be
/// frozen and continue with what it knew, or vanish.
class Actor
{
public:
    explicit Actor(World& world, const char* role) : m_world(world), m_owner(OwnerId::trusted(world.fresh(role))) {}
    virtual ~Actor() = default;
    virtual void step() = 0;
    /// Returns another process in its place, without its knowledge.
    [[nodiscard]] virtual std::unique_ptr<Actor> successor() const = 0;
    /// Returns true if it holds nothing and would not be missed.
    [[nodiscard]] virtual bool idle() const { return true; }
    [[nodiscard]] const std::string& name() const { return m_owner.str(); }

    TimePoint frozen_until{};

protected:
    World& m_world;
    OwnerId m_owner;
};

std::unique_ptr<Actor> make_lock_holder(World& world, int locks);
std::unique_ptr<Actor> make_task_worker(World& world);
std::unique_ptr<Actor> make_producer(World& world);
std::unique_ptr<Actor> make_relay(World& world);
std::unique_ptr<Actor> make_operator(World& world, int locks);

LockName lock_number(std::uint64_t n);

} // namespace lockdesk::simulator

// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/runners/guarded_relay.h"
#include "tests/unit/ontop_fixture.h"

#include <future>
#include <map>

namespace lockdesk::test {

/// Fails a configured number of times, by message id.
class FakeReceiver final : public Receiver
{
public:
    std::optional<std::string> deliver(const MessageRow& message, const std::stop_token&, SteadyPoint) override
    {
        seen[message.id]++;
        if (during)
            during();
        if (failures[message.id] > 0) {
            --failures[message.id];
            return "not today";
        }
        return std::nullopt;
    }
    std::map<std::string, int> seen, failures; ///< by message id
    std::function<void()> during;
};

class RelayTest : public testing::Test
{
protected:
    void add(const char* id)
    {
        ASSERT_TRUE(session->outbox().add({MessageId::trusted(id), Topic::trusted("mail"), "{}"}).value());
    }
    MessageRow message(const char* id) { return *session->outbox().find(MessageId::trusted(id)).value(); }
    RelayOptions until_empty(const char* who = "relay")
    {
        RelayOptions out{.owner = owner(who)};
        out.until_empty = true;
        out.retry = DeliveryRetry::fixed(100ms);
        return out;
    }
    RelayEvents counting()
    {
        return {[&](const MessageRow& row, const std::string&, auto) { states.push_back(row.state); },
                [&](const MessageRow&) { ++refused; },
                [&](const Failure&) { ++troubles; }};
    }
    Answer<Done> run(const RelayOptions& options, const std::stop_token& stop = {})
    {
        auto result = std::async(std::launch::async, [&] {
            Relay relay(world.runtime, world.access(), options, receiver, counting());
            return relay.run(stop);
        });
        const auto ended = await(
            [&] {
                if (result.wait_for(0s) == std::future_status::ready)
                    return true;
                world.advance(20ms);
                return false;
            },
            20s);
        EXPECT_TRUE(ended);
        return result.get();
    }

    World world;
    std::unique_ptr<Session> session = world.session();
    FakeReceiver receiver;
    std::vector<MessageState> states;
    std::atomic<int> refused = 0, troubles = 0;
};

} // namespace lockdesk::test

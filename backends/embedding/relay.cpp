// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/engine/runners/relay.h"

#include "backends/embedding/core.h"
#include "backends/embedding/names.h"
#include "backends/engine/contracts/ids.h"

#include <lockdesk/lockdesk.h>

namespace lockdesk::embedding {

struct Relay::Inside final : Receiver
{
    Inside(std::shared_ptr<Core> with, RelayOptions given)
        : core(std::move(with)), options(std::move(given)),
          relay(core->runtime(), core->access(), engine_options(), *this,
                {{}, {}, [this](const Failure& failure) { tell(failure); }})
    {
    }

    [[nodiscard]] lockdesk::RelayOptions engine_options() const
    {
        lockdesk::RelayOptions out{make_owner(core->runtime(), core->host())};
        out.tries = options.tries;
        out.lease = options.lease;
        out.interval = options.interval;
        return out;
    }
    std::optional<std::string> deliver(const MessageRow& row, const std::stop_token& stop, SteadyPoint) override
    {
        try {
            options.deliver({row.id, row.topic, row.payload, row.tries}, stop);
            return std::nullopt;
        } catch (const std::exception& error) {
            return error.what();
        } catch (...) {
            return "an exception that is no std::exception";
        }
    }
    void tell(const Failure& failure) const
    {
        if (options.trouble)
            options.trouble(failure.message);
    }
    void run(const std::stop_token& stop)
    {
        if (const auto ended = relay.run(stop); !ended && !stop.stop_requested())
            tell(ended.failure());
    }

    std::shared_ptr<Core> core;
    RelayOptions options;
    lockdesk::Relay relay;
    StartStop thread; ///< last member: destroyed first
};

Relay::Relay(const Desk& desk, RelayOptions options)
{
    if (!options.deliver)
        throw Error(Failure::usage("a relay needs a receiver"));
    m_inside = std::make_unique<Inside>(desk.core(), std::move(options));
}

Relay::~Relay() = default;
Relay::Relay(Relay&&) noexcept = default;

void Relay::start()
{
    m_inside->thread.start([inside = m_inside.get()](const std::stop_token& stop) { inside->run(stop); });
}

void Relay::stop() { m_inside->thread.stop(); }

std::int64_t Relay::deliver_due()
{
    if (m_inside->thread.running())
        throw Error(Failure::usage("the relay delivers on its own thread already"));
    return need(m_inside->relay.run_once({}));
}

} // namespace lockdesk::embedding

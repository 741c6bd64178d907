// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/sql/driver.h"

#include "backends/engine/rules/retry_delay.h"
#include "backends/net/resolver.h"

#include <poll.h>

#include <algorithm>
#include <iterator>

namespace lockdesk::sql {

std::optional<Trouble> Driver::open(SteadyPoint deadline)
{
    while (!is_open()) {
        auto trouble = start(deadline);
        if (!trouble)
            return std::nullopt;
        close();
        const auto rest = Duration{random_between(30'000, 90'000)};
        if (!is_passing(*trouble) || std::chrono::steady_clock::now() + rest >= deadline || !pause(rest))
            return trouble;
    }
    return std::nullopt;
}

Trouble Driver::not_kept(std::string what)
{
    close();
    return {.cause = Trouble::Cause::pooled, .connecting = true, .text = std::move(what)};
}

Trouble Driver::lose(Trouble::Cause cause, bool sent)
{
    Trouble trouble{.cause = cause, .sent = sent};
    if (cause == Trouble::Cause::lost && is_open())
        trouble.text = library_error();
    close();
    return trouble;
}

Trouble::Cause Driver::late() const
{
    return m_interrupter->is_interrupted() ? Trouble::Cause::interrupted : Trouble::Cause::timeout;
}

std::optional<Trouble::Cause> Driver::wait(int socket, short& events, SteadyPoint deadline) const
{
    while (!m_interrupter->is_interrupted()) {
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - std::chrono::steady_clock::now()).count();
        if (left <= 0)
            return Trouble::Cause::timeout;
        pollfd descriptors[2] = {{socket, events, 0}, {m_interrupter->descriptor(), POLLIN, 0}};
        const int ready = ::poll(descriptors, 2, static_cast<int>(std::min<long long>(left, 3'600'000)));
        if (ready > 0 && descriptors[0].revents != 0) {
            events = descriptors[0].revents;
            return std::nullopt;
        }
    }
    return Trouble::Cause::interrupted;
}

Outcome<std::vector<std::string>> Driver::addresses_of(const std::string& host, SteadyPoint deadline) const
{
    const auto found = net::resolve(host, 0, deadline, m_interrupter->flag());
    if (found.late)
        return Trouble{.cause = late(), .connecting = true};
    if (found.addresses.empty())
        return Trouble{.cause = Trouble::Cause::lost, .connecting = true, .text = found.trouble};
    std::vector<std::string> out;
    std::transform(found.addresses.begin(), found.addresses.end(), std::back_inserter(out), net::digits);
    return out;
}

bool Driver::pause(Duration d)
{
    short none = 0;
    return wait(-1, none, steady_after(std::chrono::steady_clock::now(), d)) == Trouble::Cause::timeout;
}

} // namespace lockdesk::sql

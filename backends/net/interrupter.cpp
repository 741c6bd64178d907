// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/net/interrupter.h"

#include <sys/eventfd.h>
#include <unistd.h>

#include <cstdint>

namespace lockdesk::net {

Interrupter::Interrupter() : m_event(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {}

Interrupter::~Interrupter()
{
    if (m_event >= 0)
        ::close(m_event);
}

void Interrupter::interrupt() noexcept
{
    m_interrupted = true;
    const std::uint64_t one = 1;
    // The event is never read, so it stays set: every later wait ends at once.
    [[maybe_unused]] const auto written = ::write(m_event, &one, sizeof one);
}

} // namespace lockdesk::net

// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/engine/runners/hint_pump.h"

#include "backends/engine/rules/retry_delay.h"

namespace lockdesk {

namespace {

// An interrupt right before the wait begins may be lost, so a single wait is short.
constexpr Duration slice = std::chrono::milliseconds{250};

} // namespace

HintPump::HintPump(Runtime& runtime, Access access, std::vector<HintTopic> topics, std::function<void()> hint)
    : m_runtime(runtime), m_access(std::move(access)), m_topics(std::move(topics)), m_hint(std::move(hint))
{
}

HintPump::~HintPump() { stop(); }

void HintPump::start()
{
    m_thread.start([this](const std::stop_token& stop) { run(stop); });
}

void HintPump::stop() { m_thread.stop(); }

void HintPump::run(const std::stop_token& stop)
{
    RetryDelay delay(m_runtime);
    while (!stop.stop_requested()) {
        auto listener = m_access.listen(m_topics, stop);
        if (listener) {
            delay.reset();
            m_hint(); // for changes before it listened
            pump(**listener, stop);
        } else if (listener.failure().kind == FailureKind::unsupported) {
            return;
        }
        m_runtime.sleep(stop, delay.next());
    }
}

void HintPump::pump(HintListener& listener, const std::stop_token& stop)
{
    const std::stop_callback cut(stop, [&] { listener.interrupt(); });
    while (!stop.stop_requested()) {
        const auto hint = listener.wait(slice);
        if (!hint)
            return;
        if (*hint)
            m_hint();
    }
}

} // namespace lockdesk

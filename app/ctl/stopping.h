// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ctl/command.h"

#include <functional>
#include <stop_token>

namespace lockdesk::ctl {

/// A stop token that the first signal requests, for work that runs until it is stopped.
class StopOnSignal
{
public:
    explicit StopOnSignal(StopSignals& signals) : m_hook(signals.on_stop([this] { m_source.request_stop(); }))
    {
        if (signals.stopped())
            m_source.request_stop();
    }
    [[nodiscard]] std::stop_token token() const { return m_source.get_token(); }

private:
    std::stop_source m_source;
    std::unique_ptr<StopSignals::Hook> m_hook;
};

/// A stop token that is requested when either of two tokens is.
class EitherStop
{
public:
    EitherStop(const std::stop_token& a, const std::stop_token& b)
        : m_a(a, [this] { m_source.request_stop(); }), m_b(b, [this] { m_source.request_stop(); })
    {
    }
    [[nodiscard]] std::stop_token token() const { return m_source.get_token(); }

private:
    using Callback = std::stop_callback<std::function<void()>>;
    std::stop_source m_source;
    Callback m_a, m_b;
};

} // namespace lockdesk::ctl

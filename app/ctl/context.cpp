// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/context.h"

#include "app/common/audited_session.h"
#include "app/common/named_store.h"

#include <algorithm>
#include <condition_variable>
#include <cstdlib>
#include <iostream>
#include <mutex>
#include <thread>

namespace lockdesk::ctl {

namespace {

// A verb ends within its timeout plus one second; the remainder of that second covers an overrun of connecting.
constexpr Duration answer_grace = std::chrono::milliseconds{700};
constexpr Duration shortest_retry = std::chrono::milliseconds{100};

} // namespace

Context::Verb::Verb(Context& context, Duration timeout, OnSignal on_signal)
    : m_context(context), m_deadline(steady_after(std::chrono::steady_clock::now(), add(timeout, answer_grace))),
      m_on_signal(on_signal)
{
}

Context::Verb::~Verb() { unwatch(); }

// Interrupts the session at the deadline or on a signal, whichever comes first.
void Context::Verb::watch()
{
    m_watched = true;
    m_context.m_watch.begin(*m_session, m_deadline);
    m_hook = m_context.m_signals.on_stop([this] {
        m_stop.request_stop();
        if (m_on_signal == OnSignal::request_stop)
            return;
        m_cut = true;
        m_session->interrupt();
    });
}

// Returns whether the session was interrupted. No other thread uses the session afterwards.
bool Context::Verb::unwatch()
{
    m_hook.reset();
    if (std::exchange(m_watched, false) && m_context.m_watch.end())
        m_cut = true;
    return m_cut.exchange(false);
}

Session& Context::Verb::begin(Schema schema)
{
    m_session = &m_context.session(schema);
    watch();
    return *m_session;
}

bool Context::Verb::begin_again()
{
    unwatch();
    m_context.drop_sessions();
    m_session = nullptr;
    const auto left = std::chrono::duration_cast<Duration>(m_deadline - std::chrono::steady_clock::now()) - answer_grace;
    if (left < shortest_retry || m_context.m_signals.stopped())
        return false;
    SessionOptions options = m_context.session_options();
    options.timeout = left;
    auto opened = m_context.open(options);
    if (!opened)
        return false;
    m_own = std::move(opened).value();
    m_session = m_own.get();
    watch();
    return true;
}

void Context::Verb::end(const Failure* failure)
{
    const bool cut = unwatch(); // first: an interrupt of the session may be pending
    if (!m_own && (cut || (failure != nullptr && failure->connection_lost)))
        m_context.drop_sessions();
    m_own.reset();
    m_session = nullptr;
}

Context::Context(StoreRegistry registry, Runtime& runtime, StopSignals& signals, Output& out)
    : m_registry(std::move(registry)), m_runtime(runtime), m_signals(signals), m_out(out),
      m_cut_hook(signals.on_stop([this] { m_cut.request_stop(); }))
{
}

Context::~Context() = default;

Context::OpenStore Context::find_store(std::string text) const
{
    const auto named = app::named_store(std::move(text));
    if (!named)
        throw CommandFailed{named.failure(), std::nullopt};
    auto store = m_registry.open(named->url);
    if (!store)
        throw CommandFailed{store.failure(), store.store_time()};
    return {std::move(store).value(), named->read_only, named->retention, named->findings};
}

void Context::check_address(const StoreUrl& url) const
{
    if (const auto store = m_registry.open(url); !store)
        throw CommandFailed{store.failure(), store.store_time()};
}

Context::OpenStore& Context::open_store() { return open_store(m_options.store); }

Context::OpenStore& Context::open_store(const std::string& name)
{
    if (m_only_look)
        throw WouldAsk{};
    if (m_cut_off)
        throw CommandFailed{Failure::unavailable("this program is cut off from the store until the next reconnect")
                                .try_again()
                                .disconnected(),
                            std::nullopt};
    const auto known = m_stores.find(name);
    if (known != m_stores.end())
        return known->second;
    return m_stores.emplace(name, find_store(name)).first->second;
}

Store& Context::store() { return *open_store().store; }

const FindingLimits& Context::finding_limits() { return open_store().findings; }

const std::string& Context::saved_retention() { return open_store().retention; }

Access Context::other_store(const std::string& name)
{
    auto& other = open_store(name);
    SessionOptions options;
    options.timeout = m_options.timeout;
    options.read_only = m_options.read_only || other.read_only;
    options.application_name = m_application_name;
    return {other.store.get(), options};
}

SessionOptions Context::session_options(Schema schema)
{
    SessionOptions options;
    options.timeout = m_options.timeout;
    options.read_only = m_options.read_only || open_store().read_only;
    options.sandbox = m_options.sandbox;
    options.source = m_options.source;
    options.application_name = m_application_name;
    options.without_schema = schema == Schema::not_needed;
    options.trust_statements = m_trust;
    options.trace = m_trace;
    return options;
}

std::string Context::session_key(Schema schema) const
{
    const char separator = '\n';
    return m_options.store + separator + m_options.source + separator + (m_options.sandbox ? m_options.sandbox->str() : "")
           + separator + std::to_string(to_us(m_options.timeout)) + (m_options.read_only ? "r" : "w") + (m_trust ? "t" : "-")
           + (schema == Schema::needed ? "s" : "-");
}

SessionOptions Context::until_signal(SessionOptions options) const
{
    if (!m_signals.stopped())
        options.stop = m_cut.get_token();
    return options;
}

Answer<std::unique_ptr<Session>> Context::open(SessionOptions options)
{
    return store().open(until_signal(std::move(options)));
}

Session& Context::session(Schema schema)
{
    const std::string key = session_key(schema);
    if (const auto known = m_sessions.find(key); known != m_sessions.end())
        return *known->second;
    auto opened = open(session_options(schema));
    if (!opened)
        throw CommandFailed{opened.failure(), opened.store_time()};
    return *m_sessions.emplace(key, audited(std::move(opened).value())).first->second;
}

std::unique_ptr<Session> Context::open_session(std::optional<Duration> timeout)
{
    SessionOptions options = session_options();
    options.timeout = timeout.value_or(options.timeout);
    auto opened = open(options);
    if (!opened)
        throw CommandFailed{opened.failure(), opened.store_time()};
    return audited(std::move(opened).value());
}

// Actions in a sandbox are not audited: a sandbox leaves nothing behind.
std::unique_ptr<Session> Context::audited(std::unique_ptr<Session> session)
{
    return m_options.sandbox ? std::move(session) : app::audited(std::move(session), store().url());
}

std::istream& Context::take_standard_input()
{
    if (m_input != nullptr)
        return *m_input;
    if (m_only_look)
        throw CommandFailed{Failure::usage("this command reads standard input, which is empty here"), std::nullopt};
    if (m_input_taken)
        throw CommandFailed{Failure::usage("this batch already reads standard input; use a file"), std::nullopt};
    m_input_taken = true;
    return std::cin;
}

void Context::cut_off()
{
    m_cut_off = true;
    drop_sessions();
}

void Context::drop_sessions() { m_sessions.clear(); }

} // namespace lockdesk::ctl

// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/redis/listener.h"

#include "backends/redis/link.h"
#include "backends/redis/scripts.h"

#include <algorithm>
#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>
#include <utility>

namespace lockdesk::redis {

namespace {

using Clock = std::chrono::steady_clock;

constexpr auto between_hints = std::chrono::milliseconds{2};
constexpr auto away_for = std::chrono::milliseconds{20};

} // namespace

RedisListener::RedisListener(const StoreUrl& url, const SessionOptions& options, std::vector<HintTopic> topics)
    : m_connection(url, options.application_name, options.timeout), m_wake(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK))
{
    if (const auto format = parse_key_source(options.source); is_key_source(options.source) && format)
        add_foreign(*format, topics);
    else
        add_own(key_prefix(options.sandbox) + "hint:", topics);
    m_goes_away = m_channels.empty() && !is_key_source(options.source);
    m_prefix = key_prefix(options.sandbox);
    m_of_locks = !is_key_source(options.source)
                 && (topics.empty() || std::any_of(topics.begin(), topics.end(), [](const HintTopic& t) {
                         return t.entity == Entity::lock;
                     }));
}

// Exact names are channels; "any of that entity" is a pattern. The prefix contains no special character of patterns.
void RedisListener::add_own(const std::string& prefix, const std::vector<HintTopic>& topics)
{
    if (topics.empty())
        m_patterns.push_back(prefix + "*");
    for (const HintTopic& topic : topics) {
        const std::string channel = prefix + word(topic.entity) + ":";
        if (topic.key.empty()) {
            m_patterns.push_back(channel + "*");
        } else {
            m_channels.push_back(channel + topic.key);
            m_channels.push_back(channel); // hints about unnamed rows of the entity
        }
    }
}

void RedisListener::add_foreign(const KeyFormat& format, const std::vector<HintTopic>& topics)
{
    for (const HintTopic& topic : topics)
        if (topic.entity == Entity::lock && !topic.key.empty())
            m_channels.push_back(format.channel(topic.key));
    if (m_channels.empty())
        m_patterns.push_back(format.channels() + "*");
}

RedisListener::~RedisListener() { ::close(m_wake); }

std::optional<Failure> RedisListener::listen()
{
    if (auto trouble = subscribe(steady_after(Clock::now(), m_connection.timeout())))
        return to_failure(*trouble);
    return std::nullopt;
}

void RedisListener::add_look(Wire& wire) const
{
    if (!m_looks)
        return;
    wire.command();
    wire.add("FCALL_RO").add(scripts().changes_look.function).add("1").add(m_prefix).add("").add("0");
}

void RedisListener::add_subscriptions(Wire& wire) const
{
    const auto add = [&](const char* command, const std::string& channel) {
        wire.command();
        wire.add(command).add(channel);
    };
    for (const std::string& pattern : m_patterns)
        add("PSUBSCRIBE", pattern);
    for (const std::string& channel : m_channels)
        add("SUBSCRIBE", channel);
}

std::optional<Trouble> RedisListener::subscribe(SteadyPoint deadline)
{
    m_subscribed = m_away = false;
    m_left_at.reset();
    m_numbers.clear();
    m_connection.close();
    if (auto trouble = m_connection.ensure(deadline))
        return trouble;
    m_looks = m_of_locks;
    Wire wire;
    add_look(wire);
    add_subscriptions(wire);
    for (std::size_t i = 0; i < wire.commands(); ++i) {
        ReplyPtr reply;
        auto trouble = i == 0 ? m_connection.exchange(wire.finish(), reply, deadline, false)
                              : m_connection.next(reply, deadline, false);
        const View said(reply.get());
        if (!trouble && said.is_error() && i == 0 && m_looks) {
            m_looks = false;
            m_goes_away = m_goes_away && !m_of_locks;
            continue;
        }
        if (!trouble && said.is_error())
            trouble = Trouble{Trouble::Cause::error_reply, std::string(said.text())};
        if (trouble) {
            trouble->statement = "subscribe";
            return trouble;
        }
    }
    m_subscribed = m_look_first = true;
    return std::nullopt;
}

// Delivering every hint of a busy store to an observer takes the server's time from its clients. So a listener to
// everything unsubscribes after a hint, and when it comes back it checks the counter of changes for missed hints. It does
// not wait for the replies: they arrive with the hints.
std::optional<Trouble> RedisListener::leave()
{
    Wire wire;
    wire.command();
    wire.add("PUNSUBSCRIBE");
    wire.command();
    wire.add("GET").add(m_prefix + "seq");
    add_look(wire);
    m_away = true;
    return m_connection.say(wire.finish(), steady_after(Clock::now(), m_connection.timeout()));
}

std::optional<Trouble> RedisListener::come_back()
{
    Wire wire;
    wire.command();
    wire.add("GET").add(m_prefix + "seq");
    add_look(wire);
    add_subscriptions(wire);
    m_away = false;
    return m_connection.say(wire.finish(), steady_after(Clock::now(), m_connection.timeout()));
}

// A subscribed connection may not call a function, so it unsubscribes for that. The server executes commands that arrive
// together without interruption by other clients.
std::optional<Trouble> RedisListener::look_again()
{
    Wire wire;
    for (const char* command : {"UNSUBSCRIBE", "PUNSUBSCRIBE"}) {
        wire.command();
        wire.add(command);
    }
    add_look(wire);
    add_subscriptions(wire);
    return m_connection.say(wire.finish(), steady_after(Clock::now(), m_connection.timeout()));
}

// Handles a reply that is no message of a channel. Returns whether hints may have been missed.
bool RedisListener::said_counter(View said)
{
    if (said.is_error()) { // without permission for one of the commands it stays subscribed
        m_goes_away = m_looks = false;
        return true;
    }
    if (!m_goes_away)
        return false;
    if (!said.is_array()) {
        m_numbers = said.str();
        return !m_looks && missed_some(m_numbers);
    }
    return said[0].is_integer() && missed_some(m_numbers + "/" + said[1].str());
}

// Compares the counter when it left with the one when it came back.
bool RedisListener::missed_some(const std::string& counter)
{
    if (!m_left_at) {
        m_left_at = counter;
        return false;
    }
    const bool missed = *m_left_at != counter;
    m_left_at.reset();
    return missed;
}

// A busy store publishes thousands of hints a second. A listener only needs to know that there were some; waking for each
// of them takes the processor from others.
bool RedisListener::rest(SteadyPoint until) const
{
    const auto end = std::min<SteadyPoint>(m_hinted_at + (m_away ? away_for : between_hints), until);
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(end - Clock::now()).count();
    if (left <= 0)
        return true;
    pollfd wake{m_wake, POLLIN, 0};
    if (poll(&wake, 1, static_cast<int>(left)) <= 0)
        return true;
    std::uint64_t count = 0;
    (void)!read(m_wake, &count, sizeof count);
    return false;
}

bool RedisListener::wait_readable(SteadyPoint until)
{
    // A reply that was buffered with the last read does not make the socket readable.
    if (std::exchange(m_look_first, false) || m_connection.has_pending())
        return true;
    for (;;) {
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - Clock::now()).count();
        std::array<pollfd, 2> fds{{{m_wake, POLLIN, 0}, {m_connection.fd(), POLLIN, 0}}};
        const int ready = poll(fds.data(), fds.size(), static_cast<int>(std::clamp<long long>(left, 0, 3'600'000)));
        if (ready > 0 && fds[0].revents != 0) {
            std::uint64_t count = 0;
            (void)!read(m_wake, &count, sizeof count);
            return false;
        }
        if (ready > 0)
            return true;
        if (Clock::now() >= until)
            return false;
    }
}

std::optional<Trouble> RedisListener::take_hints(bool& any)
{
    auto trouble = m_connection.drain();
    while (!trouble) {
        ReplyPtr reply;
        trouble = m_connection.arrived(reply);
        if (trouble || !reply)
            break;
        const View said(reply.get());
        const auto kind = said[0].text();
        const bool hint = kind == "message" || kind == "pmessage" || said_counter(said);
        any = any || hint;
    }
    return trouble;
}

Answer<bool> RedisListener::wait(Duration at_most)
{
    const auto until = steady_after(Clock::now(), std::max(at_most, Duration{0}));
    if (!m_subscribed) {
        if (auto failure = listen())
            return *failure;
    }
    if (m_missed) {
        m_missed = false;
        return true;
    }
    if (!rest(until))
        return false;
    std::optional<Trouble> trouble;
    if (m_away && Clock::now() >= m_hinted_at + away_for)
        trouble = come_back();
    for (bool any = false; !trouble;) {
        if (!wait_readable(until))
            return false;
        trouble = take_hints(any);
        if (any && !trouble) {
            m_hinted_at = Clock::now();
            if (m_goes_away)
                trouble = leave();
            else if (m_looks)
                trouble = look_again();
            if (!trouble)
                return true;
        }
    }
    m_subscribed = false;
    m_missed = true;
    trouble->statement = "subscribe";
    return to_failure(*trouble);
}

void RedisListener::interrupt() noexcept
{
    const std::uint64_t one = 1;
    (void)!write(m_wake, &one, sizeof one);
}

} // namespace lockdesk::redis

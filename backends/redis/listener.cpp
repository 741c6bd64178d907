// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/redis/listener.h"

#include "backends/net/listening.h"
#include "backends/redis/connection.h"
#include "backends/redis/key_formats.h"
#include "backends/redis/link.h"
#include "backends/redis/scripts.h"
#include "backends/redis/wire.h"

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

/// Subscribes to `P hint:<entity>:<key>`, where the scripts publish; for Redisson's locks, to the channels of that library.
/// After a read of the log only the first change of each lock is hinted: so a listener for locks reads it before it
/// subscribes and after every hint. Where it cannot (no library, no permission) it depends on the reads of others.
class RedisListener final : public HintListener
{
public:
    RedisListener(const StoreUrl& url, const SessionOptions& options, std::vector<HintTopic> topics)
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

    ~RedisListener() override { ::close(m_wake); }

    /// Connects and subscribes for the first time, before Store::listen returns.
    std::optional<Failure> listen()
    {
        if (auto trouble = subscribe(steady_after(Clock::now(), m_connection.timeout())))
            return to_failure(*trouble);
        return std::nullopt;
    }

    /// Interrupts a running `listen`, permanently. From any thread.
    void give_up() noexcept { m_connection.interrupt(); }

    Answer<bool> wait(Duration at_most) override
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

    void interrupt() noexcept override
    {
        const std::uint64_t one = 1;
        (void)!write(m_wake, &one, sizeof one);
    }

private:
    std::optional<Trouble> subscribe(SteadyPoint deadline)
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

    std::optional<Trouble> take_hints(bool& any)
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

    // Delivering every hint of a busy store to an observer takes the server's time from its clients. So a listener to
    // everything unsubscribes after a hint, and when it comes back it checks the counter of changes for missed hints. It does
    // not wait for the replies: they arrive with the hints.
    std::optional<Trouble> leave()
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

    std::optional<Trouble> come_back()
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
    std::optional<Trouble> look_again()
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

    void add_look(Wire& wire) const
    {
        if (!m_looks)
            return;
        wire.command();
        wire.add("FCALL_RO").add(scripts().changes_look.function).add("1").add(m_prefix).add("").add("0");
    }

    void add_subscriptions(Wire& wire) const
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

    // Handles a reply that is no message of a channel. Returns whether hints may have been missed.
    bool said_counter(View said)
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
    bool missed_some(const std::string& counter)
    {
        if (!m_left_at) {
            m_left_at = counter;
            return false;
        }
        const bool missed = *m_left_at != counter;
        m_left_at.reset();
        return missed;
    }

    /// Waits until the connection is readable. False: timeout or interrupted.
    bool wait_readable(SteadyPoint until)
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

    /// Pauses, so that many hints do not each cause a wake-up. False: interrupted.
    // A busy store publishes thousands of hints a second. A listener only needs to know that there were some; waking for each
    // of them takes the processor from others.
    [[nodiscard]] bool rest(SteadyPoint until) const
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

    // Exact names are channels; "any of that entity" is a pattern. The prefix contains no special character of patterns.
    void add_own(const std::string& prefix, const std::vector<HintTopic>& topics)
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

    void add_foreign(const KeyFormat& format, const std::vector<HintTopic>& topics)
    {
        for (const HintTopic& topic : topics)
            if (topic.entity == Entity::lock && !topic.key.empty())
                m_channels.push_back(format.channel(topic.key));
        if (m_channels.empty())
            m_patterns.push_back(format.channels() + "*");
    }

    std::vector<std::string> m_channels, m_patterns;
    std::string m_prefix;
    bool m_of_locks = false; ///< topics include locks
    bool m_looks = false;    ///< reads the log of locks, so that their next change is hinted again
    std::string m_numbers;   ///< part of the counter of changes: the number, to which the end of the log is added
    Connection m_connection;
    bool m_subscribed = false;
    bool m_look_first = false; ///< hints may have arrived with the last reply to SUBSCRIBE
    bool m_goes_away = false;
    bool m_away = false;
    std::optional<std::string> m_left_at; ///< counter of changes when it unsubscribed
    bool m_missed = false;                ///< the connection was lost, so hints may be lost too
    int m_wake = -1;                      ///< eventfd
    SteadyPoint m_hinted_at{};
};

} // namespace

Answer<std::unique_ptr<HintListener>> open_listener(const StoreUrl& url, const SessionOptions& options,
                                                    std::vector<HintTopic> topics, const std::stop_token& stop)
{
    return net::listening(std::make_unique<RedisListener>(url, options, std::move(topics)), stop);
}

} // namespace lockdesk::redis

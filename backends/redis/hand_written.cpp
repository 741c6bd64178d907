// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/redis/hand_written.h"

#include "backends/redis/fetch.h"

namespace lockdesk::redis {

namespace {

using Clock = std::chrono::steady_clock;
using namespace std::chrono_literals;

constexpr int keys_per_trip = 1000; // a fraction of a millisecond of the server's time
// A database of at most so many keys is scanned whole, whatever the count of ours.
constexpr std::int64_t few_keys = 100'000;
constexpr auto step_length = 30ms;
constexpr auto step_every = 4s;
// The count misses a change when as many of our keys vanished as others appeared; a scan then finds it after this time.
constexpr auto look_anyway = 60s;

} // namespace

std::optional<Failure> HandWritten::look(Duration at_most)
{
    m_link.call(scripts().lock_census);
    auto counted = m_link.run();
    if (!counted)
        return counted.failure();
    if ((*counted)[1].integer() == 0 && (*counted)[2].integer() > few_keys)
        return std::nullopt;
    m_cursor = "0";
    return go_on(at_most);
}

std::optional<Failure> HandWritten::step(std::int64_t missing, bool counted_now)
{
    const auto now = Clock::now();
    if (m_cursor.empty()) {
        if (!counted_now && m_last != SteadyPoint{} && now - m_last < step_every)
            return std::nullopt;
        m_link.call(scripts().lock_census);
        auto counted = m_link.run();
        if (!counted)
            return counted.failure();
        m_last = now;
        const bool all_ours = (*counted)[1].integer() + missing == 0;
        if (all_ours && m_whole == SteadyPoint{})
            m_whole = now;
        if (all_ours && now - m_whole < look_anyway)
            return std::nullopt;
        m_cursor = "0";
    }
    return go_on(step_length);
}

std::optional<Failure> HandWritten::go_on(Duration at_most)
{
    const auto begin = Clock::now();
    do {
        if (auto failure = read_keys())
            return failure;
        if (m_cursor == "0") {
            m_cursor.clear();
            m_last = m_whole = Clock::now();
            return std::nullopt;
        }
    } while (Clock::now() - begin < at_most);
    return std::nullopt;
}

std::optional<Failure> HandWritten::read_keys()
{
    std::vector<std::string> names;
    if (auto failure = foreign_names(m_link, m_link.prefix(), m_cursor, names))
        return failure;
    for (std::string& name : names)
        if (m_names.insert(name).second)
            m_new.push_back(std::move(name));
    return std::nullopt;
}

// Plain commands: a script that did both would stop the server for several times as long.
std::optional<Failure> foreign_names(Link& link, const std::string& prefix, std::string& cursor, std::vector<std::string>& found)
{
    const std::string before = prefix + "lock:";
    std::vector<std::string> names;
    Wire& scan = link.pipeline();
    scan.command();
    scan.add("SCAN").add(cursor).add("MATCH").add(before + "*").add("COUNT").add(keys_per_trip);
    if (auto failure = run_reading(link, "keys", [&](std::size_t, View reply) {
            cursor = reply[0].str();
            names = texts_of(reply[1]);
        }))
        return failure;
    for (std::string& name : names)
        name.erase(0, before.size());
    std::erase_if(names, [](const std::string& name) { return name.empty(); });
    if (names.empty())
        return std::nullopt;
    Wire& scores = link.pipeline();
    for (const std::string& name : names) { // ZMSCORE is among the permissions of nobody so far
        scores.command();
        scores.add("ZSCORE").add(prefix + "locks").add(name);
    }
    return run_reading(link, "names", [&](std::size_t i, View reply) {
        if (reply.nil())
            found.push_back(std::move(names[i]));
    });
}

} // namespace lockdesk::redis

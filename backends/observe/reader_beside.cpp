// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
//
// What is read beside the rows, each at its own pace.
#include "backends/observe/reader.h"

namespace lockdesk {

namespace {

using std::chrono::steady_clock;

constexpr auto about_every = std::chrono::seconds{30};
constexpr auto report_every = std::chrono::seconds{30}; // settings may change while servers run
constexpr int report_calls = 4; // durability, schema, facts, token floor
constexpr auto record_every = std::chrono::seconds{10};
constexpr int most_records = 8; // with one poll

} // namespace

// A server that does not report its durability counts as weak; a lost connection is a failure.
std::optional<Failure> Reader::read_store(Reading& reading)
{
    const auto now = steady_clock::now();
    if (m_report_read != SteadyPoint{} && now - m_report_read < report_every)
        return std::nullopt;
    m_report_read = now;
    const ClockReading clock{m_clock.at_steady(now), m_clock.offset, m_clock.uncertainty, std::nullopt};
    auto answer = timed([&] { return read_report(m_session, {clock}); });
    m_calls += report_calls - 1;
    if (!answer)
        return answer.failure();
    reading.durability = std::move(answer->durability);
    reading.report = std::make_shared<const StoreReport>(std::move(answer->report));
    return std::nullopt;
}

// Waits in the database server itself. A user that may not see them is not asked again.
std::optional<Failure> Reader::read_waits(Reading& reading)
{
    const auto now = steady_clock::now();
    if (!m_may_read_waits || !reading.asked.has(Entity::waiter) || !m_waits_pace.due(now, m_hurry_waits))
        return std::nullopt;
    const auto before = m_spent;
    auto waits = timed([&] { return database_waits(m_session.admin()); });
    m_waits_pace.took(now, m_spent - before - std::min(m_clock.uncertainty * 2, (m_spent - before) * 3 / 4));
    if (waits) {
        reading.database_waits = std::make_shared<const std::vector<DatabaseWait>>(std::move(*waits));
        return std::nullopt;
    }
    if (waits.failure().connection_lost || waits.failure().retryable)
        return waits.failure();
    m_may_read_waits = false;
    return std::nullopt;
}

// A record that cannot be read, as its table is missing, is not asked for again before its time.
std::optional<Failure> Reader::read_records(Reading& reading)
{
    if (m_records.empty() || !m_session.capabilities().records)
        return std::nullopt;
    const auto now = steady_clock::now();
    std::map<std::string, std::optional<std::string>> out;
    std::map<std::string, SteadyPoint> watched;
    int left = most_records;
    for (const std::string& id : m_records) {
        const auto before = m_records_read.find(id);
        const bool due = before == m_records_read.end() || now - before->second >= record_every;
        if (!due || left == 0) {
            if (before != m_records_read.end())
                watched.insert(*before);
            continue;
        }
        --left;
        watched[id] = now;
        const auto name = RecordId::parse(id);
        if (!name)
            continue;
        auto record = timed([&] { return m_session.records().get(*name, false); });
        if (!record && (record.failure().connection_lost || record.failure().retryable))
            return record.failure();
        if (record)
            out[id] = *record ? std::optional((**record).value) : std::nullopt;
    }
    m_records_read = std::move(watched);
    if (!out.empty())
        reading.records = std::make_shared<const std::map<std::string, std::optional<std::string>>>(std::move(out));
    return std::nullopt;
}

// Reads the estimated number of rows, live and beyond, where the store has a cheap one.
void Reader::read_about(Entities truncated, Reading& reading)
{
    const auto now = steady_clock::now();
    if (!truncated.empty() && now - m_about_read >= about_every) {
        m_about_read = now;
        const ListRequest request{{}, 1};
        const auto ask = [&](Entity entity, auto list) {
            if (!truncated.has(entity))
                return;
            if (auto page = timed(list); page && page->about)
                m_about[entity] = *page->about;
        };
        ask(Entity::lock, [&] { return m_session.locks().list(request); });
        ask(Entity::task, [&] { return m_session.tasks().list(request); });
        ask(Entity::message, [&] { return m_session.outbox().list(request); });
    }
    reading.about = m_about;
}

} // namespace lockdesk

// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/common/guard_log.h"

#include "backends/engine/text/text.h"
#include "backends/json/json.h"
#include "backends/observe/spans.h"

#include <algorithm>

namespace lockdesk::app {

namespace {

using Json = nlohmann::ordered_json;

constexpr Duration longest_wait = std::chrono::seconds{1};
constexpr int most_tries = 5; ///< when other hosts write the same record
constexpr std::size_t longest_why = 200;
constexpr Duration between_writes = std::chrono::seconds{10}; ///< of what a process skips; a guard may tick every second

Access for_log(Access access)
{
    access.options.source = "lockdesk"; // its records, whatever format the lock has
    access.options.timeout = std::min(access.options.timeout, longest_wait);
    return access;
}

Json json_of(const RunReport& report)
{
    const auto us = [](const std::optional<TimePoint>& at) { return at ? Json(to_us(*at)) : Json(nullptr); };
    std::string why = to_valid_utf8(report.why);
    if (why.size() > longest_why)
        why = to_valid_utf8(why.substr(0, longest_why));
    return {{"owner", report.owner.str()},
            {"token", report.token ? Json(report.token->number()) : Json(nullptr)},
            {"started_us", us(report.started_at)},
            {"ended_us", us(report.ended_at)},
            {"result", word(report.result)},
            {"status", report.status ? Json(*report.status) : Json(nullptr)},
            {"why", why}};
}

Json runs_in(const std::string& value)
{
    constexpr std::size_t longest_value = 1 << 20; // far above what runs need: somebody has put another text there
    Json runs = value.size() <= longest_value ? read_json<Json>(value) : Json();
    if (!runs.is_array())
        return Json::array();
    if (runs.size() > GuardLog::most_runs)
        runs.erase(runs.begin(), runs.end() - static_cast<std::ptrdiff_t>(GuardLog::most_runs));
    return runs;
}

std::string text_in(const Json& run, const char* key)
{
    const auto found = run.find(key);
    return found != run.end() && found->is_string() ? found->get<std::string>() : std::string();
}

std::optional<std::int64_t> number_in(const Json& run, const char* key)
{
    const auto found = run.find(key);
    return found != run.end() && found->is_number_integer() ? std::optional(found->get<std::int64_t>()) : std::nullopt;
}

} // namespace

GuardLog::GuardLog(Access access) : m_session(for_log(std::move(access))) {}

RecordId GuardLog::record_of(const LockName& guard)
{
    constexpr std::size_t longest_id = 200;
    const std::string id = "guard-runs:" + guard.str();
    if (id.size() <= longest_id)
        return RecordId::trusted(id);
    const auto digest = sha256(guard.str());
    return RecordId::trusted("guard-runs#" + hex(digest.data(), digest.size()));
}

void GuardLog::note(const LockName& guard, const RunReport& report) noexcept
{
    if (m_off)
        return;
    try {
        if (report.result != RunResult::skipped)
            add(guard, report);
        count_skipped(guard, report);
    } catch (...) { // no memory: the run itself is done
        m_off = true;
    }
}

bool GuardLog::change(const RecordId& id, const std::string& first,
                      const std::function<std::string(Session&, const std::string&)>& to)
{
    const auto opened = m_session.get();
    if (!opened) {
        m_off = !worth_retrying(opened.failure());
        return false;
    }
    Session& session = **opened;
    m_off = !session.capabilities().records;
    for (int i = 0; i < most_tries && !m_off; ++i) {
        auto known = session.records().get(id, false);
        if (known && !*known) {
            const auto begun = session.records().put(id, first, VersionBy::integer);
            known = begun ? Answer<std::optional<Record>>(*begun) : Answer<std::optional<Record>>(begun.failure());
        }
        if (!known) {
            m_off = !worth_retrying(known.failure());
            m_session.drop();
            return false;
        }
        const std::string text = to(session, (**known).value);
        if (text == (**known).value)
            return true;
        const auto updated = session.records().update_if_version(id, (**known).version, text);
        if (!updated)
            m_session.drop();
        if (!updated || updated->updated)
            return updated.is_result();
    }
    return false;
}

void GuardLog::add(const LockName& guard, const RunReport& report)
{
    change(record_of(guard), "[]", [&report](Session& session, const std::string& text) {
        Json runs = runs_in(text);
        RunReport ended = report;
        if (!ended.ended_at) // its own session was lost, so the store is asked here: at the latest now
            if (const auto clock = session.admin().clock(1); clock)
                ended.ended_at = clock->store;
        runs.push_back(json_of(ended));
        if (runs.size() > most_runs)
            runs.erase(runs.begin());
        return runs.dump(-1, ' ', false, Json::error_handler_t::replace);
    });
}

// A run begins the record as well: without it, nobody knows whether a guard notes what it skips.
void GuardLog::count_skipped(const LockName& guard, const RunReport& report)
{
    Skipped& of = m_skipped[guard.str()];
    JobSkip& unwritten = of.unwritten;
    if (report.result == RunResult::skipped && report.ended_at) {
        if (unwritten.runs == 0)
            unwritten.first = *report.ended_at;
        unwritten.process = short_owner(report.owner.str());
        ++unwritten.runs;
        unwritten.last = *report.ended_at;
        unwritten.why = report.why;
        unwritten.held_by = report.held_by;
    }
    if (of.begun && (unwritten.runs == 0 || (of.written && unwritten.last - *of.written < between_writes)))
        return;
    const bool written = change(skips_record(guard), "", [&unwritten](Session&, const std::string& text) {
        if (unwritten.runs == 0)
            return text;
        std::vector<JobSkip> all = read_skips(text);
        add_skip(all, unwritten);
        return write_skips(all);
    });
    if (!written)
        return;
    of.begun = true;
    if (unwritten.runs > 0)
        of.written = unwritten.last;
    unwritten = {};
}

Answer<std::optional<std::vector<JobSkip>>> GuardLog::read_skipped(Session& session, const LockName& guard)
{
    if (!session.capabilities().records)
        return Failure::unsupported("this store and source keep no record of runs");
    const auto known = session.records().get(skips_record(guard), false);
    if (!known)
        return known.failure();
    return {*known ? std::optional(read_skips((**known).value)) : std::nullopt, known.store_time()};
}

Answer<std::vector<GuardLog::Run>> GuardLog::read(Session& session, const LockName& guard)
{
    if (!session.capabilities().records)
        return Failure::unsupported("this store and source keep no record of runs");
    const auto known = session.records().get(record_of(guard), false);
    if (!known)
        return known.failure();
    std::vector<Run> out;
    for (const Json& run : *known ? runs_in((**known).value) : Json::array())
        if (run.is_object())
            out.push_back({text_in(run, "owner"), text_in(run, "result"), text_in(run, "why"), number_in(run, "token"),
                           number_in(run, "status"), number_in(run, "started_us"), number_in(run, "ended_us")});
    return {std::move(out), known.store_time()};
}

} // namespace lockdesk::app

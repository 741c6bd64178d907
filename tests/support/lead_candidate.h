// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/runners/lead.h"
#include "tests/support/await.h"

#include <algorithm>
#include <future>
#include <mutex>
#include <vector>

namespace lockdesk::test {

/// A candidate of Lead on its own thread, with the events it reported. The destructor stops it.
class LeadCandidate
{
public:
    LeadCandidate(Runtime& runtime, Access access, LeadOptions options)
        : lead(runtime, std::move(access), std::move(options), [this](const LeaderEvent& event) {
              const std::lock_guard lock(mutex);
              events.push_back(event);
          })
    {
    }
    ~LeadCandidate() { stop.request_stop(); }
    LeadCandidate(const LeadCandidate&) = delete;
    LeadCandidate& operator=(const LeadCandidate&) = delete;

    std::int64_t count(LeaderEventKind kind)
    {
        const std::lock_guard lock(mutex);
        return std::count_if(events.begin(), events.end(), [&](const LeaderEvent& e) { return e.kind == kind; });
    }
    bool await_count(LeaderEventKind kind, std::int64_t least)
    {
        return await([&] { return count(kind) >= least; });
    }
    /// Returns the newest event of that kind, which must exist.
    LeaderEvent last(LeaderEventKind kind)
    {
        const std::lock_guard lock(mutex);
        return *std::find_if(events.rbegin(), events.rend(), [&](const LeaderEvent& e) { return e.kind == kind; });
    }
    void start(const Job& job)
    {
        result = std::async(std::launch::async, [this, job] { return lead.run(job, stop.get_token()); });
    }
    Answer<Done> end()
    {
        stop.request_stop();
        return result.get();
    }

    Lead lead;
    std::mutex mutex;
    std::vector<LeaderEvent> events;
    std::stop_source stop;
    std::future<Answer<Done>> result;
};

} // namespace lockdesk::test

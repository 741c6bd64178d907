// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/engine/contracts/ids.h"
#include "backends/scenarios/run.h"
#include "backends/scenarios/stage.h"

#include <cerrno>
#include <csignal>
#include <limits>

namespace lockdesk::scenarios {

namespace {

constexpr auto no_sign_for = std::chrono::minutes{1};

std::string name_of(const Maker& maker) { return maker.host + "/" + std::to_string(maker.pid); }

// Returns nullopt when the process id is of another computer, or not accessible.
std::optional<bool> runs_here(const Maker& maker)
{
    if (maker.place.empty() || maker.place != process_place() || maker.pid < 1
        || maker.pid > std::numeric_limits<pid_t>::max())
        return std::nullopt;
    if (::kill(static_cast<pid_t>(maker.pid), 0) != 0 && errno == ESRCH)
        return false;
    const auto started = process_start(maker.pid);
    return started == 0 ? std::nullopt : std::optional(started == maker.started);
}

// A sign from the future does not count: with it the maker would never be gone.
bool is_old(TimePoint sign, TimePoint now)
{
    return sign > add(now, no_sign_for) || now > add(sign, no_sign_for);
}

bool is_gone(const Maker& maker, TimePoint now)
{
    const auto runs = runs_here(maker);
    return runs ? !*runs : is_old(maker.beat, now);
}

bool is_abandoned(const std::optional<Maker>& maker, const SandboxInfo& sandbox, TimePoint now)
{
    if (maker)
        return is_gone(*maker, now);
    // Its maker was never recorded, although that takes no time.
    return !sandbox.created_at || is_old(*sandbox.created_at, now);
}

Answer<std::optional<Maker>> maker_in(Session& sandbox)
{
    const auto record = sandbox.records().get(RecordId::trusted(maker_record), false);
    if (!record)
        return record.failure();
    return *record ? decode_maker((*record)->value) : std::nullopt;
}

Answer<std::optional<Maker>> maker_of(Store& store, SessionOptions options, const std::string& id)
{
    const auto sandbox = SandboxId::parse(id);
    if (!sandbox)
        return sandbox.failure();
    options.sandbox = *sandbox;
    const auto session = store.open(options);
    if (!session)
        return session.failure();
    return maker_in(**session);
}

} // namespace

Answer<std::vector<LessonSandbox>> lesson_sandboxes(Store& store, const SessionOptions& session)
{
    SessionOptions options = session;
    options.sandbox.reset();
    options.without_schema = true;
    const auto outside = store.open(options);
    if (!outside)
        return outside.failure();
    const auto all = (*outside)->admin().list_sandboxes();
    if (!all)
        return all.failure();
    const auto clock = (*outside)->admin().clock(1);
    if (!clock)
        return clock.failure();
    std::vector<LessonSandbox> out;
    for (const SandboxInfo& one : *all) {
        if (!one.id.starts_with("lesson_"))
            continue;
        const auto found = maker_of(store, options, one.id);
        const auto maker = found ? *found : std::nullopt; // half created: its records were never written
        LessonSandbox sandbox{
            one.id, maker ? maker->lesson : std::string(), {}, one.created_at, is_abandoned(maker, one, clock->store)};
        if (maker)
            sandbox.maker = name_of(*maker);
        out.push_back(std::move(sandbox));
    }
    return out;
}

Answer<std::optional<std::string>> gone_maker(Session& inside, Session& outside, Duration watched)
{
    const auto maker = maker_in(inside);
    if (!maker)
        return maker.failure();
    if (!*maker)
        return watched > no_sign_for ? std::optional<std::string>("nobody has begun a lesson in it for a minute")
                                     : std::nullopt;
    const auto clock = outside.admin().clock(1); // the sandbox's own clock may be stopped
    if (!clock)
        return clock.failure();
    if (!is_gone(**maker, clock->store))
        return std::optional<std::string>();
    return std::optional("there is no sign of " + name_of(**maker) + ", which began the lesson");
}

Answer<std::vector<LessonSandbox>> remove_abandoned(Store& store, const SessionOptions& session)
{
    auto all = lesson_sandboxes(store, session);
    if (!all)
        return all;
    SessionOptions options = session;
    options.sandbox.reset();
    options.without_schema = true;
    const auto outside = store.open(options);
    if (!outside)
        return outside.failure();
    std::vector<LessonSandbox> out;
    for (LessonSandbox& one : *all) {
        if (!one.abandoned)
            continue;
        const auto dropped = (*outside)->admin().drop_sandbox(*SandboxId::parse(one.id));
        if (!dropped)
            return dropped.failure();
        out.push_back(std::move(one));
    }
    return out;
}

} // namespace lockdesk::scenarios

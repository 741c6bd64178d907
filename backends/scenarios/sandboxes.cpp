// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/engine/ids.h"
#include "backends/scenarios/run.h"
#include "backends/scenarios/stage.h"

namespace lockdesk::scenarios {

namespace {

constexpr auto no_sign_for = std::chrono::minutes{1};

bool is_abandoned(const std::optional<Maker>& maker, const SandboxInfo& sandbox, TimePoint now)
{
    if (maker && maker->host == host_name())
        return maker->started == 0 || process_start(maker->pid) != maker->started;
    // Of another computer; or it was never told who made it, which takes no time.
    const auto sign = maker ? std::optional(maker->beat) : sandbox.created_at;
    return !sign || *sign + no_sign_for < now;
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
    const auto record = (*session)->records().get(RecordId::trusted(maker_record), false);
    if (!record)
        return record.failure();
    return *record ? decode_maker((*record)->value) : std::nullopt;
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
        const auto maker = found ? *found : std::nullopt; // half made: it never got to its records
        LessonSandbox sandbox{
            one.id, maker ? maker->lesson : std::string(), {}, one.created_at, is_abandoned(maker, one, clock->store)};
        if (maker)
            sandbox.maker = maker->host + "/" + std::to_string(maker->pid);
        out.push_back(std::move(sandbox));
    }
    return out;
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

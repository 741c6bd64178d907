// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/engine/ids.h"
#include "backends/scenarios/run.h"
#include "backends/scenarios/stage.h"

namespace lockdesk::scenarios {

namespace {

constexpr auto no_sign_for = std::chrono::minutes{1};
// Three signs are missing. Two computers may have one name: no process here does not yet say that the maker is gone.
constexpr auto no_sign_of_this_host_for = std::chrono::seconds{15};

bool is_of_this_host(const Maker& maker) { return maker.host == host_name(); }
bool runs_here(const Maker& maker) { return maker.started != 0 && process_start(maker.pid) == maker.started; }
std::string name_of(const Maker& maker) { return maker.host + "/" + std::to_string(maker.pid); }

bool is_abandoned(const std::optional<Maker>& maker, const SandboxInfo& sandbox, TimePoint now)
{
    if (maker && is_of_this_host(*maker))
        return !runs_here(*maker);
    // Of another computer; or it was never told who made it, which takes no time.
    const auto sign = maker ? std::optional(maker->beat) : sandbox.created_at;
    return !sign || *sign + no_sign_for < now;
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
        const auto maker = found ? *found : std::nullopt; // half made: it never got to its records
        LessonSandbox sandbox{
            one.id, maker ? maker->lesson : std::string(), {}, one.created_at, is_abandoned(maker, one, clock->store)};
        if (maker)
            sandbox.maker = name_of(*maker);
        out.push_back(std::move(sandbox));
    }
    return out;
}

Answer<std::optional<std::string>> gone_maker(Session& inside, Session& outside)
{
    const auto maker = maker_in(inside);
    if (!maker)
        return maker.failure();
    if (!*maker || (is_of_this_host(**maker) && runs_here(**maker)))
        return std::optional<std::string>();
    const auto clock = outside.admin().clock(1); // the sandbox's own may stand
    if (!clock)
        return clock.failure();
    const Duration silent_for = is_of_this_host(**maker) ? Duration{no_sign_of_this_host_for} : Duration{no_sign_for};
    return (*maker)->beat + silent_for < clock->store ? std::optional(name_of(**maker)) : std::nullopt;
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

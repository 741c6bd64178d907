// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/engine/contracts/changes.h"
#include "backends/engine/contracts/locks.h"
#include "backends/engine/contracts/records.h"
#include "backends/engine/contracts/tasks.h"
#include "backends/engine/text/text.h"

namespace lockdesk {

const char* word(LockState s)
{
    switch (s) {
    case LockState::free: return "free";
    case LockState::held: return "held";
    case LockState::closing: return "closing";
    case LockState::expired: return "expired";
    case LockState::cooling: return "cooling";
    }
    return "";
}
const char* word(ServerSays s)
{
    switch (s) {
    case ServerSays::held: return "held";
    case ServerSays::missing: return "missing";
    case ServerSays::other_owner: return "other owner";
    case ServerSays::unreachable: return "unreachable";
    }
    return "";
}
const char* word(TaskState s)
{
    switch (s) {
    case TaskState::held: return "held";
    case TaskState::waiting: return "waiting";
    case TaskState::due: return "due";
    case TaskState::expired: return "expired";
    }
    return "";
}
const char* word(MessageState s)
{
    switch (s) {
    case MessageState::pending: return "pending";
    case MessageState::sending: return "sending";
    case MessageState::sent: return "sent";
    case MessageState::dead: return "dead";
    }
    return "";
}
const char* word(DesiredState s)
{
    switch (s) {
    case DesiredState::running: return "Running";
    case DesiredState::stopped: return "Stopped";
    case DesiredState::deleted: return "Deleted";
    }
    return "";
}
const char* word(BackoffPolicy p) { return p == BackoffPolicy::progressive ? "progressive" : "exponential"; }
const char* word(WorkerOrder o)
{
    switch (o) {
    case WorkerOrder::run: return "run";
    case WorkerOrder::pause: return "pause";
    case WorkerOrder::slow: return "slow";
    case WorkerOrder::stop: return "stop";
    }
    return "";
}
const char* word(WorkerHealth h)
{
    switch (h) {
    case WorkerHealth::live: return "live";
    case WorkerHealth::late: return "late";
    case WorkerHealth::silent: return "silent";
    }
    return "";
}
const char* word(AcquireResult r)
{
    switch (r) {
    case AcquireResult::acquired: return "acquired";
    case AcquireResult::busy: return "busy";
    case AcquireResult::cooling: return "cooling";
    }
    return "";
}
const char* word(LeaseResult r)
{
    switch (r) {
    case LeaseResult::renewed: return "renewed";
    case LeaseResult::released: return "released";
    case LeaseResult::still_held: return "still_held";
    case LeaseResult::cooling: return "cooling";
    case LeaseResult::not_owner: return "not_owner";
    case LeaseResult::stale: return "stale";
    case LeaseResult::expired: return "expired";
    }
    return "";
}
const char* word(ForceResult r) { return r == ForceResult::released ? "released" : "changed"; }
const char* word(Protection p)
{
    switch (p) {
    case Protection::row: return "row";
    case Protection::floor: return "floor";
    case Protection::weak: return "weak";
    case Protection::none: return "none";
    }
    return "";
}
const char* word(Weakness::Kind kind)
{
    switch (kind) {
    case Weakness::Kind::loses: return "loses";
    case Weakness::Kind::lags: return "lags";
    case Weakness::Kind::evicts: return "evicts";
    case Weakness::Kind::unknown: return "unknown";
    }
    return "";
}
const char* word(StepResult r)
{
    switch (r) {
    case StepResult::done: return "done";
    case StepResult::not_owner: return "not_owner";
    case StepResult::stale: return "stale";
    case StepResult::expired: return "expired";
    case StepResult::changed: return "changed";
    case StepResult::missing: return "missing";
    }
    return "";
}
const char* word(ClaimStrategy s)
{
    switch (s) {
    case ClaimStrategy::atomic: return "atomic";
    case ClaimStrategy::plain: return "plain";
    case ClaimStrategy::skip_locked_2: return "skip-locked-2";
    case ClaimStrategy::version: return "version";
    case ClaimStrategy::none: return "none";
    }
    return "";
}
const char* word(VersionBy v)
{
    switch (v) {
    case VersionBy::integer: return "integer";
    case VersionBy::time: return "time";
    case VersionBy::hash: return "hash";
    }
    return "";
}
const char* word(Entity e)
{
    switch (e) {
    case Entity::lock: return "lock";
    case Entity::task: return "task";
    case Entity::message: return "message";
    case Entity::worker: return "worker";
    case Entity::waiter: return "waiter";
    case Entity::refusal: return "fence";
    case Entity::audit: return "audit";
    }
    return "";
}

namespace {

template <class Enum> Answer<Enum> parse_word(std::string_view text, std::initializer_list<Enum> all, const char* what)
{
    std::string choices;
    for (const Enum value : all) {
        if (text == word(value))
            return value;
        choices += (choices.empty() ? "" : ", ") + std::string(word(value));
    }
    return Failure::usage(std::string("Unknown ") + what + " '" + to_valid_utf8(text) + "'. Use one of: " + choices + ".");
}

} // namespace

Answer<DesiredState> parse_desired_state(std::string_view text)
{
    return parse_word(text, {DesiredState::running, DesiredState::stopped, DesiredState::deleted}, "desired state");
}
Answer<BackoffPolicy> parse_backoff_policy(std::string_view text)
{
    return parse_word(text, {BackoffPolicy::progressive, BackoffPolicy::exponential}, "backoff policy");
}
Answer<ClaimStrategy> parse_claim_strategy(std::string_view text)
{
    return parse_word(text,
                      {ClaimStrategy::atomic, ClaimStrategy::plain, ClaimStrategy::skip_locked_2, ClaimStrategy::version,
                       ClaimStrategy::none},
                      "claim strategy");
}
Answer<VersionBy> parse_version_by(std::string_view text)
{
    return parse_word(text, {VersionBy::integer, VersionBy::time, VersionBy::hash}, "kind of version");
}

std::optional<Failure> check_lease(Duration lease)
{
    if (lease < shortest_lease)
        return Failure::usage("lease " + duration_text(lease) + " is too short; the shortest is "
                              + duration_text(shortest_lease));
    return std::nullopt;
}

} // namespace lockdesk

// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/redis/task_steps.h"

#include "backends/redis/decode.h"
#include "backends/redis/spans.h"

#include <algorithm>
#include <cstdio>

namespace lockdesk::redis {

namespace {

// Steps per script: it blocks the server for a few milliseconds.
constexpr std::size_t steps_per_script = 1000;

std::string number_text(double d)
{
    char text[40];
    std::snprintf(text, sizeof text, "%.17g", d);
    return text;
}

struct AddWords
{
    Wire& wire;
    void operator()(const Unlock&) const { wire.add("u").add("").add("").add(""); }
    void operator()(const Relock& r) const { wire.add("r").add(bounded_us(r.wait)).add("").add(""); }
    void operator()(const RelockByBackoff& r) const
    {
        const char* policy = !r.policy ? "" : *r.policy == BackoffPolicy::exponential ? "e" : "p";
        wire.add("b").add(policy).add(number_text(r.jitter)).add("");
    }
    void operator()(const Advance& a) const
    {
        wire.add("a").add(a.from ? a.from->str() : std::string()).add(a.to.str()).add(a.desired ? word(*a.desired) : "");
    }
    void operator()(const Extend&) const { wire.add("e").add("").add("").add(""); }
    void operator()(const Fail& f) const { wire.add("f").add(f.error).add(number_text(f.jitter)).add(""); }
};

} // namespace

void add_step(Wire& wire, const TaskStep& step)
{
    wire.add(step.id.str()).add(step.owner.str()).add(step.token.number());
    std::visit(AddWords{wire}, step.what);
}

StepAnswer step_answer(const TaskStep& step, View answer)
{
    constexpr std::array<StepResult, 4> results{StepResult::done, StepResult::not_owner, StepResult::stale,
                                                StepResult::missing};
    StepAnswer out;
    out.result = results[static_cast<std::size_t>(std::clamp<std::int64_t>(answer[0].integer(), 0, 3))];
    if (const auto wait = answer[1].number())
        out.wait = Duration{*wait};
    if (answer[2].is_array())
        out.row = task_row(step.id.str(), answer[2], rule_of_values(answer[2], answer[3]),
                           out.result == StepResult::done ? Raw::doubtful : Raw::with);
    return out;
}

Answer<std::vector<StepAnswer>> apply_steps(Link& link, std::span<const TaskStep> steps)
{
    std::vector<StepAnswer> out;
    out.reserve(steps.size());
    std::optional<TimePoint> now;
    while (!steps.empty() || !now) {
        const auto some = steps.first(std::min(steps.size(), steps_per_script));
        Wire& wire = link.call(scripts().task_apply);
        for (const TaskStep& step : some)
            add_step(wire, step);
        auto answer = link.run();
        if (!answer)
            return answer.failure();
        for (std::size_t i = 0; i < some.size(); ++i)
            out.push_back(step_answer(some[i], (*answer)[i + 1]));
        now = answer->now;
        steps = steps.subspan(some.size());
    }
    return {std::move(out), now};
}

} // namespace lockdesk::redis

// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/worker/task_handlers.h"

#include "backends/json/json.h"
#include "backends/process/output_tail.h"
#include "backends/process/process.h"

#include <atomic>
#include <memory>

namespace lockdesk::worker {

namespace {

constexpr int exit_relock = 75; // EX_TEMPFAIL
constexpr Duration finish_grace = std::chrono::seconds{3};
constexpr Duration handler_kill_grace = std::chrono::seconds{2};
constexpr std::size_t kept_output = 2048; // bytes of a failed run, in the task's last error

Outcome next_step(const Options& options, const TaskRow& task)
{
    if (const auto wanted = options.desired.find(task.desired_state); wanted != options.desired.end())
        return MoveOn{wanted->second, {}};
    const auto to = options.advance.find(task.phase);
    if (to == options.advance.end())
        return GiveBack{};
    return MoveOn{to->second, {}};
}

/// Requested when either of two tokens is.
class Either
{
public:
    Either(const std::stop_token& a, const std::stop_token& b)
        : m_a(a, [this] { m_source.request_stop(); }), m_b(b, [this] { m_source.request_stop(); })
    {
    }
    [[nodiscard]] std::stop_token token() const { return m_source.get_token(); }

private:
    using Callback = std::stop_callback<std::function<void()>>;
    std::stop_source m_source;
    Callback m_a, m_b;
};

std::string task_text(const TaskContext& context)
{
    const auto& task = context.task;
    nlohmann::ordered_json out;
    out["id"] = task.id;
    out["kind"] = task.kind;
    out["phase"] = task.phase;
    out["desired_state"] = word(task.desired_state);
    auto payload = read_json<nlohmann::ordered_json>(task.payload);
    out["payload"] = payload.is_discarded() ? nlohmann::ordered_json(task.payload) : payload;
    out["owner"] = context.owner.str();
    out["token"] = task.token.number();
    out["claim_id"] = task.claim_id;
    out["locked_at_us"] = to_us(task.locked_at);
    out["updated_at_us"] = to_us(task.updated_at);
    out["due_us"] = to_us(task_due_at(task));
    out["claims"] = task.claims;
    out["takeovers"] = task.takeovers;
    out["failures"] = task.failures;
    return json_line(out) + "\n";
}

// The status stands in the first line: that is all of it that fits into a table.
std::string error_of(int status, const std::string& output)
{
    const auto said = "the command's exit status is " + std::to_string(status);
    return output.empty() ? said : said + "; its last output:\n" + output;
}

Outcome outcome_of(int status, const Options& options, const TaskRow& task, const OutputTail& output)
{
    if (status == 0 && !options.desired.contains(task.desired_state) && !options.advance.contains(task.phase))
        return TryLater{task.lock_timeout}; // done, and nobody says where to: given back at once it would run every second
    if (status == 0)
        return next_step(options, task);
    if (status == exit_relock)
        return TryLater{};
    return GoneWrong{error_of(status, output.text())};
}

} // namespace

Handler demonstration_handler(Runtime& runtime, const Options& options)
{
    const auto handled = std::make_shared<std::atomic<std::int64_t>>(0);
    return [&runtime, &options, handled](const TaskContext& context) -> Outcome {
        const Either either(context.stop, options.extend ? context.lost : std::stop_token());
        if (options.work > Duration{0} && !runtime.sleep(either.token(), options.work))
            return options.extend && context.lost.stop_requested() ? Outcome(Abandoned{}) : Outcome(GiveBack{});
        if (options.fail_every > 0 && ++*handled % options.fail_every == 0)
            return GoneWrong{"failed on purpose, as --fail-every says"};
        return next_step(options, context.task);
    };
}

Handler command_handler(Runtime& runtime, const Options& options, std::string command)
{
    return [&runtime, &options, command = std::move(command)](const TaskContext& context) -> Outcome {
        const auto output = OutputTail::start(kept_output, options.json);
        if (!output)
            return GoneWrong{output.failure().message};
        auto process =
            Process::spawn(runtime, {.arguments = shell_command(command),
                                     .environment = {{"LOCKDESK_TASK", context.task.id},
                                                     {"LOCKDESK_OWNER", context.owner.str()},
                                                     {"LOCKDESK_TOKEN", std::to_string(context.task.token.number())}},
                                     .input = task_text(context),
                                     .output = (*output)->output(),
                                     .error = (*output)->error(),
                                     .own_group = true});
        (*output)->given();
        if (!process)
            return GoneWrong{process.failure().message};
        const Either either(context.stop, context.lost);
        auto status = (*process)->await(either.token(), SteadyPoint::max());
        if (!status && !context.lost.stop_requested()) // the worker ends: a fast command may finish
            status = (*process)->await(context.lost, steady_after(runtime.now(), finish_grace));
        if (status)
            return outcome_of(*status, options, context.task, **output);
        (*process)->end(handler_kill_grace);
        return context.lost.stop_requested() ? Outcome(Abandoned{}) : Outcome(GiveBack{});
    };
}

} // namespace lockdesk::worker

// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/command.h"
#include "app/ctl/row_json.h"
#include "backends/json/json.h"

#include <algorithm>
#include <array>
#include <istream>
#include <span>
#include <string_view>
#include <unistd.h>
#include <unordered_set>
#include <utility>

namespace lockdesk::ctl {

namespace {

// Tasks per transaction: large enough to be fast, small enough to end well within --timeout.
constexpr std::size_t task_batch = 10'000;

int add_one(Context& context, const Args& args)
{
    NewTask task{args.name<TaskId>("--id"), args.name<TaskKind>("KIND"), args.name<Phase>("--phase")};
    if (args.has("--desired"))
        task.desired_state = or_fail(parse_desired_state(args.text("--desired")));
    if (args.has("--payload")) {
        task.payload = args.text("--payload");
        if (read_json<nlohmann::json>(task.payload).is_discarded())
            fail_usage("--payload is not JSON");
    }
    const auto added = context.ask([&](Session& s) { return s.tasks().add(std::span(&task, 1)); });
    const auto row = context.ask([&](Session& s) { return s.tasks().find(task.id); });
    const char* result = added->count > 0 ? "added" : "duplicate";
    context.out().emit(row.value ? task_json(*row.value, row.at, result) : missing_task_json(task.id.str(), row.at, result));
    return added->count > 0 ? exit_done : exit_no;
}

[[noreturn]] void bad_line(std::size_t number, const std::string& what)
{
    fail_usage("line " + std::to_string(number) + ": " + what + "; nothing was added");
}

// A key that is not known may be a later version's, or a misspelt one. Empty: all are known.
std::string unknown_key(const nlohmann::json& object)
{
    constexpr std::array<std::string_view, 5> known{"id", "kind", "phase", "desired_state", "payload"};
    for (const auto& [key, value] : object.items())
        if (std::find(known.begin(), known.end(), key) == known.end())
            return key;
    return {};
}

template <class N> N name_of(const nlohmann::json& object, const char* key, std::size_t number)
{
    const auto found = object.find(key);
    if (found == object.end() || !found->is_string())
        bad_line(number, std::string("\"") + key + "\" must be a text");
    auto parsed = N::parse(found->get_ref<const std::string&>());
    if (!parsed)
        bad_line(number, parsed.failure().message);
    return std::move(parsed).value();
}

NewTask parse_line(const nlohmann::json& object, std::size_t number)
{
    if (!object.is_object())
        bad_line(number, "not a JSON object");
    NewTask task{name_of<TaskId>(object, "id", number), name_of<TaskKind>(object, "kind", number),
                 name_of<Phase>(object, "phase", number)};
    if (const auto desired = object.find("desired_state"); desired != object.end() && !desired->is_null()) {
        const auto parsed = parse_desired_state(desired->is_string() ? desired->get<std::string>() : desired->dump());
        if (!parsed)
            bad_line(number, parsed.failure().message);
        task.desired_state = *parsed;
    }
    if (const auto payload = object.find("payload"); payload != object.end() && !payload->is_null())
        task.payload = payload->dump();
    return task;
}

struct Lines
{
    std::vector<NewTask> tasks;
    std::size_t repeated = 0; ///< lines with the id of an earlier line
};

Lines read_lines(Context& context)
{
    std::istream& in = context.take_standard_input();
    const auto hook = context.signals().on_stop([&context] { _exit(128 + context.signals().number()); });
    Lines out;
    std::unordered_set<std::string> ids;
    std::string line;
    bool told_unknown = false;
    for (std::size_t number = 1; std::getline(in, line); ++number) {
        if (line.find_first_not_of(" \t\r") == std::string::npos)
            continue;
        const auto object = read_json<nlohmann::json>(line);
        NewTask task = parse_line(object, number);
        if (const auto key = unknown_key(object); !key.empty() && !std::exchange(told_unknown, true))
            context.out().aside("line " + std::to_string(number) + ": the unknown key \"" + key
                                + "\" is ignored, here and in later lines. Known are id, kind, phase, desired_state and payload.");
        if (ids.insert(task.id.str()).second)
            out.tasks.push_back(std::move(task));
        else
            ++out.repeated;
    }
    return out;
}

int add_lines(Context& context, const Args& args)
{
    for (const char* name : {"--id", "--phase", "--desired", "--payload"})
        if (args.has(name))
            fail_usage(std::string(name) + " cannot be combined with '-': each line has its own");
    const Lines lines = read_lines(context);
    std::int64_t added = 0;
    std::optional<TimePoint> at;
    const std::span<const NewTask> all(lines.tasks);
    for (std::size_t from = 0; from < all.size(); from += task_batch) {
        const auto part = all.subspan(from, std::min(task_batch, all.size() - from));
        auto answer = context.ask_answer([&](Session& s) { return s.tasks().add(part); });
        if (!answer) {
            Failure failure = answer.failure();
            failure.message += " Added before it: " + std::to_string(added)
                               + ". The same lines may be given again: those "
                                 "that are already there are left alone.";
            throw CommandFailed{std::move(failure), answer.store_time()};
        }
        added += answer->count;
        at = answer.store_time();
    }
    const Json end = end_json(static_cast<std::size_t>(added), false, std::nullopt, at);
    const std::size_t left = all.size() - static_cast<std::size_t>(added) + lines.repeated;
    context.out().emit(end, std::to_string(added) + " added"
                                + (left > 0 ? ", " + std::to_string(left) + (left == 1 ? " was" : " were") + " already there" : std::string()));
    return left > 0 ? exit_no : exit_done;
}

int add_task(Context& context, const Args& args)
{
    if (args.text("KIND") == "-")
        return add_lines(context, args);
    for (const char* name : {"--id", "--phase"})
        if (!args.has(name))
            fail_usage(std::string("task add needs ") + name);
    return add_one(context, args);
}

} // namespace

void add_task_add_commands(CommandTree& tree)
{
    tree.add("task add", "Add a task, or many from standard input.", add_task)
        .positional("KIND", "of the task; - reads JSON lines {kind,id,phase,desired_state?,payload?} from standard input")
        .option("--id", "I", "unique in the store (needed, but not with -)")
        .option("--phase", "P", "its first phase (needed, but not with -)")
        .option("--desired", "S", "Running (default), Stopped or Deleted")
        .words({"Running", "Stopped", "Deleted"})
        .option("--payload", "JSON", "for the handler ({})")
        .text("Exit status 3 when the id exists already. With - all lines are checked first: a bad one is exit status 2, "
              "names its line, and nothing is added. Then they are added 10,000 in a transaction; lines whose id is already "
              "there are left out, and the exit status is 3. Only the number is printed.")
        .example("lockdeskctl task add gateway --id g-1 --phase Creating --payload '{\"domain\":\"example.org\"}'")
        .example("lockdeskctl task add - < tasks.jsonl");
}

} // namespace lockdesk::ctl

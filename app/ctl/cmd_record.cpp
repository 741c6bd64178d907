// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/command.h"
#include "backends/json/json.h"

#include <charconv>

namespace lockdesk::ctl {

namespace {

// Counted versions are numbers, hashes are strings.
Json version_json(const Record& record)
{
    std::int64_t number = 0;
    const auto& text = record.version;
    const auto parsed = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool counts =
        record.version_by != VersionBy::hash && parsed.ec == std::errc{} && parsed.ptr == text.data() + text.size();
    return counts ? Json(number) : text_or_null(text);
}

Json record_json(const RecordId& id, const std::optional<Record>& record, const char* result, std::optional<TimePoint> at)
{
    Json line = Output::line("record", at);
    line["id"] = id.str();
    line["result"] = result;
    line["version"] = record ? version_json(*record) : Json(nullptr);
    line["value"] = record ? Json(to_valid_utf8(record->value)) : Json(nullptr);
    line["version_by"] = record ? Json(word(record->version_by)) : Json(nullptr);
    return line;
}

int print(Context& context, const RecordId& id, const std::optional<Record>& record, const char* result,
          std::optional<TimePoint> at, int status)
{
    if (record || context.out().json())
        context.out().emit(record_json(id, record, result, at));
    if (!record)
        context.out().aside("There is no record " + id.str() + ".");
    return status;
}

// Passes the fence in the same step; the line has the fence's result beside the record.
int put_fenced(Context& context, const Args& args, const RecordId& id, const std::string& value, VersionBy by)
{
    const FencePass pass{args.name<Resource>("--fence"), args.token("--token"),
                         args.has("--owner") ? args.name<OwnerId>("--owner").str() : std::string()};
    const auto answer = context.ask([&](Session& s) { return s.records().put_fenced(id, value, by, pass); });
    Json line = record_json(id, answer->record, answer->fence.admitted ? "updated" : "refused", answer.at);
    line["resource"] = pass.resource.str();
    line["max_token"] = answer->fence.largest.number();
    line["refusals"] = answer->fence.refusals;
    context.out().emit(line);
    return answer->fence.admitted ? exit_done : exit_refused;
}

int put(Context& context, const Args& args)
{
    const auto id = args.name<RecordId>("ID");
    const std::string value = args.text("--value");
    const VersionBy by =
        args.has("--version-by") ? or_fail(parse_version_by(args.text("--version-by"))) : VersionBy::integer;
    if (args.has("--fence") != args.has("--token"))
        fail_usage("--fence and --token need each other");
    args.exclude_without("--fence", {"--owner"});
    if (args.has("--fence"))
        return put_fenced(context, args, id, value, by);
    const auto answer = context.ask([&](Session& s) { return s.records().put(id, value, by); });
    return print(context, id, answer.value, "updated", answer.at, exit_done);
}

int get(Context& context, const Args& args)
{
    const auto id = args.name<RecordId>("ID");
    const bool bump = args.has("--bump-on-read");
    const auto answer = context.ask([&](Session& s) { return s.records().get(id, bump); });
    return print(context, id, answer.value, answer.value ? "found" : "missing", answer.at, answer.value ? exit_done : exit_no);
}

int update(Context& context, const Args& args)
{
    const auto id = args.name<RecordId>("ID");
    const std::string version = args.text("--if-version");
    if (version.empty())
        fail_usage("--if-version is empty");
    const std::string value = args.text("--value");
    const auto answer = context.ask([&](Session& s) { return s.records().update_if_version(id, version, value); });
    const char* result = answer->updated ? "updated" : answer->current ? "conflict" : "missing";
    return print(context, id, answer->current, result, answer.at, answer->updated ? exit_done : exit_no);
}

} // namespace

void add_record_commands(CommandTree& tree)
{
    tree.describe("record", "Rows guarded by a version (optimistic lock)");
    tree.add("record put", "Create or replace a record, whatever its version.", put)
        .positional("ID", "the record")
        .required("--value", "X", "its new value")
        .option("--version-by", "V", "integer (default), time or hash")
        .words({"integer", "time", "hash"})
        .option("--fence", "R", "write only if the fence of R admits --token, in the same step")
        .option("--token", "T", "the fencing token of the lock or task, for --fence")
        .option("--owner", "O", "recorded with a refusal")
        .text("With --fence, exit status 4 and result refused when the fence has seen a larger token: nothing is written "
              "then.")
        .example("lockdeskctl record put ledger --value 250 --fence ledger --token 18")
        .example("lockdeskctl record put member-1 --value '{\"name\":\"michael\"}'");
    tree.add("record get", "Show a record and its version.", get)
        .positional("ID", "the record")
        .option("--version-by", "V", "what the version is: integer, time or hash; the record's own kind decides")
        .words({"integer", "time", "hash"})
        .flag("--bump-on-read", "raise the version by reading (not for hash)");
    tree.add("record update", "Replace a record if it still has the version that was read.", update)
        .positional("ID", "the record")
        .required("--if-version", "V", "the version that was read")
        .required("--value", "X", "its new value")
        .option("--version-by", "V", "what the version is: integer, time or hash; the record's own kind decides")
        .words({"integer", "time", "hash"})
        .text("Exit status 3 and result conflict, with the version and value of now, when the record has changed "
              "meanwhile.")
        .example("lockdeskctl record update member-1 --if-version 1 --value '{\"name\":\"Michael\"}'");
}

} // namespace lockdesk::ctl

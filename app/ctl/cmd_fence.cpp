// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/command.h"
#include "backends/json/json.h"

namespace lockdesk::ctl {

namespace {

Json fence_json(const Resource& resource, const std::optional<FenceAnswer>& answer, const char* result,
                std::optional<TimePoint> at)
{
    Json line = Output::line("fence", at);
    line["resource"] = resource.str();
    line["result"] = result != nullptr ? Json(result) : Json(nullptr);
    line["max_token"] = answer ? Json(answer->largest.number()) : Json(nullptr);
    line["refusals"] = answer ? answer->refusals : 0;
    return line;
}

int admit(Context& context, const Args& args)
{
    const auto resource = args.name<Resource>("RESOURCE");
    const FencingToken token = args.token("--token");
    const std::string who = args.has("--owner") ? args.name<OwnerId>("--owner").str() : std::string();
    const auto reply = context.ask([&](Session& s) { return s.fence().admit(resource, token, who); });
    context.out().emit(fence_json(resource, reply.value, reply->admitted ? "admitted" : "refused", reply.at));
    return reply->admitted ? exit_done : exit_refused;
}

int show_fence(Context& context, const Args& args)
{
    const auto resource = args.name<Resource>("RESOURCE");
    const auto reply = context.ask([&](Session& s) { return s.fence().find(resource); });
    if (reply.value || context.out().json())
        context.out().emit(fence_json(resource, reply.value, nullptr, reply.at));
    if (!reply.value)
        context.out().aside("No token has been shown to " + resource.str() + ".");
    return reply.value ? exit_done : exit_no;
}

} // namespace

void add_fence_commands(CommandTree& tree)
{
    tree.describe("fence", "The check of tokens at a protected resource");
    tree.add("fence admit", "Pass a token through the fence: a token smaller than the largest so far is refused.", admit)
        .positional("RESOURCE", "the protected resource; force-releasing the lock of the same name raises its fence")
        .required("--token", "T", "the fencing token of the lock or task")
        .option("--owner", "O", "recorded with a refusal")
        .text("Exit status 4 when refused; the refusal is recorded and shown by `list fences`.")
        .example("lockdeskctl fence admit orders --token 7 && write_the_file");
    tree.add("fence show", "Show the largest token that a fence has seen, and the number of refusals.", show_fence)
        .positional("RESOURCE", "the protected resource");
}

} // namespace lockdesk::ctl

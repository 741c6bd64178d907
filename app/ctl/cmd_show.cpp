// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/command.h"
#include "app/ctl/row_json.h"
#include "backends/json/json.h"

namespace lockdesk::ctl {

namespace {

template <class Row> int show(Context& context, const std::optional<Row>& row, std::optional<TimePoint> at, const std::string& missing)
{
    if (row)
        context.out().emit(row_json(*row, at));
    context.out().emit(end_json(row ? 1 : 0, false, std::nullopt, at), row ? "" : missing);
    return row ? exit_done : exit_no;
}

int show_message(Context& context, const Args& args)
{
    const auto id = args.name<MessageId>("ID");
    const auto answer = context.ask([&](Session& s) { return s.outbox().find(id); });
    return show(context, answer.value, answer.at, "There is no message " + id.str() + ".");
}

int show_worker(Context& context, const Args& args)
{
    const auto id = args.name<WorkerId>("ID");
    const ListRequest by_id{Filter({{"id", FilterTerm::Op::equals, id.str(), false}}), 1};
    const auto answer = context.ask([&](Session& s) { return s.workers().list(by_id); });
    const auto row = answer->rows.empty() ? std::nullopt : std::optional(answer->rows.front());
    return show(context, row, answer.at, "There is no worker " + id.str() + ".");
}

} // namespace

void add_show_commands(CommandTree& tree)
{
    tree.add("outbox show", "Show one message.", show_message).tabled("message").positional("ID", "the message");
    tree.add("worker show", "Show one worker.", show_worker).tabled("worker").positional("ID", "the worker's id, as `worker list` shows it");
}

} // namespace lockdesk::ctl

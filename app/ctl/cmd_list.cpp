// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/command.h"
#include "app/ctl/row_json.h"
#include "backends/json/json.h"

namespace lockdesk::ctl {

namespace {

template <class Row> Json row_line(const Row& row, std::optional<TimePoint> at, const Capabilities& can)
{
    if constexpr (std::is_same_v<Row, LockRow>)
        return row_json(row, at, can.fence != FenceStrength::none);
    else
        return row_json(row, at);
}

// One page of an entity: `pick` chooses the concern's list.
template <class Pick> Handler lister(Entity of, Pick pick)
{
    return [of, pick](Context& context, const Args& args) {
        const ListRequest request = args.list_request();
        check_states(request.filter, of);
        const auto page = context.ask([&](Session& s) { return pick(s, request); });
        const Capabilities can = context.session().capabilities();
        for (const auto& row : page->rows)
            context.out().emit(row_line(row, page.at, can));
        context.out().emit(end_json(page->rows.size(), page->truncated, page->about, page.at));
        return static_cast<int>(exit_done);
    };
}

} // namespace

void add_list_commands(CommandTree& tree)
{
    tree.describe("list", "List locks, tasks, messages, workers, waiters, fence refusals or forced actions");
    tree.add("list locks", "List locks.",
             lister(Entity::lock, [](Session& s, const ListRequest& r) { return s.locks().list(r); }))
        .filtered(Entity::lock)
        .example("lockdeskctl list locks state:expired", "held, but the lease is over")
        .example("lockdeskctl --json list locks name~order --limit 20");
    tree.add("list tasks", "List tasks.",
             lister(Entity::task, [](Session& s, const ListRequest& r) { return s.tasks().list(r); }))
        .filtered(Entity::task)
        .example("lockdeskctl list tasks kind:gateway phase:Creating state:due")
        .example("lockdeskctl list tasks claim:C1", "what a claim whose reply was lost has taken");
    tree.add("list outbox", "List messages.",
             lister(Entity::message, [](Session& s, const ListRequest& r) { return s.outbox().list(r); }))
        .filtered(Entity::message)
        .example("lockdeskctl list outbox state:dead topic:mail");
    tree.add("list workers", "List workers and what they do.",
             lister(Entity::worker, [](Session& s, const ListRequest& r) { return s.workers().list(r); }))
        .filtered(Entity::worker)
        .text("`list ENTITY` and `ENTITY list` are the same, singular or plural: worker list, list worker, list "
              "workers.");
    tree.add("list waiters", "List waiters for locks.",
             lister(Entity::waiter, [](Session& s, const ListRequest& r) { return s.locks().list_waiters(r); }))
        .filtered(Entity::waiter);
    tree.add("list fences", "List the refusals at fences, newest first.",
             lister(Entity::refusal, [](Session& s, const ListRequest& r) { return s.fence().list_refusals(r); }))
        .filtered(Entity::refusal);
    tree.add("list audit", "List forced actions, newest first.",
             lister(Entity::audit, [](Session& s, const ListRequest& r) { return s.audit().list(r); }))
        .filtered(Entity::audit)
        .text(
            "The `evidence` of a row is the row as it was before the forced action, with the keys of its kind of row; `cut` "
            "names its texts that were too long, and their sizes.");
}

} // namespace lockdesk::ctl

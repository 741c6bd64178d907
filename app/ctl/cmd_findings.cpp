// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/command.h"
#include "app/ctl/findings_lines.h"
#include "app/ctl/mailbox.h"
#include "backends/json/json.h"
#include "backends/observe/observer.h"

#include <algorithm>
#include <chrono>

namespace lockdesk::ctl {

namespace {

constexpr auto longest_settling = std::chrono::seconds{5};
constexpr int fewest_reads = 3; // the first, the second that may be too soon after it, and one that shows

int findings(Context& context, const Args&)
{
    // Reports a wrong address, password or schema as any other command does.
    const auto at = context.ask([](Session& s) { return s.admin().clock(1); }).at;
    Mailbox<UpdatePtr> mailbox;
    const auto stop = context.signals().on_stop([&] { mailbox.stop(); });
    if (context.signals().stopped())
        mailbox.stop();
    ObserverOptions options;
    options.session = context.session_options();
    options.findings = context.finding_limits();
    // Two or three reads in all. A share for a whole day would delay the second one of a slow server past the end of the wait.
    options.budget = 1;
    // The context owns the store and outlives this command.
    const std::shared_ptr<Store> store(&context.store(), [](Store*) {});
    Observer observer(store, options, [&](UpdatePtr update) { mailbox.put(std::move(update)); });
    observer.start();
    FindingsPrinter printer(context.out());
    bool reported = false, silent = false, has_sessions = false;
    int reads = 0;
    // Waits of one instant may be no cycle, so the observer reads them again; on a busy store some may always be new.
    const auto settled_by = std::chrono::steady_clock::now() + longest_settling;
    // A store whose answers contradict each other may never be read as a whole; a slow one takes some pages' time.
    const auto given_up_at = settled_by + 12 * std::min<Duration>(options.session.timeout, std::chrono::minutes{1});
    while (!reported) {
        const auto update = mailbox.take(given_up_at).value_or(nullptr);
        if (!update && context.signals().stopped())
            return 128 + context.signals().number();
        if (!update)
            return context.out().fail(Failure::unavailable("the store's answers were never complete"), {});
        has_sessions = has_sessions || update->database_waits;
        reads += has_sessions ? update->database_waits != nullptr : update->polled;
        const bool late = reads >= fewest_reads && std::chrono::steady_clock::now() >= settled_by;
        reported = printer.print(*update, !update->settling || late);
        silent = update->health.state == HealthState::stale;
        observer.acknowledge(update->number);
    }
    observer.stop();
    if (silent)
        return exit_unavailable;
    if (printer.count() == 0)
        context.out().nothing("Nothing needs a human.", at);
    return printer.count() == 0 ? exit_done : exit_no;
}

} // namespace

void add_findings_commands(CommandTree& tree)
{
    tree.add("findings", "Show what needs a human: silent holders, cycles of waits, failing tasks, dead messages, doubtful clocks.", findings)
        .text("The findings of the console's overview, each with its evidence and advice. Exit status 3 when there are "
              "findings, else 0. A saved connection has the limits that the console's preferences have set for it. "
              "`watch findings` prints them as they appear and disappear.")
        .example("lockdeskctl findings || mail -s 'locks' ops@example.org", "from a crontab");
}

} // namespace lockdesk::ctl

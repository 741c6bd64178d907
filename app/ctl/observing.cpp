// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/observing.h"

#include "app/ctl/mailbox.h"
#include "backends/observe/recording/recording_file.h"
#include "backends/observe/recording/report_json.h"

#include <memory>
#include <utility>

namespace lockdesk::ctl {

void observe(Context& context, ObserverOptions options, SteadyPoint until, const std::function<bool(const UpdatePtr&)>& taken)
{
    context.ask([](Session& s) { return s.admin().clock(1); });
    Mailbox<UpdatePtr> mailbox;
    const auto stop = context.signals().on_stop([&] { mailbox.stop(); });
    if (context.signals().stopped())
        mailbox.stop();
    options.session = context.session_options();
    options.findings = context.finding_limits();
    // The context owns the store and outlives this command.
    const std::shared_ptr<Store> store(&context.store(), [](Store*) {});
    Observer observer(store, std::move(options), [&](UpdatePtr update) { mailbox.put(std::move(update)); });
    observer.start();
    while (const auto update = mailbox.take(until).value_or(nullptr)) {
        const bool more = taken(update);
        observer.acknowledge(update->number);
        if (!more)
            break;
    }
    observer.stop();
}

void replay_updates(const std::string& path, const std::function<bool(const UpdatePtr&)>& taken)
{
    replay_updates(*or_fail(RecordingFile::open(path)), taken);
}

void replay_updates(RecordingFile& file, const std::function<bool(const UpdatePtr&)>& taken)
{
    const auto can = std::make_shared<const Capabilities>(file.header().capabilities);
    std::shared_ptr<const StoreReport> report;
    if (auto known = report_of(file.header().facts))
        report = std::make_shared<const StoreReport>(std::move(*known));
    for (std::size_t i = 0; i < file.moments(); ++i) {
        RecordedChange change = file.change(i);
        if (i == 0) // lines before the first moment belong to it
            change.rows = file.state(0);
        auto update = std::make_shared<Update>();
        update->number = i + 1;
        update->capabilities = can;
        update->report = report;
        update->clock.known = true;
        update->clock.store = file.at(i);
        update->clock.offset = change.rows.numbers.offset;
        update->clock.uncertainty = change.rows.numbers.uncertainty;
        update->health.state = change.rows.stale ? HealthState::stale : HealthState::live;
        update->health.cause = change.rows.cause;
        update->polled = true;
        update->snapshot = i == 0;
        update->covered = Entities::all();
        update->locks = std::move(change.rows.locks);
        update->tasks = std::move(change.rows.tasks);
        update->messages = std::move(change.rows.messages);
        update->workers = std::move(change.rows.workers);
        update->gone = std::move(change.gone);
        update->events = std::move(change.events);
        if (change.lists || i == 0) {
            update->waiters = std::make_shared<const std::vector<WaiterRow>>(std::move(change.rows.waiters));
            update->refusals = std::make_shared<const std::vector<FenceRow>>(std::move(change.rows.refusals));
            update->audit = std::make_shared<const std::vector<AuditRow>>(std::move(change.rows.audit));
        }
        if (change.has_findings || i == 0)
            update->findings = std::make_shared<const Findings>(std::move(change.rows.findings));
        if (change.has_numbers || i == 0) {
            update->backlog = change.rows.numbers.backlog;
            update->rates = change.rows.numbers.rates;
            update->truncated = change.rows.numbers.truncated;
            update->about = change.rows.numbers.about;
        }
        if (!taken(update))
            return;
    }
}

} // namespace lockdesk::ctl

// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/command.h"
#include "app/ctl/observing.h"
#include "backends/engine/text/text.h"
#include "backends/json/json.h"
#include "backends/observe/recording/incident.h"
#include "backends/observe/recording/recording_file.h"

namespace lockdesk::ctl {

namespace {

constexpr Duration bundle_watch = std::chrono::seconds{10};

int bundle(Context& context, const Args& args)
{
    const std::string file = args.text("FILE");
    args.exclude_beside("--recording", {"--for"});
    const Duration within = args.duration("--for", bundle_watch);
    FlightRecorder flight;
    RecordingHeader header;
    if (args.has("--recording")) {
        header = or_fail(RecordingFile::open(args.text("--recording")))->header();
        replay_updates(args.text("--recording"), [&](const UpdatePtr& update) {
            flight.take(update, update->clock.at);
            return true;
        });
    } else {
        std::shared_ptr<const Capabilities> can;
        context.out().note("Watching for a moment. Ctrl-C saves what was seen so far.");
        observe(context, {}, steady_after(context.runtime().now(), within), [&](const UpdatePtr& update) {
            flight.take(update, context.runtime().now());
            can = update->capabilities ? update->capabilities : can;
            return true;
        });
        if (can)
            header.capabilities = *can;
        header.has_tokens = header.capabilities.fence != FenceStrength::none;
        if (context.options().store.starts_with("@")) // any other name of a store is an address
            header.name = context.options().store.substr(1);
    }
    header.begun = context.runtime().wall();
    const auto written = or_fail(write_bundle(file, header, flight.updates()));
    Json line = Output::line("bundle", flight.newest());
    line["file"] = to_valid_utf8(file);
    line["lines"] = written.lines;
    line["bytes"] = written.bytes;
    line["left_out"] = bundle_policy;
    context.out().emit(line, "Saved " + std::to_string(written.lines) + " lines in " + file + ". " + bundle_policy);
    return exit_done;
}

} // namespace

void add_bundle_commands(CommandTree& tree)
{
    tree.add("bundle", "Save what happened as one file without secrets, for another console.", bundle)
        .positional("FILE", "the file; an existing recording or bundle is replaced, any other file is not")
        .option("--for", "D", "watch the store for D first (10s)")
        .option("--recording", "FILE", "the last ten minutes of a recording, instead of watching")
        .text("Rows, events, findings and forced actions of the store, and what is known of the store itself: durability, "
              "clock, capabilities. `lockdesk --open FILE` shows it without any store, and so do `replay`, `advise` and `jobs`. The "
              "console keeps the last ten minutes of every connection and saves them by Connection > Save Incident Bundle.")
        .text(bundle_policy)
        .example("lockdeskctl bundle /tmp/incident.ldrec --for 1m")
        .example("lockdeskctl bundle /tmp/incident.ldrec --recording /tmp/night.ldrec");
}

} // namespace lockdesk::ctl

// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/command.h"
#include "app/ctl/observing.h"
#include "backends/engine/text/text.h"
#include "backends/json/json.h"
#include "backends/observe/recording/bundle_file.h"
#include "backends/observe/recording/recording_file.h"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

namespace lockdesk::ctl {

namespace {

constexpr Duration bundle_watch = std::chrono::seconds{10};

int tell(Context& context, const std::string& file, const Recorder::Progress& written, const std::optional<TimePoint>& newest)
{
    Json line = Output::line("bundle", newest);
    line["file"] = to_valid_utf8(file);
    line["lines"] = written.lines;
    line["bytes"] = written.bytes;
    line["left_out"] = bundle_policy;
    context.out().emit(line, "Saved " + std::to_string(written.lines) + " lines in " + file + ". " + bundle_policy);
    return exit_done;
}

// Written anew from what was seen, as a file from elsewhere, or a recording, may hold what a bundle leaves out.
int join(Context& context, const std::string& into, const std::vector<std::string>& files)
{
    std::vector<BundlePart> parts;
    std::optional<TimePoint> newest;
    for (const std::string& file : files)
        for (const auto& recording : or_fail(open_recordings(file))) {
            FlightRecorder flight;
            replay_updates(*recording, [&](const UpdatePtr& update) {
                flight.take(update, update->clock.at);
                return true;
            });
            parts.push_back({recording->header(), flight.updates()});
            newest = std::max(newest, flight.newest());
        }
    return tell(context, into, or_fail(write_bundle(into, parts)), newest);
}

int bundle(Context& context, const Args& args)
{
    const std::string file = args.text("FILE");
    args.exclude_beside("--recording", {"--for"});
    args.exclude_beside("--join", {"--for", "--recording"});
    if (args.has("--join"))
        return join(context, file, args.all("--join"));
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
    return tell(context, file, or_fail(write_bundle(file, header, flight.updates())), flight.newest());
}

} // namespace

void add_bundle_commands(CommandTree& tree)
{
    tree.add("bundle", "Save what happened as one file without secrets, for another console.", bundle)
        .positional("FILE", "the file; an existing recording or bundle is replaced, any other file is not")
        .option("--for", "D", "watch the store for D first (10s)")
        .option("--recording", "FILE", "the last ten minutes of a recording, instead of watching")
        .several("--join", "FILE", "these bundles, or the last ten minutes of these recordings, as one bundle of several stores")
        .text("Rows, events, findings and forced actions of the store, and what is known of the store itself: durability, "
              "clock, capabilities. `lockdesk --open FILE` shows it without any store, and so do `replay`, `advise` and `jobs`. The "
              "console keeps the last ten minutes of every connection and saves them by Connection > Save Incident Bundle.")
        .text(bundle_policy)
        .example("lockdeskctl bundle /tmp/incident.ldrec --for 1m")
        .example("lockdeskctl bundle /tmp/incident.ldrec --recording /tmp/night.ldrec")
        .example("lockdeskctl bundle /tmp/all.ldrec --join /tmp/orders.ldrec /tmp/cache.ldrec",
                 "one file of two stores; FILE#orders is the part of one");
}

} // namespace lockdesk::ctl

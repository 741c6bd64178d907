// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/command.h"
#include "app/ctl/mailbox.h"
#include "app/ctl/row_json.h"
#include "backends/engine/text/text.h"
#include "backends/json/json.h"
#include "backends/observe/observer.h"
#include "backends/observe/recording/recorder.h"
#include "backends/observe/recording/recording_file.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace lockdesk::ctl {

namespace {

constexpr std::array<std::string_view, 5> choices{"locks", "tasks", "outbox", "workers", "all"};

// Recording ----------------------------------------------------------------------------------------------------

RecordingHeader header_of(Context& context, const std::string& what)
{
    RecordingHeader header;
    header.what = what;
    header.capabilities = context.session().capabilities();
    header.has_tokens = header.capabilities.fence != FenceStrength::none;
    header.begun = context.runtime().wall();
    const std::string& named = context.options().store;
    if (named.starts_with("@")) // any other name of a store is an address
        header.name = named.substr(1);
    return header;
}

void tell_end(Context& context, const std::string& file, const Recorder::Progress& progress)
{
    Json line = Output::line("recorded", std::nullopt);
    line["file"] = to_valid_utf8(file);
    line["lines"] = progress.lines;
    line["bytes"] = progress.bytes;
    context.out().emit(line, "Recorded " + std::to_string(progress.lines) + " lines into " + file + ".");
}

int record(Context& context, const Args& args)
{
    const std::string file = args.text("FILE");
    const std::string what = args.has("WHAT") ? args.text("WHAT") : "all";
    if (std::find(choices.begin(), choices.end(), what) == choices.end())
        fail_usage("'" + what + "' cannot be recorded. Use one of: locks, tasks, outbox, workers, all.");
    const Duration within = args.duration("--for", no_end);
    const auto limit = static_cast<std::size_t>(args.whole("--limit", 1, 100'000));
    // Reports a wrong address, password or schema as any other command does.
    context.ask([](Session& s) { return s.admin().clock(1); });

    Mailbox<UpdatePtr> mailbox;
    const auto stop = context.signals().on_stop([&] { mailbox.stop(); });
    if (context.signals().stopped())
        mailbox.stop();
    auto recorder = or_fail(Recorder::begin(file, header_of(context, what)));
    context.out().note("Recording " + what + " of " + context.store().url().redacted() + " into " + file
                       + ". Ctrl-C ends it.");
    ObserverOptions options;
    options.session = context.session_options();
    options.entities = recorded_entities(what);
    options.limit = limit;
    const std::shared_ptr<Store> store(&context.store(), [](Store*) {});
    Observer observer(store, options, [&](UpdatePtr update) { mailbox.put(std::move(update)); });
    observer.start();
    const auto until = steady_after(context.runtime().now(), within);
    while (const auto update = mailbox.take(until).value_or(nullptr)) {
        recorder->put(update);
        observer.acknowledge(update->number);
        if (const auto progress = recorder->progress(); progress.failure)
            break;
    }
    observer.stop();
    const auto progress = recorder->close();
    if (progress.failure)
        throw CommandFailed{*progress.failure, std::nullopt};
    tell_end(context, file, progress);
    return exit_done;
}

// Replay ----------------------------------------------------------------------------------------------------

template <class Row> void print_rows(Output& out, std::vector<RowPtr<Row>> rows, TimePoint at, bool has_tokens)
{
    std::sort(rows.begin(), rows.end(), [](const auto& a, const auto& b) { return key_of(*a) < key_of(*b); });
    for (const auto& row : rows) {
        if constexpr (std::is_same_v<Row, LockRow>)
            out.emit(row_json(*row, at, has_tokens));
        else
            out.emit(row_json(*row, at));
    }
}

int print_instant(Context& context, RecordingFile& file, TimePoint at)
{
    if (file.moments() == 0 && !file.damage().empty())
        fail_usage("no instant is before the damage");
    if (file.moments() == 0 || at < file.at(0))
        fail_usage(file.moments() == 0 ? "nothing was recorded before the recorder was ended"
                                       : "the recording begins at " + std::to_string(to_us(file.at(0))) + ", after --at");
    const RecordedState state = file.state(file.moment_at(at));
    Output& out = context.out();
    const bool tokens = file.header().has_tokens;
    print_rows(out, state.locks, at, tokens);
    print_rows(out, state.tasks, at, tokens);
    print_rows(out, state.messages, at, tokens);
    print_rows(out, state.workers, at, tokens);
    const auto rows = state.locks.size() + state.tasks.size() + state.messages.size() + state.workers.size();
    Json end = Output::line("end", at);
    end["rows"] = rows;
    end["truncated"] = !state.numbers.truncated.empty();
    end["about"] = nullptr;
    out.emit(end);
    return exit_done;
}

// Prints the line as it was recorded, without the keys that belong to the file.
void print_line(Output& out, std::string_view text)
{
    Json line = read_json<Json>(text);
    if (!line.is_object())
        return;
    const auto type = line.value("type", std::string{});
    if (type == "numbers" || type == "findings" || type == "end")
        return;
    line.erase("sum");
    line.erase("unsaid");
    if (type == "event") {
        Event event;
        recorded::read(line, event);
        out.emit(line, (event.actor.empty() ? "" : event.actor + ": ") + event_text(event));
    } else if (type == "poll") {
        out.emit(line, "");
    } else if (type == "stale") {
        out.emit(line, "The store did not answer: " + line.value("cause", std::string{}));
    } else {
        out.emit(line);
    }
}

double speed_of(const Args& args)
{
    if (!args.has("--speed"))
        return 1;
    const std::string text = args.text("--speed");
    double speed = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), speed);
    if (error != std::errc{} || end != text.data() + text.size() || !std::isfinite(speed) || speed < 0)
        fail_usage("'" + text + "' is not a speed: 1 is the original speed, 10 ten times as fast, 0 at once");
    return speed;
}

int replay(Context& context, const Args& args)
{
    const std::string path = args.text("FILE");
    args.exclude_beside("--at", {"--speed"});
    const double speed = speed_of(args);
    const auto at = args.has("--at") ? std::optional(time_from_us(args.whole("--at", 0, 0))) : std::nullopt;
    const auto file = or_fail(RecordingFile::open(path, args.has("--up-to-damage")));
    if (!file->damage().empty())
        context.out().note(file->damage() + " What is before it is replayed.");
    if (at)
        return print_instant(context, *file, *at);
    const RecordingHeader& header = file->header();
    Json begin = Output::line("begin", file->moments() > 0 ? std::optional(file->at(0)) : std::nullopt);
    begin["what"] = header.what;
    begin["filter"] = nullptr;
    begin["store"] = text_or_null(header.capabilities.store);
    begin["version"] = text_or_null(header.capabilities.version);
    begin["source"] = text_or_null(header.capabilities.source);
    begin["recording"] = true;
    context.out().emit(begin, "Replaying " + path + ": " + header.what + " of a " + header.capabilities.store + " store.");
    const auto began = context.runtime().now();
    for (std::size_t i = 0; i < file->moments(); ++i) {
        if (speed > 0) {
            const auto due = std::chrono::duration<double, std::micro>(file->at(i) - file->at(0)) / speed;
            if (context.signals().wait_until(steady_after(began, std::chrono::duration_cast<Duration>(due))))
                break;
        }
        if (context.signals().stopped())
            break;
        for (const std::string& line : file->text(i))
            print_line(context.out(), line);
        context.out().finish();
    }
    return exit_done;
}

} // namespace

void add_recording_commands(CommandTree& tree)
{
    tree.add("record-file", "Record what watch would print into a file, until stopped.", record)
        .positional("FILE", "the file; an existing recording is replaced, any other file is not")
        .maybe("WHAT", "locks, tasks, outbox, workers or all (all)")
        .words({choices.begin(), choices.end()})
        .option("--for", "D", "end after D")
        .option("--limit", "N", "maximum number of live rows of an entity (100000)")
        .text(
            "JSON lines, the first of which says what it is. No address, user or password is in it; payloads are. Each look "
            "at the store is one write: what a killed recorder leaves can be read. Ends with 0 on Ctrl-C and SIGTERM.")
        .example("lockdeskctl record-file /tmp/night.ldrec --for 8h");
    tree.add("replay", "Replay a recording, or print the rows of an instant. Needs no store.", replay).tabled()
        .positional("FILE", "a recording")
        .option("--at", "US", "the rows as they were then (the store's clock, microseconds since 1970), then end")
        .option("--speed", "X", "1: at the original speed (default), 10: ten times as fast, 0: at once")
        .flag("--up-to-damage", "replay the lines before a cut or changed one")
        .text("A line that was cut, changed or removed is found and named, and nothing is printed (2).")
        .example("lockdeskctl replay /tmp/night.ldrec --speed 60")
        .example("lockdeskctl --json replay /tmp/night.ldrec --at 1790000000000000", "what was held then?");
}

} // namespace lockdesk::ctl

// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/command.h"
#include "app/ctl/verdict_json.h"
#include "backends/engine/text/plain_file.h"
#include "backends/json/json.h"
#include "backends/observe/recording/recording_file.h"

namespace lockdesk::ctl {

namespace {

// The rules check some keys only; the checksums of a recording's lines reveal a change in any other.
void check_sums(const std::string& file, const std::string& text)
{
    const Json first = read_json<Json>(text.substr(0, text.find('\n')));
    if (first.is_object() && first.value("type", Json()) == "recording")
        (void)or_fail(RecordingFile::open(file));
}

int verify_file(Context& context, const Args& args)
{
    const std::string file = args.text("FILE");
    const auto text = read_plain_file(file, scenarios::most_run_bytes);
    if (!text)
        fail_usage(file + ": " + text.failure().message);
    const auto verdict = scenarios::verify_text(*text);
    if (!verdict)
        fail_usage(file + ": " + verdict.failure().message);
    if (verdict->ok)
        check_sums(file, *text);
    print_verdict(context, *verdict, {});
    return verdict->ok ? exit_done : exit_no;
}

} // namespace

void add_verify_commands(CommandTree& tree)
{
    tree.add("verify", "Check a lesson's run or a recording by its file alone.", verify_file)
        .positional("FILE", "an event file of `scenario run --events`, or a recording of `record-file`")
        .text("Exit status 0 when every rule holds, 3 when one is broken: first_bad is the line that broke it, from "
              "1. A line that is cut or broken is 2, and is named; so is a line of a recording that was changed, "
              "and the last line of a run that was ended before its end. A line of a run that was changed, taken "
              "out or added is 3, and is named. A recording is checked against general rules: tokens only grow, a "
              "token has one holder, the fence refuses only smaller ones.")
        .example("lockdeskctl scenario run zombie --events run.jsonl && lockdeskctl verify run.jsonl");
}

} // namespace lockdesk::ctl

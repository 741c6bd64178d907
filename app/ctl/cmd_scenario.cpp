// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/common/worker_program.h"
#include "app/ctl/closest.h"
#include "app/ctl/command.h"
#include "app/ctl/lesson_commands.h"
#include "app/ctl/scenario_runs.h"
#include "app/ctl/scenario_search.h"
#include "app/ctl/verdict_json.h"
#include "backends/engine/text/shown_text.h"
#include "backends/engine/text/text.h"
#include "backends/json/json.h"
#include "backends/scenarios/lesson_verbs.h"
#include "backends/scenarios/yaml_budget.h"

#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <functional>

namespace lockdesk::ctl {

namespace {

using namespace scenarios;

void print_lesson(Context& context, const Lesson& lesson)
{
    Json line = Output::line("scenario", std::nullopt);
    line["id"] = lesson.id;
    line["title"] = lesson.title.in("en");
    line["needs"] = lesson.needs;
    line["variants"] = Json::array();
    std::string variants;
    for (const Variant& one : lesson.variants) {
        line["variants"].push_back(Json({{"name", one.name}, {"expected", one.expected}, {"needs", one.needs}}));
        variants += (variants.empty() ? "" : ", ") + shown(one.name) + (one.expected ? "" : " (goes wrong)");
    }
    line["number"] = lesson.number;
    line["title_ko"] = lesson.title.in("ko");
    line["summary"] = lesson.summary.in(language());
    line["file"] = lesson.file.empty() ? Json(nullptr) : Json(lesson.file.string());
    context.out().emit_lines(line, shown(lesson.id) + "  " + shown(lesson.title.in(language())) + "\n    " + variants);
}

/// Calls `each` with every line but the last, which it returns.
std::string last_line(const std::string& text, const std::function<void(std::string_view)>& each)
{
    std::size_t begin = 0;
    for (std::size_t end = text.find('\n'); end != std::string::npos; end = text.find('\n', begin)) {
        each(std::string_view(text).substr(begin, end - begin));
        begin = end + 1;
    }
    return text.substr(begin);
}

/// Returns all lessons. With an id: the built-in lesson of that id, or else the folder's lessons.
LessonLibrary read_lessons(Context& context, const std::string& id = {})
{
    LessonLibrary out = LessonLibrary::built_in(id, lesson_command_check());
    if (out.find(id) != nullptr)
        return out;
    out.add_folder(own_lessons_folder());
    const auto note = [&](std::string_view line) { context.out().note(line); };
    for (const LessonMistake& one : out.mistakes())
        note(last_line(one.message, note));
    return out;
}

Lesson read_lesson(Context& context, const std::string& file)
{
    const std::string text = or_fail(read_lesson_text(file));
    auto lesson = parse_lesson(text, file, lesson_command_check());
    if (!lesson && !context.out().json()) { // a line each
        Failure last = lesson.failure();
        last.message = last_line(last.message, [&](std::string_view line) { context.out().complain(line); });
        return or_fail(Answer<Lesson>(std::move(last)));
    }
    return or_fail(std::move(lesson));
}

// For completion: silent about mistakes, and quick, so without a check of the commands.
std::vector<std::string> lesson_ids()
{
    LessonLibrary library = LessonLibrary::built_in();
    library.add_folder(own_lessons_folder());
    std::vector<std::string> out;
    for (const Lesson& one : library.lessons())
        out.push_back(one.id);
    return out;
}

int list_lessons(Context& context, const Args&)
{
    const LessonLibrary library = read_lessons(context);
    for (const Lesson& one : library.lessons())
        print_lesson(context, one);
    return exit_done;
}

int check_lesson(Context& context, const Args& args)
{
    print_lesson(context, read_lesson(context, args.text("FILE")));
    return exit_done;
}

/// `freeze:pod-a:12s:5`: the fault, its actor, the time, the number of events before it; a fifth part is its amount.
/// Result sheets use this form.
Choice read_choice(const std::string& text)
{
    std::vector<std::string> parts(1);
    for (const char c : text)
        if (c == ':')
            parts.emplace_back();
        else
            parts.back() += c;
    const auto whole = [&text](const std::string& part) {
        std::int64_t number = 0;
        const auto parsed = std::from_chars(part.data(), part.data() + part.size(), number);
        if (parsed.ec != std::errc{} || parsed.ptr != part.data() + part.size())
            fail_usage("'" + text + "' is not a fault: '" + part + "' is not a whole number");
        return number;
    };
    if (parts.size() < 3 || parts.size() > 5 || parts[0].empty() || parts[1].empty())
        fail_usage("'" + text + "' is not a fault; write freeze:pod-a:12s, and after it how many events came before");
    Choice out;
    out.fault = parts[0];
    out.actor = parts[1];
    out.t = or_fail(parse_duration(parts[2]));
    out.after = parts.size() > 3 ? static_cast<int>(whole(parts[3])) : 0;
    out.amount = parts.size() > 4 ? whole(parts[4]) : 0;
    return out;
}

ScenarioRequest read_request(const Args& args)
{
    args.exclude_beside("--again", {"--variant", "--seed", "--fault"});
    ScenarioRequest out;
    out.seed = static_cast<std::uint64_t>(args.whole("--seed", 0, 1));
    out.variant = args.text("--variant");
    for (const std::string& text : args.all("--fault"))
        out.choices.push_back(read_choice(text));
    out.events = args.text("--events");
    out.all = args.has("--all");
    if (args.has("--speed")) {
        const std::string text = args.text("--speed");
        double speed = 0;
        const auto parsed = std::from_chars(text.data(), text.data() + text.size(), speed);
        if (parsed.ec != std::errc{} || parsed.ptr != text.data() + text.size() || !(speed > 0) || speed > 1e6)
            fail_usage("'" + text + "' is not a speed; write 1 (real time), 10, 100, ...");
        if (args.has("--step"))
            fail_usage("--step goes from step to step; it has no --speed");
        out.speed = speed;
    }
    const char* from_environment = std::getenv(redlock_variable);
    out.redlock = args.has("--redlock") ? args.text("--redlock") : from_environment != nullptr ? from_environment : "";
    if (out.all == (args.has("WHICH") || args.has("--again")))
        fail_usage("a lesson is missing: its id, a file, --all or --again FILE");
    out.worker = app::worker_program();
    return out;
}

[[noreturn]] void fail_no_variant(const Lesson& lesson, const std::string& variant)
{
    std::vector<std::string> known;
    std::string all;
    for (const Variant& one : lesson.variants) {
        known.push_back(one.name);
        all += (all.empty() ? "" : ", ") + one.name;
    }
    fail_usage("lesson '" + lesson.id + "' has no variant '" + variant + "'. Use one of: " + all + "."
               + did_you_mean(variant, known));
}

/// By id, or from a file.
Lesson lesson_named(Context& context, const LessonLibrary& library, const std::string& which)
{
    const Lesson* known = library.find(which);
    if (known == nullptr && !std::filesystem::exists(which))
        fail_usage("There is no lesson '" + which + "' and no file of that name." + did_you_mean(which, lesson_ids())
                   + " See lockdeskctl scenario list.");
    return known != nullptr ? *known : read_lesson(context, which);
}

int search_lesson(Context& context, const Args& args)
{
    ScenarioRequest request;
    request.variant = args.text("--variant");
    request.events = args.text("--events");
    request.worker = app::worker_program();
    const char* redlock = std::getenv(redlock_variable);
    request.redlock = args.has("--redlock") ? args.text("--redlock") : redlock != nullptr ? redlock : "";
    const SearchLimits limits{args.whole("--orders", 1, 1000), args.duration("--for", std::chrono::minutes{1})};
    if (limits.within <= Duration{0})
        fail_usage("--for must be longer than 0");
    context.set_trust(args.has("--trust"));
    const std::string which = args.text("WHICH");
    const Lesson lesson = lesson_named(context, read_lessons(context, which), which);
    if (lesson.variant(request.variant) == nullptr)
        fail_no_variant(lesson, request.variant);
    return search_orders(context, lesson, std::move(request), limits);
}

int run_lessons(Context& context, const Args& args)
{
    ScenarioRequest request = read_request(args);
    context.set_trust(args.has("--trust"));
    std::vector<Lesson> lessons;
    std::string which = args.text("WHICH"), again;
    if (args.has("--again")) {
        const EventFile file = or_fail(EventFile::read(args.text("--again")));
        again = file.header.id;
        which = which.empty() ? again : which;
        request.variant = file.header.variant;
        request.seed = file.header.seed;
        request.choices = file.choices();
    }
    if (request.all) {
        lessons = read_lessons(context).lessons();
    } else {
        const LessonLibrary library = read_lessons(context, which);
        if (library.find(which) == nullptr && args.has("--again") && !args.has("WHICH"))
            fail_usage("lesson '" + which + "' is not among the lessons; give its file before --again");
        lessons.push_back(lesson_named(context, library, which));
        if (!again.empty() && lessons.front().id != again)
            fail_usage("the event file is of lesson '" + again + "', not '" + lessons.front().id + "'");
        if (!request.variant.empty() && lessons.front().variant(request.variant) == nullptr)
            fail_no_variant(lessons.front(), request.variant);
    }
    return run_scenarios(context, lessons, request);
}

int clean(Context& context, const Args& args)
{
    const bool remove = !args.has("--dry-run");
    const SessionOptions options = context.until_signal(context.session_options(Schema::not_needed));
    const auto found =
        or_fail(remove ? remove_abandoned(context.store(), options) : lesson_sandboxes(context.store(), options));
    for (const LessonSandbox& one : found) {
        Json line = Output::line("sandbox", std::nullopt);
        line["id"] = one.id;
        line["lesson"] = text_or_null(one.lesson);
        line["maker"] = text_or_null(one.maker);
        line["created_us"] = us_or_null(one.created_at);
        line["abandoned"] = one.abandoned;
        line["removed"] = remove;
        context.out().emit(line, one.id + "  " + one.lesson
                                     + (remove          ? "  removed"
                                        : one.abandoned ? "  abandoned"
                                                        : "  in use"));
    }
    if (found.empty())
        context.out().nothing("No sandboxes of lessons.", std::nullopt);
    return exit_done;
}

} // namespace

void add_scenario_commands(CommandTree& tree)
{
    tree.describe("scenario", "Lessons: what goes wrong without the lock, and why it works with it");
    tree.add("scenario list", "List the lessons and their variants.", list_lessons)
        .text("The lessons of Lockdesk, and the *.yaml files of your own folder: LOCKDESK_LESSONS, else "
              "lockdesk/lessons in XDG_DATA_HOME.");
    tree.add("scenario check", "Check a lesson's file, and name its mistakes.", check_lesson)
        .positional("FILE", "a lesson, as docs/lessons.md describes it");
    tree.add("scenario run", "Run a lesson on the store, in a sandbox that leaves nothing behind.", run_lessons)
        .maybe("WHICH", "a lesson's id or a file")
        .offers(lesson_ids)
        .flag("--all", "every lesson in every variant that the store supports; prints the verdicts")
        .option("--again", "FILE",
                "the lesson, variant, seed and faults by hand of an event file; of a lesson from elsewhere with "
                "its own file as WHICH")
        .option("--variant", "NAME", "the variant (default: the lesson's first)")
        .flag("--step", "run step by step to the end, in the order that the seed gives")
        .option("--seed", "N", "decides the order of concurrent steps (1)")
        .several("--fault", "F:ACTOR:AT[:EVENTS[:AMOUNT]]",
                 "a fault by hand, done again: crash, freeze, thaw, slow, hang, cut_off, ...")
        .option("--speed", "X", "1 is real time; default: as fast as possible")
        .option("--events", "F", "write the run to this file; with --all, into this folder")
        .option("--redlock", "URL",
                "several Redis servers besides the store, for variants with a Redlock: redlock://h1,h2,h3 "
                "(LOCKDESK_REDLOCK)")
        .flag("--trust", "let a lesson from elsewhere run SQL that this server cannot keep in its sandbox")
        .text("Steps start no programs and touch no files: their commands are those of lessons alone. A lesson's SQL "
              "reaches the tables of its sandbox and nothing else; where a server cannot confine it, a file with "
              "SQL is refused (7) unless --trust is given.")
        .text("Real worker processes take part; `lockdesk-worker --join` adds one from elsewhere. Exit status 0 when the "
              "verdict is right, "
              "3 when it is wrong; with --all 0 when every verdict is as the lesson expects it.")
        .example("lockdeskctl --store sqlite:///tmp/x.db scenario run zombie --variant with-token --events run.jsonl")
        .example("lockdeskctl --store postgresql://me@db/app scenario run --all");
    tree.add("scenario search", "Try the orders in which a lesson's steps can happen, for one that goes wrong.", search_lesson)
        .positional("WHICH", "a lesson's id or a file")
        .offers(lesson_ids)
        .required("--variant", "NAME", "the variant")
        .option("--orders", "N", "try at most so many orders (1000)")
        .option("--for", "D", "and begin none after this time (1m)")
        .option("--events", "F", "write the shortest wrong order to this file, for `verify`")
        .option("--redlock", "URL", "as in `scenario run`")
        .flag("--trust", "as in `scenario run`")
        .text("Where several actors could take their next step, each of them does so in one of the orders; a run of the whole lesson "
              "is one order. Exit status 3 when one is wrong, else 0; `complete` says whether all that differ were tried. Steps "
              "at different instants keep their order.")
        .example("lockdeskctl --store sqlite:///tmp/x.db scenario search lost-update --variant without-version --events wrong.jsonl");
    tree.add("scenario clean", "Remove sandboxes of lessons whose program has ended.", clean)
        .flag("--dry-run", "only list the sandboxes of lessons, and which are abandoned");
}

} // namespace lockdesk::ctl

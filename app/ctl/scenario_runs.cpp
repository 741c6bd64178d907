// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/scenario_runs.h"

#include "app/ctl/verdict_json.h"
#include "backends/engine/text/replacing_file.h"
#include "backends/json/json.h"
#include "backends/scenarios/describe.h"

#include <cstdio>
#include <cstdlib>
#include <optional>

namespace lockdesk::ctl {

namespace {

using namespace scenarios;

class OneRun
{
public:
    OneRun(Context& context, const Lesson& lesson, const Variant& variant, const ScenarioRequest& request)
        : m_context(context), m_lesson(lesson), m_variant(variant), m_request(request), m_run(options())
    {
    }

    Answer<Verdict> play()
    {
        const auto hook = m_context.signals().on_stop([this] { m_run.interrupt(); });
        if (m_context.signals().stopped()) // it came before the hook
            m_run.interrupt();
        auto played = go();
        const auto closed = m_run.close();
        if (!played)
            return played.failure();
        if (!closed)
            return closed.failure();
        return m_run.verdict();
    }

    [[nodiscard]] const Run& run() const { return m_run; }

private:
    RunOptions options()
    {
        RunOptions out;
        out.lesson = &m_lesson;
        out.variant = m_variant.name;
        out.seed = m_request.seed;
        out.choices = m_request.choices;
        out.order = m_request.order;
        out.store = &m_context.store();
        out.session = m_context.session_options(Schema::not_needed);
        out.session.sandbox.reset();
        out.session.application_name = "lockdesk lesson";
        const char* from_environment = std::getenv("LOCKDESK_STORE");
        out.store_url =
            m_context.options().store.empty() && from_environment != nullptr ? from_environment : m_context.options().store;
        out.worker = m_request.worker;
        if (!m_request.redlock.empty()) {
            const Access servers = m_context.other_store(m_request.redlock);
            out.redlock = servers.store;
            out.redlock_url = servers.store->url().with_secrets(); // actors cannot resolve a saved name
        }
        return out;
    }

    // Checked before any sandbox is created.
    std::optional<Failure> refused_redlock() const
    {
        if (m_request.redlock.empty())
            return std::nullopt;
        const Access servers = m_context.other_store(m_request.redlock);
        if (servers.store->url().scheme() != "redlock")
            return Failure::usage("--redlock takes several Redis servers: redlock://h1:6379,h2:6379,h3:6379");
        if (servers.options.read_only)
            return Failure::read_only(
                "the servers of --redlock are a read-only connection; a lesson writes its sandbox there");
        return std::nullopt;
    }

    Answer<Done> go()
    {
        if (auto refused = refused_redlock())
            return std::move(*refused);
        if (auto prepared = m_run.prepare(); !prepared)
            return prepared;
        if (!m_request.events.empty()) {
            auto file = ReplacingFile::begin(events_file().string(), 0666);
            if (!file)
                return file.failure();
            m_file.emplace(std::move(file).value());
        }
        tell();
        if (m_not_written)
            return *m_not_written;
        if (auto played = step(); !played)
            return played;
        if (m_not_written)
            return *m_not_written;
        return Done{};
    }

    // Writes the file first: its events survive however this program ends.
    void tell()
    {
        write();
        show();
    }

    Answer<Done> step()
    {
        if (m_request.speed) {
            Pacer pacer;
            pacer.set_speed(*m_request.speed);
            const auto played = pacer.play(m_run, [this] { tell(); });
            if (!played)
                return played.failure();
            return over();
        }
        for (;;) {
            const auto stepped = m_run.step();
            tell();
            if (!stepped)
                return stepped.failure();
            if (*stepped != Stepped::event)
                return over();
        }
    }

    // Nobody is there who could thaw what it stands for.
    Answer<Done> over()
    {
        m_run.end();
        tell();
        for (const Choice& one : m_run.not_done())
            m_context.out().note("Not done, as the lesson was over before: " + one.fault + " " + one.actor + " at "
                                 + seconds_text(one.t) + " s"
                                 + (one.after == 0 ? "." : ", after " + std::to_string(one.after) + " events."));
        return Done{};
    }

    void write()
    {
        if (!m_file || m_not_written)
            return;
        const EventFile& file = m_run.playback().file();
        std::string lines;
        for (; m_written <= file.events.size(); ++m_written)
            lines += (m_written == 0 ? file.header.raw : file.events[m_written - 1].raw) + '\n';
        m_not_written = m_file->write(lines);
        if (!m_not_written)
            m_not_written = m_file->take_place();
    }

    // Prints the events since the last call.
    void show()
    {
        if (m_request.all || m_request.order)
            return;
        const EventFile& file = m_run.playback().file();
        if (!m_began) {
            m_began = true;
            m_context.out().emit(read_json<Json>(file.header.raw),
                                 m_lesson.title.in(language()) + ", " + m_variant.title.in(language()));
        }
        for (; m_shown < file.events.size(); ++m_shown) {
            const scenarios::Event& event = file.events[m_shown];
            char when[32];
            (void)std::snprintf(when, sizeof when, "%8.1f  ", static_cast<double>(to_us(event.t)) / 1e6);
            std::string actor = event.actor;
            actor.resize(std::max<std::size_t>(actor.size(), 12), ' ');
            m_context.out().emit(read_json<Json>(event.raw),
                                 when + actor + " " + describe(&m_lesson, m_variant.name, event, language()));
        }
    }

    [[nodiscard]] std::filesystem::path events_file() const
    {
        if (!m_request.all)
            return m_request.events;
        std::error_code exists;
        std::filesystem::create_directories(m_request.events, exists);
        return std::filesystem::path(m_request.events) / (m_lesson.id + "-" + m_variant.name + ".jsonl");
    }

    Context& m_context;
    const Lesson& m_lesson;
    const Variant& m_variant;
    const ScenarioRequest& m_request;
    Run m_run;
    bool m_began = false;
    std::size_t m_shown = 0;
    std::optional<ReplacingFile> m_file;
    std::optional<Failure> m_not_written;
    std::size_t m_written = 0; ///< lines
};

// Prints an error with the name of its run.
void print_failure(Context& context, const Failure& failure, const RunName& name)
{
    Json line = Output::line("error", std::nullopt);
    line["kind"] = word(failure.kind);
    line["code"] = text_or_null(failure.code);
    line["statement"] = text_or_null(failure.statement);
    line["retryable"] = failure.retryable;
    line["message"] = failure.message;
    line["scenario"] = name.scenario;
    line["variant"] = name.variant;
    context.out().emit(line, run_cell(name) + "cannot be run here: " + failure.message);
}

int run_all(Context& context, const std::vector<Lesson>& lessons, const ScenarioRequest& request)
{
    int status = exit_done, as_expected = 0, different = 0, impossible = 0;
    for (const Lesson& lesson : lessons)
        for (const Variant& variant : lesson.variants) {
            if (context.signals().stopped())
                return 128 + context.signals().number();
            if (!request.variant.empty() && request.variant != variant.name)
                continue;
            const RunName name{lesson.id, variant.name};
            const auto verdict = OneRun(context, lesson, variant, request).play();
            if (verdict) {
                print_verdict(context, *verdict, name);
                ++(verdict->ok == verdict->expected ? as_expected : different);
                if (verdict->ok != verdict->expected)
                    status = status == exit_done ? static_cast<int>(exit_no) : status;
                continue;
            }
            print_failure(context, verdict.failure(), name);
            ++(verdict.failure().kind == FailureKind::unsupported ? impossible : different);
            if (verdict.failure().kind != FailureKind::unsupported)
                status = exit_of(verdict.failure().kind);
        }
    context.out().note(std::to_string(as_expected) + " as expected, " + std::to_string(different) + " not, "
                       + std::to_string(impossible) + " that this store cannot do.");
    return status;
}

} // namespace

void tell_of_abandoned(Context& context)
{
    const auto found = lesson_sandboxes(context.store(), context.until_signal(context.session_options(Schema::not_needed)));
    if (!found)
        return; // the run reports the failure
    for (const LessonSandbox& one : *found)
        if (one.abandoned)
            context.out().note("An earlier lesson left the sandbox " + one.id
                               + " behind. Remove it: lockdeskctl scenario clean");
}

Answer<OrderedRun> run_in_order(Context& context, const Lesson& lesson, const Variant& variant, const ScenarioRequest& request)
{
    OneRun one(context, lesson, variant, request);
    auto verdict = one.play();
    if (!verdict)
        return verdict.failure();
    const EventFile& file = one.run().playback().file();
    OrderedRun out{std::move(verdict).value(), one.run().picks(), file.events.size() + 1, {}};
    if (out.verdict.ok)
        return out;
    out.text = file.header.raw + '\n';
    for (const scenarios::Event& event : file.events)
        out.text += event.raw + '\n';
    return out;
}

int run_scenarios(Context& context, const std::vector<Lesson>& lessons, const ScenarioRequest& request)
{
    tell_of_abandoned(context);
    if (request.all)
        return run_all(context, lessons, request);
    const Lesson& lesson = lessons.front();
    const Variant& variant = request.variant.empty() ? lesson.variants.front() : *lesson.variant(request.variant);
    const auto verdict = OneRun(context, lesson, variant, request).play();
    if (!verdict)
        throw CommandFailed{verdict.failure(), verdict.store_time()};
    print_verdict(context, *verdict, {});
    return verdict->ok ? exit_done : exit_no;
}

} // namespace lockdesk::ctl

// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/scenarios/run.h"

#include "backends/engine/contracts/runtime.h"
#include "backends/json/json.h"
#include "backends/scenarios/describe.h"
#include "backends/scenarios/json.h"
#include "backends/scenarios/lesson_verbs.h"
#include "backends/scenarios/run_inside.h"

#include <algorithm>

namespace lockdesk::scenarios {

namespace {

constexpr int most_setup_commands = 20'000;
constexpr auto start_within = std::chrono::seconds{20};
constexpr auto start_of_each = std::chrono::seconds{1}; ///< more per actor: a hundred are a burden for any computer

bool any_step(const Program& program, const std::string& variant, bool (*is_such)(const Instruction&))
{
    return std::any_of(program.begin(), program.end(), [&](const Instruction& one) {
        return is_meant(one.only, variant)
               && (is_such(one) || any_step(one.body, variant, is_such) || any_step(one.otherwise, variant, is_such));
    });
}

std::string fresh_sandbox(const Lesson& lesson)
{
    SystemRuntime runtime;
    std::string name = lesson.number > 0 ? std::to_string(lesson.number) : lesson.id.substr(0, 16);
    std::replace(name.begin(), name.end(), '-', '_');
    return "lesson_" + name + "_" + Seeded(runtime.random()).hex(6);
}

std::vector<std::string> taken(Json& rule, const char* key)
{
    std::vector<std::string> out;
    if (const auto found = rule.find(key); found != rule.end())
        for (const Json& one : found->is_array() ? *found : Json::array({*found}))
            out.push_back(one.get<std::string>());
    rule.erase(key);
    return out;
}

// Selects the rules for this variant and store, and removes the keys used for that.
std::string rules_for(const Lesson& lesson, const std::string& variant, const Capabilities& can, bool has_redlock)
{
    Json out = Json::array();
    for (Json rule : read_json<Json>(lesson.rules)) {
        const auto only = taken(rule, "only"), needs = taken(rule, "needs");
        if (is_meant(only, variant) && lacking(needs, can, has_redlock).empty())
            out.push_back(std::move(rule));
    }
    return dump(out);
}

} // namespace

Run::Inside::Inside(RunOptions run_options)
    : options(std::move(run_options)), lesson(*options.lesson), chance(options.seed), faults_done(lesson.faults.size())
{
    options.session.trust_statements = options.session.trust_statements || lesson.built_in;
    std::stable_sort(options.choices.begin(), options.choices.end(), [](const Choice& a, const Choice& b) { return a.t < b.t; });
}

Answer<Done> Run::Inside::prepare()
{
    variant = options.variant.empty() ? &lesson.variants.front() : lesson.variant(options.variant);
    if (variant == nullptr)
        return Failure::usage("Lesson '" + lesson.id + "' has no variant '" + options.variant + "'.");
    for (std::size_t i = 0; i < lesson.faults.size(); ++i)
        faults_done[i] = !is_meant(lesson.faults[i].only, variant->name);
    for (const auto& part : {&Inside::set_stage, &Inside::play_setup, &Inside::start_actors})
        if (auto done = (this->*part)(); !done) {
            (void)close();
            return done;
        }
    return Done{};
}

Answer<Done> Run::Inside::set_stage()
{
    {
        SessionOptions first = options.session;
        first.without_schema = true;
        first.stop = cut.get_token();
        const auto session = options.store->open(first);
        if (!session)
            return session.failure();
        const Capabilities& can = (*session)->capabilities();
        store_kind = can.store;
        if (auto cannot = unsupported(lesson, *variant, can, options.redlock != nullptr))
            return std::move(*cannot);
    }
    SessionOptions its = options.session;
    its.stop = cut.get_token();
    stage = std::make_unique<Stage>(*options.store, std::move(its),
                                    options.sandbox.empty() ? fresh_sandbox(lesson) : options.sandbox);
    if (needs_redlock())
        stage->beside(options.redlock);
    shown_stage = stage.get();
    if (interrupted) // it was called just now and did not see the stage
        stage->interrupt();
    if (auto opened = stage->open(lesson.id); !opened)
        return opened;
    // Refuses the file before anything has run, rather than at its first statement.
    const int sql = options.session.trust_statements ? 0 : lesson.first_sql();
    if (sql == 0)
        return Done{};
    const auto asked = stage->session().statements().run("SELECT 1");
    if (asked || asked.failure().code != not_confined)
        return Done{};
    Failure refused = asked.failure();
    refused.message = lesson.file.string() + ": line " + std::to_string(sql) + ": " + refused.message;
    return refused;
}

ActorState& Run::Inside::add_actor(const ActorSpec& spec)
{
    auto actor = std::make_unique<ActorState>();
    actor->spec = spec;
    Seeded seeded(options.seed, spec.name);
    actor->number = static_cast<std::int64_t>(1000 + seeded.below(9000));
    actor->owner = spec.name + "/" + std::to_string(actor->number) + "/" + seeded.hex(16);
    actor->ids = seeded;
    for (const auto& [name, value] : spec.set)
        actor->own[name] = as_written(value);
    const auto program = lesson.programs.find(spec.program);
    for (int i = 0; i < spec.count && program != lesson.programs.end(); ++i) {
        auto variables = std::make_shared<Fields>();
        (*variables)["index"] = std::int64_t{i + 1};
        actor->threads.push_back(std::make_unique<ProgramThread>(
            ProgramThread{i, {}, Player(program->second), std::move(variables), now, {}, {}, 0, false, false}));
    }
    actors.push_back(std::move(actor));
    return *actors.back();
}

bool Run::Inside::any_step_is(bool (*is_such)(const Instruction&)) const
{
    return std::any_of(lesson.programs.begin(), lesson.programs.end(),
                       [&](const auto& program) { return any_step(program.second, variant->name, is_such); });
}

bool Run::Inside::needs_redlock() const
{
    return options.redlock != nullptr && scenarios::needs_redlock(lesson, *variant);
}

bool Run::Inside::somebody_may_wait() const
{
    return any_step_is([](const Instruction& one) { return one.may_block; });
}

bool Run::Inside::has_transactions() const
{
    return any_step_is([](const Instruction& one) { return sql_verb(one.sql) == "COMMIT"; });
}

Answer<std::unique_ptr<ActorLink>> Run::Inside::start(const std::string& name)
{
    // Passes the address in the environment: it contains secrets, and other users of this computer may read arguments.
    ProcessSpec process{
        options.worker,
        {"--join", "-", "--sandbox", stage->id(), "--as", name, "--control", "--statements", "--end-with-parent"},
        // Always set: what this process has inherited is no part of the lesson.
        {{"LOCKDESK_STORE", options.store_url}, {redlock_variable, needs_redlock() ? options.redlock_url : std::string()}}};
    if (options.session.trust_statements)
        process.arguments.emplace_back("--trust");
    if (somebody_may_wait())
        process.arguments.insert(process.arguments.end(), {"--timeout", patience_of_those_who_wait});
    return start_actor(process, interrupted);
}

Answer<Done> Run::Inside::play_setup()
{
    if (lesson.setup.empty())
        return Done{};
    ActorSpec spec{"setup", "setup", {}, {}, 1, {}, {}};
    ActorState& actor = add_actor(spec);
    auto link = start("setup");
    if (!link)
        return link.failure();
    actor.link = std::move(link).value();
    actor.owner = "setup";
    actor.threads.push_back(std::make_unique<ProgramThread>(
        ProgramThread{0, {}, Player(lesson.setup), std::make_shared<Fields>(), now, {}, {}, 0, false, false}));
    ProgramThread& thread = *actor.threads.front();
    Surroundings around{variant->name, now, 1, look_up_of(actor, thread),
                        [&](const std::string& name, Value value) { (*thread.variables)[name] = std::move(value); }};
    for (int commands_given = 0;; ++commands_given) {
        const auto next = thread.player.next(around);
        if (next.kind == Player::Next::Kind::ended)
            break;
        if (commands_given == most_setup_commands && next.instruction != nullptr)
            return at_line(*next.instruction, "the setup goes on without end");
        if (next.kind != Player::Next::Kind::act || next.instruction->kind != Instruction::Kind::run)
            return next.kind == Player::Next::Kind::wrong ? Failure::usage(next.message)
                                                          : at_line(*next.instruction, "setup can only run commands");
        Instruction silent = *next.instruction;
        silent.silent = true;
        silent.may_block = false;
        silent.show.clear();
        if (auto done = begin(actor, thread, silent); !done)
            return done;
        if (auto beaten = beat(); !beaten) // actors that have already joined wait for the setup to end
            return beaten;
        if (actor.dead)
            return at_line(*next.instruction, "the worker for the setup has ended");
    }
    actors.pop_back();
    return Done{};
}

Answer<Done> Run::Inside::start_actors()
{
    for (const ActorSpec& spec : lesson.actors)
        if (is_meant(spec.only, variant->name))
            add_actor(spec);
    make_header();
    for (const auto& actor : actors) {
        auto link = start(actor->spec.name);
        if (!link)
            return link.failure();
        actor->link = std::move(link).value();
    }
    // All start at once; each gets a command, so that the first step does not include the start of a process.
    for (const auto& actor : actors)
        if (auto sent = actor->link->send("clock", {}); !sent)
            return sent;
    const auto until = std::chrono::steady_clock::now() + start_within + actors.size() * start_of_each;
    for (const auto& actor : actors) {
        if (auto beaten = beat(); !beaten)
            return beaten;
        const auto reply = actor->link->receive(until);
        if (!reply || !*reply || (*reply)->status != 0)
            return Failure::unavailable("Actor '" + actor->spec.name + "' did not start: "
                                        + (!reply    ? reply.failure().message
                                           : !*reply ? "no answer"
                                                     : read_reply(**reply, stage->id()).message))
                .try_again();
    }
    return Done{};
}

void Run::Inside::make_header()
{
    EventFile file;
    Header& header = file.header;
    header.base = lesson_base;
    header.id = lesson.id;
    header.number = lesson.number;
    header.variant = variant->name;
    header.expected = variant->expected;
    header.seed = options.seed;
    header.store = store_kind;
    header.length = variant->length.count() > 0 ? variant->length : lesson.length;
    for (const auto& actor : actors)
        header.actors.push_back({actor->spec.name, actor->spec.kind, actor->owner});
    for (const LaneSpec& lane : lesson.lanes)
        if (is_meant(lane.only, variant->name) && (lane.kind != "actor" || find(lane.key) != nullptr))
            header.lanes.push_back(lane);
    header.faults = options.choices;
    header.rules = rules_for(lesson, variant->name, stage->session().capabilities(), options.redlock != nullptr);
    header.counts = lesson.counts;
    header.sentence = dump(to_json(lesson.sentence));
    header.raw = chain.closed(line_of(header));
    playback = *Playback::open(std::move(file)); // the rules were checked when the lesson was read
}

Answer<Done> Run::Inside::close()
{
    actors.clear(); // first: their locks are released before the sandbox is dropped
    return stage ? stage->drop() : Done{};
}

ActorState* Run::Inside::find(const std::string& name)
{
    for (const auto& actor : actors)
        if (actor->spec.name == name)
            return actor.get();
    return nullptr;
}

Run::Run(RunOptions options) : m_inside(std::make_unique<Inside>(std::move(options))) {}
Run::~Run() { (void)close(); }

Answer<Done> Run::prepare() { return m_inside->prepare(); }
Answer<Stepped> Run::step() { return m_inside->step(); }
Answer<Stepped> Run::step_by(Duration t) { return m_inside->step(t); }

Answer<Stepped> Run::run_to(Duration t)
{
    for (;;) {
        const auto next = m_inside->next_at();
        if (!m_inside->finished && next > t) {
            // Notices actors that join or leave while nothing is due.
            if (const auto looked = m_inside->look_around(); !looked)
                return looked.failure();
            // A client outside the run may have released those that wait inside the store.
            if (const auto came = m_inside->take_replies(Duration{0}); !came || *came)
                return came ? Answer<Stepped>(Stepped::event) : Answer<Stepped>(came.failure());
            const auto moved = m_inside->go_to(std::max(t, m_inside->now));
            return moved ? Answer<Stepped>(Stepped::event) : Answer<Stepped>(moved.failure());
        }
        auto stepped = step_by(t);
        if (!stepped || *stepped != Stepped::event)
            return stepped;
    }
}

Answer<Done> Run::finish()
{
    for (;;) {
        const auto stepped = step();
        if (!stepped)
            return stepped.failure();
        if (*stepped == Stepped::stands)
            end();
        if (finished())
            return Done{};
    }
}

void Run::end()
{
    if (!m_inside->finished)
        m_inside->end();
}

std::optional<Duration> Run::next_at() { return m_inside->finished ? std::nullopt : std::optional(m_inside->next_at()); }

Answer<Done> Run::inject(const std::string& fault, const std::string& actor, std::int64_t amount)
{
    return m_inside->fault({m_inside->now, 0, fault, actor, amount}, "you", true);
}

Answer<Done> Run::look_around() { return m_inside->look_around(); }
Duration Run::now() const { return m_inside->now; }
bool Run::finished() const { return m_inside->finished; }

const std::string& Run::sandbox() const
{
    static const std::string none;
    return m_inside->stage ? m_inside->stage->id() : none;
}

std::vector<std::string> Run::actors() const
{
    std::vector<std::string> out;
    for (const auto& actor : m_inside->actors)
        if (!actor->dead)
            out.push_back(actor->spec.name);
    return out;
}

const Playback& Run::playback() const { return *m_inside->playback; }
const Header& Run::header() const { return m_inside->playback->file().header; }
std::vector<Choice> Run::not_done() const
{
    const auto& all = m_inside->options.choices;
    return {all.begin() + static_cast<std::ptrdiff_t>(m_inside->choices_done), all.end()};
}
const std::vector<Pick>& Run::picks() const { return m_inside->picks; }
Verdict Run::verdict() const { return m_inside->playback->verdict(m_inside->playback->size()); }
Answer<Done> Run::close() { return m_inside->close(); }

void Run::interrupt() noexcept
{
    m_inside->interrupted = true;
    m_inside->cut.request_stop();
    if (Stage* const stage = m_inside->shown_stage)
        stage->interrupt();
}

} // namespace lockdesk::scenarios

// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/scenarios/stage.h"

#include "backends/engine/contracts/ids.h"
#include "backends/json/json.h"
#include "backends/scenarios/event.h"
#include "backends/scenarios/json.h"
#include "backends/scenarios/shown_rows.h"

#include <filesystem>
#include <fstream>

namespace lockdesk::scenarios {

namespace {

constexpr auto beat_every = std::chrono::seconds{5};

} // namespace

std::string encode(const Maker& maker)
{
    Json out;
    out["lesson"] = maker.lesson;
    out["host"] = maker.host;
    out["pid"] = maker.pid;
    out["started"] = maker.started;
    out["place"] = maker.place;
    out["beat_us"] = to_us(maker.beat);
    return dump(out);
}

std::optional<Maker> decode_maker(const std::string& text)
{
    const auto fields = fields_of_json(text);
    if (!fields)
        return std::nullopt;
    const auto whole = [&](const char* key) {
        const Value value = field(*fields, key);
        const auto* number = std::get_if<std::int64_t>(&value);
        return number != nullptr ? *number : 0;
    };
    // Any participant can write here. Values beyond this are invalid and would overflow.
    const Duration beat{whole("beat_us")};
    if (beat < Duration{0} || beat > no_end)
        return std::nullopt;
    return Maker{text_of(field(*fields, "lesson")),
                 text_of(field(*fields, "host")),
                 whole("pid"),
                 whole("started"),
                 text_of(field(*fields, "place")),
                 TimePoint{beat}};
}

std::int64_t process_start(std::int64_t pid)
{
    std::ifstream in("/proc/" + std::to_string(pid) + "/stat");
    std::string text;
    if (!std::getline(in, text))
        return 0;
    text.erase(0, text.rfind(')') + 1); // the name may contain anything
    if (text.starts_with(" Z") || text.starts_with(" X")) // killed, but not reaped yet
        return 0;
    std::size_t at = 0;
    for (int field_number = 3; field_number <= 22; ++field_number)
        at = text.find(' ', at) + 1;
    return std::atoll(text.c_str() + at);
}

std::string process_place()
{
    std::ifstream in("/proc/sys/kernel/random/boot_id");
    std::string boot;
    std::error_code none;
    const auto container = std::filesystem::read_symlink("/proc/self/ns/pid", none);
    return std::getline(in, boot) && !none ? boot + " " + container.string() : std::string();
}

Stage::Stage(Store& store, SessionOptions options, std::string id) : m_options(std::move(options)), m_id(std::move(id))
{
    m_place.store = &store;
    m_options.sandbox.reset();
    m_options.without_schema = true;
}

Stage::~Stage() { (void)drop(); }

Answer<Done> Stage::open(const std::string& lesson)
{
    m_lesson = lesson;
    const auto id = SandboxId::parse(m_id);
    if (!id)
        return id.failure();
    for (Place* place : {&m_place, &m_beside})
        if (place->store != nullptr)
            if (auto opened = open(*place, *id); !opened)
                return opened;
    if (const auto beaten = beat(); !beaten)
        return beaten.failure();
    return set_clock(Duration{0});
}

Answer<Done> Stage::open(Place& place, const SandboxId& id)
{
    auto outside = place.store->open(m_options);
    if (!outside)
        return outside.failure();
    keep(place.outside, std::move(outside).value());
    const auto made = place.outside->admin().create_sandbox(id);
    m_made = m_made || made || made.failure().kind == FailureKind::in_doubt;
    if (!made)
        return made.failure();
    SessionOptions inside = m_options;
    inside.sandbox = id;
    inside.without_schema = false;
    auto session = place.store->open(inside);
    if (!session)
        return session.failure();
    keep(place.inside, std::move(session).value());
    const auto stopped = place.inside->admin().set_rate(0);
    return stopped ? Answer<Done>(Done{}) : Answer<Done>(stopped.failure());
}

Answer<Done> Stage::set_clock(Duration since_start)
{
    if (since_start == m_clock)
        return Done{};
    for (Place* place : {&m_place, &m_beside})
        if (place->inside)
            if (const auto set = place->inside->admin().set_clock(add(lesson_base, since_start)); !set)
                return set.failure();
    m_clock = since_start;
    return Done{};
}

Answer<Done> Stage::beat()
{
    const auto now = std::chrono::steady_clock::now();
    if (m_last_beat != SteadyPoint{} && now - m_last_beat < beat_every)
        return Done{};
    m_last_beat = now;
    for (Place* place : {&m_place, &m_beside})
        if (place->inside)
            if (auto noted = note_maker(*place); !noted)
                return noted;
    return Done{};
}

Answer<Done> Stage::note_maker(Place& place)
{
    const auto clock = place.outside->admin().clock(1);
    if (!clock)
        return clock.failure();
    const Maker maker{m_lesson, host_name(), process_id(), process_start(process_id()), process_place(), clock->store};
    const auto put = place.inside->records().put(RecordId::trusted(maker_record), encode(maker), VersionBy::integer);
    return put ? Answer<Done>(Done{}) : Answer<Done>(put.failure());
}

Answer<std::optional<Fields>> Stage::row(const ShownRow& shown)
{
    return shown_row(*m_place.inside, shown, add(lesson_base, m_clock));
}

Answer<Done> Stage::drop()
{
    if (!m_made)
        return Done{};
    {
        const std::lock_guard lock(m_mutex);
        for (Place* place : {&m_place, &m_beside}) {
            place->inside.reset();
            place->outside.reset();
        }
    }
    const auto id = SandboxId::parse(m_id);
    SessionOptions own = m_options; // the other session may have been interrupted
    own.stop = {};
    // An unreachable server keeps its own sandbox only.
    std::optional<Failure> wrong;
    for (const Place* place : {&m_place, &m_beside}) {
        if (place->store == nullptr)
            continue;
        auto session = place->store->open(own);
        const auto dropped = session ? (*session)->admin().drop_sandbox(*id) : Answer<bool>(session.failure());
        if (!dropped && !wrong)
            wrong = dropped.failure();
    }
    if (wrong)
        return std::move(*wrong);
    m_made = false;
    return Done{};
}

void Stage::keep(std::unique_ptr<Session>& place, std::unique_ptr<Session> session)
{
    const std::lock_guard lock(m_mutex);
    place = std::move(session);
    if (m_options.stop.stop_requested()) // requested after it was opened
        place->interrupt();
}

void Stage::interrupt() noexcept
{
    const std::lock_guard lock(m_mutex);
    for (const Place* place : {&m_place, &m_beside})
        for (Session* session : {place->outside.get(), place->inside.get()})
            if (session != nullptr)
                session->interrupt();
}

} // namespace lockdesk::scenarios

// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/classroom/class_track.h"

#include "models/format/format.h"

#include <algorithm>
#include <utility>

namespace lockdesk {

ClassTrack::~ClassTrack() = default;

void ClassTrack::start(const ClassStore& store, LessonRun::Setup setup, int catchUp)
{
    leave();
    m_sandbox.clear();
    m_store = store;
    m_catchUp = catchUp;
    m_busy = true;
    m_finished = false;
    m_run = std::make_unique<LessonRun>(std::move(setup));
    connect(m_run.get(), &LessonRun::news, this, &ClassTrack::read);
    if (catchUp > 0)
        m_run->stepTo(catchUp);
    emit changed();
}

QString ClassTrack::load(scenarios::EventFile file)
{
    leave();
    m_store = {};
    m_store.name = format::foreign(file.header.store);
    m_sandbox.clear();
    if (!open(std::move(file)))
        return tr("Its rules cannot be read.");
    m_finished = true;
    m_busy = false;
    m_clock = size() > 0 ? event(size() - 1).t : Duration{0};
    emit prepared();
    emit changed();
    return {};
}

bool ClassTrack::open(scenarios::EventFile file)
{
    m_playback.reset();
    ++m_edition;
    m_visible.clear();
    m_disturbedAt = -1;
    std::vector<scenarios::Event> events = std::move(file.events);
    file.events.clear();
    auto playback = scenarios::Playback::open(std::move(file));
    if (!playback) {
        emit failed(playback.failure());
        return false;
    }
    m_playback.emplace(std::move(*playback));
    add(events);
    return true;
}

void ClassTrack::add(const std::vector<scenarios::Event>& events)
{
    for (const scenarios::Event& e : events) {
        m_playback->append(e);
        if (m_disturbedAt < 0 && (e.by_hand || e.event == "gone"))
            m_disturbedAt = size() - 1;
        if (!e.quiet)
            m_visible.push_back(size() - 1);
    }
}

int ClassTrack::nextVisible(int from) const
{
    const auto it = std::lower_bound(m_visible.begin(), m_visible.end(), from);
    return it != m_visible.end() ? *it + 1 : from;
}

int ClassTrack::stepAt(int events) const
{
    return int(std::lower_bound(m_visible.begin(), m_visible.end(), events) - m_visible.begin()) - 1;
}

void ClassTrack::leave()
{
    if (!m_run)
        return;
    disconnect(m_run.get(), nullptr, this, nullptr);
    LessonRun* gone = m_run.get();
    m_leaving.push_back(std::move(m_run));
    connect(gone, &LessonRun::news, this, [this, gone] {
        const LessonRun::News news = gone->take();
        if (!news.closed)
            return;
        if (news.failure)
            emit failed(*news.failure);
        const auto at =
            std::find_if(m_leaving.begin(), m_leaving.end(), [gone](const auto& one) { return one.get() == gone; });
        at->release()->deleteLater(); // it is the sender of this signal
        m_leaving.erase(at);
        emit left();
    });
    gone->close(true);
    m_busy = m_playing = false;
    emit changed();
}

void ClassTrack::ask(const std::function<void(LessonRun&)>& what, bool plays)
{
    m_busy = true;
    m_playing = plays;
    what(*m_run);
}

bool ClassTrack::hasGuests(int events) const
{
    const auto& all = m_playback->file().events;
    return std::any_of(all.begin(), all.begin() + std::min(events, size()),
                       [](const scenarios::Event& e) { return e.event == "joined" && e.command.empty(); });
}

std::vector<Participant> ClassTrack::participants() const
{
    std::vector<Participant> all;
    if (!m_playback)
        return all;
    const auto& file = m_playback->file();
    for (const scenarios::Event& e : file.events) {
        if ((e.event != "joined" && e.event != "gone") || !e.command.empty())
            continue;
        const QString name = format::foreign(e.actor);
        const auto known = std::find_if(all.begin(), all.end(), [&](const Participant& p) { return p.name == name; });
        if (e.event == "gone") {
            if (known != all.end())
                known->isHere = false;
            continue;
        }
        Participant one{name, format::foreign(scenarios::text_of(scenarios::field(e.values, "host")))};
        one.isExtra = std::none_of(file.header.actors.begin(), file.header.actors.end(),
                                   [&](const scenarios::ActorInfo& actor) { return actor.name == e.actor; });
        if (known != all.end())
            *known = std::move(one);
        else
            all.push_back(std::move(one));
    }
    return all;
}

void ClassTrack::clear()
{
    leave();
    m_playback.reset();
    ++m_edition;
    m_visible.clear();
    m_disturbedAt = -1;
    m_clock = Duration{0};
    m_sandbox.clear();
    m_finished = false;
    emit changed();
}

void ClassTrack::read() { adopt(m_run->take()); }

void ClassTrack::adopt(const LessonRun::News& news)
{
    if (news.header) {
        m_repeated = {};
        m_repeated.header = *news.header;
        if (m_catchUp == 0 && open(std::move(m_repeated)))
            emit prepared();
    }
    const int before = size();
    if (m_catchUp > 0) {
        // The old recording stays on screen until the run has caught up.
        m_repeated.events.insert(m_repeated.events.end(), news.events.begin(), news.events.end());
        if (news.finished || int(m_repeated.events.size()) >= m_catchUp) {
            m_catchUp = 0;
            if (open(std::move(m_repeated)))
                emit prepared();
        }
    } else if (m_playback) {
        add(news.events);
    }
    m_clock = news.clock;
    if (!news.sandbox.isEmpty())
        m_sandbox = news.sandbox;
    m_actors = news.actors;
    m_busy = news.busy || m_catchUp > 0;
    m_playing = news.playing;
    m_finished = news.finished && m_catchUp == 0;
    if (size() > before)
        emit grown(before);
    if (news.stands)
        emit stood();
    if (news.refusal)
        emit refused(*news.refusal);
    if (news.failure) {
        m_catchUp = 0;
        emit failed(*news.failure);
        leave();
    }
    emit changed();
}

} // namespace lockdesk

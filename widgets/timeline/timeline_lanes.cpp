// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/timeline_lanes.h"

#include "models/format/format.h"
#include "widgets/shell/own_workers.h"
#include "widgets/timeline/timeline_words.h"

#include <algorithm>
#include <map>
#include <optional>
#include <type_traits>
#include <utility>

namespace lockdesk {

namespace {

constexpr std::size_t mostLanes = 200; ///< beyond, names with a common prefix share a lane
constexpr std::size_t fewAlike = 8;    ///< groups of up to this size are not merged
constexpr qsizetype mostShared = 2000; ///< texts

// Returns the prefix that a name shares with its neighbours: up to its last separator, or up to its number.
QString stemOf(const QString& name)
{
    for (const QChar c : name)
        if (QStringLiteral(":/._-#").contains(c))
            return name.left(name.lastIndexOf(c) + 1);
    qsizetype end = name.size();
    while (end > 0 && name[end - 1].isDigit())
        --end;
    return name.left(end);
}

LaneSpan::Kind kindOf(TimelineSpan::Kind kind)
{
    switch (kind) {
    case TimelineSpan::Kind::works: return LaneSpan::Kind::works;
    case TimelineSpan::Kind::overdue: return LaneSpan::Kind::overdue;
    case TimelineSpan::Kind::silent: break;
    }
    return LaneSpan::Kind::notRunning;
}

// What is open is known up to the last read.
std::int64_t endOf(const TimelineSpan& span, std::int64_t unread)
{
    return span.to == 0 && unread != 0 ? std::max(unread, span.from + 1) : span.to;
}

QString clockOf(std::int64_t us) { return format::clock(time_from_us(us)); }

// Missing heartbeats have a known reason: the mark of the silence says it.
void explainSilence(Lane& lane, std::int64_t from, std::int64_t to, const QString& text, Tone tone)
{
    for (LaneMark& mark : lane.marks) {
        if (mark.text != TimelineLaneTexts::tr("silent") || mark.at < from || (to != 0 && mark.at > to))
            continue;
        mark.text = text;
        mark.tone = tone;
    }
}

void addTogether(LaneSpan::Kind kind, std::vector<std::pair<std::int64_t, std::int64_t>>& all, Lane& lane)
{
    std::sort(all.begin(), all.end());
    std::optional<LaneSpan> open;
    for (const auto& [from, to] : all) {
        if (!open || (open->to != 0 && open->to < from)) {
            if (open)
                lane.spans.push_back(*open);
            open = LaneSpan{.from = from, .to = to, .kind = kind, .tip = lane.caption};
        } else if (open->to != 0) {
            open->to = to == 0 ? 0 : std::max(open->to, to);
        }
    }
    if (open)
        lane.spans.push_back(*open);
}

template <class T> void sortBy(std::vector<T>& all, std::int64_t T::*at)
{
    std::stable_sort(all.begin(), all.end(), [at](const T& a, const T& b) { return a.*at < b.*at; });
}

/// Returns what was made of the same span or mark before; nullptr: nothing. Both are in the order of time, with which `place`
/// goes on.
template <class From, class Made>
Made* sameBefore(const From& one, std::int64_t Made::*at, std::int64_t time, typename std::vector<Made>::iterator& place,
                 typename std::vector<Made>::iterator end)
{
    constexpr int mostAhead = 16; // what was trimmed meanwhile
    while (place != end && (*place).*at < time)
        ++place;
    auto each = place;
    for (int i = 0; one.id != 0 && i < mostAhead && each != end && (*each).*at == time; ++i, ++each)
        if (each->id == one.id) {
            place = each + 1;
            return &*each;
        }
    return nullptr;
}

} // namespace

TimelineLanes::TimelineLanes(const PageContext& context) : m_context(context) { refresh(); }

void TimelineLanes::setBy(Timeline::By by)
{
    m_by = by;
    refresh();
}

// Without a worker's heartbeat the key is one owner of several in the lane, so its end says nothing.
QString TimelineLanes::nameOf(const TimelineLane& lane) const
{
    return m_by == Timeline::By::lock || lane.beats ? format::foreign(lane.key) : format::owner(lane.key);
}

QStringList TimelineLanes::names(int most) const
{
    QStringList out;
    for (const TimelineLane* lane : m_context.timeline->lanes(m_by))
        if (m_context.shown->shows(lane->connection))
            out << nameOf(*lane);
    out.removeDuplicates();
    out.sort(Qt::CaseInsensitive);
    return out.mid(0, most);
}

void TimelineLanes::refresh()
{
    m_shown.clear();
    m_groups.clear();
    std::vector<const TimelineLane*> alarmed, quiet;
    for (const TimelineLane* lane : m_context.timeline->lanes(m_by)) {
        if (!m_context.shown->shows(lane->connection)
            || !(m_filter.isEmpty() || nameOf(*lane).contains(m_filter, Qt::CaseInsensitive)))
            continue;
        (lane->alarms > 0 ? alarmed : quiet).push_back(lane);
    }
    m_count = int(alarmed.size() + quiet.size());
    gather(alarmed, true);
    gather(quiet, false);
    std::unordered_map<const TimelineLane*, Made> kept;
    for (const Shown& shown : m_shown)
        if (const auto made = m_made.find(shown.one); made != m_made.end())
            kept.insert(m_made.extract(made));
    m_made = std::move(kept);
}

// Merges names of one connection with a common prefix if there are more lanes than anybody scrolls through.
void TimelineLanes::gather(const std::vector<const TimelineLane*>& lanes, bool alarms)
{
    using Alike = std::map<std::pair<int, QString>, std::vector<const TimelineLane*>>;
    Alike alike;
    std::vector<Alike::iterator> ofLane;
    for (const TimelineLane* lane : lanes.size() > mostLanes ? lanes : std::vector<const TimelineLane*>{}) {
        ofLane.push_back(alike.try_emplace({lane->connection, stemOf(nameOf(*lane))}).first);
        ofLane.back()->second.push_back(lane);
    }
    for (std::size_t i = 0; i < lanes.size(); ++i) {
        // A filter that names the prefix expands the group.
        const bool alone = ofLane.empty() || ofLane[i]->first.second.isEmpty() || ofLane[i]->second.size() <= fewAlike
                           || m_filter.startsWith(ofLane[i]->first.second, Qt::CaseInsensitive);
        if (alone) {
            m_shown.push_back({lanes[i], 0, alarms});
        } else if (const auto& [key, group] = *ofLane[i]; group.front() == lanes[i]) {
            m_shown.push_back({nullptr, m_groups.size(), alarms});
            m_groups.push_back({key.second, key.first, alarms, group, 0, {}});
        }
    }
}

int TimelineLanes::rows(int index) const
{
    const TimelineLane* one = at(index);
    return one == nullptr ? 1 : std::max(1, int(one->rows.size()));
}

QString TimelineLanes::groupAt(int index) const
{
    const Shown& shown = m_shown[std::size_t(index)];
    return shown.one == nullptr ? m_groups[shown.group].stem : QString();
}

TimelineLanes::Identity TimelineLanes::identityAt(int index) const
{
    const Shown& shown = m_shown[std::size_t(index)];
    if (shown.one != nullptr)
        return {Identity::Kind::one, shown.one->connection, nameOf(*shown.one)};
    const Group& group = m_groups[shown.group];
    return {group.alarms ? Identity::Kind::alarmedGroup : Identity::Kind::quietGroup, group.connection, group.stem};
}

int TimelineLanes::find(const Identity& identity) const
{
    for (int i = 0; i < laneCount(); ++i)
        if (identityAt(i) == identity)
            return i;
    return -1;
}

bool TimelineLanes::orderChanged() const
{
    const auto isOther = [](const Shown& shown) { return shown.one != nullptr && (shown.one->alarms > 0) != shown.alarms; };
    const auto hasOther = [](const Group& group) {
        return std::any_of(group.lanes.begin(), group.lanes.end(),
                           [&](const TimelineLane* lane) { return (lane->alarms > 0) != group.alarms; });
    };
    return std::any_of(m_shown.begin(), m_shown.end(), isOther) || std::any_of(m_groups.begin(), m_groups.end(), hasOther);
}

std::size_t TimelineLanes::rowsOfAll() const
{
    std::size_t all = 0;
    for (int i = 0; i < laneCount(); ++i)
        all += std::size_t(rows(i));
    return all;
}

// The lane has a bar while one of them is held, with a hatched one over it while one is past its lease.
const Lane& TimelineLanes::laneOf(const Group& group) const
{
    std::uint64_t newest = 0;
    for (const TimelineLane* each : group.lanes)
        newest = std::max(newest, each->revision);
    const std::int64_t unread = m_context.timeline->unreadSince(group.connection);
    if (group.revision == newest && group.unread == unread)
        return group.lane;
    group.revision = newest;
    group.unread = unread;
    group.lane = {};
    const auto many = qsizetype(group.lanes.size());
    group.lane.name = QStringLiteral("%1… %2").arg(group.stem, format::count(many));
    group.lane.caption =
        TimelineLaneTexts::tr("%1 lanes whose names begin with %2. Enter shows them.").arg(format::count(many), group.stem);
    std::map<LaneSpan::Kind, std::vector<std::pair<std::int64_t, std::int64_t>>> times;
    for (const TimelineLane* each : group.lanes)
        for (const TimelineSpan& span : each->spans) {
            times[kindOf(span.kind)].emplace_back(span.from, endOf(span, unread));
            if (span.to == 0 && unread != 0)
                times[LaneSpan::Kind::unread].emplace_back(std::max(span.from, unread), 0);
        }
    for (auto& [kind, all] : times)
        addTogether(kind, all, group.lane);
    sortBy(group.lane.spans, &LaneSpan::from);
    return group.lane;
}

void TimelineLanes::dropMade()
{
    m_made.clear();
    m_texts.clear();
}

const Lane& TimelineLanes::lane(int index) const
{
    if (at(index) == nullptr)
        return laneOf(m_groups[m_shown[std::size_t(index)].group]);
    const TimelineLane& from = *at(index);
    Made& made = m_made[&from];
    const Feed* feed = m_context.feeds->at(from.connection);
    std::int64_t own = 0;
    if (m_by == Timeline::By::worker && feed != nullptr)
        for (const OwnWorker& worker : m_context.workers->workers())
            if (worker.connection == feed->info().id && worker.workerId.toStdString() == from.key)
                own = std::int64_t(worker.lane.size()) + worker.stateSince;
    const std::int64_t unread = m_context.timeline->unreadSince(from.connection);
    if (made.revision == from.revision && made.own == own && made.unread == unread)
        return made.lane;
    made.revision = from.revision;
    made.own = own;
    made.unread = unread;
    make(from, unread, made.lane);
    if (own != 0)
        addOwn(from, made.lane);
    return made.lane;
}

namespace {

const auto& shownIn(const TimelineLane& lane, const LaneSpan&) { return lane.spans; }
const auto& shownIn(const TimelineLane& lane, const LaneMark&) { return lane.marks; }

/// Returns what a bar or mark shows; nullptr: it is of the window, or was dropped meanwhile.
auto* shownBy(const auto& made, const TimelineLane* lane)
{
    using From = std::remove_reference_t<decltype(shownIn(*lane, made).front())>;
    if (lane != nullptr && made.id != 0)
        for (From& each : shownIn(*lane, made))
            if (each.id == made.id)
                return &each;
    return static_cast<From*>(nullptr);
}

} // namespace

QString TimelineLanes::tip(int index, const LaneSpan& span) const
{
    const TimelineSpan* from = shownBy(span, at(index));
    return from != nullptr ? tipOf(*from) : tipOr(span);
}

QString TimelineLanes::tip(int index, const LaneMark& mark) const
{
    const TimelineMark* from = shownBy(mark, at(index));
    if (from == nullptr)
        return tipOr(mark);
    // Its own text was replaced by a known reason.
    const QString what = tipOf(*from);
    return from->kind == EventKind::silent && mark.text != markOf(*from).text ? mark.text + QStringLiteral(". ") + what : what;
}

// Bars and marks that were there before keep their texts: a lane has thousands after some hours, and changes with each frame
// of a recording that plays. What is shown on hover is made then.
void TimelineLanes::make(const TimelineLane& from, std::int64_t unread, Lane& lane) const
{
    Lane before = std::exchange(lane, {});
    auto oldSpan = before.spans.begin();
    auto oldMark = before.marks.begin();
    lane.name = nameOf(from);
    const Feed* feed = m_context.feeds->at(from.connection);
    lane.caption = feed != nullptr ? feed->info().name : QString();
    if (!from.role.empty())
        lane.caption += QStringLiteral(" · ") + format::roles(from.role);
    lane.longest = std::max<std::int64_t>(from.longest, 1);
    lane.rows = std::max(1, int(from.rows.size()));
    lane.spans.reserve(from.spans.size());
    std::vector<LaneSpan> further;
    for (const TimelineSpan& span : from.spans) {
        LaneSpan* same = sameBefore(span, &LaneSpan::from, span.from, oldSpan, before.spans.end());
        const int row = span.entity == Entity::worker ? LaneSpan::allRows : span.row;
        if (same != nullptr && same->to == span.to && span.to != 0 && same->kind == kindOf(span.kind)) {
            lane.spans.push_back(std::move(*same));
            lane.spans.back().row = row;
        } else {
            lane.spans.push_back(
                {span.from, endOf(span, unread), kindOf(span.kind), shared(barText(span, m_by)), {}, {}, {}, row, span.id});
        }
        if (span.to == 0 && unread != 0)
            further.push_back({std::max(span.from, unread),
                               0,
                               LaneSpan::Kind::unread,
                               {},
                               {},
                               TimelineLaneTexts::tr("%1: not read since").arg(tipOf(span)),
                               {},
                               row});
        if (span.to == 0 && (lane.openSince == 0 || span.from < lane.openSince))
            lane.openSince = span.from;
    }
    if (!further.empty()) {
        lane.spans.insert(lane.spans.end(), further.begin(), further.end());
        sortBy(lane.spans, &LaneSpan::from);
    }
    // The last row holds all spans without a row of their own; shows how many.
    if (const int open = lane.rows == int(TimelineLane::mostRows) ? from.rows.back().open : 0; open > 1)
        for (LaneSpan& span : lane.spans)
            if (span.to == 0 && span.row == lane.rows - 1)
                span.text = TimelineLaneTexts::tr("%1 here").arg(format::count(open));
    lane.marks.reserve(from.marks.size());
    for (const TimelineMark& mark : from.marks) {
        LaneMark* same = sameBefore(mark, &LaneMark::at, mark.at, oldMark, before.marks.end());
        // The reason of a silence may be known by now.
        lane.marks.push_back(same != nullptr && mark.kind != EventKind::silent ? std::move(*same) : markOf(mark));
        lane.marks.back().row = mark.row;
    }
    // The feed knows a fault for longer than this window has the process.
    if (const OwnFault* fault = feed != nullptr ? feed->ownFaults()->of(from.key) : nullptr; fault && m_by == Timeline::By::worker)
        explainSilence(lane, to_us(fault->at), 0, faultText(*fault),
                       fault->what == OwnFault::What::killed ? Tone::expired : Tone::closing);
}

// The bars of a lane show the same few names again and again.
QString TimelineLanes::shared(const QString& text) const
{
    if (m_texts.size() >= mostShared)
        m_texts.clear();
    return *m_texts.insert(text);
}

// Adds what this window did to its own process, known exactly on this computer's clock.
void TimelineLanes::addOwn(const TimelineLane& from, Lane& lane) const
{
    const Feed* feed = m_context.feeds->at(from.connection);
    const std::int64_t ahead = to_us(feed->clock().offset);
    for (const OwnWorker& worker : m_context.workers->workers()) {
        if (worker.connection != feed->info().id || worker.workerId.toStdString() != from.key)
            continue;
        for (const WorkerLaneEvent& event : worker.lane) {
            const std::int64_t at = event.from + ahead, end = event.to == 0 ? 0 : event.to + ahead;
            if (event.kind == WorkerLaneEvent::Kind::crashed)
                lane.marks.push_back({at, Glyph::cross, Tone::expired, killedText(worker.killedByUser),
                                      TimelineLaneTexts::tr("%1 at %2").arg(killedText(worker.killedByUser), clockOf(at))});
            if (event.kind != WorkerLaneEvent::Kind::frozen)
                continue;
            explainSilence(lane, at, end, TimelineLaneTexts::tr("frozen by you"), Tone::closing);
            lane.spans.push_back({at,
                                  end,
                                  LaneSpan::Kind::notRunning,
                                  TimelineLaneTexts::tr("frozen by you"),
                                  {},
                                  end == 0 ? TimelineLaneTexts::tr("frozen by you at %1").arg(clockOf(at))
                                           : TimelineLaneTexts::tr("frozen by you from %1 to %2").arg(clockOf(at), clockOf(end)),
                                  {},
                                  LaneSpan::allRows});
            lane.longest = std::max(lane.longest, end - at);
            if (end == 0 && (lane.openSince == 0 || at < lane.openSince))
                lane.openSince = at;
        }
    }
    sortBy(lane.spans, &LaneSpan::from);
    sortBy(lane.marks, &LaneMark::at);
}

} // namespace lockdesk

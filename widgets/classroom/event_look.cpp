// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/classroom/event_look.h"

#include "models/classroom/lesson_catalog.h"
#include "models/classroom/lesson_times.h"
#include "models/format/format.h"

#include <QCoreApplication>
#include <QDateTime>

#include <algorithm>
#include <initializer_list>
#include <optional>
#include <utility>

namespace lockdesk {

namespace {

struct EventLookTexts
{
    Q_DECLARE_TR_FUNCTIONS(ClassroomLanes)
};

QString secondsOf(Duration d)
{
    const auto us = d.count();
    return QString::number(double(us) / 1e6, 'f', us % 1'000'000 == 0 ? 0 : us % 100'000 == 0 ? 1 : 3);
}

/// Returns true if microseconds of that name are an instant since 1970, not a duration.
bool isInstant(const std::string& name)
{
    for (const char* end : {"_at_us", "until_us", "expires_us", "due_us", "next_us", "sent_us", "now_us", "since_us"})
        if (name.ends_with(end))
            return true;
    return false;
}

bool isWord(const std::string& word, std::initializer_list<const char*> words)
{
    return std::find(words.begin(), words.end(), word) != words.end();
}

/// Text beside a mark; short for lack of room.
QString markText(const scenarios::Mark& mark)
{
    const QString number = QString::number(mark.number);
    const auto with = [&](const QString& bare, const QString& numbered) {
        return mark.number > 0 ? numbered.arg(number) : bare;
    };
    if (mark.event == "admitted")
        return with(EventLookTexts::tr("admitted"), EventLookTexts::tr("%1 admitted"));
    if (mark.event == "refused")
        return with(EventLookTexts::tr("refused"), EventLookTexts::tr("%1 refused"));
    if (mark.event == "busy")
        return EventLookTexts::tr("busy");
    if (mark.event == "conflict")
        return EventLookTexts::tr("conflict");
    if (mark.event == "stale")
        return EventLookTexts::tr("stale");
    if (mark.event == "not_owner")
        return EventLookTexts::tr("not the owner");
    if (mark.event == "expired")
        return EventLookTexts::tr("expired");
    if (mark.event == "duplicate")
        return EventLookTexts::tr("duplicate");
    if (mark.event == "error")
        return EventLookTexts::tr("error");
    if (!mark.verb.empty() && isWord(mark.event, {"written", "removed", "nothing", "committed", "rolled_back"})) {
        const QString verb = format::foreign(mark.verb);
        return mark.event == "nothing" ? EventLookTexts::tr("%1: 0 rows").arg(verb) : verb;
    }
    if (mark.event == "written" && mark.wrong)
        return EventLookTexts::tr("unguarded");
    return {};
}

QString spanText(const scenarios::Span& span)
{
    using enum scenarios::SpanKind;
    const QString at = secondsOf(span.from);
    switch (span.kind) {
    case waits: return span.label.empty() ? EventLookTexts::tr("waits for the lock") : format::foreign(span.label);
    case cooling: return EventLookTexts::tr("cooling");
    case stopped:
        if (span.word == "frozen")
            return span.by_hand ? EventLookTexts::tr("frozen by hand at %1 s").arg(at)
                                : EventLookTexts::tr("frozen at %1 s").arg(at);
        if (span.word == "hung")
            return span.by_hand ? EventLookTexts::tr("hung by hand at %1 s").arg(at)
                                : EventLookTexts::tr("hangs since %1 s").arg(at);
        if (span.word == "cut_off")
            return EventLookTexts::tr("cut off at %1 s").arg(at);
        if (span.word == "slowed")
            return EventLookTexts::tr("slow since %1 s").arg(at);
        return {};
    case dead:
        if (span.word == "gone")
            return EventLookTexts::tr("gone at %1 s").arg(at);
        return span.by_hand ? EventLookTexts::tr("crashed by hand at %1 s").arg(at)
                            : EventLookTexts::tr("crashed at %1 s").arg(at);
    case held:
    case closing:
    case expired:
    case past_lease:
    case left_over: break;
    }
    const QString label = format::foreign(span.label);
    if (label.startsWith(QLatin1String("token ")))
        return EventLookTexts::tr("token %1").arg(label.mid(6));
    // Owners of a lesson are NAME/PID/INSTANCE; the name suffices.
    return label.count(QLatin1Char('/')) == 2 ? label.section(QLatin1Char('/'), 0, 0) : label;
}

LaneSpan::Kind kindOf(const scenarios::Span& span)
{
    using enum scenarios::SpanKind;
    switch (span.kind) {
    case held: return LaneSpan::Kind::works;
    case closing: return LaneSpan::Kind::works;
    case waits: return LaneSpan::Kind::waits;
    case cooling: return LaneSpan::Kind::cooling;
    case expired:
    case left_over: return LaneSpan::Kind::margin;
    case stopped:
    case dead: return LaneSpan::Kind::notRunning;
    case past_lease: return LaneSpan::Kind::overdue;
    }
    return LaneSpan::Kind::works;
}

/// A lane shows its own marks: a fence its decisions, a worker what the bars do not show.
bool belongs(const scenarios::LaneSpec& spec, const scenarios::Mark& mark)
{
    if (spec.kind == "fence")
        return mark.event == "admitted" || mark.event == "refused";
    if (spec.kind == "actor" && mark.alone)
        return true;
    // Bars show these by their begin or end, except where something went wrong.
    const bool hasBars = spec.kind == "actor" || spec.kind == "lock" || spec.kind == "task";
    if (hasBars && isWord(mark.event, {"acquired", "released", "claimed", "began", "waits"}))
        return spec.kind == "actor" && mark.tone == scenarios::Tone::bad;
    if (spec.kind == "actor")
        return mark.event == "renewed" || mark.tone != scenarios::Tone::good
               || (!mark.verb.empty() && mark.verb != "SELECT");
    return spec.kind == "lock" || spec.kind == "task" || (mark.event != "busy" && mark.event != "renewed");
}

LaneSpan spanOf(const scenarios::Span& span)
{
    LaneSpan out;
    out.from = to_us(span.from);
    // 0 would mean an open span.
    out.to = std::max<std::int64_t>(to_us(span.until), out.from + 1);
    out.kind = kindOf(span);
    using enum scenarios::SpanKind;
    if (span.kind != past_lease && span.kind != expired && span.kind != closing && span.kind != left_over)
        out.text = spanText(span);
    if (out.kind == LaneSpan::Kind::notRunning && span.by_hand)
        out.ink = Tone::closing;
    const QString what = span.kind == scenarios::SpanKind::past_lease
                             ? EventLookTexts::tr("its lease is over, and it does not know")
                         : span.kind == scenarios::SpanKind::expired   ? EventLookTexts::tr("expired, nobody has taken it")
                         : span.kind == scenarios::SpanKind::closing   ? EventLookTexts::tr("closing: nobody has renewed it")
                         : span.kind == scenarios::SpanKind::left_over ? EventLookTexts::tr("released once, holds are left")
                                                                       : out.text;
    out.tip = EventLookTexts::tr("%1, %2 to %3 s").arg(what, secondsOf(span.from), secondsOf(span.until));
    return out;
}

LaneMark markOf(const scenarios::LaneSpec& spec, const scenarios::Mark& mark)
{
    LaneMark out;
    out.at = to_us(mark.t);
    if (mark.event != "renewed") {
        const EventLook look = eventLook(mark.event, mark.tone);
        // On an actor's lane a refusal is its own failure; on the fence's lane a protection.
        out.glyph = spec.kind == "actor" && look.glyph == Glyph::diamond ? Glyph::cross : look.glyph;
        out.tone = look.tone;
        out.text = markText(mark);
    }
    out.tip =
        EventLookTexts::tr("%1 at %2 s").arg(out.text.isEmpty() ? format::foreign(mark.event) : out.text, secondsOf(mark.t));
    return out;
}

QString nameOf(const scenarios::LaneSpec& spec)
{
    if (!spec.title.empty())
        return lessonText(spec.title);
    return thingText(spec.kind, spec.key);
}

} // namespace

QString thingText(const std::string& kind, const std::string& of)
{
    const QString key = format::foreign(of);
    if (kind == "lock")
        return EventLookTexts::tr("lock %1").arg(key);
    if (kind == "fence")
        return EventLookTexts::tr("fence %1").arg(key);
    if (kind == "record" || kind == "row")
        return EventLookTexts::tr("row %1").arg(key);
    if (kind == "task")
        return EventLookTexts::tr("task %1").arg(key);
    if (kind == "message")
        return EventLookTexts::tr("message %1").arg(key);
    if (kind == "outbox")
        return EventLookTexts::tr("outbox");
    if (kind == "draw")
        return EventLookTexts::tr("draw %1").arg(key);
    return key;
}

EventLook eventLook(const std::string& word, scenarios::Tone tone)
{
    if (word == "frozen" || word == "hung")
        return {Glyph::bars, Tone::closing};
    if (word == "slowed")
        return {Glyph::wave, Tone::closing};
    if (word == "crashed" || word == "gone")
        return {Glyph::cross, Tone::expired};
    if (word == "waits" && tone != scenarios::Tone::bad)
        return {Glyph::clockHands, Tone::free};
    switch (tone) {
    case scenarios::Tone::good: return {Glyph::check, Tone::live};
    case scenarios::Tone::neutral: return {Glyph::ring, Tone::free};
    case scenarios::Tone::warning: return {Glyph::triangle, Tone::closing};
    case scenarios::Tone::bad: return {Glyph::diamond, Tone::expired, true};
    }
    return {};
}

std::vector<Lane> LaneLooks::of(const scenarios::State& state, const QString& store, int wrong)
{
    std::vector<Lane> lanes;
    if (std::exchange(m_wrong, wrong) != wrong)
        m_known.clear();
    m_known.resize(state.lanes.size());
    for (const scenarios::Lane& from : state.lanes) {
        Lane lane;
        lane.name = nameOf(from.spec);
        lane.caption = !from.spec.subtitle.empty() ? lessonText(from.spec.subtitle)
                       : !from.joined_at.empty() ? EventLookTexts::tr("joined from %1").arg(format::foreign(from.joined_at))
                       : from.owner.empty()      ? QString()
                                                 : EventLookTexts::tr("owner %1").arg(format::ownerShort(from.owner));
        if (!store.isEmpty())
            lane.name += QStringLiteral(" · ") + store; // low lanes have no caption
        for (const scenarios::Span& span : from.spans)
            lane.spans.push_back(spanOf(span));
        std::stable_sort(lane.spans.begin(), lane.spans.end(),
                         [](const LaneSpan& a, const LaneSpan& b) { return a.from < b.from; });
        Known& known = m_known[lanes.size()];
        while (!known.sources.empty() && known.sources.back() >= from.marks.size()) {
            known.sources.pop_back();
            known.marks.pop_back();
        }
        for (known.seen = std::min(known.seen, from.marks.size()); known.seen < from.marks.size(); ++known.seen) {
            scenarios::Mark mark = from.marks[known.seen];
            if (mark.line == wrong)
                mark.tone = scenarios::Tone::bad;
            if (!belongs(from.spec, mark))
                continue;
            LaneMark look = markOf(from.spec, mark);
            if (const LaneMark* last = known.marks.empty() ? nullptr : &known.marks.back();
                last != nullptr && last->at == look.at && last->glyph != Glyph::none && look.glyph != Glyph::none)
                look.beside = last->beside + 1;
            known.marks.push_back(std::move(look));
            known.sources.push_back(known.seen);
        }
        lane.marks = known.marks;
        lanes.push_back(std::move(lane));
    }
    return lanes;
}

QString fieldText(const std::string& name, const scenarios::Value& value)
{
    if (const auto* us = std::get_if<std::int64_t>(&value)) {
        if (isInstant(name) && time_from_us(*us) >= end_of_time)
            return EventLookTexts::tr("never");
        std::optional<Duration> since = sinceLesson(time_from_us(*us));
        if (!since && isInstant(name)) // unlocked: 1970-01-01
            return QDateTime::fromMSecsSinceEpoch(*us / 1000, Qt::UTC).date().toString(Qt::ISODate);
        if (!since && name.ends_with("_us"))
            since = Duration{*us};
        if (since)
            return lessonSeconds(*since);
    }
    if (name == "state")
        return format::state(scenarios::text_of(value).c_str());
    return withLessonTimes(format::foreign(scenarios::text_of(value)));
}

} // namespace lockdesk

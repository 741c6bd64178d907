// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/scenarios/lanes.h"

#include "backends/scenarios/describe.h"

#include <algorithm>
#include <array>

namespace lockdesk::scenarios {

namespace {

bool is_one_of(const std::string& word, std::initializer_list<const char*> words)
{
    return std::find(words.begin(), words.end(), word) != words.end();
}

std::optional<std::int64_t> whole_field(const Event& event, const char* key)
{
    const Value value = field(event.values, key);
    const auto* number = std::get_if<std::int64_t>(&value);
    return number != nullptr ? std::optional(*number) : std::nullopt;
}

// Returns the end of a lease or of a task's lock, since the lesson's start.
std::optional<Duration> end_of(const Event& event)
{
    auto us = whole_field(event, "expires_us");
    if (!us)
        us = whole_field(event, "due_us");
    if (!us || time_from_us(*us) >= end_of_time)
        return std::nullopt;
    return time_from_us(*us) - lesson_base;
}

std::string what_of(const Event& event)
{
    for (const char* key : {"name", "id", "resource", "event", "topic"})
        if (const Value value = field(event.values, key); !std::holds_alternative<std::monostate>(value))
            return text_of(value);
    return {};
}

std::string token_label(const Event& event)
{
    const auto token = whole_field(event, "token");
    return token && *token > 0 ? "token " + std::to_string(*token) : std::string();
}

// Tasks claimed together are lines.0.id, lines.1.id, ...
std::vector<std::string> claimed(const Event& event)
{
    const auto count = whole_field(event, "lines.count");
    if (!count)
        return {what_of(event)};
    std::vector<std::string> out;
    for (std::int64_t i = 0; i < *count; ++i)
        out.push_back(text_of(field(event.values, "lines." + std::to_string(i) + ".id")));
    return out;
}

Span span_of(SpanKind kind, const Event& event)
{
    Span out;
    out.kind = kind;
    out.from = event.t;
    out.open = true;
    out.word = event.event;
    out.by_hand = event.by_hand;
    out.line = event.line;
    return out;
}

constexpr std::array given_back{"released", "unlocked", "relocked", "advanced", "failed",    "sent",       "cooling",
                                "not_owner", "stale",    "expired",  "refused",  "committed", "rolled_back"};

// A note of the lesson: no statement of the store, and no bar shows it.
bool is_noted(const Event& event)
{
    return event.statement.empty() && !event.step.empty()
           && !is_one_of(event.event, {"acquired", "released", "claimed", "began", "waits", "elected"});
}

} // namespace

LaneBook::LaneBook(const Header& header)
{
    for (const LaneSpec& spec : header.lanes) {
        Book book;
        book.lane.spec = spec;
        for (const ActorInfo& one : header.actors)
            if (spec.kind == "actor" && one.name == spec.key)
                book.lane.owner = one.owner;
        m_books.push_back(std::move(book));
    }
}

Mark LaneBook::mark(const Event& event)
{
    Mark out{event.t, event.event, tone(event), 0, sql_verb(event.sql), event.wrong, event.line};
    for (const char* key : {"token", "max_token", "version"})
        if (const auto number = whole_field(event, key); number && out.number == 0)
            out.number = *number;
    return out;
}

void LaneBook::close(Book& book, std::optional<Span>& span, Duration at)
{
    if (!span)
        return;
    span->until = at;
    span->open = false;
    if (span->until > span->from)
        book.lane.spans.push_back(*span);
    span.reset();
}

// Adds the spans of one lease: held, its last third if it is not renewed, and the time after its end.
void LaneBook::show(std::vector<Span>& out, const Lease& lease, Duration until, bool open, bool believed)
{
    const auto add = [&](SpanKind kind, Duration from, Duration to) {
        if (to > from || (open && to == from && kind == SpanKind::held))
            out.push_back({kind, from, to, open && to == until, lease.label, "acquired", false, lease.line});
    };
    const Duration live = lease.expires ? std::min(*lease.expires, until) : until;
    if (lease.left && believed) {
        // The actor stopped working and knows it.
        add(SpanKind::held, lease.from, *lease.left);
        return add(SpanKind::left_over, *lease.left, live);
    }
    add(SpanKind::held, lease.from, std::max(live, lease.from));
    if (!lease.expires)
        return;
    add(SpanKind::closing, std::max(lease.from, *lease.expires - (*lease.expires - lease.renewed) / 3), live);
    if (until > *lease.expires)
        add(believed ? SpanKind::past_lease : SpanKind::expired, *lease.expires, until);
}

void LaneBook::hold(Book& book, const Event& event, const std::string& what, const std::string& label)
{
    std::set<int> threads{event.thread};
    if (const auto before = book.leases.find(what); before != book.leases.end() && before->second.label == label)
        threads.merge(before->second.threads);
    drop(book, event, what);
    book.leases[what] = {label, event.t, end_of(event), event.t, std::nullopt, event.line, std::move(threads)};
}

bool LaneBook::drop(Book& book, const Event& event, const std::string& what)
{
    const auto found = book.leases.find(what);
    if (found == book.leases.end())
        return false;
    const bool brief = found->second.from == event.t;
    show(book.lane.spans, found->second, event.t, false, book.lane.spec.kind == "actor");
    book.leases.erase(found);
    return brief;
}

// Adds a lane, below the others, for an actor that joins under a name without one.
void LaneBook::join(const Event& event)
{
    const auto is_its = [&](const Book& book) {
        return book.lane.spec.kind == "actor" && book.lane.spec.key == event.actor;
    };
    auto found = std::find_if(m_books.begin(), m_books.end(), is_its);
    if (found == m_books.end()) {
        Book book;
        book.lane.spec.id = book.lane.spec.key = event.actor;
        book.lane.spec.kind = "actor";
        found = m_books.insert(m_books.end(), std::move(book));
    }
    found->lane.owner = text_of(field(event.values, "owner"));
    found->lane.joined_at = text_of(field(event.values, "host"));
}

void LaneBook::add(const Event& event)
{
    if (event.event == "joined" && event.command.empty())
        join(event);
    faults(event);
    of_actor(event);
    for (Book& book : m_books) {
        const LaneSpec& spec = book.lane.spec;
        if (spec.kind == "actor" || event.statement.empty())
            continue;
        if (spec.kind == "lock" || spec.kind == "task") {
            if (event.statement.starts_with(spec.kind + "."))
                of_lock(book, event);
        } else if (what_of(event) == spec.key || text_of(field(event.values, "resource")) == spec.key) {
            of_resource(book, event);
        }
    }
}

void LaneBook::faults(const Event& event)
{
    const std::string target = text_of(field(event.values, "target"));
    for (Book& book : m_books) {
        if (book.lane.spec.kind != "actor" || (target.empty() ? event.actor : target) != book.lane.spec.key)
            continue;
        if (is_one_of(event.event, {"frozen", "hung", "cut_off", "slowed", "crashed", "gone"})) {
            const bool dead = event.event == "crashed" || event.event == "gone";
            close(book, book.stopped, event.t);
            close(book, book.waiting, event.t);
            book.waiters.clear();
            while (dead && !book.leases.empty())
                drop(book, event, std::string(book.leases.begin()->first));
            book.stopped = span_of(dead ? SpanKind::dead : SpanKind::stopped, event);
        } else if (is_one_of(event.event, {"thawed", "reconnected", "joined"})) {
            close(book, book.stopped, event.t);
        }
    }
}

void LaneBook::of_actor(const Event& event)
{
    for (Book& book : m_books) {
        if (book.lane.spec.kind != "actor" || book.lane.spec.key != event.actor)
            continue;
        bool brief = false;
        if (!is_one_of(event.event, {"waits", "busy"}) && book.waiters.erase(event.thread) > 0 && book.waiters.empty())
            close(book, book.waiting, event.t);
        if (event.event == "acquired" || event.event == "began") {
            hold(book, event, what_of(event), token_label(event));
        } else if (event.event == "claimed") {
            for (const std::string& id : claimed(event))
                hold(book, event, id, id);
        } else if (event.event == "waits") {
            book.waiters.insert(event.thread);
            if (!book.waiting)
                book.waiting = span_of(SpanKind::waits, event);
        } else {
            brief = settle(book, event);
        }
        if (!event.quiet && !is_one_of(event.event, {"note", "finished", "started"})) {
            book.lane.marks.push_back(mark(event));
            // No bar shows what somebody writes who holds nothing.
            const bool has_bars = !book.lane.spans.empty() || !book.leases.empty() || book.waiting;
            book.lane.marks.back().alone = brief || is_noted(event) || (event.event == "written" && !has_bars);
        }
    }
}

// Applies what an actor does with a lease that it has; returns true as `drop`.
bool LaneBook::settle(Book& book, const Event& event)
{
    if (std::find(given_back.begin(), given_back.end(), event.event) != given_back.end())
        return drop(book, event, what_of(event)) && event.event != "released"; // nothing was done under it
    const auto lease = book.leases.find(what_of(event));
    if (lease == book.leases.end())
        return false;
    if (event.event == "renewed") {
        lease->second.expires = end_of(event);
        lease->second.renewed = event.t;
        lease->second.left.reset();
    } else if (event.event == "still_held") {
        lease->second.threads.erase(event.thread);
        if (lease->second.threads.empty()) // else another thread of the owner works on
            lease->second.left = event.t;
    }
    return false;
}

void LaneBook::cool(Book& book, const Event& event)
{
    drop(book, event, {});
    if (book.cooling && book.cooled && *book.cooled <= event.t)
        warm(book, event);
    if (!book.cooling)
        book.cooling = span_of(SpanKind::cooling, event);
    book.cooled = end_of(event);
}

void LaneBook::warm(Book& book, const Event& event)
{
    close(book, book.cooling, std::min(event.t, book.cooled.value_or(event.t)));
    book.cooled.reset();
}

void LaneBook::of_lock(Book& book, const Event& event)
{
    const auto names = event.event == "claimed" ? claimed(event) : std::vector{what_of(event)};
    if (std::find(names.begin(), names.end(), book.lane.spec.key) == names.end())
        return;
    if (event.event == "acquired" || event.event == "claimed") {
        warm(book, event);
        hold(book, event, {}, event.actor);
    } else if (event.event == "renewed") {
        if (const auto lease = book.leases.find(""); lease != book.leases.end()) {
            lease->second.expires = end_of(event);
            lease->second.renewed = event.t;
        }
        book.lane.marks.push_back(mark(event));
    } else if (is_one_of(event.event, {"released", "unlocked", "relocked", "advanced", "failed"})) {
        drop(book, event, {});
    } else if (event.event == "cooling") {
        cool(book, event);
    } else if (is_one_of(event.event, {"not_owner", "stale", "expired", "changed"})) {
        book.lane.marks.push_back(mark(event));
    }
}

// Ranks are given by the dozen and listed singly in the file; those of one instant get one mark.
void LaneBook::of_resource(Book& book, const Event& event)
{
    const auto& marks = book.lane.marks;
    const bool ranks = event.event == "ranked" && book.lane.spec.kind == "draw"
                       && (marks.empty() || marks.back().t != event.t || marks.back().event != "ranked");
    if (!event.quiet || ranks)
        book.lane.marks.push_back(mark(event));
}

std::vector<Lane> LaneBook::lanes(Duration clock) const
{
    std::vector<Lane> out;
    for (const Book& book : m_books) {
        Lane lane = book.lane;
        for (const auto& [what, lease] : book.leases)
            show(lane.spans, lease, clock, true, lane.spec.kind == "actor");
        for (const auto* span : {&book.waiting, &book.cooling, &book.stopped}) {
            if (!*span)
                continue;
            lane.spans.push_back(**span);
            lane.spans.back().until = clock;
        }
        if (book.cooling && book.cooled && *book.cooled <= clock) {
            const auto cooling = std::find_if(lane.spans.begin(), lane.spans.end(),
                                              [](const Span& span) { return span.kind == SpanKind::cooling && span.open; });
            cooling->until = *book.cooled;
            cooling->open = false;
        }
        std::stable_sort(lane.spans.begin(), lane.spans.end(), [](const Span& a, const Span& b) { return a.kind < b.kind; });
        out.push_back(std::move(lane));
    }
    return out;
}

} // namespace lockdesk::scenarios

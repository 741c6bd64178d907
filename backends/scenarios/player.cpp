// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/scenarios/player.h"

#include "backends/engine/text/text.h"
#include "backends/scenarios/event.h"

#include <algorithm>

namespace lockdesk::scenarios {

namespace {

constexpr int most_silent_steps = 200'000;

Player::Next wrong(const Instruction& instruction, const std::string& what)
{
    return {Player::Next::Kind::wrong, &instruction, {}, "line " + std::to_string(instruction.line) + ": " + what};
}

bool is_next(const Instruction& instruction, const Surroundings& around)
{
    if (!is_meant(instruction.only, around.variant))
        return false;
    return !instruction.when || instruction.when->holds(around.look_up);
}

} // namespace

Value as_written(const std::string& text)
{
    if (text == "true" || text == "false")
        return text == "true";
    if (const auto whole = parse_whole(text, "value"))
        return *whole;
    return text;
}

std::optional<Duration> span(const Value& value)
{
    if (const auto* us = std::get_if<std::int64_t>(&value))
        return Duration{*us};
    if (const auto* text = std::get_if<std::string>(&value))
        if (const auto duration = parse_duration(*text))
            return *duration;
    return std::nullopt;
}

std::optional<Duration> lesson_time(const Value& value)
{
    const auto out = span(value);
    return out && out->count() >= to_us(lesson_base) ? std::optional(*out - lesson_base.time_since_epoch()) : out;
}

const Instruction* Player::loop() const
{
    const auto found =
        std::find_if(m_frames.rbegin(), m_frames.rend(), [](const Frame& one) { return one.loop != nullptr; });
    return found == m_frames.rend() ? nullptr : found->loop;
}

Player::Next Player::next(const Surroundings& around)
{
    for (int steps = 0; !m_frames.empty(); ++steps) {
        Frame& frame = m_frames.back();
        if (steps > most_silent_steps)
            return wrong(*loop(), "this loop goes on without time passing"); // a program without a loop ends
        if (frame.before_round) {
            frame.before_round = false;
            if (!begin_round(frame, around))
                m_frames.pop_back();
            continue;
        }
        if (frame.at == frame.program->size()) {
            if (auto out = end_of_body(around))
                return *out;
            continue;
        }
        const Instruction& instruction = (*frame.program)[frame.at++];
        if (!is_next(instruction, around))
            continue;
        if (auto out = go_on(instruction, around))
            return *out;
    }
    return {};
}

std::optional<Player::Next> Player::go_on(const Instruction& instruction, const Surroundings& around)
{
    using Kind = Instruction::Kind;
    switch (instruction.kind) {
    case Kind::at: {
        const auto t = lesson_time(instruction.time->value(around.look_up));
        if (!t)
            return wrong(instruction, "'" + instruction.time->text() + "' is not a time");
        m_at = *t;
        return *t > around.now ? std::optional(Next{Next::Kind::sleep, &instruction, *t, {}}) : std::nullopt;
    }
    case Kind::sleep: {
        const auto d = span(instruction.time->value(around.look_up));
        if (!d || d->count() < 0)
            return wrong(instruction, "'" + instruction.time->text() + "' is not a duration");
        if (d->count() == 0)
            return std::nullopt;
        m_at.reset();
        return Next{Next::Kind::sleep, &instruction, around.now + *d * around.slow, {}};
    }
    case Kind::repeat: return begin_loop(instruction, around);
    case Kind::branch: {
        const Program& taken = instruction.condition->holds(around.look_up) ? instruction.body : instruction.otherwise;
        m_frames.push_back(Frame{&taken});
        return std::nullopt;
    }
    case Kind::set:
        for (const auto& [name, value] : instruction.set)
            around.assign(name, value.value(around.look_up));
        return std::nullopt;
    case Kind::leave: leave_loop(); return std::nullopt;
    case Kind::end: m_frames.clear(); return std::nullopt;
    default: m_at.reset(); return Next{Next::Kind::act, &instruction, {}, {}};
    }
}

// Returns the first of the ticks `tick`, `tick + every`, ... that has not passed.
Duration Player::tick_from(Duration tick, Duration every, Duration now)
{
    return tick >= now ? tick : tick + every * ((now - tick + every - Duration{1}) / every);
}

std::optional<Player::Next> Player::begin_loop(const Instruction& loop, const Surroundings& around)
{
    Frame frame{&loop.body};
    frame.loop = &loop;
    frame.tick = around.now;
    if (!loop.items.empty())
        frame.rounds = static_cast<std::int64_t>(loop.items.size());
    else if (loop.times)
        if (const auto times = span(loop.times->value(around.look_up)))
            frame.rounds = std::max<std::int64_t>(0, times->count());
    if (loop.time)
        frame.every = span(loop.time->value(around.look_up)).value_or(Duration{0});
    frame.before_round = true;
    // Like cron: an actor that starts after `at` keeps the same ticks.
    if (frame.every.count() > 0 && m_at)
        frame.tick = tick_from(*m_at, frame.every, around.now);
    m_at.reset();
    m_frames.push_back(frame);
    return frame.tick > around.now ? std::optional(Next{Next::Kind::sleep, &loop, frame.tick, {}}) : std::nullopt;
}

bool Player::begin_round(Frame& frame, const Surroundings& around) const
{
    const Instruction& loop = *frame.loop;
    if (frame.rounds >= 0 && frame.round >= frame.rounds)
        return false;
    if (!loop.items.empty())
        around.assign(loop.variable, as_written(fill_in(loop.items[static_cast<std::size_t>(frame.round)], around.look_up)));
    if (loop.condition && !loop.until && !loop.condition->holds(around.look_up))
        return false;
    frame.at = 0;
    return true;
}

std::optional<Player::Next> Player::end_of_body(const Surroundings& around)
{
    Frame& frame = m_frames.back();
    const bool over = frame.loop == nullptr || (frame.loop->until && frame.loop->condition->holds(around.look_up))
                      || (frame.rounds >= 0 && frame.round + 1 >= frame.rounds);
    if (over) {
        m_frames.pop_back();
        return std::nullopt;
    }
    ++frame.round;
    frame.before_round = true;
    if (frame.every.count() <= 0)
        return std::nullopt;
    // Like cron: skips the rounds that would have begun during this one.
    frame.tick = tick_from(frame.tick + frame.every, frame.every, around.now);
    return frame.tick > around.now ? std::optional(Next{Next::Kind::sleep, frame.loop, frame.tick, {}}) : std::nullopt;
}

void Player::leave_loop()
{
    while (!m_frames.empty()) {
        const bool loop = m_frames.back().loop != nullptr;
        m_frames.pop_back();
        if (loop)
            return;
    }
}

} // namespace lockdesk::scenarios

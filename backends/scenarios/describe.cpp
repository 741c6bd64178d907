// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/scenarios/describe.h"

#include "backends/scenarios/lesson.h"

#include <array>
#include <cstdio>

namespace lockdesk::scenarios {

namespace {

// Returns `x_s` for `x_us`: seconds since the lesson's start, or of a span.
Value seconds(const Event& event, std::string_view name)
{
    const std::string us = std::string(name.substr(0, name.size() - 2)) + "_us";
    Value value = field(event.values, us);
    if (us == "t_us")
        value = to_us(event.t);
    const auto* number = std::get_if<std::int64_t>(&value);
    if (number == nullptr)
        return {};
    const std::int64_t base = to_us(lesson_base);
    return seconds_text(Duration{*number >= base ? *number - base : *number});
}

const Text* text_for(const std::map<std::string, Text>& texts, const std::string& word)
{
    const auto found = texts.find(word);
    return found != texts.end() ? &found->second : nullptr;
}

// Whether a command was refused or changed nothing. The lesson's sentence for any word describes success and would be wrong
// then; a word that the lesson set itself is intended, as is that of a note.
bool came_to_nothing(const Event& event, const Instruction& step)
{
    return !event.named && step.kind != Instruction::Kind::note
           && (event.status != 0 || event.event == "error" || event.event == "nothing");
}

const Instruction* step_of(const Lesson* lesson, std::string_view variant, const Event& event)
{
    return lesson != nullptr && !event.step.empty() ? lesson->step(event.step, variant) : nullptr;
}

const Text* said(const Lesson* lesson, std::string_view variant, const Event& event)
{
    const Instruction* step = is_unreachable(event) ? nullptr : step_of(lesson, variant, event);
    const Text* own = step != nullptr ? text_for(step->say, event.event) : nullptr;
    return own != nullptr || step == nullptr || came_to_nothing(event, *step) ? own : text_for(step->say, "");
}

// Returns an actor's title, or its name.
std::string titled(const Lesson* lesson, const Value& name, std::string_view language)
{
    const std::string key = text_of(name);
    if (lesson != nullptr)
        for (const ActorSpec& actor : lesson->actors)
            if (actor.name == key && !actor.title.empty())
                return actor.title.in(language);
    return key;
}

// Words the reason why something was lost: a part of the engine gives the store's answer, or the text of a failure.
std::string reason_text(const std::string& reason, std::string_view language)
{
    struct Answer
    {
        std::string_view word, en, ko;
    };
    static constexpr std::array answers{Answer{"not_owner", "somebody else has it", "다른 쪽이 쥐고 있음"},
                                        Answer{"expired", "its lease was over", "임대가 이미 끝남"},
                                        Answer{"stale", "its token is old", "토큰이 오래됨"},
                                        Answer{"missing", "it is gone", "사라짐"}};
    constexpr std::string_view store_says = "the store says: ";
    if (reason.starts_with(store_says))
        for (const Answer& one : answers)
            if (one.word == std::string_view(reason).substr(store_says.size()))
                return std::string(language == "ko" ? one.ko : one.en);
    return reason;
}

} // namespace

std::string seconds_text(Duration d)
{
    char text[40];
    const double seconds = static_cast<double>(to_us(d)) / 1e6;
    (void)std::snprintf(text, sizeof text, to_us(d) % 100'000 == 0 ? "%.1f" : "%.3f", seconds);
    return text;
}

Value look_up(const Event& event, std::string_view name)
{
    if (name == "event")
        return event.event;
    if (name == "actor")
        return event.actor;
    if (name == "thread")
        return std::int64_t{event.thread};
    if (name == "step")
        return event.step;
    if (name == "result")
        return event.result;
    if (name == "status")
        return std::int64_t{event.status};
    if (name == "wrong")
        return event.wrong;
    if (name == "t")
        return to_us(event.t);
    Value value = field(event.values, name);
    if (std::holds_alternative<std::monostate>(value) && name.ends_with("_s"))
        return seconds(event, name);
    return value;
}

std::string describe(const Lesson* lesson, std::string_view variant, const Event& event, std::string_view language)
{
    const Text* own = said(lesson, variant, event);
    const std::string text = own != nullptr ? own->in(language) : general_sentence(event, language);
    return fill_in(text, [&](std::string_view name) -> Value {
        if (own == nullptr && (name == "target" || name == "actor"))
            return titled(lesson, look_up(event, name), language);
        if (name == "reason")
            return reason_text(text_of(look_up(event, name)), language);
        if (name != "t_token")
            return look_up(event, name);
        const Value token = field(event.values, "token");
        if (std::holds_alternative<std::monostate>(token))
            return {};
        return (language == "ko" ? ", 토큰 " : ", token ") + text_of(token);
    });
}

std::string explain(const Lesson* lesson, std::string_view variant, const Event& event, std::string_view language)
{
    const Instruction* step = is_unreachable(event) ? nullptr : step_of(lesson, variant, event);
    const Text* own = step != nullptr ? text_for(step->why, event.event) : nullptr;
    if (own == nullptr && step != nullptr)
        own = text_for(step->why, "");
    return own == nullptr ? std::string()
                          : fill_in(own->in(language), [&](std::string_view name) { return look_up(event, name); });
}

} // namespace lockdesk::scenarios

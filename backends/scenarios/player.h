// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/scenarios/program.h"

namespace lockdesk::scenarios {

/// The environment in which a program continues.
struct Surroundings
{
    std::string variant;
    Duration now{0};
    std::int64_t slow = 1; ///< factor for the length of sleeps
    Expression::LookUp look_up;
    std::function<void(const std::string&, Value)> assign;
};

/// One thread of a program: follows loops and branches to the next instruction for others to execute. Uses no store.
class Player
{
public:
    struct Next
    {
        enum class Kind {
            act,   ///< execute `instruction` now: run, note, fault, start, cancel, await
            sleep, ///< nothing before `until`
            ended,
            wrong, ///< the lesson cannot continue: `message`
        };
        Kind kind = Kind::ended;
        const Instruction* instruction = nullptr;
        Duration until{0};
        std::string message;
    };

    explicit Player(const Program& program) { m_frames.push_back(Frame{&program}); }
    Next next(const Surroundings& around);
    /// The innermost current loop; null: none.
    [[nodiscard]] const Instruction* loop() const;
    void end() { m_frames.clear(); }

private:
    struct Frame
    {
        const Program* program = nullptr;
        std::size_t at = 0;
        const Instruction* loop = nullptr;
        std::int64_t round = 0;
        std::int64_t rounds = -1; ///< -1: unlimited
        Duration tick{0};
        Duration every{0};
        bool before_round = false;
    };

    std::optional<Next> go_on(const Instruction& instruction, const Surroundings& around);
    std::optional<Next> begin_loop(const Instruction& loop, const Surroundings& around);
    std::optional<Next> end_of_body(const Surroundings& around);
    [[nodiscard]] bool begin_round(Frame& frame, const Surroundings& around) const;
    void leave_loop();
    [[nodiscard]] static Duration tick_from(Duration tick, Duration every, Duration now);

    std::vector<Frame> m_frames;
    std::optional<Duration> m_at; ///< the time of the last `at`, until something else is done
};

/// Parses a value of a lesson's variables: `3` is a number, `true` a truth value, anything else a text.
Value as_written(const std::string& text);
/// Returns microseconds since the lesson's start, for a time on the sandbox clock or since the start; nullopt: not a time.
std::optional<Duration> lesson_time(const Value& value);
/// Returns a span; also for texts such as `30s`.
std::optional<Duration> span(const Value& value);

} // namespace lockdesk::scenarios

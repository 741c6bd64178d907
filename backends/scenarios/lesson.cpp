// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/scenarios/lesson.h"

#include <algorithm>

namespace lockdesk::scenarios {

namespace {

// Empty `variant`: any.
const Instruction* find_step(const Program& program, std::string_view name, std::string_view variant)
{
    for (const Instruction& one : program) {
        if (!variant.empty() && !is_meant(one.only, variant))
            continue;
        if (one.step == name)
            return &one;
        for (const Program* below : {&one.body, &one.otherwise})
            if (const Instruction* found = find_step(*below, name, variant))
                return found;
    }
    return nullptr;
}

int first_sql_of(const Program& program)
{
    for (const Instruction& one : program) {
        if (!one.sql.empty())
            return one.line;
        for (std::size_t i = 0; i < one.commands.size(); ++i)
            if (one.commands[i] == "sql" || one.commands[i].starts_with("sql "))
                return one.command_lines[i];
        for (const ShownRow& row : one.show)
            if (row.entity == "row")
                return one.line;
        for (const Program* below : {&one.body, &one.otherwise})
            if (const int line = first_sql_of(*below); line > 0)
                return line;
    }
    return 0;
}

bool has_strategy(const Capabilities& can, std::string_view name)
{
    const std::vector<std::pair<std::string_view, ClaimStrategy>> words{{"atomic", ClaimStrategy::atomic},
                                                                        {"plain", ClaimStrategy::plain},
                                                                        {"skip-locked-2", ClaimStrategy::skip_locked_2},
                                                                        {"version", ClaimStrategy::version},
                                                                        {"none", ClaimStrategy::none}};
    return std::any_of(words.begin(), words.end(), [&](const auto& word) {
        return word.first == name
               && std::find(can.strategies.begin(), can.strategies.end(), word.second) != can.strategies.end();
    });
}

bool can_do(std::string_view word, const Capabilities& can)
{
    const bool sql = can.store == "sqlite" || can.store == "postgresql" || can.store == "mariadb";
    if (word == "locks")
        return true;
    if (word == "fence")
        return can.fence != FenceStrength::none;
    if (word == "tasks")
        return can.tasks;
    if (word == "records")
        return can.records;
    if (word == "outbox")
        return can.outbox;
    if (word == "draws")
        return can.draws;
    if (word == "session_locks")
        return can.session_locks;
    if (word == "skip_locked")
        return can.skip_locked;
    if (word == "hints")
        return can.hints;
    if (word == "fenced_writes")
        return can.fenced_writes;
    if (word == "sql" || word == "foreign_keys")
        return sql;
    if (word == "row_locks") // readers and writers wait for single rows
        return can.store == "postgresql" || can.store == "mariadb";
    if (word.starts_with("strategy:"))
        return has_strategy(can, word.substr(9));
    return word == can.store;
}

} // namespace

std::vector<ActorSpec> each_of_many(const ActorSpec& spec, std::int64_t processes)
{
    std::vector<ActorSpec> out;
    for (std::int64_t number = 1; number <= processes; ++number) {
        ActorSpec one = spec;
        one.name += "-" + std::to_string(number);
        one.set["number"] = std::to_string(number);
        auto titles = spec.title.all();
        for (auto& [language, title] : titles)
            title = fill_in(title, [number](std::string_view name) { return name == "number" ? Value{number} : Value{}; });
        one.title = Text(std::move(titles));
        out.push_back(std::move(one));
    }
    return out;
}

const Variant* Lesson::variant(std::string_view name) const
{
    const auto found = std::find_if(variants.begin(), variants.end(), [&](const Variant& one) { return one.name == name; });
    return found == variants.end() ? nullptr : &*found;
}

const Instruction* Lesson::step(std::string_view name, std::string_view variant) const
{
    for (const auto& [key, program] : programs)
        if (const Instruction* found = find_step(program, name, variant))
            return found;
    return nullptr;
}

bool Lesson::has_step(std::string_view name) const { return step(name, {}) != nullptr; }

bool is_meant(const std::vector<std::string>& only, std::string_view variant)
{
    return only.empty() || std::find(only.begin(), only.end(), variant) != only.end();
}

int Lesson::first_sql() const
{
    if (const int line = first_sql_of(setup); line > 0)
        return line;
    for (const auto& [key, program] : programs)
        if (const int line = first_sql_of(program); line > 0)
            return line;
    return 0;
}

std::vector<std::string> lacking(const std::vector<std::string>& needs, const Capabilities& can, bool has_redlock)
{
    std::vector<std::string> out;
    for (const std::string& need : needs) {
        bool one = false;
        for (std::size_t begin = 0; begin <= need.size();) {
            const auto end = std::min(need.find('|', begin), need.size());
            const auto word = std::string_view(need).substr(begin, end - begin);
            one = one || (word == redlock_need ? has_redlock : can_do(word, can));
            begin = end + 1;
        }
        if (!one)
            out.push_back(need);
    }
    return out;
}

const std::vector<std::string>& need_words()
{
    static const std::vector<std::string> all{"locks",
                                              "fence",
                                              "tasks",
                                              "records",
                                              "outbox",
                                              "draws",
                                              "session_locks",
                                              "skip_locked",
                                              "row_locks",
                                              "sql",
                                              "foreign_keys",
                                              "hints",
                                              "fenced_writes",
                                              "redlock",
                                              "strategy:atomic",
                                              "strategy:plain",
                                              "strategy:skip-locked-2",
                                              "strategy:version",
                                              "strategy:none",
                                              "sqlite",
                                              "postgresql",
                                              "redis",
                                              "mariadb",
                                              "mongodb"};
    return all;
}

bool needs_redlock(const Lesson& lesson, const Variant& variant)
{
    const auto names_it = [](const std::string& need) { return need.find(redlock_need) != std::string::npos; };
    return std::any_of(lesson.needs.begin(), lesson.needs.end(), names_it)
           || std::any_of(variant.needs.begin(), variant.needs.end(), names_it);
}

std::optional<Failure> unsupported(const Lesson& lesson, const Variant& variant, const Capabilities& can, bool has_redlock)
{
    std::vector<std::string> missing = lacking(lesson.needs, can, has_redlock);
    for (const std::string& one : lacking(variant.needs, can, has_redlock))
        missing.push_back(one);
    if (missing == std::vector<std::string>{std::string(redlock_need)} && can.sandbox && can.store != "memory")
        return Failure::unsupported("Lesson '" + lesson.id + "', variant '" + variant.name
                                    + "' needs several Redis servers beside the store; give them with --redlock "
                                      "redlock://h1:6379,h2:6379,h3:6379");
    if (missing.empty() && can.sandbox && can.store != "memory")
        return std::nullopt;
    std::string what;
    for (const std::string& one : missing)
        what += (what.empty() ? "" : ", ") + one;
    if (can.store == "memory")
        what = "a store that several processes share";
    else if (!can.sandbox)
        what = "a sandbox";
    return Failure::unsupported("Lesson '" + lesson.id + "', variant '" + variant.name + "' needs " + what + ": " + can.store
                                + " cannot do that.");
}

} // namespace lockdesk::scenarios

// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/human.h"

#include "backends/engine/text/shown_text.h"
#include "backends/json/json.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <chrono>

namespace lockdesk::ctl {

namespace {

constexpr std::int64_t second = 1'000'000;
constexpr std::int64_t year = 366 * 86400 * second;

std::string text(const Json& object, const char* key)
{
    const auto found = object.find(key);
    if (found == object.end() || found->is_null())
        return "";
    return found->is_string() ? found->get<std::string>() : found->dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::optional<std::int64_t> number(const Json& object, const char* key)
{
    const auto found = object.find(key);
    return found != object.end() && found->is_number_integer() ? std::optional(found->get<std::int64_t>()) : std::nullopt;
}

std::string count(std::int64_t n, const char* one) { return fmt::format("{} {}{}", n, one, n == 1 ? "" : "s"); }

// "for 12.3 s" or "until the day after tomorrow", on the store's clock.
std::string until(const Json& object, const char* key)
{
    const auto at = number(object, key);
    const auto now = number(object, "store_us");
    if (!at)
        return "for ever";
    if (!now || *at - *now > 100 * year)
        return *at > 100 * year ? "for ever" : "until " + human_time(*at, 0);
    if (*at <= *now)
        return fmt::format("expired {} ago", human_duration(*now - *at, true));
    return fmt::format("until {} ({})", human_time(*at, *now), human_duration(*at - *now));
}

std::string holder(const Json& line)
{
    const auto& who = line.at("holder");
    if (who.is_null())
        return "nobody holds it";
    Json timed = who;
    timed["store_us"] = line.at("store_us");
    return fmt::format("held by {}{} {}", text(who, "owner"),
                       text(who, "token").empty() ? "" : ", token " + text(who, "token") + ",", until(timed, "expires_us"));
}

std::string lock_sentence(const Json& line)
{
    const std::string name = text(line, "name"), result = text(line, "result"), op = text(line, "op");
    if (result == "acquired" || result == "renewed" || result == "still_held")
        return fmt::format("{}: {}, token {}, {}, {}", name, result == "still_held" ? "still held" : result,
                           text(line, "token").empty() ? "none" : text(line, "token"),
                           count(number(line, "holds").value_or(0), "hold"), until(line, "expires_us"));
    if (result == "cooling")
        return fmt::format("{}: cooling {}", name, until(line, "expires_us"));
    if (result == "busy")
        return fmt::format("{}: busy, {}", name, holder(line));
    if (result == "released" && op == "force-release")
        return fmt::format("{}: released{}{}", name,
                           text(line, "token").empty() ? "" : ", next token is above " + text(line, "token"),
                           number(line, "expires_us") ? ", cooling " + until(line, "expires_us") : "");
    if (op == "end-hold-off")
        return fmt::format("{}: {}", name,
                           result == "ended"                  ? "its hold-off is over, anyone may take it"
                           : number(line, "expires_us")       ? "changed; it is held off " + until(line, "expires_us")
                                                              : "changed; " + holder(line));
    if (result == "released")
        return fmt::format("{}: released", name);
    if (result == "not_owner")
        return fmt::format("{}: refused, {} is not the owner; {}", name, text(line, "owner"), holder(line));
    if (result == "stale")
        return fmt::format("{}: refused, token {} is stale; {}", name, text(line, "token"), holder(line));
    if (result == "expired")
        return fmt::format("{}: refused, the lease is over", name);
    return fmt::format("{}: {}; {}", name, result, holder(line));
}

// "done" is a state of tasks, so a step that was accepted is not called that.
std::string step_words(const std::string& result, bool has_owner)
{
    if (result == "done" || result.empty())
        return {};
    if (result == "not_owner")
        return has_owner ? "refused, another owner holds it" : "refused, no owner holds it; claim it first";
    if (result == "stale")
        return "refused, its token or phase is another one by now";
    if (result == "expired")
        return "refused, its lock is over";
    if (result == "changed")
        return "refused, it has changed since";
    return result == "missing" ? "no such task" : result;
}

std::string task_sentence(const Json& line)
{
    const std::string words = step_words(text(line, "result"), !text(line, "owner").empty());
    std::string out = text(line, "id");
    if (!words.empty())
        out += ": " + words;
    if (text(line, "kind").empty())
        return out;
    out += fmt::format("{} {} {} {}", words.empty() ? ":" : ";", text(line, "kind"), text(line, "phase"), text(line, "desired_state"));
    if (const auto at = number(line, "locked_at_us"); at && *at >= to_us(end_of_time))
        return out + ", failed too often: `task retry` makes it due";
    if (!text(line, "owner").empty())
        out += fmt::format(", {}, token {}", text(line, "owner"), text(line, "token"));
    if (const auto wait = number(line, "wait_us"))
        out += ", due in " + human_duration(*wait);
    return out;
}

// More than a year since 1970 is a time.
std::string time_or_duration(std::int64_t us)
{
    return us > -year && us < year ? human_duration(us) : rfc3339(us, false);
}

// Makes each value safe to show separately: JSON has its own escapes.
std::string pairs(const Json& object)
{
    std::string out = text(object, "type");
    for (const auto& [key, value] : object.items()) {
        if (key == "v" || key == "type" || key == "store_us" || value.is_null())
            continue;
        const bool timed = key.ends_with("_us") && value.is_number_integer();
        out += fmt::format("  {}: {}", shown(timed ? key.substr(0, key.size() - 3) : key),
                           timed && value.get<std::int64_t>() >= to_us(end_of_time) ? "forever"
                           : timed                   ? time_or_duration(value.get<std::int64_t>())
                           : value.is_string()       ? shown(value.get<std::string>())
                           : value.is_number_float() ? fmt::format("{:.2f}", value.get<double>())
                                                     : shown_json(text(object, key.c_str())));
    }
    return out;
}

std::string end_sentence(const Json& line)
{
    const auto rows = number(line, "rows").value_or(0);
    if (!line.at("truncated").get<bool>())
        return count(rows, "row");
    const auto about = number(line, "about");
    return fmt::format("the first {}{}; --limit shows more", count(rows, "row"),
                       about ? fmt::format(" of about {}", *about) : " of more");
}

std::string preview_lines(const Json& line)
{
    std::string out = "Will send:\n";
    for (const auto& command : line.at("commands"))
        out += "  " + shown_code(command.get<std::string>()) + '\n';
    if (text(line, "result") == "changed") // what is true of its holder says nothing about this command
        return out + "It would do nothing: the lock is not as the conditions say, or does not exist.";
    if (line.at("protection").is_null()) { // no old holder whose work could continue
        out.pop_back();
        return out;
    }
    return out
           + fmt::format("Wakes {}. {} Protection against the old holder: {}.",
                         count(number(line, "wakes").value_or(0), "waiter"),
                         line.at("may_run_twice").get<bool>() ? "The old holder is not stopped: its work may run twice."
                                                              : "Nothing runs twice.",
                         text(line, "protection"));
}

struct Painted
{
    const char* code;
    std::initializer_list<const char*> words;
};

} // namespace

std::string human_time(std::int64_t us, std::int64_t now_us)
{
    const auto whole = std::chrono::floor<std::chrono::seconds>(time_from_us(us));
    const bool same_day = us / (86400 * second) == now_us / (86400 * second);
    return same_day ? fmt::format("{:%H:%M:%S} UTC", whole) : fmt::format("{:%Y-%m-%d %H:%M:%S} UTC", whole);
}

std::string rfc3339(std::int64_t us, bool exact)
{
    // Beyond the year 9999 the format ends, and so does what a calendar can say.
    if (us >= 253'402'300'800 * second)
        return "never";
    if (exact)
        return fmt::format("{:%Y-%m-%dT%H:%M:%S}.{:03}Z", std::chrono::floor<std::chrono::seconds>(time_from_us(us)),
                           (us % second + second) % second / 1000);
    return fmt::format("{:%Y-%m-%dT%H:%M:%S}Z", std::chrono::floor<std::chrono::seconds>(time_from_us(us)));
}

std::string human_duration(std::int64_t us, bool coarse)
{
    if (us < 0)
        return "-" + human_duration(us == std::numeric_limits<std::int64_t>::min() ? -(us + 1) : -us, coarse);
    if (us >= 100 * year)
        return "for ever";
    if (coarse && us < 60 * second)
        return fmt::format("{} s", us / second);
    if (us == 0)
        return "0 s";
    if (us < 1000)
        return "under 1 ms";
    if (us < second)
        return fmt::format("{} ms", us / 1000);
    if (us < 60 * second)
        return fmt::format("{:.1f} s", static_cast<double>(us) / second);
    if (us < 3600 * second)
        return fmt::format("{} min {} s", us / (60 * second), us / second % 60);
    if (us < 86400 * second)
        return fmt::format("{} h {} min", us / (3600 * second), us / (60 * second) % 60);
    return fmt::format("{} d {} h", us / (86400 * second), us / (3600 * second) % 24);
}

std::string paint(const std::string& word, bool colour)
{
    static const Painted paints[] = {
        {"31", {"expired", "dead", "silent", "stale", "not_owner", "refused", "changed", "lost", "failed"}},
        {"33", {"busy", "cooling", "closing", "late", "conflict", "duplicate", "missing"}},
        {"32", {"acquired", "renewed", "released", "held", "live", "done", "admitted", "updated", "sent"}},
        {"36", {"due", "sending", "pending", "waiting"}},
    };
    if (colour)
        for (const Painted& one : paints)
            for (const char* known : one.words)
                if (word == known)
                    return fmt::format("\033[{}m{}\033[0m", one.code, word);
    return word;
}

std::string human_line(const Json& object, bool colour)
{
    const std::string type = text(object, "type");
    std::string out = type == "lock"      ? shown(lock_sentence(object))
                      : type == "task"    ? shown(task_sentence(object))
                      : type == "end"     ? end_sentence(object)
                      : type == "preview" ? preview_lines(object)
                                          : pairs(object);
    const std::string result = text(object, "result");
    const auto at = result.empty() ? std::string::npos : out.find(result);
    if (colour && at != std::string::npos)
        out.replace(at, result.size(), paint(result, true));
    return out;
}

} // namespace lockdesk::ctl

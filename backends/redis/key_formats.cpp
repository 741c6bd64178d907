// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/redis/key_formats.h"

#include "backends/engine/text/text.h"

#include <algorithm>
#include <array>
#include <cstdio>

namespace lockdesk::redis {

namespace {

using Kind = KeyFormat::Kind;

constexpr std::string_view done_mark = " (done)";
constexpr std::string_view redisson_channels = "redisson_lock__channel:";
constexpr std::string_view requests_keys = "lockdesk_requests:";
// A pointer or a cached text may have any length; an owner is short.
constexpr std::size_t longest_value = 512;

// Redisson's name: in a cluster the part in braces selects the server.
std::string with_braces(std::string_view prefix, std::string_view name)
{
    const std::string text(name);
    return std::string(prefix) + (name.find('{') == std::string_view::npos ? "{" + text + "}" : text);
}

bool is_hex(std::string_view text)
{
    return !text.empty()
           && std::all_of(text.begin(), text.end(), [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); });
}

// Keys that are certainly not locks of the format `string`: ours, and those of other formats.
bool belongs_to_others(std::string_view key, std::string_view value)
{
    constexpr std::array<std::string_view, 5> prefixes{"lockdesk:", requests_keys, "redisson_", "lock-signal:", "unacked"};
    if (std::any_of(prefixes.begin(), prefixes.end(), [&](auto prefix) { return key.starts_with(prefix); }))
        return true;
    return value.starts_with("ADDED:") || key.find(":rwlock_timeout:") != std::string_view::npos;
}

// A list shows a lock without an end only when its value looks like a library's token: 32 hex digits (redis-py,
// node-redlock), a UUID, or 16 bytes in base64.
bool looks_like_token(std::string_view v)
{
    if (v.size() == 32)
        return is_hex(v);
    if (v.size() == 36)
        return v[8] == '-' && v[13] == '-' && v[18] == '-' && v[23] == '-';
    return v.size() == 24 && v.ends_with("==");
}

std::optional<TimePoint> parse_stamp(const std::string& text)
{
    int y = 0, mo = 0, d = 0, h = 0, mi = 0, s = 0, ms = 0;
    if (text.size() < 24 || text.back() != 'Z'
        || std::sscanf(text.c_str(), "%d-%2d-%2dT%2d:%2d:%2d.%3d", &y, &mo, &d, &h, &mi, &s, &ms) != 7)
        return std::nullopt;
    const std::chrono::year_month_day day{std::chrono::year{y}, std::chrono::month{static_cast<unsigned>(mo)},
                                          std::chrono::day{static_cast<unsigned>(d)}};
    if (!day.ok())
        return std::nullopt;
    const auto at = std::chrono::sys_days{day} + std::chrono::hours{h} + std::chrono::minutes{mi} + std::chrono::seconds{s}
                    + std::chrono::milliseconds{ms};
    return time_from_us(std::chrono::duration_cast<std::chrono::microseconds>(at.time_since_epoch()).count());
}

// A UUID of version 1 contains its time of creation.
std::optional<TimePoint> uuid1_time(std::string_view v)
{
    if (v.size() != 32 || !is_hex(v) || v[12] != '1' || std::string_view("89ab").find(v[16]) == std::string_view::npos)
        return std::nullopt;
    const std::string digits = std::string(v.substr(13, 3)) + std::string(v.substr(8, 4)) + std::string(v.substr(0, 8));
    constexpr std::int64_t epoch = 0x01B21DD213814000; // 1970 in units of 100 ns since 1582
    return time_from_us((static_cast<std::int64_t>(std::stoull(digits, nullptr, 16)) - epoch) / 10);
}

bool decode_string(const KeySeen& seen, bool asked, LockRow& row)
{
    const auto value = seen.value.text();
    if (value.empty() || value.size() > longest_value)
        return false;
    if (!asked && (belongs_to_others(seen.key, value) || (seen.ends_ms < 0 && !looks_like_token(value))))
        return false;
    row.owner = value;
    row.holds = 1;
    row.acquired_at = uuid1_time(value);
    if (!is_utf8(value))
        row.doubt = "value";
    row.raw = "{\"value\":" + json_quote(value) + "}";
    return true;
}

bool decode_shedlock(const KeySeen& seen, bool asked, LockRow& row)
{
    const auto text = seen.value.text();
    if (text.empty() || (!asked && !text.starts_with("ADDED:")))
        return false;
    auto value = parse_shed_value(text);
    std::string raw = "{\"value\":" + json_quote(text);
    if (value.done) {
        row.last_owner = value.owner;
        row.cooling_until = std::exchange(row.expires_at, std::nullopt);
    } else {
        row.owner = value.owner;
        row.holds = 1;
        row.acquired_at = value.begin;
        raw += ",\"note\":\"held, or kept by at-least-for after its work: ShedLock does not say which\"";
    }
    row.raw = raw + "}";
    return true;
}

bool decode_redisson(const KeySeen& seen, bool asked, LockRow& row)
{
    bool shared = false;
    bool odd = false;
    std::string raw = "{";
    for (std::size_t i = 0; i + 1 < seen.value.size(); i += 2) {
        const auto field = seen.value[i].text();
        const auto count = seen.value[i + 1].number();
        raw += (i > 0 ? "," : "") + json_quote(field) + ":" + json_quote(seen.value[i + 1].text());
        if (field == "mode") {
            shared = true;
            continue;
        }
        odd = odd || !count || *count < 1;
        row.owner += (row.owner.empty() ? "" : " ") + std::string(field);
        row.holds = to_us(lockdesk::add(Duration{row.holds}, Duration{count.value_or(0)})); // saturates
    }
    row.raw = raw + "}";
    // Any hash may be unrelated data: a list shows only those that look like a lock.
    const bool lock_like = seen.value.size() == 2 && seen.ends_ms >= 0 && !seen.key.starts_with("lockdesk:");
    if (row.owner.empty() || (!asked && (odd || (!shared && !lock_like))))
        return false;
    if (odd)
        row.doubt = "count";
    return true;
}

} // namespace

std::string KeyFormat::pattern() const
{
    std::string out;
    for (const char c : prefix) {
        if (std::string_view("*?[]\\^-").find(c) != std::string_view::npos)
            out += '\\';
        out += c;
    }
    return out + "*";
}

std::string KeyFormat::channels() const { return kind == Kind::redisson ? std::string(redisson_channels) : std::string(); }

std::string KeyFormat::channel(std::string_view name) const
{
    return kind == Kind::redisson ? with_braces(redisson_channels, name) : std::string();
}

std::string requests_key(std::string_view name) { return with_braces(requests_keys, name); }
std::string fair_queue_key(std::string_view name) { return with_braces("redisson_lock_queue:", name); }

bool is_key_source(std::string_view source)
{
    const auto word = source.substr(0, source.find(':'));
    return word == "string" || word == "redisson" || word == "shedlock";
}

Answer<KeyFormat> parse_key_source(std::string_view source)
{
    const auto colon = source.find(':');
    KeyFormat format;
    format.source = source.substr(0, colon);
    auto rest = colon == std::string_view::npos ? std::string_view{} : source.substr(colon + 1);
    format.kind = format.source == "redisson" ? Kind::redisson : format.source == "shedlock" ? Kind::shedlock : Kind::string;
    std::string environment = "default", prefix = "job-lock";
    while (!rest.empty()) {
        const auto end = std::min(rest.find(','), rest.size());
        const auto option = rest.substr(0, end);
        rest.remove_prefix(std::min(end + 1, rest.size()));
        const auto value = option.substr(std::min(option.find('=') + 1, option.size()));
        if (format.kind == Kind::shedlock && option.starts_with("environment=") && !value.empty())
            environment = value;
        else if (format.kind == Kind::shedlock && option.starts_with("prefix=") && !value.empty())
            prefix = value;
        else
            return Failure::usage("unknown option '" + to_valid_utf8(option) + "' of " + format.source + " on Redis"
                                  + (format.kind == Kind::shedlock ? "; environment=NAME and prefix=TEXT are known" : ""));
    }
    if (format.kind == Kind::shedlock)
        format.prefix = prefix + ":" + environment + ":";
    return format;
}

std::string shedlock_id(const RequestId& request)
{
    const auto digest = sha256(request.str());
    const std::string digits = hex(digest.data(), 16);
    return digits.substr(0, 8) + "-" + digits.substr(8, 4) + "-" + digits.substr(12, 4) + "-" + digits.substr(16, 4) + "-"
           + digits.substr(20);
}

ShedValue parse_shed_value(std::string_view value)
{
    constexpr std::string_view head = "ADDED:";
    const auto at = value.find('@');
    const auto colon = value.rfind(':');
    if (!value.starts_with(head) || at == std::string_view::npos || colon < at)
        return {std::string(value), {}, {}, false};
    ShedValue out;
    out.begin = parse_stamp(std::string(value.substr(head.size(), at - head.size())));
    out.owner = value.substr(at + 1, colon - at - 1);
    out.id = value.substr(colon + 1);
    out.done = out.owner.ends_with(done_mark);
    if (out.done)
        out.owner.resize(out.owner.size() - done_mark.size());
    return out;
}

std::optional<LockRow> key_row(const KeyFormat& format, const KeySeen& seen, TimePoint now, bool asked)
{
    LockRow row;
    row.source = format.source;
    if (!seen.key.starts_with(format.prefix))
        return std::nullopt;
    row.name = seen.key.substr(format.prefix.size()); // any bytes: Java programs write serialised objects
    row.waiters = seen.listeners;
    // An application's "forever" may exceed the range of microseconds.
    if (seen.ends_ms >= 0)
        row.expires_at = time_from_us(std::min(seen.ends_ms, to_us(end_of_time) / 1000) * 1000);
    if (row.expires_at && *row.expires_at <= now)
        return std::nullopt; // the server is about to remove it
    const bool is_lock = format.kind == Kind::string     ? decode_string(seen, asked, row)
                         : format.kind == Kind::redisson ? decode_redisson(seen, asked, row)
                                                         : decode_shedlock(seen, asked, row);
    if (!is_lock || row.name.empty())
        return std::nullopt;
    if (!is_utf8(row.name))
        row.doubt += row.doubt.empty() ? "name" : ", name";
    return row;
}

std::vector<std::string> key_release_words(const KeyFormat& format, const std::string& name, const std::string& value,
                                           const std::optional<TimePoint>& ends)
{
    const std::string key = format.key(name);
    const std::string end = ends ? std::to_string(to_us(*ends) / 1000) : std::string();
    if (format.kind == Kind::redisson) {
        const std::string script =
            "if redis.call('TYPE',KEYS[1]).ok~='hash' or redis.call('HEXISTS',KEYS[1],ARGV[1])==0"
            + std::string(ends ? " or redis.call('PEXPIRETIME',KEYS[1])~=tonumber(ARGV[4])" : "")
            + " then return 0 end if redis.call('HLEN',KEYS[1])~=1 or not tonumber(redis.call('HGET',KEYS[1],ARGV[1])) then "
              "return -1 end redis.call('DEL',KEYS[1]) redis.call(ARGV[3],KEYS[2],ARGV[2]) if "
              "redis.call('TYPE',KEYS[3]).ok=='list' then "
              "for _,w in ipairs(redis.call('LRANGE',KEYS[3],0,99)) do redis.call(ARGV[3],KEYS[2]..':'..w,ARGV[2]) end end "
              "return 1";
        std::vector<std::string> words{"EVAL", script, "3",      key, format.channel(name), fair_queue_key(name),
                                       value,  "0",    "publish"};
        if (ends)
            words.push_back(end);
        return words;
    }
    const std::string script = "if redis.call('GET',KEYS[1])==ARGV[1]"
                               + std::string(ends ? " and redis.call('PEXPIRETIME',KEYS[1])==tonumber(ARGV[2])" : "")
                               + " then return redis.call('DEL',KEYS[1]) else return 0 end";
    std::vector<std::string> words{"EVAL", script, "1", key, value};
    if (ends)
        words.push_back(end);
    return words;
}

} // namespace lockdesk::redis

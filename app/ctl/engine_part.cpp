// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/engine_part.h"

#include "app/ctl/command.h"
#include "backends/engine/contracts/locks.h"
#include "backends/engine/runners/guarded_relay.h"
#include "backends/engine/text/text.h"

#include <algorithm>
#include <map>
#include <vector>

namespace lockdesk::ctl {

namespace {

constexpr Duration shortest_interval = std::chrono::milliseconds{10}, longest_interval = std::chrono::hours{24};

using Options = std::map<std::string, std::string, std::less<>>;

Answer<Options> read_options(std::span<const std::string> words, const std::vector<std::string>& known)
{
    Options out;
    for (std::size_t i = 0; i < words.size(); ++i) {
        std::string name = words[i];
        const auto sign = name.find('=');
        std::optional<std::string> value;
        if (sign != std::string::npos) {
            value = name.substr(sign + 1);
            name.erase(sign);
        }
        if (std::find(known.begin(), known.end(), name) == known.end())
            return Failure::usage("'" + name + "' is no option of it in lessons");
        if (!value) {
            if (++i == words.size())
                return Failure::usage(name + " needs a value");
            value = words[i];
        }
        if (!out.emplace(name, *value).second)
            return Failure::usage(name + " stands there twice");
    }
    return out;
}

class Reader
{
public:
    Reader(Options options, bool any_values) : m_options(std::move(options)), m_any_values(any_values) {}

    bool has(std::string_view name) const { return m_options.find(name) != m_options.end(); }
    std::string text(std::string_view name) const { return m_options.find(name)->second; }
    [[nodiscard]] bool is_known(std::string_view name) const
    {
        return has(name) && !(m_any_values && text(name).find(not_known_yet) != std::string::npos);
    }
    void duration(std::string_view name, Duration& out)
    {
        if (!is_known(name))
            return;
        if (const auto read = parse_duration(text(name)))
            out = *read;
        else
            fail(read.failure());
    }
    /// Turns of zero length would never advance the lesson's clock.
    void interval(std::string_view name, Duration& out)
    {
        duration(name, out);
        if (is_known(name) && (out < shortest_interval || out > longest_interval))
            fail(Failure::usage(std::string(name) + " is between 10ms and 1d in lessons"));
    }
    void lease(std::string_view name, Duration& out)
    {
        duration(name, out);
        if (auto defect = check_lease(out); defect && is_known(name))
            fail(*defect);
    }
    void fail(Failure failure)
    {
        if (!m_failure)
            m_failure = std::move(failure);
    }
    [[nodiscard]] const std::optional<Failure>& failure() const { return m_failure; }

private:
    Options m_options;
    bool m_any_values;
    std::optional<Failure> m_failure;
};

Answer<LockName> read_name(std::span<const std::string> words, bool any_values, const char* usage)
{
    if (words.empty() || words.front().starts_with('-'))
        return Failure::usage(std::string("write: ") + usage);
    const bool known = !any_values || words.front().find(not_known_yet) == std::string::npos;
    return LockName::parse(known ? words.front() : "name");
}

Answer<EnginePart> read_lead(std::span<const std::string> words, bool any_values)
{
    const auto name = read_name(words, any_values, "lead NAME --lease D --interval D");
    if (!name)
        return name.failure();
    auto options = read_options(words.subspan(1), {"--lease", "--interval"});
    if (!options)
        return options.failure();
    Reader reader(std::move(*options), any_values);
    EnginePart out{.kind = EnginePart::Kind::lead, .lock = *name};
    reader.lease("--lease", out.lease);
    reader.interval("--interval", out.interval);
    if (reader.failure())
        return *reader.failure();
    return out;
}

Answer<EnginePart> read_hold(std::span<const std::string> words, bool any_values)
{
    const auto name = read_name(words, any_values, "hold NAME --lease D --wait D");
    if (!name)
        return name.failure();
    auto options = read_options(words.subspan(1), {"--lease", "--wait"});
    if (!options)
        return options.failure();
    Reader reader(std::move(*options), any_values);
    EnginePart out{.kind = EnginePart::Kind::hold, .lock = *name};
    reader.lease("--lease", out.lease);
    reader.duration("--wait", out.wait);
    if (reader.failure())
        return *reader.failure();
    return out;
}

Answer<EnginePart> read_relay(std::span<const std::string> words, bool any_values)
{
    auto options = read_options(words, {"--guard", "--lock", "--at-most", "--fixed-delay", "--lease"});
    if (!options)
        return options.failure();
    Reader reader(std::move(*options), any_values);
    EnginePart out{.kind = EnginePart::Kind::relay, .lock = default_relay_lock(std::nullopt)};
    if (reader.is_known("--lock")) {
        const auto name = LockName::parse(reader.text("--lock"));
        if (!name)
            return name.failure();
        out.lock = *name;
    }
    if (reader.is_known("--guard")) {
        const auto kind = parse_guard_kind(reader.text("--guard"));
        if (!kind)
            return kind.failure();
        out.guard = *kind;
    }
    reader.lease("--at-most", out.lease);
    reader.interval("--fixed-delay", out.interval);
    if (reader.has("--lease")) {
        Duration lease = std::chrono::seconds{30};
        reader.lease("--lease", lease);
        out.message_lease = lease;
    }
    if (reader.failure())
        return *reader.failure();
    return out;
}

} // namespace

Answer<EnginePart> parse_engine_part(std::span<const std::string> words, bool any_values)
{
    if (!words.empty() && words.front() == "lead")
        return read_lead(words.subspan(1), any_values);
    if (!words.empty() && words.front() == "relay")
        return read_relay(words.subspan(1), any_values);
    if (!words.empty() && words.front() == "hold")
        return read_hold(words.subspan(1), any_values);
    return Failure::usage("the engine plays these parts in lessons: lead, relay, hold");
}

} // namespace lockdesk::ctl

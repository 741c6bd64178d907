// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/common/connections.h"

#include "backends/engine/runners/retention.h"
#include "backends/engine/text/text.h"
#include "backends/json/json.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <fcntl.h>
#include <fstream>
#include <iterator>
#include <pwd.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <system_error>
#include <thread>
#include <unistd.h>
#include <utility>

namespace lockdesk::app {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr auto change_patience = std::chrono::seconds{5};
constexpr auto change_pause = std::chrono::milliseconds{10};

std::string environment(const char* name)
{
    const char* value = std::getenv(name);
    return value != nullptr ? value : "";
}

Failure file_failure(const fs::path& file, const std::string& what)
{
    return Failure::usage("The saved connections in " + to_valid_utf8(file.string()) + " " + what);
}

// What another user may change chooses the store for this one.
std::optional<Failure> foreign_hands(const fs::path& file)
{
    struct stat is
    {
    };
    if (::stat(file.c_str(), &is) != 0)
        return std::nullopt; // opening it says why
    if (!S_ISREG(is.st_mode))
        return file_failure(file, "are not in a file. Move what stands in its place.");
    if ((is.st_mode & S_IWOTH) != 0)
        return file_failure(file, "can be written by every user. Run chmod o-w on the file.");
    if (::geteuid() != 0 && is.st_uid != ::geteuid() && is.st_uid != 0) // under sudo, root works in the caller's home
        return file_failure(file, "belong to another user. Copy the file, or run chown on it.");
    return std::nullopt;
}

// Replaces the file at once; nobody else can read it at any time.
Answer<Done> write_privately(const fs::path& file, const std::string& text)
{
    std::error_code error;
    fs::create_directories(file.parent_path(), error);
    std::string fresh = file.string() + ".XXXXXX";
    const int opened = ::mkstemp(fresh.data()); // mode 0600
    if (opened < 0)
        return file_failure(file, "cannot be written. Check the folder's permissions and space.");
    const bool written = ::write(opened, text.data(), text.size()) == static_cast<ssize_t>(text.size()) && ::fsync(opened) == 0;
    ::close(opened);
    if (!written) {
        fs::remove(fresh, error);
        return file_failure(file, "cannot be written. Check the folder's permissions and space.");
    }
    fs::rename(fresh, file, error);
    if (error)
        return file_failure(file, "cannot be replaced: " + error.message() + ".");
    return Done{};
}

/// An exclusive lock beside the file, which itself is replaced. Given back with this object.
class ChangeLock
{
public:
    explicit ChangeLock(const fs::path& file)
    {
        std::error_code error;
        fs::create_directories(file.parent_path(), error);
        m_file = ::open((file.string() + ".lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    }
    ~ChangeLock()
    {
        if (m_file >= 0)
            ::close(m_file);
    }
    ChangeLock(const ChangeLock&) = delete;
    ChangeLock& operator=(const ChangeLock&) = delete;

    /// A blocking flock() would wait for as long as a stopped process holds it.
    bool take()
    {
        const auto deadline = std::chrono::steady_clock::now() + change_patience;
        while (m_file < 0 || ::flock(m_file, LOCK_EX | LOCK_NB) != 0) {
            if (m_file < 0 || (errno != EWOULDBLOCK && errno != EINTR) || std::chrono::steady_clock::now() >= deadline)
                return false;
            std::this_thread::sleep_for(change_pause);
        }
        return true;
    }

private:
    int m_file = -1;
};

// The limits of findings in the file: those that differ from the usual ones, under these names.
constexpr std::pair<const char*, Duration FindingLimits::*> spans_of_limits[]{
    {"oldest_message", &FindingLimits::oldest_message},
    {"starving_after", &FindingLimits::starving_after},
    {"overdue_without_habit", &FindingLimits::overdue_without_habit},
    {"clock_offset", &FindingLimits::clock_offset},
    {"clock_uncertainty", &FindingLimits::clock_uncertainty}};
constexpr std::pair<const char*, int FindingLimits::*> numbers_of_limits[]{
    {"overdue_times", &FindingLimits::overdue_times}, {"missed_periods", &FindingLimits::missed_periods}};

// Nullopt: one of them is no such limit.
std::optional<FindingLimits> limits_in(const Json& json)
{
    FindingLimits limits;
    if (!json.is_object())
        return std::nullopt;
    for (const auto& [name, value] : json.items()) {
        const auto same = [key = name](const auto& one) { return key == one.first; };
        const auto span = std::find_if(std::begin(spans_of_limits), std::end(spans_of_limits), same);
        const auto number = std::find_if(std::begin(numbers_of_limits), std::end(numbers_of_limits), same);
        if (span != std::end(spans_of_limits) && value.is_string()) {
            const auto read = parse_duration(value.get<std::string>());
            if (!read || *read < shortest_finding_limit || *read > longest_finding_limit)
                return std::nullopt;
            limits.*(span->second) = *read;
        } else if (number != std::end(numbers_of_limits) && value.is_number_integer()) {
            const auto read = value.get<std::int64_t>();
            if (read < 1 || read > most_finding_times)
                return std::nullopt;
            limits.*(number->second) = static_cast<int>(read);
        } else {
            return std::nullopt;
        }
    }
    return limits;
}

Json json_of(const FindingLimits& limits)
{
    const FindingLimits usual;
    Json out = Json::object();
    for (const auto& [name, member] : spans_of_limits)
        if (limits.*member != usual.*member)
            out[name] = duration_text(limits.*member);
    for (const auto& [name, member] : numbers_of_limits)
        if (limits.*member != usual.*member)
            out[name] = limits.*member;
    return out;
}

std::string text_of(const Json& object, const char* key, std::string otherwise = {})
{
    const auto found = object.find(key);
    return found != object.end() && found->is_string() ? found->get<std::string>() : std::move(otherwise);
}

} // namespace

std::filesystem::path connections_file()
{
    fs::path base = environment("XDG_CONFIG_HOME");
    if (!base.is_absolute())
        base = fs::path(environment("HOME").empty() ? "/" : environment("HOME")) / ".config";
    return base / "lockdesk" / "connections.json";
}

std::filesystem::path chosen_file() { return connections_file().replace_filename("chosen"); }

Answer<std::string> chosen_connection(const fs::path& file)
{
    std::error_code error;
    if (!fs::exists(file, error))
        return std::string();
    if (auto failure = foreign_hands(file))
        return *failure;
    std::ifstream in(file);
    std::string name;
    std::getline(in, name);
    return name;
}

Answer<Done> choose_connection(const std::string& name, const fs::path& file)
{
    std::error_code error;
    if (!name.empty())
        return write_privately(file, name + '\n');
    if (!fs::remove(file, error) && error)
        return file_failure(file, "cannot be removed: " + error.message() + ".");
    return Done{};
}

Answer<std::vector<SavedConnection>> load_connections(const fs::path& file)
{
    std::vector<SavedConnection> out;
    std::error_code error;
    if (!fs::exists(file, error))
        return out;
    if (auto failure = foreign_hands(file))
        return *failure;
    std::ifstream in(file);
    const Json all = read_json<Json>(std::string(std::istreambuf_iterator<char>(in), {}));
    if (all.is_discarded() || !all.is_object() || !all.contains("connections") || !all["connections"].is_array())
        return file_failure(file, "are not readable as JSON with a list \"connections\". Mend or remove the file.");
    for (const Json& one : all["connections"]) {
        if (!one.is_object() || text_of(one, "name").empty() || text_of(one, "url").empty())
            return file_failure(file, "have an entry without name or url. Mend or remove it.");
        SavedConnection saved{
            text_of(one, "name"),     text_of(one, "url"), text_of(one, "environment", "development"), false, {},
            text_of(one, "retention")};
        saved.group = text_of(one, "group");
        const auto read_only = one.find("read_only");
        saved.read_only = read_only != one.end() && read_only->is_boolean() && read_only->get<bool>();
        if (const auto sources = one.find("sources"); sources != one.end() && sources->is_array())
            for (const Json& source : *sources)
                if (source.is_string())
                    saved.sources.push_back(source.get<std::string>());
        if (!saved.retention.empty())
            if (const auto kept = parse_retention(saved.retention); !kept)
                return file_failure(file,
                                    "have an entry '" + to_valid_utf8(saved.name) + "': " + kept.failure().message + ".");
        if (const auto limits = one.find("findings"); limits != one.end()) {
            const auto read = limits_in(*limits);
            if (!read)
                return file_failure(file, "have an entry '" + to_valid_utf8(saved.name)
                                              + "' whose \"findings\" are not limits. Mend or remove them.");
            saved.findings = *read;
        }
        out.push_back(std::move(saved));
    }
    return out;
}

Answer<Done> save_connections(const std::vector<SavedConnection>& connections, const fs::path& file)
{
    Json list = Json::array();
    for (const SavedConnection& one : connections) {
        const auto url = StoreUrl::parse(one.url);
        if (!url)
            return url.failure();
        if (auto failure = not_to_be_saved(*url))
            return *failure;
        Json entry{{"name", one.name},
                   {"url", url->without_password()},
                   {"environment", one.environment},
                   {"read_only", one.read_only}};
        if (!one.sources.empty())
            entry["sources"] = one.sources;
        if (!one.retention.empty())
            entry["retention"] = one.retention;
        if (!one.group.empty())
            entry["group"] = one.group;
        if (!(one.findings == FindingLimits{}))
            entry["findings"] = json_of(one.findings);
        list.push_back(std::move(entry));
    }
    const std::string text = Json{{"connections", std::move(list)}}.dump(2, ' ', false, Json::error_handler_t::replace);
    return write_privately(file, text + '\n');
}

Answer<std::vector<SavedConnection>>
change_connections(const std::function<std::optional<Failure>(std::vector<SavedConnection>&)>& change, const fs::path& file)
{
    ChangeLock lock(file);
    if (!lock.take())
        return file_failure(file, "are being changed by another program, or their folder cannot be written.");
    auto all = load_connections(file);
    if (!all)
        return all;
    if (auto refused = change(*all))
        return *refused;
    if (const auto saved = save_connections(*all, file); !saved)
        return saved.failure();
    return all;
}

std::optional<Failure> not_to_be_saved(const StoreUrl& url)
{
    const auto secrets = url.secret_options();
    if (secrets.empty())
        return std::nullopt;
    return Failure::usage(
        "The address holds '" + secrets.front()
        + "', a secret that is not saved. Use a file without a password, or what the store's own client reads.");
}

std::string operator_name()
{
    std::string user = environment("USER");
    if (const passwd* entry = getpwuid(geteuid()); entry != nullptr && entry->pw_name != nullptr)
        user = entry->pw_name;
    char host[256] = {};
    if (gethostname(host, sizeof host - 1) != 0)
        host[0] = '\0';
    return to_valid_utf8(user + "@" + (host[0] != '\0' ? host : "localhost"));
}

} // namespace lockdesk::app

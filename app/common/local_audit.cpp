// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/common/local_audit.h"

#include "backends/engine/contracts/evidence.h"
#include "backends/engine/text/shown_text.h"
#include "backends/engine/text/text.h"
#include "backends/json/json.h"

#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <fcntl.h>
#include <fstream>
#include <map>
#include <optional>
#include <sys/file.h>
#include <sys/stat.h>
#include <system_error>
#include <thread>
#include <unistd.h>

namespace lockdesk::app {

namespace {

using AuditJson = nlohmann::ordered_json;

constexpr auto audit_lock_patience = std::chrono::seconds{2};
constexpr auto audit_lock_pause = std::chrono::milliseconds{5};
constexpr std::size_t longest_audit_text = longest_evidence;
constexpr int most_audit_rounds = 20; // others may rotate the file repeatedly

class AuditFd
{
public:
    explicit AuditFd(int fd) : m_fd(fd) {}
    ~AuditFd()
    {
        if (m_fd >= 0)
            ::close(m_fd);
    }
    AuditFd(const AuditFd&) = delete;
    AuditFd& operator=(const AuditFd&) = delete;
    [[nodiscard]] int get() const { return m_fd; }

private:
    int m_fd;
};

Failure audit_failure(const std::filesystem::path& file, int error)
{
    const std::string why = error == EWOULDBLOCK ? "another program has it locked" : std::generic_category().message(error);
    return Failure::internal("the local audit " + to_valid_utf8(file.string()) + " cannot be written: " + why)
        .with_code(std::to_string(error))
        .in_statement("local audit");
}

std::string cut(const std::string& text)
{
    return to_valid_utf8(std::string_view(readable(text)).substr(0, longest_audit_text));
}

// Escapes to ASCII, so that a line of the file is a single harmless line in every terminal.
std::string line_of(const LocalAuditRow& entry)
{
    const AuditRow& row = entry.row;
    const AuditJson line{{"v", 1},
                         {"at_us", to_us(row.at)},
                         {"store", cut(entry.store)},
                         {"source", cut(entry.source)},
                         {"who", cut(row.who)},
                         {"action", cut(row.action)},
                         {"of", cut(row.entity)},
                         {"key", cut(row.key)},
                         {"reason", cut(row.reason)},
                         {"evidence", cut(row.evidence)},
                         {"command", cut(row.command)},
                         {"result", cut(row.result)},
                         {"in_store", entry.in_store},
                         {"pid", ::getpid()}};
    return line.dump(-1, ' ', true, AuditJson::error_handler_t::replace) + "\n";
}

std::optional<LocalAuditRow> entry_of(const std::string& text)
{
    const auto line = read_json<AuditJson>(text);
    if (!line.is_object() || !line.contains("at_us") || !line["at_us"].is_number_integer())
        return std::nullopt;
    const auto word = [&](const char* key) {
        const auto found = line.find(key);
        return found != line.end() && found->is_string() ? found->get<std::string>() : std::string();
    };
    const auto in_store = line.find("in_store"); // missing in older lines
    LocalAuditRow out{word("store"), word("source"), {}, in_store != line.end() && *in_store == true};
    out.row.at = time_from_us(line["at_us"].get<std::int64_t>());
    out.row.who = word("who");
    out.row.action = word("action");
    out.row.entity = word("of");
    out.row.key = word("key");
    out.row.reason = word("reason");
    out.row.evidence = word("evidence");
    out.row.command = word("command");
    out.row.result = word("result");
    out.row.where = AuditRow::local;
    return out;
}

// Returns 0 or an errno. A blocking flock() would wait for as long as a stopped process holds the lock.
int lock_within(int fd, int how)
{
    const auto deadline = std::chrono::steady_clock::now() + audit_lock_patience;
    while (::flock(fd, how | LOCK_NB) != 0) {
        if (errno != EWOULDBLOCK && errno != EINTR)
            return errno;
        if (std::chrono::steady_clock::now() >= deadline)
            return EWOULDBLOCK;
        std::this_thread::sleep_for(audit_lock_pause);
    }
    return 0;
}

// Writes the whole line, or restores the file.
int write_whole(int fd, const std::string& text, off_t size)
{
    std::size_t done = 0;
    while (done < text.size()) {
        const auto n = ::write(fd, text.data() + done, text.size() - done);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0) {
            const int error = n == 0 ? ENOSPC : errno;
            if (::ftruncate(fd, size) != 0)
                return error; // the next line begins on a new line anyway
            return error;
        }
        done += static_cast<std::size_t>(n);
    }
    return ::fdatasync(fd) == 0 ? 0 : errno;
}

bool ends_a_line(int fd, off_t size)
{
    char last = 0;
    return size == 0 || (::pread(fd, &last, 1, size - 1) == 1 && last == '\n');
}

int make_folder(const std::filesystem::path& folder)
{
    std::error_code error;
    std::filesystem::create_directories(folder.parent_path(), error);
    if (::mkdir(folder.c_str(), S_IRWXU) == 0 || errno == EEXIST)
        return 0;
    return errno;
}

bool is_still(const struct stat& opened, const std::filesystem::path& file)
{
    struct stat there
    {
    };
    return ::lstat(file.c_str(), &there) == 0 && there.st_dev == opened.st_dev && there.st_ino == opened.st_ino;
}

} // namespace

std::filesystem::path data_folder()
{
    const auto given = [](const char* name) {
        const char* value = std::getenv(name);
        return std::filesystem::path(value != nullptr ? value : "");
    };
    auto base = given("XDG_DATA_HOME");
    if (!base.is_absolute())
        base = (given("HOME").empty() ? std::filesystem::path("/") : given("HOME")) / ".local" / "share";
    return base / "lockdesk";
}

std::string audit_place(const StoreUrl& url)
{
    if (url.scheme() == "sqlite") {
        std::error_code error;
        const auto absolute = std::filesystem::weakly_canonical(url.path(), error);
        return "sqlite://" + (error ? url.path() : absolute.string());
    }
    if (url.scheme() == "memory")
        return "memory:" + url.path();
    static const std::map<std::string, int> ports{
        {"postgresql", 5432}, {"redis", 6379}, {"mariadb", 3306}, {"mongodb", 27017}};
    const auto usual = ports.find(url.scheme());
    const int port = url.port() != 0 ? url.port() : usual == ports.end() ? 0 : usual->second;
    const bool several = url.host().find(',') != std::string::npos;
    return url.scheme() + "://" + url.host() + (port == 0 || several ? "" : ":" + std::to_string(port)) + "/" + url.path();
}

std::filesystem::path LocalAudit::file(int age) const
{
    return m_folder / (age == 0 ? std::string("audit.jsonl") : "audit." + std::to_string(age) + ".jsonl");
}

Answer<Done> LocalAudit::append(const LocalAuditRow& entry) const
{
    if (const int error = make_folder(m_folder))
        return audit_failure(file(), error);
    const std::string line = line_of(entry);
    bool full = false; // rotation failed: the file grows rather than losing the line
    for (int round = 0; round < most_audit_rounds; ++round) {
        const AuditFd fd(
            ::open(file().c_str(), O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, S_IRUSR | S_IWUSR));
        if (fd.get() < 0)
            return audit_failure(file(), errno);
        if (const int error = lock_within(fd.get(), LOCK_EX))
            return audit_failure(file(), error);
        struct stat found
        {
        };
        if (::fstat(fd.get(), &found) != 0)
            return audit_failure(file(), errno);
        if (!S_ISREG(found.st_mode) || found.st_uid != ::geteuid())
            return audit_failure(file(), EPERM);
        if (!is_still(found, file()))
            continue; // another process has rotated it
        if (found.st_nlink > 1) // a hard link: the line would be in somebody's other file
            return audit_failure(file(), EMLINK);
        if ((found.st_mode & (S_IRWXG | S_IRWXO)) != 0 && ::fchmod(fd.get(), S_IRUSR | S_IWUSR) != 0)
            return audit_failure(file(), errno);
        if (!full && found.st_size > 0 && static_cast<std::size_t>(found.st_size) + line.size() > m_most_bytes) {
            for (int age = files - 2; age >= 0; --age)
                full = ::rename(file(age).c_str(), file(age + 1).c_str()) != 0 && (errno != ENOENT || age == 0);
            continue;
        }
        const std::string whole = ends_a_line(fd.get(), found.st_size) ? line : "\n" + line;
        if (const int error = write_whole(fd.get(), whole, found.st_size))
            return audit_failure(file(), error);
        return Done{};
    }
    return audit_failure(file(), EWOULDBLOCK);
}

std::vector<LocalAuditRow> LocalAudit::read(std::size_t limit) const
{
    // Keeps others from rotating meanwhile. Reads even without the lock.
    const AuditFd held(::open(file().c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
    if (held.get() >= 0)
        (void)lock_within(held.get(), LOCK_SH);
    std::vector<LocalAuditRow> out;
    for (int age = 0; age < files && out.size() < limit; ++age) {
        std::ifstream in(file(age));
        std::vector<LocalAuditRow> of_file;
        for (std::string line; std::getline(in, line);)
            if (auto entry = entry_of(line))
                of_file.push_back(std::move(*entry));
        for (auto one = of_file.rbegin(); one != of_file.rend() && out.size() < limit; ++one)
            out.push_back(std::move(*one));
    }
    return out;
}

} // namespace lockdesk::app

// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/observe/recording/file_index.h"

#include "backends/engine/rules/foreign_time.h"
#include "backends/json/json.h"
#include "backends/observe/recording/row_json.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace lockdesk {

namespace {

using Json = RowJson;
using Kind = FileIndex::Kind;

/// Minimum number of lines between keyframes; more where there are more rows.
constexpr FileIndex::Line keyframe_every = 4096;
constexpr std::size_t read_at_once = 1 << 20;
constexpr std::size_t longest_line = 256 << 20; ///< far above the largest record that a store accepts

constexpr std::array<std::pair<std::string_view, Kind>, 9> kinds{{{"row", Kind::row},
                                                                  {"gone", Kind::gone},
                                                                  {"event", Kind::event},
                                                                  {"poll", Kind::poll},
                                                                  {"numbers", Kind::numbers},
                                                                  {"findings", Kind::findings},
                                                                  {"stale", Kind::stale},
                                                                  {"end", Kind::end},
                                                                  {"recording", Kind::header}}};

Kind kind_of(std::string_view type, Entity entity)
{
    for (const auto& [word, kind] : kinds) {
        if (word != type)
            continue;
        if (kind == Kind::row && entity == Entity::refusal)
            return Kind::fence;
        return kind == Kind::row && entity == Entity::audit ? Kind::audit : kind;
    }
    return Kind::other;
}

// Takes the text between `before` and `after`, and leaves in `rest` what follows `after`.
bool take(std::string_view& rest, std::string_view before, std::string_view after, std::string_view& out)
{
    if (!rest.starts_with(before))
        return false;
    const auto end = rest.find(after, before.size());
    if (end == std::string_view::npos)
        return false;
    out = rest.substr(before.size(), end - before.size());
    rest.remove_prefix(end + after.size());
    return true;
}

std::string bad_line(std::size_t number, const std::string& what) { return "Line " + std::to_string(number) + " " + what; }

FenceStrength fence_of(const std::string& word)
{
    return word == "none" ? FenceStrength::none : word == "weak" ? FenceStrength::weak : FenceStrength::strict;
}

void read_can(const Json& line, Capabilities& can)
{
    if (!line.contains("can") || !line["can"].is_object())
        return;
    const Json& said = line["can"];
    can.resolution = foreign_span(recorded::number(said, "resolution_us", 1));
    can.fence = fence_of(recorded::text(said, "fence"));
    for (const auto& [key, flag] : std::map<const char*, bool*>{{"durable_tokens", &can.durable_tokens},
                                                                {"waiters", &can.waiters},
                                                                {"hints", &can.hints},
                                                                {"session_locks", &can.session_locks},
                                                                {"tasks", &can.tasks},
                                                                {"outbox", &can.outbox},
                                                                {"workers", &can.workers},
                                                                {"audit", &can.audit}})
        *flag = said.value(key, *flag);
}

} // namespace

Answer<std::shared_ptr<const FileText>> FileText::open(const std::string& path)
{
    const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (file < 0) {
        const int error = errno;
        return Failure::usage("Cannot read " + path + ": " + std::strerror(error) + ".");
    }
    struct stat is
    {
    };
    if (::fstat(file, &is) != 0 || !S_ISREG(is.st_mode)) {
        ::close(file);
        return Failure::usage(path + " is not a file.");
    }
    return std::shared_ptr<const FileText>(new FileText(file, static_cast<std::uint64_t>(is.st_size)));
}

std::shared_ptr<const FileText> FileText::part(std::shared_ptr<const FileText> whole, std::uint64_t from, std::uint64_t size)
{
    auto out = std::make_shared<FileText>(std::string());
    out->m_size = from >= whole->m_size ? 0 : std::min(size, whole->m_size - from);
    out->m_from = from;
    out->m_whole = std::move(whole);
    return out;
}

FileText::~FileText()
{
    if (m_file >= 0)
        ::close(m_file);
}

std::string FileText::read(std::uint64_t offset, std::size_t size) const
{
    if (offset >= m_size)
        return {};
    size = static_cast<std::size_t>(std::min<std::uint64_t>(size, m_size - offset));
    if (m_whole)
        return m_whole->read(m_from + offset, size);
    if (m_file < 0)
        return m_text.substr(offset, size);
    std::string out(size, '\0');
    std::size_t got = 0;
    while (got < size) {
        const auto some = ::pread(m_file, out.data() + got, size - got, static_cast<off_t>(offset + got));
        if (some < 0 && errno == EINTR)
            continue;
        if (some <= 0)
            break;
        got += static_cast<std::size_t>(some);
    }
    out.resize(got);
    return out;
}

std::string FileIndex::line(Line number) const { return m_text->read(m_offsets[number], m_sizes[number]); }

std::optional<std::string> FileIndex::read_header(std::string_view line)
{
    const Json said = read_json<Json>(line);
    if (!said.is_object() || !said.contains("type") || !said["type"].is_string())
        return "This is no recording: line 1 does not say that it is one.";
    if (said["type"] != "recording")
        return said["type"] == "scenario"
                   ? "These are the events of a lesson, not a recording: lockdeskctl verify reads them."
                   : "This is no recording: line 1 is of the type " + said["type"].get<std::string>() + ".";
    try {
        if (said.at("v") != 1)
            return "This recording is of a newer version; a newer Lockdesk reads it.";
        header.name = recorded::text(said, "name");
        header.environment = recorded::text(said, "environment");
        header.what = recorded::text(said, "what");
        header.entities = recorded_entities(header.what);
        header.has_tokens = said.value("tokens", true);
        header.begun = recorded::time(said, "begun_us").value_or(TimePoint{});
        header.capabilities.store = recorded::text(said, "store");
        header.capabilities.version = recorded::text(said, "version");
        header.capabilities.source = recorded::text(said, "source");
        read_can(said, header.capabilities);
        if (const auto facts = said.find("facts"); facts != said.end() && facts->is_object())
            header.facts = facts->dump(-1, ' ', false, RowJson::error_handler_t::replace);
        m_sums = said.value("sums", false);
    } catch (const Json::exception&) {
        return bad_line(1, "does not tell what a recording's first line tells.");
    }
    return std::nullopt;
}

// Reads the head without parsing the line, which works for lines as the recorder writes them.
bool FileIndex::head_of(std::string_view line, Head& head)
{
    std::string_view rest = line, type, time, entity;
    if (!take(rest, R"({"v":1,"type":")", R"(","store_us":)", type) || !take(rest, "", ",", time))
        return false;
    head.at.reset();
    if (time != "null") {
        std::int64_t us = 0;
        const auto [end, error] = std::from_chars(time.data(), time.data() + time.size(), us);
        if (error != std::errc{} || end != time.data() + time.size())
            return false;
        head.at = foreign_time(us);
    }
    if (type == "row" || type == "gone") {
        if (!take(rest, R"("entity":")", R"(","key":)", entity) || !rest.starts_with('"'))
            return false;
        const auto of = recorded::entity_of(entity);
        const auto end = rest.find_first_of("\"\\", 1);
        if (!of || end == std::string_view::npos || rest[end] == '\\')
            return false;
        head.entity = *of;
        head.key = rest.substr(1, end - 1);
    }
    head.kind = kind_of(type, head.entity);
    return head.kind != Kind::stale; // a stale line has its time in `at_us`
}

bool FileIndex::parsed_head(std::string_view line, Head& head)
{
    const Json said = read_json<Json>(line);
    if (!said.is_object())
        return false;
    try {
        if (said.at("v") != 1)
            return false;
        const auto type = said.at("type").get<std::string>();
        head.at = recorded::time(said, "store_us");
        if (!head.at)
            head.at = recorded::time(said, "at_us");
        if (type == "row" || type == "gone") {
            const auto of = recorded::entity_of(said.at("entity").get<std::string>());
            if (!of)
                return false;
            head.entity = *of;
            head.key = said.at("key").get<std::string>();
        }
        head.kind = kind_of(type, head.entity);
    } catch (const Json::exception&) {
        return false;
    }
    return true;
}

std::uint32_t FileIndex::slot_of(const Head& head)
{
    switch (head.kind) {
    case Kind::numbers: return numbers_slot;
    case Kind::findings: return findings_slot;
    case Kind::poll: return poll_slot;
    case Kind::stale: return stale_slot;
    case Kind::row:
    case Kind::gone: break;
    default: return 0;
    }
    const auto [found, added] =
        m_by_key.try_emplace(static_cast<char>(head.entity) + head.key, static_cast<std::uint32_t>(m_entities.size()));
    if (added) {
        m_entities.push_back(head.entity);
        m_keys.push_back(&found->first);
    }
    return found->second;
}

void FileIndex::add(const Head& head, std::uint64_t offset, std::size_t size)
{
    const auto number = static_cast<Line>(m_offsets.size());
    m_offsets.push_back(offset);
    m_sizes.push_back(static_cast<std::uint32_t>(size));
    m_kinds.push_back(head.kind);
    m_slots.push_back(slot_of(head));
    if (head.kind == Kind::header || head.kind == Kind::other)
        return;
    closed = head.kind == Kind::end;
    const TimePoint before = m_moments.empty() ? TimePoint{} : m_moments.back().at;
    const TimePoint at = std::max(head.at.value_or(before), before); // a clock set back moves no moment back
    if (m_moments.empty() || at != before || head.kind == Kind::stale) {
        end_moment();
        m_moments.push_back({at, number, number, false});
    }
    m_moments.back().last = number + 1;
    switch (head.kind) {
    case Kind::fence: m_fences.push_back(number); break;
    case Kind::audit: m_audits.push_back(number); break;
    case Kind::event: m_events.push_back(number); break;
    default: break;
    }
    // Heartbeats alone are no useful step.
    m_moments.back().moved = m_moments.back().moved || head.kind == Kind::event || head.kind == Kind::stale
                             || head.kind == Kind::fence
                             || ((head.kind == Kind::row || head.kind == Kind::gone) && head.entity != Entity::worker);
}

// Stores a keyframe, the newest line of every slot, once enough lines have passed.
void FileIndex::end_moment()
{
    if (m_moments.empty())
        return;
    step(m_current, m_moments.size() - 1);
    m_since_keyframe += m_moments.back().last - m_moments.back().first;
    if (m_since_keyframe < std::max<Line>(keyframe_every, static_cast<Line>(m_entities.size()) * 2))
        return;
    m_since_keyframe = 0;
    m_keyframes.push_back({m_moments.size() - 1, m_current});
}

std::optional<std::string> FileIndex::take_line(std::string_view line, std::uint64_t offset, bool ends, LineSum& sum)
{
    const std::size_t number = lines() + 1;
    Head head;
    if (number == 1)
        if (auto wrong = read_header(line))
            return wrong;
    const char* cut = "is cut: the file ends in the middle of it.";
    if (m_sums && !sum.check(line))
        return bad_line(number, ends ? "was changed, or one before it is missing: its check does not fit." : cut);
    if (!head_of(line, head) && !parsed_head(line, head))
        return bad_line(number, ends ? "is no line of a recording." : cut);
    if (number > 1 && head.kind == Kind::header)
        return bad_line(number, "begins another recording.");
    add(head, offset, line.size());
    return std::nullopt;
}

std::optional<std::string> FileIndex::read(std::shared_ptr<const FileText> text)
{
    m_text = std::move(text);
    m_entities.assign(first_row_slot, Entity::lock);
    static const std::string none;
    m_keys.assign(first_row_slot, &none);
    std::optional<std::string> wrong;
    LineSum sum;
    std::string read; // a part of the file, starting at the beginning of a line
    std::uint64_t offset = 0;
    std::size_t at = 0, searched = 0;
    for (bool more = true; !wrong && (more || at < read.size());) {
        const auto end = read.find('\n', searched);
        if (end == std::string::npos && more) {
            offset += at;
            read.erase(0, at);
            at = 0;
            searched = read.size();
            const std::string part = read.size() < longest_line ? m_text->read(offset + read.size(), read_at_once) : "";
            more = part.size() == read_at_once;
            read += part;
            continue;
        }
        const std::string_view line = std::string_view(read).substr(at, end == std::string::npos ? end : end - at);
        if (line.size() >= longest_line)
            wrong = bad_line(lines() + 1, "is no line of a recording.");
        else
            wrong = take_line(line, offset + at, end != std::string::npos, sum);
        at = searched = end == std::string::npos ? read.size() : end + 1;
    }
    if (lines() == 0 && !wrong)
        wrong = "This is no recording: the file is empty.";
    end_moment();
    return wrong;
}

void FileIndex::step(std::vector<Line>& slots, std::size_t moment) const
{
    slots.resize(m_entities.size(), 0);
    const Moment& is = m_moments[moment];
    slots[stale_slot] = 0;
    for (Line line = is.first; line < is.last; ++line) {
        switch (m_kinds[line]) {
        case Kind::row:
        case Kind::poll:
        case Kind::stale:
        case Kind::numbers:
        case Kind::findings: slots[m_slots[line]] = line; break;
        case Kind::gone: slots[m_slots[line]] = 0; break;
        default: break;
        }
    }
}

std::vector<FileIndex::Line> FileIndex::at(std::size_t moment) const
{
    const auto after = std::upper_bound(m_keyframes.begin(), m_keyframes.end(), moment,
                                        [](std::size_t m, const Keyframe& frame) { return m < frame.moment; });
    std::vector<Line> slots;
    std::size_t next = 0;
    if (after != m_keyframes.begin()) {
        slots = (after - 1)->slots;
        next = (after - 1)->moment + 1;
    }
    for (; next <= moment; ++next)
        step(slots, next);
    slots.resize(m_entities.size(), 0);
    return slots;
}

} // namespace lockdesk

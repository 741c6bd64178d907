// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/observe/recording/line_sum.h"
#include "backends/observe/recording/recording.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace lockdesk {

/// The bytes of a file, read on demand and not mapped: another program may truncate the file meanwhile.
class FileText
{
public:
    static Answer<std::shared_ptr<const FileText>> open(const std::string& path);
    /// Bytes of another one, `size` from `from`; fewer if it ends before.
    static std::shared_ptr<const FileText> part(std::shared_ptr<const FileText> whole, std::uint64_t from, std::uint64_t size);
    explicit FileText(std::string text) : m_text(std::move(text)), m_size(m_text.size()) {}
    FileText(const FileText&) = delete;
    FileText& operator=(const FileText&) = delete;
    ~FileText();
    /// Returns fewer bytes than requested past the end, as of the opening or now.
    [[nodiscard]] std::string read(std::uint64_t offset, std::size_t size) const;
    [[nodiscard]] std::uint64_t size() const { return m_size; } ///< as of the opening

private:
    FileText(int file, std::uint64_t size) : m_file(file), m_size(size) {}
    int m_file = -1;
    std::string m_text; ///< in place of a file
    std::uint64_t m_size = 0;
    std::shared_ptr<const FileText> m_whole; ///< of a part
    std::uint64_t m_from = 0;
};

/// Index of a recording. A slot holds the newest line of one thing: a row, the numbers, the findings.
class FileIndex
{
public:
    using Line = std::uint32_t; ///< 0 is the header; in a slot: none
    enum class Kind : std::uint8_t { header, row, gone, fence, audit, event, poll, stale, numbers, findings, end, other };
    enum Fixed : std::uint32_t { numbers_slot, findings_slot, poll_slot, stale_slot, first_row_slot };
    struct Moment
    {
        TimePoint at{};
        Line first = 0, last = 0; ///< [first, last)
        bool moved = false;       ///< contains a row, its removal or an event
    };

    /// Indexes the lines up to the first bad one, and returns what is wrong with that.
    std::optional<std::string> read(std::shared_ptr<const FileText> text);

    RecordingHeader header;
    bool closed = false;
    [[nodiscard]] std::size_t lines() const { return m_offsets.size(); }
    /// Reads its bytes now: empty or cut if the file was truncated.
    [[nodiscard]] std::string line(Line number) const;
    [[nodiscard]] Kind kind(Line number) const { return m_kinds[number]; }
    [[nodiscard]] std::uint32_t slot(Line number) const { return m_slots[number]; }
    [[nodiscard]] Entity entity(std::uint32_t slot) const { return m_entities[slot]; }
    [[nodiscard]] const std::string& key(std::uint32_t slot) const { return *m_keys[slot]; }
    [[nodiscard]] std::size_t at_most_slots() const { return m_entities.size(); }
    [[nodiscard]] const std::vector<Moment>& moments() const { return m_moments; }
    [[nodiscard]] const std::vector<Line>& fences() const { return m_fences; }
    [[nodiscard]] const std::vector<Line>& audits() const { return m_audits; }
    [[nodiscard]] const std::vector<Line>& events() const { return m_events; }

    /// Returns the newest line of each slot at a moment.
    [[nodiscard]] std::vector<Line> at(std::size_t moment) const;
    /// Advances `slots` from the moment before to this one.
    void step(std::vector<Line>& slots, std::size_t moment) const;

private:
    struct Head
    {
        Kind kind = Kind::other;
        std::optional<TimePoint> at;
        Entity entity = Entity::lock;
        std::string key;
    };
    std::optional<std::string> read_header(std::string_view line);
    static bool head_of(std::string_view line, Head& head);
    static bool parsed_head(std::string_view line, Head& head);
    std::uint32_t slot_of(const Head& head);
    std::optional<std::string> take_line(std::string_view line, std::uint64_t offset, bool ends, LineSum& sum);
    void add(const Head& head, std::uint64_t offset, std::size_t size);
    void end_moment();

    struct Keyframe
    {
        std::size_t moment = 0;
        std::vector<Line> slots;
    };

    std::shared_ptr<const FileText> m_text;
    bool m_sums = false;
    std::vector<std::uint64_t> m_offsets;
    std::vector<std::uint32_t> m_sizes, m_slots;
    std::vector<Kind> m_kinds;
    std::vector<Entity> m_entities;
    std::vector<const std::string*> m_keys;
    std::unordered_map<std::string, std::uint32_t> m_by_key;
    std::vector<Line> m_fences, m_audits, m_events;
    std::vector<Moment> m_moments;
    std::vector<Keyframe> m_keyframes;
    std::vector<Line> m_current;
    Line m_since_keyframe = 0;
};

} // namespace lockdesk

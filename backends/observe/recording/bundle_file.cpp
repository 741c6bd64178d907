// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/observe/recording/bundle_file.h"

#include "backends/engine/text/replacing_file.h"
#include "backends/engine/text/text.h"
#include "backends/json/json.h"
#include "backends/observe/recording/file_index.h"
#include "backends/observe/recording/row_json.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <optional>
#include <system_error>

namespace lockdesk {

namespace {

using Json = RowJson;
using Texts = std::vector<std::pair<std::string, std::shared_ptr<const FileText>>>;

constexpr std::size_t longest_contents = 64 << 10; ///< of the first line
constexpr std::size_t at_once = 1 << 20;

/// A folder beside the bundle, for its parts until they are one file.
class PartsFolder
{
public:
    explicit PartsFolder(const std::string& path) : m_path(path + ".XXXXXX")
    {
        if (::mkdtemp(m_path.data()) == nullptr)
            m_error = errno;
    }
    ~PartsFolder()
    {
        std::error_code ignored;
        if (m_error == 0)
            std::filesystem::remove_all(m_path, ignored);
    }
    PartsFolder(const PartsFolder&) = delete;
    PartsFolder& operator=(const PartsFolder&) = delete;
    [[nodiscard]] std::optional<Failure> problem() const
    {
        if (m_error == 0)
            return std::nullopt;
        return Failure::usage("Cannot write beside the bundle: " + std::string(std::strerror(m_error)) + ".");
    }
    [[nodiscard]] std::string part(std::size_t number) const { return m_path + "/" + std::to_string(number); }

private:
    std::string m_path;
    int m_error = 0;
};

// The contents of a bundle; nullopt: it is a recording, or nothing of ours, which its reader says.
std::optional<Json> contents_of(const std::string& first_line)
{
    Json said = read_json<Json>(first_line);
    if (!said.is_object() || recorded::text(said, "type") != "bundle")
        return std::nullopt;
    return said;
}

std::string first_line_of(const FileText& text)
{
    std::string line = text.read(0, longest_contents);
    line.resize(std::min(line.find('\n'), line.size()));
    return line;
}

std::string bad(const std::string& path, const char* what) { return path + ": " + what; }

Answer<Recorder::Progress> assemble(const std::string& path, const Texts& parts)
{
    if (auto wrong = recording_objection(path))
        return std::move(*wrong);
    Json line{{"v", 1}, {"type", "bundle"}, {"parts", Json::array()}};
    for (const auto& [name, text] : parts)
        line["parts"].push_back({{"name", to_valid_utf8(name)}, {"bytes", text->size()}});
    auto file = ReplacingFile::begin(path, 0600); // as a recording
    if (!file)
        return file.failure();
    Recorder::Progress out;
    const auto write = [&](std::string_view some) {
        out.bytes += static_cast<std::int64_t>(some.size());
        out.lines += std::count(some.begin(), some.end(), '\n');
        return file->write(some);
    };
    const std::string contents = line.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
    if (contents.size() > longest_contents)
        return Failure::usage("The names of the stores are too long for a bundle.");
    if (auto failure = write(contents))
        return std::move(*failure);
    for (const auto& [name, text] : parts)
        for (std::uint64_t at = 0; at < text->size();) {
            const std::string some = text->read(at, at_once);
            if (some.empty())
                return Failure::usage("The recording of " + name + " was cut while it was read.");
            if (auto failure = write(some))
                return std::move(*failure);
            at += some.size();
        }
    if (auto failure = file->take_place())
        return std::move(*failure);
    return out;
}

} // namespace

Answer<std::vector<std::pair<std::string, std::shared_ptr<const FileText>>>> texts_in(const std::string& path)
{
    auto whole = FileText::open(path);
    if (!whole)
        return whole.failure();
    const std::string first = first_line_of(**whole);
    const auto contents = contents_of(first);
    if (!contents)
        return Texts{{std::string(), *whole}};
    if (recorded::number(*contents, "v") != 1)
        return Failure::usage(bad(path, "This bundle is of a newer version; a newer Lockdesk reads it."));
    const auto parts = contents->find("parts");
    if (parts == contents->end() || !parts->is_array() || parts->empty() || parts->size() > most_parts)
        return Failure::usage(bad(path, "Line 1 does not list the parts of this bundle."));
    Texts out;
    std::uint64_t from = first.size() + 1;
    for (const Json& part : *parts) {
        const std::int64_t bytes = part.is_object() ? recorded::number(part, "bytes", -1) : -1;
        if (bytes <= 0)
            return Failure::usage(bad(path, "Line 1 does not say how long each part of this bundle is."));
        out.emplace_back(recorded::text(part, "name"), FileText::part(*whole, from, static_cast<std::uint64_t>(bytes)));
        from += static_cast<std::uint64_t>(bytes); // past the end: that part is cut, which its reader says
    }
    return out;
}

Answer<std::vector<std::unique_ptr<RecordingFile>>> open_recordings(const std::string& path, bool up_to_damage)
{
    auto texts = texts_in(path);
    if (!texts)
        return texts.failure();
    std::vector<std::unique_ptr<RecordingFile>> out;
    std::optional<Failure> first_wrong;
    for (auto& [name, text] : *texts) {
        auto file = RecordingFile::read(std::move(text), name.empty() ? path : path + "#" + name, up_to_damage);
        if (file)
            out.push_back(std::move(*file));
        else if (!first_wrong)
            first_wrong = file.failure();
    }
    if (first_wrong && (!up_to_damage || out.empty()))
        return std::move(*first_wrong);
    if (first_wrong)
        out.back()->add_damage(first_wrong->message);
    return out;
}

Answer<Recorder::Progress> write_bundle(const std::string& path, const std::vector<BundlePart>& parts)
{
    if (parts.size() == 1)
        return write_bundle(path, parts.front().header, parts.front().updates);
    if (parts.empty() || parts.size() > most_parts)
        return Failure::usage("a bundle holds 1 to " + std::to_string(most_parts) + " stores");
    if (auto wrong = recording_objection(path)) // before the work
        return std::move(*wrong);
    const PartsFolder folder(path);
    if (auto wrong = folder.problem())
        return std::move(*wrong);
    Texts texts;
    for (const BundlePart& part : parts) {
        const std::string beside = folder.part(texts.size());
        if (auto written = write_bundle(beside, part.header, part.updates); !written)
            return written.failure();
        auto text = FileText::open(beside);
        if (!text)
            return text.failure();
        texts.emplace_back(part.header.name, std::move(*text));
    }
    return assemble(path, texts);
}

} // namespace lockdesk

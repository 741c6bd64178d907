// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/scenarios/yaml_budget.h"

#include "backends/scenarios/yaml_reader.h"

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/parser.h>

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sstream>
#include <sys/stat.h>
#include <unistd.h>
#include <unordered_map>

namespace lockdesk::scenarios {

namespace {

// Counts the nodes that a text would expand to. An alias counts as its anchor, whose size is known once that has ended.
class NodeBudget final : public YAML::EventHandler
{
public:
    void OnDocumentStart(const YAML::Mark&) override {}
    void OnDocumentEnd() override {}
    void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override { leaf(mark, anchor); }
    void OnScalar(const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor, const std::string&) override
    {
        leaf(mark, anchor);
    }
    void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override
    {
        const auto known = m_sizes.find(anchor);
        if (known == m_sizes.end())
            throw Mistake{mark.line + 1, "this stands for something that contains it"};
        count(mark, known->second);
    }
    void OnSequenceStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor,
                         YAML::EmitterStyle::value) override
    {
        enter(mark, anchor);
    }
    void OnSequenceEnd() override { leave(); }
    void OnMapStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor, YAML::EmitterStyle::value) override
    {
        enter(mark, anchor);
    }
    void OnMapEnd() override { leave(); }

private:
    struct Open
    {
        YAML::anchor_t anchor;
        std::size_t before;
    };

    void count(const YAML::Mark& mark, std::size_t nodes)
    {
        m_nodes += nodes;
        if (m_nodes > most_lesson_nodes)
            throw Mistake{mark.line + 1, "the lesson is too large: more than " + std::to_string(most_lesson_nodes)
                                             + " values, with what its aliases stand for"};
    }
    void leaf(const YAML::Mark& mark, YAML::anchor_t anchor)
    {
        if (anchor != 0)
            m_sizes[anchor] = 1;
        count(mark, 1);
    }
    void enter(const YAML::Mark& mark, YAML::anchor_t anchor)
    {
        if (m_open.size() == most_lesson_depth)
            throw Mistake{mark.line + 1, "this is nested too deep"};
        m_open.push_back({anchor, m_nodes});
        count(mark, 1);
    }
    void leave()
    {
        if (m_open.back().anchor != 0)
            m_sizes[m_open.back().anchor] = m_nodes - m_open.back().before;
        m_open.pop_back();
    }

    std::size_t m_nodes = 0;
    std::vector<Open> m_open;
    std::unordered_map<YAML::anchor_t, std::size_t> m_sizes; ///< by anchor, of nodes that have ended
};

Failure unreadable(const std::filesystem::path& file, const std::string& why)
{
    return Failure::usage(file.string() + ": line 1: " + why);
}

} // namespace

void check_yaml_budget(const std::string& text)
{
    if (text.size() > most_lesson_bytes)
        throw Mistake{1, "the lesson is too large: more than " + std::to_string(most_lesson_bytes / 1024) + " KiB"};
    std::istringstream in(text);
    YAML::Parser parser(in);
    NodeBudget budget;
    (void)parser.HandleNextDocument(budget);
}

Answer<std::string> read_lesson_text(const std::filesystem::path& file)
{
    // Without blocking: a pipe has no end, and possibly no writer.
    const int descriptor = ::open(file.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
    if (descriptor < 0)
        return unreadable(file, std::string("it cannot be read: ") + std::strerror(errno));
    struct stat about = {};
    std::string text;
    const bool plain = ::fstat(descriptor, &about) == 0 && S_ISREG(about.st_mode);
    char buffer[16384];
    for (ssize_t got = 1; plain && got > 0 && text.size() <= most_lesson_bytes;) {
        got = ::read(descriptor, buffer, sizeof buffer);
        text.append(buffer, got > 0 ? static_cast<std::size_t>(got) : 0);
    }
    ::close(descriptor);
    if (!plain)
        return unreadable(file, "it is no file with text in it");
    if (text.size() > most_lesson_bytes)
        return unreadable(file, "the lesson is too large: more than " + std::to_string(most_lesson_bytes / 1024) + " KiB");
    if (text.empty())
        return unreadable(file, "it is empty, or it cannot be read");
    return text;
}

} // namespace lockdesk::scenarios

// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/scenarios/expression.h"
#include "backends/scenarios/json.h"

#include <yaml-cpp/yaml.h>

#include <optional>

namespace lockdesk::scenarios {

/// A mistake in a lesson's file, with its line.
struct Mistake
{
    int line = 0;
    std::string what;
};

/// Collects mistakes, so that reading continues and all of a file are reported at once.
class Mistakes
{
public:
    template <class Read> void attempt(Read&& read)
    {
        try {
            read();
        } catch (const Mistake& wrong) {
            add(wrong);
        }
    }
    /// Keeps at most a hundred.
    void add(Mistake one)
    {
        if (m_all.size() < 100)
            m_all.push_back(std::move(one));
    }
    [[nodiscard]] bool none() const { return m_all.empty(); }
    /// Sorted by line, without duplicates.
    [[nodiscard]] std::vector<Mistake> sorted() const;

private:
    std::vector<Mistake> m_all;
};

[[noreturn]] void mistake(const YAML::Node& node, const std::string& what);
int line_of(const YAML::Node& node);

/// Read values of single nodes; throw Mistake.
std::string scalar(const YAML::Node& node, const std::string& what);
std::vector<std::string> scalars(const YAML::Node& node, const std::string& what); ///< one or a list
std::int64_t whole(const YAML::Node& node, const std::string& what);
Duration duration(const YAML::Node& node, const std::string& what);
/// Reads a time of a lesson: not before its beginning, and at most the maximum length of a lesson.
Duration lesson_time(const YAML::Node& node, const std::string& what);
bool truth(const YAML::Node& node, const std::string& what);
Expression expression(const YAML::Node& node, const std::string& what);
/// Reads `{en: ..., ko: ...}`, both; or one text for all languages.
Text text(const YAML::Node& node, const std::string& what);
/// Reads a text in which every `${...}` must be an expression.
std::string filled_text(const YAML::Node& node, const std::string& what);
Json json(const YAML::Node& node);
const YAML::Node& list(const YAML::Node& node, const std::string& what);

/// Reads a map of known keys. `end` reports unknown keys; duplicates are reported too. A mistake in a key is collected
/// and the other keys are read; for anything but a map, throws.
class MapReader
{
public:
    MapReader(const YAML::Node& node, std::string what, Mistakes& mistakes);
    /// Returns the value; an undefined node when absent.
    YAML::Node get(const char* key);
    YAML::Node need(const char* key);
    /// Calls `read(node)` if the key is present.
    template <class Read> void maybe(const char* key, Read&& read)
    {
        if (const YAML::Node found = get(key); found.IsDefined())
            m_mistakes.attempt([&] { read(found); });
    }
    /// Likewise for a required key.
    template <class Read> void must(const char* key, Read&& read)
    {
        m_mistakes.attempt([&] { read(need(key)); });
    }
    [[nodiscard]] const YAML::Node& node() const { return m_node; }
    [[nodiscard]] Mistakes& mistakes() { return m_mistakes; }
    void end() const;

private:
    YAML::Node m_node;
    std::string m_what;
    Mistakes& m_mistakes;
    std::vector<std::pair<YAML::Node, YAML::Node>> m_entries; ///< yaml-cpp's own search converts every key again
    std::vector<std::string> m_known;
};

/// Returns the entries of a map with free keys, in the order of the file.
std::vector<std::pair<YAML::Node, YAML::Node>> entries(const YAML::Node& node, const std::string& what);

} // namespace lockdesk::scenarios

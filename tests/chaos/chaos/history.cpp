// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/chaos/chaos/history.h"

#include "backends/json/json.h"

#include <array>
#include <chrono>
#include <fcntl.h>
#include <fstream>
#include <stdexcept>
#include <unistd.h>

namespace lockdesk::chaos {

namespace {

using Json = nlohmann::json;

constexpr std::array whats{"granted", "write",     "increment", "claimed", "advance",
                           "add",     "delivered", "applied",   "trusted", "trouble"};
constexpr std::array results{"begun", "done", "refused", "in_doubt"};

template <class Enum, std::size_t n> Enum parsed(const std::array<const char*, n>& words, const std::string& word)
{
    for (std::size_t i = 0; i < n; ++i)
        if (word == words[i])
            return static_cast<Enum>(i);
    throw std::runtime_error("A history has the unknown word " + word + ".");
}

void read_file(const std::filesystem::path& file, std::vector<Event>& into)
{
    std::ifstream in(file);
    for (std::string line; std::getline(in, line);) {
        const auto json = read_json<Json>(line);
        if (json.is_discarded())
            continue;
        into.push_back({parsed<Event::What>(whats, json["what"]), parsed<Event::Result>(results, json["result"]),
                        json["subject"], json["token"], json["owner"], json["begin"], json["end"], json["detail"]});
    }
}

} // namespace

std::int64_t steady_ns()
{
    return std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

HistoryWriter::HistoryWriter(const std::filesystem::path& file)
    : m_file(::open(file.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666))
{
    if (m_file < 0)
        throw std::runtime_error("The history " + file.string() + " cannot be written.");
}

HistoryWriter::~HistoryWriter() { ::close(m_file); }

void HistoryWriter::write(const Event& e)
{
    const Json json{{"what", whats[static_cast<std::size_t>(e.what)]},
                    {"result", results[static_cast<std::size_t>(e.result)]},
                    {"subject", e.subject},
                    {"token", e.token},
                    {"owner", e.owner},
                    {"begin", e.begin},
                    {"end", e.end},
                    {"detail", e.detail}};
    const std::string line = json_line(json) + "\n";
    if (::write(m_file, line.data(), line.size()) != static_cast<ssize_t>(line.size()))
        throw std::runtime_error("A line of the history could not be written.");
}

std::vector<Event> read_history(const std::filesystem::path& path)
{
    std::vector<Event> events;
    if (!std::filesystem::is_directory(path)) {
        read_file(path, events);
        return events;
    }
    for (const auto& entry : std::filesystem::directory_iterator(path))
        if (entry.path().extension() == ".jsonl")
            read_file(entry.path(), events);
    return events;
}

} // namespace lockdesk::chaos

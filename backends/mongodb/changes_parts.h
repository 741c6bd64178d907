// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
//
// What a read of changes consists of: its cursor, and what it has found so far.
#pragma once

#include "backends/engine/contracts/changes.h"
#include "backends/mongodb/decode.h"
#include "backends/mongodb/link.h"

#include <array>
#include <charconv>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace lockdesk::mongodb {

struct Kept
{
    Entity entity;
    const char* collection;
};
inline constexpr std::array<Kept, 2> noted{{{Entity::refusal, "refusals"}, {Entity::audit, "audit"}}};
inline constexpr std::array<Kept, 4> kept{
    {{Entity::lock, "locks"}, {Entity::task, "tasks"}, {Entity::message, "outbox"}, {Entity::worker, "workers"}}};

// Maximum delay between a change's stamp and its visibility; a later change waits for the next snapshot.
inline constexpr std::int64_t window_us = 5'000'000;

inline std::optional<std::int64_t> number_of(std::string_view text)
{
    std::int64_t n = 0;
    const auto parsed = std::from_chars(text.data(), text.data() + text.size(), n);
    return parsed.ec == std::errc{} && parsed.ptr == text.data() + text.size() ? std::optional(n) : std::nullopt;
}

/// A parsed cursor: `epoch of the schema/stamps up to which locks, tasks, messages, workers and the rest were read`.
struct Position
{
    std::string epoch;
    std::array<std::int64_t, 5> at{};

    [[nodiscard]] std::string text() const
    {
        std::string out = epoch;
        for (const auto n : at)
            out += "/" + std::to_string(n);
        return out;
    }
    static std::optional<Position> parse(std::string_view text)
    {
        Position p;
        const auto slash = text.find('/');
        p.epoch = text.substr(0, slash);
        for (auto& at : p.at) {
            const auto from = text.find('/');
            if (from == std::string_view::npos)
                return std::nullopt;
            text.remove_prefix(from + 1);
            const auto n = number_of(text.substr(0, text.find('/')));
            if (!n)
                return std::nullopt;
            at = *n;
        }
        return text.find('/') == std::string_view::npos ? std::optional(p) : std::nullopt;
    }
};

/// One call of `since`.
struct Reading
{
    Entities what;
    std::size_t limit = 0;
    Position from, next;
    std::int64_t window = window_us;
    Meta meta;                  ///< with the documents read ahead, by the collections' names
    bool ahead = true;          ///< use the documents read ahead
    TimePoint now{};            ///< the session's clock
    std::int64_t server = 0;    ///< the server's
    std::optional<Rules> rules; ///< read with the first task
    ChangeBatch batch;
    KnownRows* known = nullptr; ///< left out of a snapshot
    std::map<std::pair<Entity, std::string>, std::int64_t> here; ///< changed rows of this batch, with their stamps

    [[nodiscard]] std::size_t count(std::size_t i) const
    {
        const std::array<std::size_t, 4> sizes{batch.read_of(batch.locks), batch.read_of(batch.tasks), batch.messages.size(),
                                               batch.workers.size()};
        return sizes[i];
    }
    // Returns false for a row that is not shown.
    bool take(Entity entity, View doc)
    {
        switch (entity) {
        case Entity::lock:
            if (doc["unborn"].present())
                return false;
            batch.add(lock_row(doc), limit, known);
            break;
        case Entity::task: batch.add(task_row(doc, *rules), limit, known); break;
        case Entity::message:
            if (doc["state"].text() == "sent")
                batch.gone.push_back({entity, id_text(doc["_id"])});
            else
                batch.messages.push_back(message_row(doc, now));
            break;
        default: batch.workers.push_back(worker_row(doc));
        }
        if (!batch.snapshot)
            here[{entity, id_text(doc["_id"])}] = doc["changed_at"].integer();
        return true;
    }
};

} // namespace lockdesk::mongodb

// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/aliases.h"

#include <algorithm>
#include <string_view>

namespace lockdesk::ctl {

namespace {

/// The words of an entity: the group of its commands, what follows `list`, and others for both.
struct EntityWords
{
    std::string_view group, list;
    std::vector<std::string_view> others;
};

const std::vector<EntityWords>& entities()
{
    static const std::vector<EntityWords> all{
        {"lock", "locks", {}},         {"task", "tasks", {}},       {"outbox", "outbox", {"message", "messages"}},
        {"worker", "workers", {}},     {"waiter", "waiters", {}},   {"fence", "fences", {}},
        {"audit", "audit", {"audits"}}, {"sandbox", "sandboxes", {}}, {"scenario", "scenarios", {"lesson", "lessons"}},
        {"finding", "findings", {}},   {"source", "sources", {}},   {"connection", "connections", {}},
        {"record", "records", {}},     {"guard", "guards", {}},     {"draw", "draws", {}},
    };
    return all;
}

const EntityWords* entity_of(std::string_view word)
{
    const auto found = std::find_if(entities().begin(), entities().end(), [&](const EntityWords& one) {
        return one.group == word || one.list == word
               || std::find(one.others.begin(), one.others.end(), word) != one.others.end();
    });
    return found != entities().end() ? &*found : nullptr;
}

std::string path(std::string_view a, std::string_view b) { return std::string(a) + " " + std::string(b); }

} // namespace

std::vector<std::string> with_own_words(std::vector<std::string> words, const std::function<bool(const std::string&)>& exists)
{
    if (words.size() < 2 || exists(path(words[0], words[1])))
        return words;
    const bool verb_first = words[0] == "list" || words[0] == "show";
    const std::string& verb = verb_first ? words[0] : words[1];
    const EntityWords* entity = entity_of(verb_first ? words[1] : words[0]);
    if (entity == nullptr)
        return words;
    const auto replace = [&words](std::string_view first, std::string_view second) {
        words[0] = first;
        words[1] = second;
    };
    const std::string own = verb == "force-unlock" && entity->group == "lock" ? "force-release" : verb;
    if (own == "list" && exists(path("list", entity->list))) {
        replace("list", entity->list);
    } else if (exists(path(entity->group, own))) {
        replace(entity->group, own);
    } else if (own == "list" && exists(std::string(entity->list))) { // `list findings` is `findings`
        words.erase(words.begin() + 1);
        words[0] = entity->list;
    }
    return words;
}

} // namespace lockdesk::ctl

// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
//
// What a file keeps when the machine stops at once; depends on its file system and on how it is written.
#include "backends/sqlite/admin.h"
#include "backends/sqlite/templates.h"

#include <sys/vfs.h>
#include <unistd.h>

#include <cstdint>

namespace lockdesk::sqlite {

namespace {

// <linux/magic.h> is not installed everywhere.
constexpr std::int64_t tmpfs_magic = 0x01021994;
constexpr std::int64_t ramfs_magic = 0x858458f6;

std::optional<Weakness> weak_place(const std::string& path)
{
    struct statfs found
    {
    };
    if (::statfs(path.c_str(), &found) != 0)
        return std::nullopt;
    const auto type = static_cast<std::int64_t>(static_cast<std::uint32_t>(found.f_type));
    if (type != tmpfs_magic && type != ramfs_magic)
        return std::nullopt;
    return Weakness{Weakness::Kind::loses, type == tmpfs_magic ? "tmpfs" : "ramfs",
                    "the file lies in memory and is gone when the machine restarts, and its tokens with it",
                    "move the file to a disk"};
}

} // namespace

Answer<Durability> read_durability(Connection& db)
{
    return db.run<Durability>(
        Mode::read,
        [&] {
            Durability out;
            if (auto place = weak_place(db.path()))
                out.weaknesses.push_back(std::move(*place));
            auto journal = db.one_off("PRAGMA journal_mode", "durability");
            const std::string mode = journal.step() ? journal.text(0) : std::string();
            auto sync = db.one_off("PRAGMA synchronous", "durability");
            constexpr std::int64_t full = 2, extra = 3;
            if (const auto level = sync.step() ? sync.number(0) : 0; level < (mode == "wal" ? full : extra))
                out.weaknesses.push_back(
                    {Weakness::Kind::loses, "synchronous " + std::to_string(level),
                     "a power cut can take the last transactions with it, and the tokens granted in them",
                     "use a build of SQLite that honours PRAGMA synchronous = EXTRA"});
            if (mode == "memory" || mode == "off")
                out.weaknesses.push_back({Weakness::Kind::loses, "journal_mode " + mode,
                                          "a crash in the middle of a write can destroy the file",
                                          "PRAGMA journal_mode = WAL, with every program closed"});
            return out;
        },
        Need::file);
}

Answer<ServerFacts> read_server_facts(Connection& db)
{
    return db.run<ServerFacts>(
        Mode::read,
        [&] {
            ServerFacts out;
            for (const char* pragma : {"journal_mode", "synchronous", "busy_timeout"})
                if (auto value = db.one_off("PRAGMA " + std::string(pragma), "server_facts"); value.step())
                    out.settings.push_back({pragma, value.text(0)});
            out.may_write = ::access(db.path().c_str(), W_OK) == 0;
            auto floor = db.one_off(with_prefix("meta_get", db.prefix()), "meta_get");
            floor.bind("token_floor");
            if (floor.step() && !floor.is_null(0))
                out.token_floor = floor.number(0);
            return out;
        },
        Need::file);
}

} // namespace lockdesk::sqlite

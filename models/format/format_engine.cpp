// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Sentences that the engine returns as text, listed for translation. A server's own message stays as it is.
#include "models/format/engine_forms.h"
#include "models/format/format.h"

#include <QCoreApplication>

#include <array>

namespace lockdesk::format {

namespace {

constexpr std::array engine_sentences{
    QT_TRANSLATE_NOOP("lockdesk::engine", "INFO is not permitted to this user"),
    QT_TRANSLATE_NOOP("lockdesk::engine",
                      "a restart takes the server back to its last snapshot or to nothing, and tokens with it"),
    QT_TRANSLATE_NOOP("lockdesk::engine", "CONFIG SET appendonly yes, and in redis.conf"),
    QT_TRANSLATE_NOOP("lockdesk::engine", "the append-only file cannot be written"),
    QT_TRANSLATE_NOOP("lockdesk::engine", "make room on the server's disk"),
    QT_TRANSLATE_NOOP("lockdesk::engine", "CONFIG GET is not permitted to this user"),
    QT_TRANSLATE_NOOP("lockdesk::engine", "a power cut can take the last second with it, and the tokens granted in it"),
    QT_TRANSLATE_NOOP("lockdesk::engine", "a power cut can take the last half minute with it, and the tokens granted in it"),
    QT_TRANSLATE_NOOP("lockdesk::engine",
                      "a power cut while the file is rewritten can take the last half minute with it, and the tokens granted in it"),
    QT_TRANSLATE_NOOP("lockdesk::engine", "INFO memory does not tell"),
    QT_TRANSLATE_NOOP("lockdesk::engine",
                      "a failover to a replica can take the last writes with it, and the tokens granted in them"),
    QT_TRANSLATE_NOOP("lockdesk::engine", "fence the work of holders, or use a store that waits for its replicas"),
    QT_TRANSLATE_NOOP("lockdesk::engine",
                      "a failover to a standby can take the last commits with it, and the tokens granted in them"),
    QT_TRANSLATE_NOOP("lockdesk::engine", "name the standbys in synchronous_standby_names"),
    QT_TRANSLATE_NOOP("lockdesk::engine",
                      "a failover to a replica can take the last commits with it, and the tokens granted in them"),
    QT_TRANSLATE_NOOP("lockdesk::engine",
                      "SET GLOBAL rpl_semi_sync_master_enabled = ON, and rpl_semi_sync_slave_enabled on its replicas"),
    QT_TRANSLATE_NOOP("lockdesk::engine",
                      "beyond its memory limit the server removes locks and fences as it likes, held ones too"),
    QT_TRANSLATE_NOOP("lockdesk::engine", "CONFIG SET maxmemory-policy noeviction, and in redis.conf"),
    QT_TRANSLATE_NOOP("lockdesk::engine",
                      "commits are not forced to the disk: a power cut can take them with it, or destroy the database"),
    QT_TRANSLATE_NOOP("lockdesk::engine", "a power cut in the middle of a page's write can destroy committed rows"),
    QT_TRANSLATE_NOOP("lockdesk::engine", "a crash can take the last commits with it, and the tokens granted in them"),
    QT_TRANSLATE_NOOP("lockdesk::engine",
                      "nothing between this program and the server may drop the startup option synchronous_commit=on"),
    QT_TRANSLATE_NOOP("lockdesk::engine", "a crash empties these tables, and their tokens start again"),
    QT_TRANSLATE_NOOP("lockdesk::engine",
                      "the file lies in memory and is gone when the machine restarts, and its tokens with it"),
    QT_TRANSLATE_NOOP("lockdesk::engine", "move the file to a disk"),
    QT_TRANSLATE_NOOP("lockdesk::engine",
                      "a power cut can take the last transactions with it, and the tokens granted in them"),
    QT_TRANSLATE_NOOP("lockdesk::engine", "use a build of SQLite that honours PRAGMA synchronous = FULL"),
    QT_TRANSLATE_NOOP("lockdesk::engine", "a crash in the middle of a write can destroy the file"),
    QT_TRANSLATE_NOOP("lockdesk::engine", "PRAGMA journal_mode = WAL, with every program closed"),
    QT_TRANSLATE_NOOP("lockdesk::engine", "grant clusterMonitor"),
    QT_TRANSLATE_NOOP("lockdesk::engine", "behind mongos the shards do not say"),
    QT_TRANSLATE_NOOP("lockdesk::engine", "look at each shard"),
    QT_TRANSLATE_NOOP("lockdesk::engine",
                      "nothing is written to disk: a restart empties the store, and its tokens start again"),
    QT_TRANSLATE_NOOP("lockdesk::engine", "use a storage engine that persists"),
    QT_TRANSLATE_NOOP("lockdesk::engine",
                      "a crash takes the server back to its last checkpoint, up to a minute, and tokens with it"),
    QT_TRANSLATE_NOOP("lockdesk::engine",
                      "a power cut can take the commits of the last second with it, and the tokens granted in them"),
    QT_TRANSLATE_NOOP("lockdesk::engine",
                      "a crash can take the commits of the last second with it, and the tokens granted in them"),
    QT_TRANSLATE_NOOP(
        "lockdesk::engine",
        "with a binary log that is not forced to the disk, a power cut can undo commits that were acknowledged"),
    QT_TRANSLATE_NOOP("lockdesk::engine", "commits are not forced to the disk"),
    QT_TRANSLATE_NOOP("lockdesk::engine", "this engine does not keep what was committed through a crash"),
};

} // namespace

std::span<const char* const> engineSentences() { return engine_sentences; }

// The server's message follows in brackets at the end.
QString engineSentence(const std::string& text)
{
    if (const auto failure = translatedFailure(exact(text)))
        return foreign(*failure);
    const auto bracket = text.find(" (");
    const std::string head = text.substr(0, bracket);
    if (const auto failure = bracket == std::string::npos ? std::nullopt : translatedFailure(exact(head)))
        return foreign(*failure + u' ' + exact(text.substr(bracket + 1)));
    const QString rest = bracket == std::string::npos ? QString() : u' ' + foreign(text.substr(bracket + 1));
    return foreign(QCoreApplication::translate("lockdesk::engine", head.c_str())) + rest;
}

} // namespace lockdesk::format

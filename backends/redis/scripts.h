// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace lockdesk::redis {

/// One verb as the server runs it: text, its SHA-1, and whether it may write. Scripts that may write begin
/// with `#!lua` without the flag no-writes, so that EVALSHA_RO refuses them before their first line.
struct Script
{
    const char* name = ""; ///< in resources/redis
    std::string text;
    std::string sha;
    bool writes = false;
    const char* function = nullptr; ///< same verb in the library; null: none. The text is then for servers without it
};

/// All scripts, composed once. KEYS[1] is the prefix of our keys; for verbs that are library functions too, the lock's
/// key, and the prefix comes second in a sandbox.
struct Scripts
{
    Script acquire, renew, release;
    Script look; ///< function only: it keeps state between calls, which no script can
    Script force_release, collect_locks, locks_page, locks_named, census, foreign, forget, adopt, migrate;
    Script wait, waiters, admit, fence_find, stream_page;
    Script add_tasks, claim, candidates, take_these, apply, relock_forced, set_rule, rules, counts, phases, claimed_ids;
    Script page, named, outbox_add, outbox_claim, outbox_begin, outbox_settle, backlog, retry_dead, collect_messages;
    Script record_put, record_put_fenced, record_get, record_bump, record_update;
    Script draw_open, draw_find, draw_apply, draw_consume, draw_page;
    Script beat, leave, order, collect_workers, audit_write, changes;
    Script now, set_clock, create, version, sandboxes, drop;
};

const Scripts& scripts();

/// Text and number of the function library: a newer one replaces an older one. `lockdesk_library` returns the number.
struct Library
{
    std::string text;
    int number = 0;
};
const Library& library();

/// Lua source of `lockdesk_outbox_add(prefix, id, topic, payload)`.
std::string outbox_function();

/// Returns what `EVALSHA` of this hash or `FCALL` of this function runs, for the verbs that are shown to an operator before
/// they run; empty: another verb.
std::string script_text(std::string_view called);

/// Those that bring an older schema up to date.
std::string upgrade_script_texts();

/// Every script with its name, for `init --print`.
std::string all_script_texts();

} // namespace lockdesk::redis

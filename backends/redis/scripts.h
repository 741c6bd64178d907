// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace lockdesk::redis {

/// One verb as the server runs it: text, its SHA-1, and whether it may write. Scripts that may write carry the server's own
/// mark for it, so that EVALSHA_RO refuses them before their first line.
struct Script
{
    const char* name = ""; ///< file in resources/redis
    std::string text;
    std::string sha;
    bool writes = false;
    const char* function = nullptr; ///< of the library, where the same verb is one: then the text is for servers without it
};

/// All of them, composed once. KEYS[1] is the prefix of our keys; for those that are functions of the library too, the lock's
/// key, and the prefix comes second in a sandbox.
struct Scripts
{
    Script acquire, renew, release;
    Script look; ///< a function only: it keeps something between two calls, which no script can
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

/// Text of the function library and its number: a newer one replaces an older one. The number is what `lockdesk_library` answers.
struct Library
{
    std::string text;
    int number = 0;
};
const Library& library();

/// Lua source of `lockdesk_outbox_add(prefix, id, topic, payload)`.
std::string outbox_function();

/// What `EVALSHA` of this hash or `FCALL` of this function runs, of the verbs that an operator is shown before they run; empty:
/// none of them.
std::string script_text(std::string_view called);

/// Every script with its name, for `init --print`.
std::string all_script_texts();

} // namespace lockdesk::redis

// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/redis/sha1.h"

#include <string>
#include <string_view>

namespace lockdesk::redis {

/// One verb as the server runs it: text, its SHA-1 (the server's name for it), and whether it may write. Scripts that may write begin
/// with `#!lua` without the flag no-writes, so that EVALSHA_RO refuses them before their first line.
struct Script
{
    const char* name = ""; ///< in resources/redis
    std::string text;
    bool writes = false;
    const char* function = nullptr; ///< same verb in the library; null: none. The text is then for servers without it
    LazySha1 digest{};

    const std::string& sha() const { return digest.of(text); }
};

/// All scripts, composed once. KEYS[1] is the prefix of our keys; for verbs that are library functions too, the lock's
/// key, and the prefix comes second in a sandbox.
struct Scripts
{
    Script lock_acquire, lock_renew, lock_release;
    Script changes_look; ///< a function only: it keeps something between two calls, which no script can
    Script lock_force_release, lock_end_cooling, lock_collect;
    Script lock_list, lock_find, lock_census, lock_forget, lock_adopt;
    Script wait_announce, wait_list, fence_admit, fence_find, stream_page;
    Script task_add, task_claim, task_look, task_take, task_by_claim, task_apply, task_relock_forced;
    Script task_remove, task_collect;
    Script task_rule_set, task_rules, task_counts, task_phases;
    Script page, named;
    Script outbox_add, outbox_claim, outbox_begin, outbox_settle, outbox_backlog, outbox_retry_dead, outbox_collect;
    Script outbox_count_topic;
    Script record_put, record_put_fenced, record_get, record_bump, record_update;
    Script draw_open, draw_find, draw_apply, draw_consume, draw_list;
    Script worker_beat, worker_leave, worker_order, worker_collect, audit_write, changes;
    Script clock_read, clock_set, schema, upgrade_2, schema_version, sandbox_list, drop;
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

/// Returns what `EVALSHA` of this hash or `FCALL` of this function runs, for reading: the verb's own part first, then what
/// stands before it. Empty: no script of ours.
std::string script_text(std::string_view called);

/// Those that bring an older schema up to date.
std::string upgrade_script_texts();

/// Every script with its name, for `init --print`.
std::string all_script_texts();

} // namespace lockdesk::redis

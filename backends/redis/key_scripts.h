// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/redis/key_formats.h"
#include "backends/redis/scripts.h"

namespace lockdesk::redis {

/// The scripts for one key format. KEYS[1] is the lock's key.
struct KeyScripts
{
    Script acquire, renew, release;
};

const KeyScripts& key_scripts(KeyFormat::Kind kind);
/// The scripts for plain string keys, on the clock of the sandbox of KEYS[1].
const KeyScripts& string_scripts_in_sandbox();
const Script& key_look_script();
const Script& key_find_script();

} // namespace lockdesk::redis

// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/redis/key_scripts.h"

#include "backends/redis/sha1.h"
#include "embedded/redis.h"

#include <cassert>

namespace lockdesk::redis {

namespace {

Script compose(const char* file, bool writes, const char* part = nullptr, const char* clock = "key_clock.lua")
{
    Script s{file, writes ? "#!lua\n" : "#!lua flags=no-writes\n", {}, writes};
    assert(!resource(file).empty());
    s.text += resource(clock);
    if (part != nullptr)
        s.text += resource(part);
    s.text += resource(file);
    s.sha = sha1_hex(s.text);
    return s;
}

} // namespace

const KeyScripts& key_scripts(KeyFormat::Kind kind)
{
    static const KeyScripts string{compose("key_string_acquire.lua", true), compose("key_string_renew.lua", true),
                                   compose("key_string_release.lua", true)};
    constexpr const char* hash = "key_redisson.lua";
    static const KeyScripts redisson{compose("key_redisson_acquire.lua", true, hash),
                                     compose("key_redisson_renew.lua", true, hash),
                                     compose("key_redisson_release.lua", true, hash)};
    constexpr const char* value = "key_shedlock.lua";
    static const KeyScripts shedlock{compose("key_shedlock_acquire.lua", true, value),
                                     compose("key_shedlock_renew.lua", true, value),
                                     compose("key_shedlock_release.lua", true, value)};
    switch (kind) {
    case KeyFormat::Kind::redisson: return redisson;
    case KeyFormat::Kind::shedlock: return shedlock;
    case KeyFormat::Kind::string: break;
    }
    return string;
}

const KeyScripts& string_scripts_in_sandbox()
{
    constexpr const char* clock = "key_sandbox.lua";
    static const KeyScripts scripts{compose("key_string_acquire.lua", true, nullptr, clock),
                                    compose("key_string_renew.lua", true, nullptr, clock),
                                    compose("key_string_release.lua", true, nullptr, clock)};
    return scripts;
}

const Script& key_look_script()
{
    static const Script script = compose("key_look.lua", false);
    return script;
}

const Script& key_find_script()
{
    static const Script script = compose("key_find.lua", false);
    return script;
}

} // namespace lockdesk::redis

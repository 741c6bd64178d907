// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/redis/key_scripts.h"

#include "embedded/redis.h"

#include <cassert>

namespace lockdesk::redis {

namespace {

Script compose(const char* statement, bool writes, const char* part = nullptr, const char* clock = "key_clock")
{
    Script s{statement, writes ? "#!lua\n" : "#!lua flags=no-writes\n", writes};
    assert(!resource(statement).empty());
    s.text += resource(clock);
    if (part != nullptr)
        s.text += resource(part);
    s.text += resource(statement);
    return s;
}

} // namespace

const KeyScripts& key_scripts(KeyFormat::Kind kind)
{
    static const KeyScripts string{compose("key_string_acquire", true), compose("key_string_renew", true),
                                   compose("key_string_release", true)};
    constexpr const char* hash = "key_redisson";
    static const KeyScripts redisson{compose("key_redisson_acquire", true, hash),
                                     compose("key_redisson_renew", true, hash),
                                     compose("key_redisson_release", true, hash)};
    constexpr const char* value = "key_shedlock";
    static const KeyScripts shedlock{compose("key_shedlock_acquire", true, value),
                                     compose("key_shedlock_renew", true, value),
                                     compose("key_shedlock_release", true, value)};
    switch (kind) {
    case KeyFormat::Kind::redisson: return redisson;
    case KeyFormat::Kind::shedlock: return shedlock;
    case KeyFormat::Kind::string: break;
    }
    return string;
}

const KeyScripts& string_scripts_in_sandbox()
{
    constexpr const char* clock = "key_sandbox";
    static const KeyScripts scripts{compose("key_string_acquire", true, nullptr, clock),
                                    compose("key_string_renew", true, nullptr, clock),
                                    compose("key_string_release", true, nullptr, clock)};
    return scripts;
}

const Script& key_look_script()
{
    static const Script script = compose("key_look", false);
    return script;
}

const Script& key_find_script()
{
    static const Script script = compose("key_find", false);
    return script;
}

} // namespace lockdesk::redis

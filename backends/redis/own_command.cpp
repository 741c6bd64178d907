// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/redis/own_command.h"

#include "backends/redis/errors.h"

#include <hiredis/hiredis.h>

namespace lockdesk::redis {

Answer<ReplyPtr> run_own(redisContext* connection, const char* statement, const std::vector<std::string>& words)
{
    std::vector<const char*> texts;
    std::vector<std::size_t> sizes;
    for (const std::string& one : words) {
        texts.push_back(one.data());
        sizes.push_back(one.size());
    }
    ReplyPtr reply(
        static_cast<redisReply*>(redisCommandArgv(connection, static_cast<int>(words.size()), texts.data(), sizes.data())));
    Trouble trouble{Trouble::Cause::no_answer, {}, false, statement};
    if (!reply) {
        // Nothing is executed before EXEC, so a lost reply is not in doubt here.
        trouble.text = connection->errstr;
        return to_failure(trouble);
    }
    if (const View answer(reply.get()); answer.is_error()) {
        trouble.cause = Trouble::Cause::error_reply;
        trouble.text = std::string(answer.text());
        return to_failure(trouble);
    }
    return reply;
}

} // namespace lockdesk::redis

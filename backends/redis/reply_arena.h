// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <hiredis/hiredis.h>

#include <cstddef>
#include <memory>
#include <vector>

namespace lockdesk::redis {

/// Memory for replies that are looked at once, one after the other: a row of many fields costs no allocation of its own.
/// Between `use` and `leave` the reader's replies live here, until `clear`; freeObject does nothing to them.
class ReplyArena
{
public:
    void use(redisReader* reader);
    void leave(redisReader* reader);
    void clear();
    void* take(std::size_t bytes);

private:
    std::vector<std::unique_ptr<std::byte[]>> m_large; ///< what did not fit
    std::unique_ptr<std::byte[]> m_block;
    std::size_t m_used = 0;
    redisReplyObjectFunctions* m_before = nullptr;
};

/// Lets a reader refuse arrays that no answer to us is as long as: one line of a false server asks for 17 GB otherwise. Of a reader
/// that has just been made.
void limit_arrays(redisReader* reader);

} // namespace lockdesk::redis

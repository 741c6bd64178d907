// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <hiredis/hiredis.h>

#include <cstddef>
#include <memory>
#include <vector>

namespace lockdesk::redis {

/// Memory for replies read once, one after the other: saves the allocations of a row with many fields.
/// Between `use` and `leave` the reader's replies live here, until `clear`; freeObject does not free them.
class ReplyArena
{
public:
    void use(redisReader* reader);
    void leave(redisReader* reader);
    void clear();
    void* take(std::size_t bytes);

private:
    std::vector<std::unique_ptr<std::byte[]>> m_large; ///< too large for the block
    std::unique_ptr<std::byte[]> m_block;
    std::size_t m_used = 0;
    redisReplyObjectFunctions* m_before = nullptr;
};

/// Makes a reader refuse arrays longer than any reply to us: one line of a false server would otherwise allocate 17 GB.
/// Call it on a new reader.
void limit_arrays(redisReader* reader);

} // namespace lockdesk::redis

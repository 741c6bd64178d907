// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/redis/reply_arena.h"

#include <cstring>

namespace lockdesk::redis {

namespace {

constexpr std::size_t block_size = 64 * 1024;
constexpr std::size_t most_elements = 8'000'000; // per array; it is allocated before its elements arrive

redisReply* put(const redisReadTask* task, int type)
{
    auto* const reply = static_cast<redisReply*>(static_cast<ReplyArena*>(task->privdata)->take(sizeof(redisReply)));
    std::memset(reply, 0, sizeof *reply);
    reply->type = type;
    if (task->parent != nullptr)
        static_cast<redisReply*>(task->parent->obj)->element[task->idx] = reply;
    return reply;
}

void* put_string(const redisReadTask* task, char* text, std::size_t size)
{
    redisReply* const reply = put(task, task->type);
    reply->str = static_cast<char*>(static_cast<ReplyArena*>(task->privdata)->take(size + 1));
    std::memcpy(reply->str, text, size);
    reply->str[size] = '\0';
    reply->len = size;
    return reply;
}

// The type of an array's size differs between versions of hiredis.
redisReplyObjectFunctions functions()
{
    redisReplyObjectFunctions all{};
    all.createString = put_string;
    all.createArray = [](const redisReadTask* task, auto size) -> void* {
        if (static_cast<std::size_t>(size) > most_elements)
            return nullptr; // the reader reports out of memory
        redisReply* const reply = put(task, task->type);
        const auto bytes = static_cast<std::size_t>(size) * sizeof(redisReply*);
        reply->element = static_cast<redisReply**>(static_cast<ReplyArena*>(task->privdata)->take(bytes));
        std::memset(reply->element, 0, bytes);
        reply->elements = static_cast<decltype(reply->elements)>(size);
        return reply;
    };
    all.createInteger = [](const redisReadTask* task, long long number) -> void* {
        redisReply* const reply = put(task, REDIS_REPLY_INTEGER);
        reply->integer = number;
        return reply;
    };
    all.createNil = [](const redisReadTask* task) -> void* { return put(task, REDIS_REPLY_NIL); };
    all.freeObject = [](void*) {};
    return all;
}

} // namespace

void limit_arrays(redisReader* reader)
{
    static const redisReplyObjectFunctions usual = *reader->fn;
    static redisReplyObjectFunctions limited = [] {
        redisReplyObjectFunctions all = usual;
        all.createArray = [](const redisReadTask* task, auto size) -> void* {
            return static_cast<std::size_t>(size) > most_elements ? nullptr : usual.createArray(task, size);
        };
        return all;
    }();
    reader->fn = &limited;
}

void ReplyArena::use(redisReader* reader)
{
    static redisReplyObjectFunctions ours = functions();
    clear();
    m_before = reader->fn;
    reader->fn = &ours;
    reader->privdata = this;
}

void ReplyArena::leave(redisReader* reader)
{
    reader->fn = m_before;
    reader->privdata = nullptr;
}

void ReplyArena::clear()
{
    m_used = 0;
    m_large.clear();
}

void* ReplyArena::take(std::size_t bytes)
{
    if (!m_block)
        m_block = std::make_unique_for_overwrite<std::byte[]>(block_size);
    const std::size_t size = (bytes + alignof(std::max_align_t) - 1) / alignof(std::max_align_t) * alignof(std::max_align_t);
    if (m_used + size > block_size)
        return m_large.emplace_back(std::make_unique_for_overwrite<std::byte[]>(size)).get();
    void* const place = m_block.get() + m_used;
    m_used += size;
    return place;
}

} // namespace lockdesk::redis

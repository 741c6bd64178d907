// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/time.h"
#include "backends/engine/rules/foreign_time.h"

#include <hiredis/hiredis.h>

#include <charconv>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lockdesk::redis {

struct FreeReply
{
    void operator()(redisReply* r) const { freeReplyObject(r); }
};
using ReplyPtr = std::unique_ptr<redisReply, FreeReply>;

/// Parses a decimal integer without anything else.
inline std::optional<std::int64_t> whole_number(std::string_view text)
{
    std::int64_t number = 0;
    const auto parsed = std::from_chars(text.data(), text.data() + text.size(), number);
    if (parsed.ec != std::errc{} || parsed.ptr != text.data() + text.size() || text.empty())
        return std::nullopt;
    return number;
}

/// A view of a part of a reply. Never fails: a missing part or one of another type is nil, 0 or empty.
class View
{
public:
    View() = default;
    explicit View(const redisReply* r) : m_reply(r) {}

    [[nodiscard]] bool nil() const { return m_reply == nullptr || m_reply->type == REDIS_REPLY_NIL; }
    [[nodiscard]] bool is_array() const { return m_reply != nullptr && m_reply->type == REDIS_REPLY_ARRAY; }
    [[nodiscard]] bool is_integer() const { return m_reply != nullptr && m_reply->type == REDIS_REPLY_INTEGER; }
    [[nodiscard]] bool is_error() const { return m_reply != nullptr && m_reply->type == REDIS_REPLY_ERROR; }
    [[nodiscard]] std::size_t size() const { return is_array() ? m_reply->elements : 0; }
    [[nodiscard]] View operator[](std::size_t i) const { return i < size() ? View(m_reply->element[i]) : View(); }
    [[nodiscard]] std::string_view text() const
    {
        const bool has = m_reply != nullptr
                         && (m_reply->type == REDIS_REPLY_STRING || m_reply->type == REDIS_REPLY_STATUS
                             || m_reply->type == REDIS_REPLY_ERROR);
        return has ? std::string_view(m_reply->str, static_cast<std::size_t>(m_reply->len)) : std::string_view();
    }
    [[nodiscard]] std::string str() const { return is_integer() ? std::to_string(m_reply->integer) : std::string(text()); }
    /// An integer, or a text that contains one.
    [[nodiscard]] std::optional<std::int64_t> number() const
    {
        if (is_integer())
            return m_reply->integer;
        return whole_number(text());
    }
    [[nodiscard]] std::int64_t integer() const { return number().value_or(0); }
    [[nodiscard]] std::optional<TimePoint> time() const
    {
        const auto n = number();
        return n ? std::optional(foreign_time(*n)) : std::nullopt;
    }

private:
    const redisReply* m_reply = nullptr;
};

inline std::vector<std::string> texts_of(View array)
{
    std::vector<std::string> out;
    out.reserve(array.size());
    for (std::size_t i = 0; i < array.size(); ++i)
        out.push_back(array[i].str());
    return out;
}

/// The answer of a script, whose first element is `now`.
struct Reply
{
    ReplyPtr tree;
    TimePoint now{};
    [[nodiscard]] View operator[](std::size_t i) const { return View(tree.get())[i]; }
    [[nodiscard]] std::size_t size() const { return View(tree.get()).size(); }
};

} // namespace lockdesk::redis

// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <string_view>

namespace lockdesk::redis {

/// SHA-1 (FIPS 180-4) as 40 hex digits: the server's name for a script. Not for secrets.
std::string sha1_hex(std::string_view data);

/// SHA-1 of one text, computed when it is first needed: most programs call few of all scripts. Any thread may call of(). A copy
/// computes again, as its text may become another one.
class LazySha1
{
public:
    LazySha1() = default;
    LazySha1(const LazySha1&) {}
    LazySha1& operator=(const LazySha1&)
    {
        m_one = std::make_shared<One>();
        return *this;
    }

    /// `text`: the same at each call.
    const std::string& of(std::string_view text) const
    {
        std::call_once(m_one->once, [&] { m_one->hex = sha1_hex(text); });
        return m_one->hex;
    }

private:
    struct One
    {
        std::once_flag once;
        std::string hex;
    };
    std::shared_ptr<One> m_one = std::make_shared<One>();
};

} // namespace lockdesk::redis

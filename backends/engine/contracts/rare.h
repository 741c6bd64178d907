// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <ostream>
#include <string>
#include <string_view>
#include <utility>

namespace lockdesk {

/// An optional value that most rows lack: takes one pointer when absent, so that large tables stay small. Immutable, copied by
/// reference, compared by value. Threads may share copies.
template <class T> class Rare
{
public:
    Rare() = default;
    Rare(T value) : m_held(new Held{{1}, std::move(value)}) {}
    Rare(const Rare& other) noexcept : m_held(other.m_held)
    {
        if (m_held != nullptr)
            m_held->references.fetch_add(1, std::memory_order_relaxed);
    }
    Rare(Rare&& other) noexcept : m_held(std::exchange(other.m_held, nullptr)) {}
    Rare& operator=(Rare other) noexcept
    {
        std::swap(m_held, other.m_held);
        return *this;
    }
    ~Rare()
    {
        if (m_held != nullptr && m_held->references.fetch_sub(1, std::memory_order_acq_rel) == 1)
            delete m_held;
    }
    explicit operator bool() const { return m_held != nullptr; }
    /// Only when there is a value.
    const T& operator*() const { return m_held->value; }
    const T* operator->() const { return &m_held->value; }
    friend bool operator==(const Rare& a, const Rare& b)
    {
        return a.m_held == b.m_held || (a.m_held != nullptr && b.m_held != nullptr && *a == *b);
    }

private:
    struct Held
    {
        std::atomic<int> references;
        const T value;
    };
    Held* m_held = nullptr;
};

/// A text that most rows lack: one pointer when empty. Reads as the std::string that it holds, which lives as long as a copy.
class RareText
{
public:
    RareText() = default;
    RareText(std::string text) : m_text(text.empty() ? Rare<std::string>() : Rare<std::string>(std::move(text))) {}
    RareText(std::string_view text) : RareText(std::string(text)) {}
    RareText(const char* text) : RareText(std::string(text)) {}

    [[nodiscard]] const std::string& str() const
    {
        static const std::string none;
        return m_text ? *m_text : none;
    }
    operator const std::string&() const { return str(); }
    operator std::string_view() const { return str(); }
    [[nodiscard]] bool empty() const { return !m_text; }
    void clear() { m_text = {}; }
    RareText& operator+=(std::string_view more) { return *this = str() + std::string(more); }

    friend bool operator==(const RareText& a, const RareText& b) { return a.m_text == b.m_text; }
    friend std::ostream& operator<<(std::ostream& out, const RareText& text) { return out << text.str(); }

private:
    Rare<std::string> m_text;
};

} // namespace lockdesk

// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <utility>

namespace lockdesk {

/// An optional value that most rows lack: takes no more than two pointers when absent, so that large tables
/// stay small. Immutable, copied by reference, compared by value. Threads may share copies.
template <class T> class Rare
{
public:
    Rare() = default;
    Rare(T value) : m_value(std::make_shared<const T>(std::move(value))) {}
    explicit operator bool() const { return m_value != nullptr; }
    /// Only when there is a value.
    const T& operator*() const { return *m_value; }
    const T* operator->() const { return m_value.get(); }
    friend bool operator==(const Rare& a, const Rare& b)
    {
        return a.m_value == b.m_value || (a.m_value && b.m_value && *a.m_value == *b.m_value);
    }

private:
    std::shared_ptr<const T> m_value;
};

} // namespace lockdesk

// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/contract/mutants.h"

namespace lockdesk::contract {

/// A store whose sessions are wrapped, for code that opens its own sessions, such as everything built on stores.
class DecoratedStore final : public Store
{
public:
    /// `right` must outlive it. `decorate` may be empty.
    DecoratedStore(Store& right, Decorate decorate) : m_right(right), m_decorate(std::move(decorate)) {}
    [[nodiscard]] const StoreUrl& url() const override { return m_right.url(); }
    Answer<std::unique_ptr<Session>> open(const SessionOptions& options) override
    {
        auto session = m_right.open(options);
        if (!session || !m_decorate)
            return session;
        return m_decorate(std::move(*session));
    }
    Answer<std::unique_ptr<HintListener>> listen(std::vector<HintTopic> topics, const SessionOptions& options,
                                                 const std::stop_token& stop) override
    {
        return m_right.listen(std::move(topics), options, stop);
    }

private:
    Store& m_right;
    Decorate m_decorate;
};

} // namespace lockdesk::contract

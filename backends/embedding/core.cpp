// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/embedding/core.h"

namespace lockdesk::embedding {

namespace {

constexpr std::size_t most_idle = 4;

} // namespace

Core::Core(std::unique_ptr<Store> store, SessionOptions options, std::string host)
    : m_store(std::move(store)), m_options(std::move(options)), m_host(std::move(host)), m_keeper(m_runtime, access())
{
}

Answer<Core::Lent> Core::lend()
{
    {
        const std::lock_guard lock(m_mutex);
        if (!m_idle.empty()) {
            Lent lent(*this, std::move(m_idle.back()));
            m_idle.pop_back();
            return lent;
        }
    }
    auto options = m_options;
    options.connect_later = true;
    auto opened = m_store->open(options);
    if (!opened)
        return opened.failure();
    return Lent(*this, std::move(*opened));
}

Core::Lent::~Lent()
{
    if (!m_session)
        return;
    const std::lock_guard lock(m_core.m_mutex);
    if (m_core.m_idle.size() < most_idle)
        m_core.m_idle.push_back(std::move(m_session));
}

} // namespace lockdesk::embedding

// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/runners/access.h"
#include "backends/observe/update.h"

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>

namespace lockdesk {

/// The searches of an observer, on their own session: a search that is replaced while the store works on it is ended there,
/// and the observed session stays as it is. One thread searches; `want` and `interrupt` are called from any.
class SearchLine
{
public:
    explicit SearchLine(Access access);

    /// Sets what is wanted from now on; empty: nothing. Ends a running search of the same for anything else.
    void want(SearchOf of, const Search& search);
    /// Ends the running search and all later ones.
    void interrupt() noexcept;

    /// Begins a search. Returns the session for it, or why there is none.
    Answer<Session*> begin(SearchOf of, const Search& search);
    /// Ends what was begun. Returns true if it was replaced meanwhile: its answer is void.
    bool end();
    /// Closes the session until the next search.
    void rest();

private:
    std::unique_ptr<OwnSession> renew();

    const Access m_access;
    std::mutex m_mutex;
    std::map<SearchOf, Search> m_wanted;
    std::optional<std::pair<SearchOf, Search>> m_running;
    bool m_replaced = false, m_over = false;
    std::unique_ptr<OwnSession> m_session; ///< replaced by the searching thread alone, under the mutex
};

} // namespace lockdesk

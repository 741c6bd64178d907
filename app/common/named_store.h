// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/common/connections.h"

#include <string>

namespace lockdesk::app {

/// A store as a command line names it.
struct NamedStore
{
    StoreUrl url; ///< with the password of LOCKDESK_PASSWORD, if the address has none
    /// What a saved connection says besides.
    bool read_only = false;
    std::string retention; ///< empty: not set
    FindingLimits findings{};
};

/// Finds the store of a URL or of `@name`, a saved connection; of an empty text: that of the variable LOCKDESK_STORE, else of the
/// connection that `lockdeskctl use` has chosen. A usage failure says what is missing.
Answer<NamedStore> named_store(std::string text);

} // namespace lockdesk::app

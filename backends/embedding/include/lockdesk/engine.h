// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
//
// What is beneath the facade: every verb of a store, each with an Answer instead of exceptions. The contracts'
// headers say what they do.
#pragma once

#include "backends/engine/contracts/ids.h"
#include "backends/engine/contracts/store.h"

#include <lockdesk/lockdesk.h>

namespace lockdesk::embedding {

/// Opens a session of the desk's store. One thread at a time; the desk must outlive it.
[[nodiscard]] Answer<std::unique_ptr<Session>> open_session(const Desk& desk);

} // namespace lockdesk::embedding

#ifndef LOCKDESK_INSIDE
namespace lockdesk {

using embedding::open_session;

} // namespace lockdesk
#endif

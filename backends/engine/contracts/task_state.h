// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/rows.h"

namespace lockdesk {

/// Returns true if failures have locked the task until the end of time, and nobody has relocked it since. Does not ask
/// the rule, so that a task stays parked when its rule changes.
bool is_parked(const TaskRow& row);

/// Returns true if the task has nobody and its phase is final (see TaskRule::is_final). A forced relock makes it due again.
bool is_done(const TaskRow& row, TimePoint now);

/// Returns the word of a task's state: `failed` if it is parked, `done` in a final phase, else that of `task_state`.
const char* state_word(const TaskRow& row, TimePoint now);

} // namespace lockdesk

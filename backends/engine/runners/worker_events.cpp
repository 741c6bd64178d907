// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/engine/runners/worker_events.h"

namespace lockdesk {

const char* word(WorkerEventKind kind)
{
    switch (kind) {
    case WorkerEventKind::started: return "started";
    case WorkerEventKind::claimed: return "claimed";
    case WorkerEventKind::advanced: return "advanced";
    case WorkerEventKind::relocked: return "relocked";
    case WorkerEventKind::unlocked: return "unlocked";
    case WorkerEventKind::failed: return "failed";
    case WorkerEventKind::lost: return "lost";
    case WorkerEventKind::refused: return "refused";
    case WorkerEventKind::paused: return "paused";
    case WorkerEventKind::resumed: return "resumed";
    case WorkerEventKind::stopped: return "stopped";
    case WorkerEventKind::heartbeat: return "heartbeat";
    case WorkerEventKind::trouble: return "trouble";
    }
    return "";
}

} // namespace lockdesk

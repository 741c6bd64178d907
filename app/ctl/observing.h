// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ctl/command.h"
#include "backends/observe/observer.h"
#include "backends/observe/recording/recording_file.h"

#include <functional>
#include <string>

namespace lockdesk::ctl {

/// Observes the command's store until `until`, a signal, or until `taken` returns false, and passes it the updates in
/// order. A wrong address, password or schema fails as in any other command. `options.session` is set here.
void observe(Context& context, ObserverOptions options, SteadyPoint until, const std::function<bool(const UpdatePtr&)>& taken);

/// Passes the moments of a recording as updates, the first as a snapshot, until `taken` returns false. A file that is no
/// whole recording fails (usage).
void replay_updates(const std::string& path, const std::function<bool(const UpdatePtr&)>& taken);
void replay_updates(RecordingFile& file, const std::function<bool(const UpdatePtr&)>& taken);

} // namespace lockdesk::ctl

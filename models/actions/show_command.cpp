// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/actions/show_command.h"

#include "backends/engine/text/command_line.h"
#include "models/actions/action_request.h"
#include "models/feed/connection_info.h"
#include "models/format/format.h"

namespace lockdesk {

QString showCommand(const ConnectionInfo& info, Entity entity, const std::string& key, const QString& source)
{
    const char* verb = entity == Entity::lock      ? "lock show"
                       : entity == Entity::task    ? "task show"
                       : entity == Entity::message ? "outbox show"
                       : entity == Entity::worker  ? "worker show"
                                                   : nullptr;
    if (verb == nullptr || key.empty() || info.recording)
        return {};
    CommandLine line(verb);
    line.positional(key).global("--store", storeArgument(info).toStdString());
    const QString from = source.isEmpty() ? info.source : source;
    if (from != QLatin1String("lockdesk"))
        line.global("--source", from.toStdString());
    return format::exact(line.text());
}

} // namespace lockdesk

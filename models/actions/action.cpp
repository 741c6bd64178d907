// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/actions/action.h"

#include "backends/engine/text/text.h"
#include "models/actions/action_texts.h"
#include "models/actions/action_work.h"
#include "models/format/format.h"

namespace lockdesk {

std::optional<Objection> Action::objectionTo(const ActionTarget& /*target*/) const { return std::nullopt; }

std::optional<Objection> Action::objectionToAll(const ActionRequest& /*request*/, const Feed& /*feed*/) const
{
    return std::nullopt;
}

void Action::weigh(ActionRequest& /*request*/, const Feed& /*feed*/) const {}

QString Action::nameOf(const ActionTarget& target) const { return format::foreign(target.key); }

bool Action::isDangerous(const ActionRequest& /*request*/) const { return true; }

QString Action::changedNote(const ActionRequest& /*request*/) const { return {}; }

QString Action::footNote(const ActionRequest& /*request*/) const { return {}; }

bool Action::isWatched(const ActionRequest& /*request*/) const { return false; }

std::optional<ActionInput> Action::input(const ActionRequest& /*request*/) const { return std::nullopt; }

std::optional<Duration> Action::readInput(const ActionRequest& /*request*/, const QString& value, TimePoint /*now*/) const
{
    return spanOf(value);
}

void Action::takeInput(ActionRequest& request, const QString& /*value*/, Duration read) const { request.wait = read; }

QString Action::inputNote(const ActionRequest& /*request*/, const QString& /*value*/, Duration read, TimePoint now) const
{
    return ActionTexts::tr("until %1 on the store's clock").arg(format::clock(add(now, read), now));
}

void Action::preview(ActionWork& work, const ActionTarget& target, ActionPreview::Item& item) const
{
    work.rehearse(target, item);
}

QString counted(const ActionRequest& request, const QString& one, const QString& many)
{
    const auto n = request.targets.size();
    return n == 1 ? one.arg(format::foreign(request.targets.front().key))
                  : many.arg(format::count(static_cast<std::int64_t>(n)));
}

std::optional<Duration> spanOf(const QString& written)
{
    const auto parsed = parse_duration(QString(written).remove(QLatin1Char(' ')).toStdString());
    return parsed ? std::optional(*parsed) : std::nullopt;
}

std::vector<ActionInput::Choice> spanChoices(std::initializer_list<const char*> spans)
{
    std::vector<ActionInput::Choice> choices;
    for (const char* span : spans)
        choices.push_back({QLatin1String(span), QLatin1String(span)});
    return choices;
}

} // namespace lockdesk

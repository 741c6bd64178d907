// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The content of a sheet before the store answers.
#include "models/format/format.h"
#include "widgets/sheets/action_flow.h"
#include "widgets/sheets/action_points.h"

#include <algorithm>
#include <type_traits>

namespace lockdesk {

namespace {

constexpr unsigned firstVictims = 50; ///< the others are formatted when they come into view

void setHeaders(Entity entity, SheetContent& content)
{
    content.ownerHeader = ActionFlow::tr("owner");
    content.tokenHeader = ActionFlow::tr("token");
    switch (entity) {
    case Entity::task:
        content.nameHeader = ActionFlow::tr("task");
        content.leftHeader = ActionFlow::tr("due");
        break;
    case Entity::message:
        content.nameHeader = ActionFlow::tr("message");
        content.ownerHeader = ActionFlow::tr("topic");
        content.tokenHeader = ActionFlow::tr("tries");
        content.leftHeader = ActionFlow::tr("age");
        break;
    case Entity::worker:
        content.nameHeader = ActionFlow::tr("worker");
        content.tokenHeader = ActionFlow::tr("pid");
        content.leftHeader = ActionFlow::tr("last heartbeat");
        break;
    default:
        content.nameHeader = ActionFlow::tr("lock");
        content.leftHeader = ActionFlow::tr("lease left");
        break;
    }
}

// Of all dead messages, only some are rows of the table.
std::vector<SheetPoint> evidenceOfAll(const Feed& feed, const ActionRequest& request)
{
    std::vector<MessageRow> known;
    for (const ActionTarget& target : request.known)
        if (const auto seen = target.seenRow<MessageRow>())
            known.push_back(seen->row);
    std::vector<SheetPoint> points = messageEvidence(feed, known);
    points.insert(points.begin(), {Glyph::diamond, Tone::expired, ActionFlow::tr("All dead messages of this outbox")});
    if (const auto unseen = victimCount(request) - std::int64_t(known.size()); unseen > 0)
        points.push_back(
            {Glyph::none, Tone::text2, ActionFlow::tr("%1 of them are not shown here").arg(format::count(unseen))});
    return points;
}

} // namespace

SheetVictim victimOf(const Feed& feed, const LiveVictims::SeenRow& seen)
{
    return std::visit(
        [&](const auto& each) -> SheetVictim {
            if constexpr (std::is_same_v<std::remove_cvref_t<decltype(each)>, std::monostate>)
                return {};
            else
                return victimOf(feed, each.row);
        },
        seen);
}

SheetContent ActionFlow::firstContent() const
{
    SheetContent content;
    const bool all = m_request.targets.empty();
    const std::vector<ActionTarget>& shown = all ? m_request.known : m_request.targets;
    content.victims.resize(shown.size());
    for (std::size_t i = 0; i < (all ? shown.size() : std::min<std::size_t>(shown.size(), firstVictims)); ++i)
        content.victims[i] = victimOf(*feed(), shown[i].seen);
    content.evidence = all ? evidenceOfAll(*feed(), m_request) : std::vector<SheetPoint>();
    content.consequences = sheetPoints(m_request.action->consequences(m_request, nullptr));
    content.readOnly = feed()->info().readOnly;
    describe(content);
    return content;
}

void ActionFlow::describe(SheetContent& content) const
{
    const Action& action = *m_request.action;
    const ConnectionInfo& info = feed()->info();
    const bool production = info.environment == QLatin1String("production");
    const bool many = victimCount(m_request) > std::int64_t(mostInOneClick);
    content.title = content.verb = action.title(m_request);
    content.environment = info.environment;
    content.subtitle =
        tr("%1 · source %2")
            .arg(info.name, format::foreign(action.entity() == Entity::lock ? m_request.source : info.source));
    setHeaders(action.entity(), content);
    content.needsReason = production;
    content.mustType = production || many ? confirmation(m_request, info.name) : QString();
    const Capabilities* can = feed()->capabilities();
    content.commandsTitle = can != nullptr && can->sql ? tr("SQL that will run") : tr("Commands that will run");
    content.commandsNote = action.changedNote(m_request);
    content.footNote = action.footNote(m_request);
    content.danger = action.isDangerous(m_request);
}

void ActionFlow::showInput()
{
    m_input = m_request.action->input(m_request);
    if (!m_input)
        return;
    SheetDelay delay{m_input->caption, {}, m_input->initial, m_input->optional, m_input->on};
    for (const ActionInput::Choice& choice : m_input->choices) {
        delay.choices += choice.text;
        if (choice.value == m_input->initial)
            delay.initial = choice.text;
    }
    delay.wrong = m_input->wrong;
    delay.read = [this](const QString& written) -> std::optional<std::int64_t> {
        if (feed() == nullptr)
            return std::nullopt;
        const auto read = m_request.action->readInput(m_request, valueOf(written), feed()->now());
        return read ? std::optional(to_us(*read)) : std::nullopt;
    };
    m_sheet->setDelay(delay);
}

// An offered value may also be typed; any other text is taken as the value itself.
QString ActionFlow::valueOf(const QString& written) const
{
    for (const ActionInput::Choice& choice : m_input ? m_input->choices : std::vector<ActionInput::Choice>())
        if (choice.text == written)
            return choice.value;
    return written;
}

void ActionFlow::takeDelay()
{
    if (m_sheet == nullptr)
        return;
    if (m_input)
        m_request.action->takeInput(m_request, valueOf(m_sheet->delayText()), Duration{m_sheet->delay().value_or(0)});
    m_sheet->setDelayNote(delayNote());
    previewLater();
}

QString ActionFlow::delayNote() const
{
    const auto chosen = m_sheet->delay();
    if (!chosen || !m_input || feed() == nullptr)
        return {};
    return m_request.action->inputNote(m_request, valueOf(m_sheet->delayText()), Duration{*chosen}, feed()->now());
}

} // namespace lockdesk

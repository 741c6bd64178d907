// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/classroom/join_sheet.h"

#include "backends/engine/text/command_line.h"
#include "models/format/format.h"
#include "widgets/sheets/command_view.h"
#include "widgets/theme/theme.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QVBoxLayout>

namespace lockdesk {

JoinSheet::JoinSheet(const Classroom* room, QWidget* host)
    : Sheet(host), m_room(room), m_who(new ThemeLabel),
      m_copy(makeButton(tr("Copy line"), QStringLiteral("copy"), QStringLiteral("primary")))
{
    const QString address = room->stores()->address(room->choice().storeId());
    m_line = format::exact(CommandLine({}, "lockdesk-worker")
                               .option("--join", address.toStdString())
                               .option("--sandbox", room->track().sandbox().toStdString())
                               .option("--as", "NAME")
                               .text());
    setHeader(tr("Join from another machine"), {}, room->track().store().name);
    const auto text = [this](const QString& what) {
        auto* label = new ThemeLabel(what);
        label->setWordWrap(true);
        label->setContentsMargins(14, 10, 14, 8);
        body()->addWidget(label);
    };
    text(tr("Whoever starts this line takes part in the lesson as a process of his own, and appears in the lanes."));
    auto* view = new CommandView(CommandView::Language::plain);
    view->setText(m_line);
    view->setAccessibleName(tr("Line to start a worker with"));
    body()->addWidget(view);
    QStringList names;
    if (room->player().isReady())
        for (const scenarios::ActorInfo& actor : room->track().playback()->file().header.actors)
            names << format::foreign(actor.name);
    const bool others = room->choice().lesson() != nullptr && room->choice().lesson()->joinable.has_value();
    text((others ? tr(
              "NAME is one of the lesson (%1), whose part it takes over, or any other name for somebody more. Who vanishes "
              "does not end the lesson.")
                 : tr("NAME is one of the lesson (%1), whose part it takes over; other names have no part in this one and "
                      "are told "
                      "so. Who vanishes does not end the lesson."))
             .arg(names.join(QStringLiteral(", "))));
    if (address.startsWith(QLatin1String("sqlite:")))
        text(tr("This store is a file: it can be joined from this machine only."));
    else
        text(tr("A password goes by the environment (LOCKDESK_STORE) or is asked for; it is not in this line."));
    auto* title = new SectionTitle(tr("Taking part"));
    body()->addWidget(title);
    m_who->setWordWrap(true);
    m_who->setContentsMargins(14, 6, 14, 8);
    m_who->setAccessibleName(tr("Who takes part"));
    body()->addWidget(m_who);
    connect(room, &Classroom::stepsChanged, this, &JoinSheet::refreshWho);
    connect(room, &Classroom::lessonChanged, this, &JoinSheet::refreshWho);
    refreshWho();
    body()->addStretch(1);
    auto* row = new QHBoxLayout(footer());
    row->addStretch(1);
    auto* close = makeButton(tr("Close"));
    row->addWidget(m_copy);
    row->addWidget(close);
    connect(close, &QPushButton::clicked, this, &Sheet::close);
    connect(m_copy, &QPushButton::clicked, this, [this] {
        QGuiApplication::clipboard()->setText(m_line);
        m_copy->setText(tr("Copied"));
    });
}

void JoinSheet::refreshWho()
{
    QStringList lines;
    // A word is not wrapped, and would make the sheet as wide.
    const auto shortened = [this](const QString& name) {
        return m_who->fontMetrics().elidedText(name, Qt::ElideRight, Theme::get().px(280));
    };
    for (const Participant& one : m_room->track().participants()) {
        const QString name = shortened(one.name),
                      where = one.host.isEmpty() ? name : tr("%1, from %2").arg(name, shortened(one.host));
        lines << (!one.isHere   ? tr("%1: gone").arg(where)
                  : one.isExtra ? tr("%1: somebody more, with a lane of its own").arg(where)
                                : tr("%1: has taken over that part").arg(where));
    }
    m_who->setText(lines.isEmpty() ? tr("Nobody has joined yet.") : lines.join(QLatin1Char('\n')));
}

QWidget* JoinSheet::firstField() const { return m_copy; }

} // namespace lockdesk

// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/classroom/join_sheet.h"

#include "backends/engine/command_line.h"
#include "models/format.h"
#include "widgets/sheets/command_view.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QVBoxLayout>

namespace lockdesk {

JoinSheet::JoinSheet(const Classroom* room, QWidget* host)
    : Sheet(host), m_copy(makeButton(tr("Copy line"), QStringLiteral("copy"), QStringLiteral("primary")))
{
    const QString address = room->stores()->address(room->storeId());
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
    if (room->lesson() != nullptr)
        for (const scenarios::ActorSpec& actor : room->lesson()->actors)
            names << format::foreign(actor.name);
    text(tr("NAME is one of the lesson (%1), whose part it takes over, or any other name for somebody more. Who vanishes "
            "does not end the lesson.")
             .arg(names.join(QStringLiteral(", "))));
    if (address.startsWith(QLatin1String("sqlite:")))
        text(tr("This store is a file: it can be joined from this machine only."));
    else
        text(tr("A password goes by the environment (LOCKDESK_STORE) or is asked for; it is not in this line."));
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

QWidget* JoinSheet::firstField() const { return m_copy; }

} // namespace lockdesk

// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/overview/try_panel.h"

#include "models/format/format.h"
#include "widgets/theme/theme.h"

#include <QHBoxLayout>
#include <QLineEdit>
#include <QVBoxLayout>

namespace lockdesk {

TryPanel::TryPanel(QWidget* parent) : Surface(Ground::window, Qt::LeftEdge, parent), m_column(new QVBoxLayout(this))
{
    m_column->setContentsMargins(1, 0, 0, 0);
    m_column->setSpacing(0);
    m_column->addWidget(new SectionTitle(tr("Try it")));
    buildCrash();
    buildForceRelease();
    buildLesson();
    buildConnect();
    m_column->addStretch(1);
}

QVBoxLayout* TryPanel::addStep(int number, const QString& title, ThemeLabel** text)
{
    auto* row = new QHBoxLayout;
    row->setContentsMargins(14, 11, 14, 11);
    row->setSpacing(0);
    auto* digit = new ThemeLabel(QString::number(number), ThemeLabel::Type::title, Tone::text2);
    digit->setFixedWidth(Theme::get().px(20));
    row->addWidget(digit, 0, Qt::AlignTop);
    auto* inner = new QVBoxLayout;
    inner->setSpacing(1);
    inner->addWidget(new ThemeLabel(title, ThemeLabel::Type::title));
    *text = new ThemeLabel({}, ThemeLabel::Type::body, Tone::text2);
    (*text)->setWordWrap(true);
    inner->addWidget(*text);
    inner->addSpacing(5);
    row->addLayout(inner, 1);
    m_column->addLayout(row);
    m_column->addWidget(new Line);
    return inner;
}

void TryPanel::buildCrash()
{
    QVBoxLayout* step = addStep(1, tr("Crash a worker"), &m_crashText);
    m_crash = makeButton({}, QStringLiteral("crash"), QStringLiteral("primary"));
    step->addWidget(m_crash, 0, Qt::AlignLeft);
    connect(m_crash, &QPushButton::clicked, this, [this] { emit crashRequested(m_label); });
    setVictim({}, {});
}

void TryPanel::buildForceRelease()
{
    ThemeLabel* text = nullptr;
    QVBoxLayout* step = addStep(2, tr("Free a lock by hand"), &text);
    text->setText(tr("You see evidence, consequences and the exact SQL before anything happens."));
    m_forceRelease = makeButton({}, QStringLiteral("unlock"));
    step->addWidget(m_forceRelease, 0, Qt::AlignLeft);
    connect(m_forceRelease, &QPushButton::clicked, this, [this] { emit forceReleaseRequested(m_lock); });
    setLock({});
}

void TryPanel::buildLesson()
{
    ThemeLabel* text = nullptr;
    QVBoxLayout* step = addStep(3, tr("See it go wrong, then right"), &text);
    text->setText(tr("Lessons show what happens without locks, and with them, step by step."));
    auto* button = makeButton(tr("Open Classroom"), QStringLiteral("classroom"));
    step->addWidget(button, 0, Qt::AlignLeft);
    connect(button, &QPushButton::clicked, this, &TryPanel::lessonRequested);
}

void TryPanel::buildConnect()
{
    ThemeLabel* text = nullptr;
    QVBoxLayout* step = addStep(4, tr("Look at your own store"), &text);
    text->setText(tr("Read-only unless you choose otherwise. Nothing is created there without asking."));
    m_url = new QLineEdit;
    m_url->setFont(Theme::get().fixed());
    m_url->setPlaceholderText(QStringLiteral("postgresql://user@host/db"));
    m_url->setAccessibleName(tr("Address of your store"));
    step->addWidget(m_url);
    step->addSpacing(6);
    auto* row = new QHBoxLayout;
    row->setSpacing(6);
    auto* button = makeButton(tr("Connect…"));
    row->addWidget(button);
    row->addWidget(new ThemeLabel(tr("or redis, sqlite"), ThemeLabel::Type::caption, Tone::text2), 1);
    step->addLayout(row);
    const auto go = [this] { emit connectRequested(m_url->text().trimmed()); };
    connect(button, &QPushButton::clicked, this, go);
    connect(m_url, &QLineEdit::returnPressed, this, go);
}

void TryPanel::setVictim(const QString& label, const QString& lock)
{
    m_label = label;
    m_crash->setEnabled(!label.isEmpty());
    m_crash->setText(label.isEmpty() ? tr("Crash a worker") : format::buttonText(tr("Crash %1").arg(label)));
    m_crash->updateGeometry();
    if (label.isEmpty())
        m_crashText->setText(tr("None of the workers that this window started is running."));
    else if (lock.isEmpty())
        m_crashText->setText(tr("Kill the process of %1 and see when somebody else gets its task.").arg(label));
    else
        m_crashText->setText(
            tr("%1 holds %2. Kill its process and see when somebody else gets the lock.").arg(label, format::foreign(lock)));
}

void TryPanel::setLock(const QString& lock)
{
    m_lock = lock;
    m_forceRelease->setEnabled(!lock.isEmpty());
    m_forceRelease->setText(lock.isEmpty() ? tr("Force unlock…")
                                           : format::buttonText(tr("Force unlock %1…").arg(format::foreign(lock))));
    m_forceRelease->updateGeometry();
}

} // namespace lockdesk

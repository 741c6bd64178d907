// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/classroom/fault_rules.h"
#include "widgets/classroom/class_actions.h"

#include "models/format/format.h"
#include "widgets/theme/theme.h"

#include <QActionGroup>
#include <QMenu>

#include <algorithm>

namespace lockdesk {

namespace {

constexpr double speeds[] = {1, 2, 5, 10, 20, 50, 100};

} // namespace

const std::vector<ClassActions::Fault>& ClassActions::faults()
{
    static const std::vector<Fault> all{
        {"crash", QT_TR_NOOP("Crash %1"), "crash", "Shift+C", 0},
        {"freeze", QT_TR_NOOP("Freeze %1"), "freeze", "Shift+F", 0},
        {"thaw", QT_TR_NOOP("Thaw %1"), "freeze", "Shift+T", 0},
        {"slow", QT_TR_NOOP("Slow %1 down, 5 times"), "slow", "Shift+S", 5},
        {"hang", QT_TR_NOOP("Hang %1"), "hang", "Shift+H", 0},
        {"cut_off", QT_TR_NOOP("Cut %1 off"), "cut", "Shift+X", 0},
        {"reconnect", QT_TR_NOOP("Reconnect %1"), "plug", "Shift+N", 0},
        {"skew", QT_TR_NOOP("Set the clock of %1 back by 1 min"), "skew", "Shift+K", -60'000'000},
    };
    return all;
}

ClassActions::ClassActions(Classroom* room, QWidget* host) : QObject(host), m_room(room), m_host(host)
{
    addLessonActions();
    addFaults();
    addFileActions();
    connect(room, &Classroom::changed, this, &ClassActions::refresh);
    connect(room, &Classroom::lessonChanged, this, &ClassActions::refresh);
    connect(room, &Classroom::questionChanged, this, &ClassActions::refresh);
    refresh();
}

QAction* ClassActions::add(const QString& text, const QString& iconName, const QKeySequence& key)
{
    auto* action = new QAction(iconName.isEmpty() ? QIcon() : icon(iconName), text, this);
    action->setShortcut(key);
    m_host->addAction(action);
    m_all << action;
    return action;
}

void ClassActions::separate()
{
    auto* line = new QAction(this);
    line->setSeparator(true);
    m_all << line;
}

void ClassActions::addLessonActions()
{
    run = add(tr("Run"), QStringLiteral("run"), Qt::Key_Space);
    step = add(tr("Step"), QStringLiteral("step"), Qt::Key_Right);
    stepBack = add(tr("Step back"), QStringLiteral("step-back"), Qt::Key_Left);
    again = add(tr("Again from the beginning"), QStringLiteral("retry"), Qt::Key_R);
    otherSeed = add(tr("Again with another seed"), {}, QKeySequence(Qt::SHIFT | Qt::Key_R));
    setClock = add(tr("Set the clock…"), QStringLiteral("clock"), Qt::Key_G);
    firstWrong = add(tr("First wrong step"), {}, Qt::Key_W);
    answer = add(tr("Show answer"), QStringLiteral("eye"), Qt::Key_A);
    m_speed = new QAction(tr("Speed"), this);
    m_speed->setMenu(new QMenu(m_host));
    connect(m_speed->menu(), &QMenu::aboutToShow, this, [this] { fillSpeedMenu(m_speed->menu()); });
    m_all << m_speed;
    separate();
    nextVariant = add(tr("Next way"), {}, Qt::Key_V);
    nextLesson = add(tr("Next lesson"), {}, Qt::Key_PageDown);
    lastLesson = add(tr("Last lesson"), {}, Qt::Key_PageUp);
    chooseStore = add(tr("Choose the store…"), QStringLiteral("store"), Qt::Key_D);
    separate();
    connect(run, &QAction::triggered, m_room, [room = m_room] { room->player().setRunning(!room->player().isRunning()); });
    connect(step, &QAction::triggered, &m_room->player(), &LessonPlayer::step);
    connect(stepBack, &QAction::triggered, &m_room->player(), &LessonPlayer::stepBack);
    connect(again, &QAction::triggered, m_room, [room = m_room] { room->choice().again(); });
    connect(otherSeed, &QAction::triggered, m_room, [room = m_room] { room->choice().again(true); });
    connect(answer, &QAction::triggered, &m_room->questions(), &LessonQuestions::showAnswer);
}

void ClassActions::addFaults()
{
    for (const Fault& fault : faults()) {
        QAction* action = add({}, QLatin1String(fault.icon), QKeySequence(QLatin1String(fault.key)));
        m_faults.emplace_back(fault, action);
        connect(action, &QAction::triggered, this,
                [this, fault] { m_room->inject(QLatin1String(fault.word), m_target, fault.amount); });
    }
    separate();
}

void ClassActions::addFileActions()
{
    join = add(tr("Join from another machine…"), QStringLiteral("plug"), Qt::Key_J);
    result = add(tr("Result sheet…"), QStringLiteral("export"), QKeySequence(Qt::CTRL | Qt::Key_P));
    save = add(tr("Save recording…"), {}, QKeySequence(Qt::CTRL | Qt::Key_S));
    open = add(tr("Open recording or result…"), {}, QKeySequence(Qt::CTRL | Qt::Key_O));
    reload = add(tr("Read lessons again"), {}, QKeySequence(Qt::CTRL | Qt::Key_R));
    connect(reload, &QAction::triggered, m_room->catalog(), &LessonCatalog::reload);
    separate();
}

void ClassActions::setTarget(const QString& actor)
{
    m_target = actor;
    refresh();
}

void ClassActions::refresh()
{
    if (const QString text = m_room->player().isRunning() ? tr("Pause") : tr("Run"); text != run->text()) {
        run->setText(text);
        run->setIcon(icon(m_room->player().isRunning() ? QStringLiteral("pause") : QStringLiteral("run")));
    }
    run->setEnabled(m_room->player().isRunning() || m_room->player().canStep());
    step->setEnabled(m_room->player().canStep());
    stepBack->setEnabled(m_room->player().canStepBack());
    const bool any = m_room->choice().lesson() != nullptr;
    for (QAction* action : {again, otherSeed, nextVariant, chooseStore})
        action->setEnabled(any);
    setClock->setEnabled(m_room->player().isReady());
    answer->setEnabled(m_room->questions().current() != nullptr && !m_room->questions().isAnswered());
    save->setEnabled(m_room->player().isReady());
    result->setEnabled(m_room->player().isReady());
    join->setEnabled(m_room->track().run() != nullptr && !m_room->track().sandbox().isEmpty());
    for (const auto& [fault, action] : m_faults) {
        action->setText(
            format::buttonText(tr(fault.text).arg(m_target.isEmpty() ? tr("an actor") : format::foreign(m_target))));
        const QString why = whyNoFault(*m_room, QLatin1String(fault.word), m_target);
        action->setEnabled(why.isEmpty());
        action->setToolTip(why.isEmpty() ? action->text() : why);
    }
}

QString ClassActions::whyNoFaults() const
{
    const auto isOn = [](const auto& one) { return one.second->isEnabled(); };
    return std::any_of(m_faults.begin(), m_faults.end(), isOn) ? QString() : m_faults.front().second->toolTip();
}

void ClassActions::fillFaultMenu(QMenu* menu) const
{
    menu->setToolTipsVisible(true);
    if (const QString why = whyNoFaults(); !why.isEmpty()) {
        menu->addAction(format::buttonText(why))->setEnabled(false);
        menu->addSeparator();
    }
    for (const auto& [fault, action] : m_faults)
        menu->addAction(action);
}

void ClassActions::fillStoreMenu(QMenu* menu)
{
    menu->clear();
    menu->setToolTipsVisible(true);
    const auto stores = m_room->stores()->stores();
    const auto add = [this](QMenu* to, const ClassStore& store, bool chosen, auto&& choose) {
        QAction* action = to->addAction(format::buttonText(tr("%1, sandbox").arg(store.name)), this, choose);
        action->setCheckable(true);
        action->setChecked(chosen);
        action->setEnabled(store.why.isEmpty());
        action->setToolTip(store.why);
    };
    for (const ClassStore& store : stores)
        add(menu, store, store.id == m_room->choice().storeId(), [this, id = store.id] { m_room->choice().setStore(id); });
    menu->addSeparator();
    QMenu* beside = menu->addMenu(tr("Beside it"));
    beside->setToolTipsVisible(true);
    QAction* none = beside->addAction(tr("Nothing"), this, [this] { m_room->choice().setSecondStore({}); });
    none->setCheckable(true);
    none->setChecked(m_room->choice().secondStoreId().isEmpty());
    for (const ClassStore& store : stores)
        if (store.id != m_room->choice().storeId())
            add(beside, store, store.id == m_room->choice().secondStoreId(),
                [this, id = store.id] { m_room->choice().setSecondStore(id); });
}

void ClassActions::fillSpeedMenu(QMenu* menu)
{
    menu->clear();
    for (const double speed : speeds) {
        QAction* action = menu->addAction(tr("%1 ×").arg(speed), this, [this, speed] { m_room->player().setSpeed(speed); });
        action->setCheckable(true);
        action->setChecked(speed == m_room->player().speed());
    }
}

void ClassActions::setKeys(bool on, bool space, bool arrows)
{
    for (QAction* action : m_all)
        if (!action->shortcut().isEmpty())
            action->setShortcutContext(on ? Qt::WindowShortcut : Qt::WidgetShortcut);
    if (on && !space)
        run->setShortcutContext(Qt::WidgetShortcut);
    if (on && !arrows)
        for (QAction* action : {step, stepBack})
            action->setShortcutContext(Qt::WidgetShortcut);
}

} // namespace lockdesk

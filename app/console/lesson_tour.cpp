// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/console/lesson_tour.h"

#include "models/classroom/classroom.h"
#include "widgets/shell/main_window.h"

#include <algorithm>

namespace lockdesk::app {

namespace {

constexpr int lookMs = 30;
constexpr int tourPatienceMs = 90'000;
constexpr std::chrono::seconds atOnce{10};

} // namespace

LessonTour::LessonTour(MainWindow* window, Classroom* room, Wishes wishes, QObject* parent)
    : QObject(parent), m_room(room), m_wishes(std::move(wishes))
{
    window->showPage(QStringLiteral("classroom"));
    m_timer.setInterval(lookMs);
    connect(&m_timer, &QTimer::timeout, this, &LessonTour::go);
    m_timer.start();
}

bool LessonTour::storeAnswers()
{
    const auto stores = m_room->stores()->stores();
    auto found =
        std::find_if(stores.begin(), stores.end(), [this](const ClassStore& store) { return store.id == m_wishes.store; });
    // The console rewrites an address, so an unknown one means the first store after the built-in one.
    if (found == stores.end() && stores.size() > 1)
        found = stores.begin() + 1;
    if (found == stores.end() || !found->why.isEmpty())
        return false;
    m_wishes.store = found->id;
    return true;
}

void LessonTour::go()
{
    m_waited += lookMs;
    if (m_waited > tourPatienceMs) {
        m_done = true;
        m_timer.stop();
        return;
    }
    if (!m_opened) {
        if (!m_wishes.store.isEmpty() && !storeAnswers())
            return;
        m_opened = true;
        if (!m_wishes.store.isEmpty())
            m_room->choice().setStore(m_wishes.store);
        m_room->openLesson(m_wishes.lesson);
        if (!m_wishes.variant.isEmpty())
            m_room->choice().setVariant(m_wishes.variant);
        return;
    }
    const bool problem = m_room->problem().kind() != ClassProblem::Kind::none;
    if (!problem && (!m_room->player().isReady() || m_room->track().isBusy()))
        return;
    const bool end = m_wishes.steps == QLatin1String("end");
    if (problem || m_room->player().atEnd() || (!end && m_room->player().currentStep() + 1 >= m_wishes.steps.toInt())) {
        if (m_wishes.answer)
            m_room->questions().showAnswer();
        m_done = true;
        m_timer.stop();
        return;
    }
    // Runs to the end without a stop at each of thousands of steps.
    if (end)
        m_room->player().runTo(m_room->player().clock() + atOnce);
    else
        m_room->player().step();
}

} // namespace lockdesk::app

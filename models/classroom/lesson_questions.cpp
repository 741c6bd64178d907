// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/classroom/lesson_questions.h"

#include "models/format/format.h"

namespace lockdesk {

LessonQuestions::LessonQuestions(const LessonChoice& choice, const ClassTrack& track, QObject* parent)
    : QObject(parent), m_choice(choice), m_track(track)
{
}

const scenarios::Question* LessonQuestions::current() const
{
    if (m_choice.lesson() == nullptr || isDisturbed(m_position))
        return nullptr;
    // The question about the next step, else the last one asked.
    if (m_position < m_track.size())
        if (const int next = m_track.nextVisible(m_position); next > m_position)
            if (const scenarios::Question* q = before(next - 1))
                return q;
    if (const scenarios::Question* q = lastUntil(m_track.stepAt(m_position)))
        return q;
    for (const scenarios::Question& q : m_choice.lesson()->questions)
        if (q.before.empty() && q.after.empty() && m_choice.applies(q.only))
            return &q;
    return nullptr;
}

bool LessonQuestions::isAnswered() const
{
    const scenarios::Question* q = current();
    return q != nullptr && m_answered.contains(format::exact(q->ask.in("en")));
}

void LessonQuestions::showAnswer()
{
    if (const scenarios::Question* q = current()) {
        m_answered.insert(format::exact(q->ask.in("en")));
        emit changed();
    }
}

std::vector<const scenarios::Contrast*> LessonQuestions::contrasts() const
{
    std::vector<const scenarios::Contrast*> found;
    const int step = m_track.stepAt(m_position);
    if (m_choice.lesson() == nullptr || step < 0)
        return found;
    const scenarios::Event& event = m_track.event(m_track.visible()[std::size_t(step)]);
    for (const scenarios::Contrast& c : m_choice.lesson()->contrasts)
        if (c.step == event.step && !event.step.empty() && c.variant != m_choice.variant().toStdString()
            && m_choice.applies(c.only))
            found.push_back(&c);
    return found;
}

void LessonQuestions::clear()
{
    m_asked.clear();
    m_answered.clear();
    m_position = 0;
}

void LessonQuestions::setPosition(int events)
{
    const auto* before = current();
    m_position = events;
    if (current() != before)
        emit changed();
}

void LessonQuestions::forgetLater()
{
    m_asked.clear();
    for (int i = 0; i < m_position; ++i)
        if (!m_track.event(i).step.empty())
            m_asked.insert(format::exact(m_track.event(i).step));
}

bool LessonQuestions::askBefore(int event)
{
    const QString step = format::exact(m_track.event(event).step);
    if (before(event) == nullptr || m_asked.contains(step))
        return false;
    m_asked.insert(step);
    emit changed();
    return true;
}

// The answers are those of the lesson's own run. After a fault by hand they may be wrong.
bool LessonQuestions::isDisturbed(int events) const
{
    return m_track.disturbedAt() >= 0 && m_track.disturbedAt() < events;
}

const scenarios::Question* LessonQuestions::before(int event) const
{
    if (m_choice.lesson() == nullptr || isDisturbed(event))
        return nullptr;
    const std::string& step = m_track.event(event).step;
    for (const scenarios::Question& q : m_choice.lesson()->questions)
        if (!q.before.empty() && q.before == step && m_choice.applies(q.only))
            return &q;
    return nullptr;
}

const scenarios::Question* LessonQuestions::lastUntil(int step) const
{
    if (step < 0 || m_track.playback() == nullptr)
        return nullptr;
    if (m_walked.edition != m_track.edition() || m_walked.variant != m_choice.variant()
        || m_walked.questions.size() > m_track.visible().size())
        m_walked = {m_track.edition(), m_choice.variant(), {}};
    auto& known = m_walked.questions;
    while (int(known.size()) <= step) {
        const std::string& of = m_track.event(m_track.visible()[known.size()]).step;
        const scenarios::Question* last = known.empty() ? nullptr : known.back();
        if (!of.empty())
            for (auto q = m_choice.lesson()->questions.rbegin(); q != m_choice.lesson()->questions.rend(); ++q)
                if ((q->after == of || q->before == of) && m_choice.applies(q->only))
                    last = &*q;
        known.push_back(last);
    }
    return known[std::size_t(step)];
}

} // namespace lockdesk

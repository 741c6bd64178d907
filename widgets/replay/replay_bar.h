// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/common/chrome.h"

class QComboBox;
class QSlider;

namespace lockdesk {

class Replay;

/// Navigates a recording: play and pause, speed, a step to the next or previous change, a slider over the whole length.
/// Space plays and pauses, Left and Right step, while one of its buttons has the focus.
class ReplayBar final : public Surface
{
    Q_OBJECT

public:
    explicit ReplayBar(Replay* replay, QWidget* parent = nullptr);
    [[nodiscard]] QPushButton* playButton() const { return m_play; }
    [[nodiscard]] QPushButton* backButton() const { return m_back; }
    [[nodiscard]] QPushButton* nextButton() const { return m_next; }
    [[nodiscard]] QComboBox* speeds() const { return m_speed; }
    [[nodiscard]] QSlider* slider() const { return m_slider; }
    [[nodiscard]] QPushButton* factsButton() const { return m_facts; } ///< hidden unless it is an incident bundle
    [[nodiscard]] QString timeText() const;

signals:
    void closeRequested();
    void factsRequested();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void assemble();
    void refresh();
    void refreshState();

    Replay* m_replay;
    QPushButton* m_back;
    QPushButton* m_play;
    QPushButton* m_next;
    QPushButton* m_facts;
    QPushButton* m_close;
    QComboBox* m_speed;
    QSlider* m_slider;
    ThemeLabel* m_time;
};

} // namespace lockdesk

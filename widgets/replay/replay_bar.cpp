// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/replay/replay_bar.h"

#include "models/feed/replay.h"
#include "models/format/format.h"
#include "widgets/common/lane_axis.h"
#include "widgets/common/named_box.h"
#include "widgets/theme/theme.h"

#include <QComboBox>
#include <QDateTime>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QSignalBlocker>
#include <QSlider>
#include <QStyleOptionSlider>

#include <array>
#include <cmath>

namespace lockdesk {

namespace {

constexpr int sliderSteps = 10'000;
constexpr std::array<double, 7> playSpeeds{0.25, 0.5, 1, 2, 5, 20, 100};

/// A slider on which a click jumps to that position and a drag may start anywhere.
class ScrubSlider final : public QSlider
{
public:
    ScrubSlider() : QSlider(Qt::Horizontal) {}

protected:
    void mousePressEvent(QMouseEvent* event) override
    {
        if (event->button() != Qt::LeftButton)
            return QSlider::mousePressEvent(event);
        setSliderDown(true);
        go(event->position().x());
    }
    void mouseMoveEvent(QMouseEvent* event) override
    {
        if (isSliderDown())
            go(event->position().x());
    }
    void mouseReleaseEvent(QMouseEvent* event) override
    {
        if (event->button() == Qt::LeftButton)
            setSliderDown(false);
    }

private:
    void go(double x)
    {
        QStyleOptionSlider option;
        initStyleOption(&option);
        const int handle = style()->pixelMetric(QStyle::PM_SliderLength, &option, this);
        setValue(QStyle::sliderValueFromPosition(minimum(), maximum(), int(x) - handle / 2, width() - handle));
    }
};

} // namespace

ReplayBar::ReplayBar(Replay* replay, QWidget* parent)
    : Surface(Ground::raised, Qt::TopEdge, parent), m_replay(replay), m_back(makeButton({}, QStringLiteral("step-back"))),
      m_play(makeButton(tr("Play"), QStringLiteral("run"))), m_next(makeButton({}, QStringLiteral("step"))),
      m_facts(makeButton(tr("Store facts"))), m_close(makeButton(tr("Close recording"))), m_speed(new QComboBox), m_slider(new ScrubSlider),
      m_time(new ThemeLabel({}, ThemeLabel::Type::fixed))
{
    assemble();
    connect(m_play, &QPushButton::clicked, this, [this] { m_replay->isPlaying() ? m_replay->pause() : m_replay->play(); });
    connect(m_back, &QPushButton::clicked, this, [this] { m_replay->step(-1); });
    connect(m_next, &QPushButton::clicked, this, [this] { m_replay->step(1); });
    connect(m_facts, &QPushButton::clicked, this, &ReplayBar::factsRequested);
    connect(m_close, &QPushButton::clicked, this, &ReplayBar::closeRequested);
    connect(m_speed, &QComboBox::currentIndexChanged, this,
            [this](int index) { m_replay->setSpeed(playSpeeds[std::size_t(index)]); });
    connect(m_slider, &QSlider::valueChanged, this, [this](int value) {
        const auto whole = m_replay->end() - m_replay->begin();
        m_replay->seek(m_replay->begin() + Duration{std::llround(double(whole.count()) * value / sliderSteps)});
    });
    connect(replay, &Replay::moved, this, &ReplayBar::refresh);
    connect(replay, &Replay::stateChanged, this, &ReplayBar::refreshState);
    refresh();
    refreshState();
}

void ReplayBar::assemble()
{
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(10, 5, 10, 5);
    row->setSpacing(6);
    auto* name = new ThemeLabel(tr("Recording"), ThemeLabel::Type::title);
    name->setToolTip(m_replay->name());
    row->addWidget(new GlyphLabel(Glyph::clockHands, Tone::closing));
    row->addWidget(name);
    row->addSpacing(6);
    m_back->setToolTip(tr("To what moved before (Left)"));
    m_back->setAccessibleName(tr("Step back"));
    m_next->setToolTip(tr("To what moves next (Right)"));
    m_next->setAccessibleName(tr("Step"));
    m_play->setToolTip(tr("Space"));
    nameBox(m_speed, tr("Speed"));
    for (const double speed : playSpeeds)
        m_speed->addItem(tr("%1 ×").arg(speed));
    m_speed->setCurrentIndex(2);
    m_slider->setRange(0, sliderSteps);
    m_slider->setPageStep(sliderSteps / 20);
    m_slider->setAccessibleName(tr("Instant of the recording"));
    for (QWidget* widget : {static_cast<QWidget*>(m_back), static_cast<QWidget*>(m_play), static_cast<QWidget*>(m_next),
                            static_cast<QWidget*>(m_speed)})
        row->addWidget(widget);
    row->addSpacing(4);
    row->addWidget(m_slider, 1);
    row->addSpacing(4);
    row->addWidget(m_time);
    m_facts->setToolTip(tr("What the store of this bundle reported of itself: server, durability, fence, clock, settings"));
    m_facts->setVisible(m_replay->hasReport());
    row->addWidget(m_facts);
    row->addWidget(m_close);
    for (QPushButton* button : {m_back, m_play, m_next})
        button->installEventFilter(this);
    setFocusPolicy(Qt::StrongFocus);
    setFocusProxy(m_play);
    setAccessibleName(tr("Replay"));
}

QString ReplayBar::timeText() const { return m_time->text(); }

void ReplayBar::refresh()
{
    const auto whole = (m_replay->end() - m_replay->begin()).count();
    const auto gone = (m_replay->position() - m_replay->begin()).count();
    const QSignalBlocker quiet(m_slider);
    if (!m_slider->isSliderDown())
        m_slider->setValue(whole == 0 ? 0 : int(std::lround(double(gone) / double(whole) * sliderSteps)));
    const TimePoint today = time_from_us(QDateTime::currentMSecsSinceEpoch() * 1000);
    m_time->setText(tr("%1  %2 of %3")
                        .arg(format::clockWithMillis(m_replay->position(), today).chopped(2), LaneAxis::duration(gone),
                             LaneAxis::duration(whole)));
    m_time->setToolTip(format::absolute(m_replay->position()));
    m_back->setEnabled(m_replay->canStep(-1));
    m_next->setEnabled(m_replay->canStep(1));
}

void ReplayBar::refreshState()
{
    m_play->setText(m_replay->isPlaying() ? tr("Pause") : tr("Play"));
    m_play->setIcon(icon(m_replay->isPlaying() ? QStringLiteral("pause") : QStringLiteral("run")));
    m_play->setEnabled(!m_replay->isEmpty());
    m_slider->setEnabled(!m_replay->isEmpty());
}

// Buttons would move the focus to their neighbours.
bool ReplayBar::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        if (key == Qt::Key_Left || key == Qt::Key_Right) {
            m_replay->step(key == Qt::Key_Left ? -1 : 1);
            return true;
        }
    }
    return Surface::eventFilter(watched, event);
}

} // namespace lockdesk

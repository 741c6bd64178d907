// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/classroom/class_bar.h"

#include "models/format/format.h"
#include "widgets/theme/glyphs.h"
#include "widgets/theme/proxy_style.h"
#include "widgets/theme/theme.h"

#include <QHBoxLayout>
#include <QMenu>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace lockdesk {

namespace {

constexpr int barGap = 8;

/// Shows the full text in its tooltip if it is cut.
class ElidedLabel final : public ThemeLabel
{
public:
    using ThemeLabel::ThemeLabel;

protected:
    void paintEvent(QPaintEvent*) override
    {
        QPainter painter(this);
        painter.setPen(palette().color(QPalette::WindowText));
        painter.drawText(rect(), Qt::AlignVCenter | Qt::AlignLeft,
                         fontMetrics().elidedText(text(), Qt::ElideRight, width()));
    }
};

} // namespace

ClassClock::ClassClock(QWidget* parent) : QAbstractButton(parent)
{
    setFocusPolicy(Qt::TabFocus);
    setAttribute(Qt::WA_Hover);
    setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
    setToolTip(tr("Set the clock (G)"));
    connect(&Theme::get(), &Theme::changed, this, &QWidget::updateGeometry);
    setTime(0, false, false);
}

QString ClassClock::text(qint64 us)
{
    const qint64 tenths = us / 100'000;
    return QStringLiteral("%1:%2.%3")
        .arg(tenths / 600, 2, 10, QLatin1Char('0'))
        .arg(tenths / 10 % 60, 2, 10, QLatin1Char('0'))
        .arg(tenths % 10);
}

QString ClassClock::stateText() const { return m_finished ? tr("over") : m_running ? tr("runs") : tr("paused"); }

void ClassClock::setTime(qint64 us, bool running, bool finished)
{
    const bool wider = text(us).size() != text(m_us).size() || running != m_running || finished != m_finished;
    m_us = us;
    m_running = running;
    m_finished = finished;
    setAccessibleName(tr("Sandbox clock %1, %2").arg(text(us), stateText()));
    if (wider)
        updateGeometry();
    update();
}

void ClassClock::setShort(bool isShort)
{
    m_short = isShort;
    updateGeometry();
    update();
}

int ClassClock::heightOf() { return Theme::get().px(25); }

int ClassClock::widthOf(bool isShort) const
{
    const Theme& theme = Theme::get();
    const QFontMetrics body(theme.body());
    int width = QFontMetrics(theme.fixedTitle()).horizontalAdvance(text(m_us)) + theme.px(12 + 2 * barGap + 6)
                + std::max({body.horizontalAdvance(tr("paused")), body.horizontalAdvance(tr("runs")),
                            body.horizontalAdvance(tr("over"))});
    if (!isShort)
        width += body.horizontalAdvance(tr("sandbox clock")) + theme.px(barGap);
    return width + theme.px(4);
}

void ClassClock::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const Theme& theme = Theme::get();
    const Tokens& t = theme.tokens();
    if (underMouse())
        painter.fillRect(rect(), t.raised);
    // From right to left, so that the state is at the edge.
    int right = width() - theme.px(4);
    const Tone tone = m_running ? Tone::live : m_finished ? Tone::text2 : Tone::closing;
    painter.setFont(theme.body());
    painter.setPen(t.ink(tone));
    const int words = painter.fontMetrics().horizontalAdvance(stateText());
    painter.drawText(QRect(right - words, 0, words, height()), Qt::AlignVCenter | Qt::AlignLeft, stateText());
    right -= words + theme.px(6);
    const int box = theme.px(12);
    const Glyph glyph = m_running ? Glyph::play : m_finished ? Glyph::check : Glyph::bars;
    paintGlyph(&painter, QRectF(right - box, (height() - box) / 2.0, box, box), glyph, t.ink(tone), t.window);
    right -= box + theme.px(barGap);
    painter.setFont(theme.fixedTitle());
    painter.setPen(t.text);
    const int digits = painter.fontMetrics().horizontalAdvance(text(m_us));
    painter.drawText(QRect(right - digits, 0, digits, height()), Qt::AlignVCenter | Qt::AlignLeft, text(m_us));
    right -= digits + theme.px(barGap);
    painter.setFont(theme.body());
    if (!m_short && right >= painter.fontMetrics().horizontalAdvance(tr("sandbox clock"))) {
        painter.setPen(t.text2);
        painter.drawText(QRect(0, 0, right, height()), Qt::AlignVCenter | Qt::AlignRight, tr("sandbox clock"));
    }
    if (hasFocus())
        paintFocusOutline(&painter, rect());
}

VariantPicker::VariantPicker(QWidget* parent) : QWidget(parent)
{
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(0);
    setAccessibleName(tr("Ways of this lesson"));
    connect(&Theme::get(), &Theme::changed, this, &VariantPicker::build, Qt::QueuedConnection);
}

void VariantPicker::setChoices(const std::vector<Choice>& choices)
{
    if (choices == m_choices)
        return;
    m_choices = choices;
    build();
}

void VariantPicker::setCurrent(const QString& id)
{
    m_current = id;
    mark();
}

void VariantPicker::setRoom(int width)
{
    if (std::exchange(m_room, width) != width)
        build();
}

void VariantPicker::move(int by)
{
    const auto at = std::find_if(m_choices.begin(), m_choices.end(), [this](const Choice& c) { return c.id == m_current; });
    const auto count = std::ptrdiff_t(m_choices.size());
    for (std::ptrdiff_t i = 1; i < count; ++i) {
        const Choice& next = m_choices[std::size_t(((at - m_choices.begin()) + by * i + count * i) % count)];
        if (next.why.isEmpty()) {
            emit chosen(next.id);
            return;
        }
    }
}

QSize VariantPicker::minimumSizeHint() const
{
    const QSize whole = QWidget::minimumSizeHint();
    return {std::min(whole.width(), Theme::get().px(180)), whole.height()};
}

void VariantPicker::build()
{
    for (QPushButton* button : m_buttons)
        button->deleteLater();
    m_buttons.clear();
    if (m_menuButton != nullptr)
        m_menuButton->deleteLater();
    m_menuButton = nullptr;
    int wanted = 0;
    for (const Choice& choice : m_choices)
        wanted += QFontMetrics(Theme::get().title()).horizontalAdvance(choice.text) + Theme::get().px(24);
    if (wanted <= m_room) {
        for (const Choice& choice : m_choices) {
            QPushButton* button = makeButton(format::buttonText(choice.text));
            button->setCheckable(true);
            button->setEnabled(choice.why.isEmpty());
            button->setToolTip(choice.why.isEmpty() ? choice.tip : choice.why);
            button->setFocusPolicy(Qt::TabFocus);
            layout()->addWidget(button);
            m_buttons.push_back(button);
            connect(button, &QPushButton::clicked, this, [this, id = choice.id] {
                mark();
                emit chosen(id);
            });
        }
        return mark();
    }
    m_menuButton = makeButton({});
    m_menuButton->setFocusPolicy(Qt::TabFocus);
    auto* menu = new QMenu(m_menuButton);
    menu->setToolTipsVisible(true);
    for (const Choice& choice : m_choices) {
        QAction* action =
            menu->addAction(format::buttonText(choice.text), this, [this, id = choice.id] { emit chosen(id); });
        action->setEnabled(choice.why.isEmpty());
        action->setToolTip(choice.why.isEmpty() ? choice.tip : choice.why);
    }
    m_menuButton->setMenu(menu);
    layout()->addWidget(m_menuButton);
    mark();
}

void VariantPicker::mark()
{
    for (std::size_t i = 0; i < m_buttons.size(); ++i)
        m_buttons[i]->setChecked(m_choices[i].id == m_current);
    if (m_menuButton == nullptr)
        return;
    for (const Choice& choice : m_choices)
        if (choice.id == m_current) {
            m_menuButton->setText(format::buttonText(choice.text));
            m_menuButton->setAccessibleName(tr("Way: %1").arg(choice.text));
        }
}

LessonHeader::LessonHeader(QWidget* parent)
    : Surface(Ground::window, Qt::BottomEdge, parent), m_number(new ThemeLabel({}, ThemeLabel::Type::sheetTitle)),
      m_title(new ThemeLabel({}, ThemeLabel::Type::sheetTitle)),
      m_summary(new ElidedLabel({}, ThemeLabel::Type::body, Tone::text2)), m_row(new QHBoxLayout(this))
{
    m_row->setContentsMargins(10, 0, 12, 0);
    m_row->setSpacing(8);
    m_row->addWidget(m_number);
    m_row->addWidget(m_title);
    m_row->addWidget(m_summary, 1);
    m_summary->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    dress();
    connect(&Theme::get(), &Theme::changed, this, &LessonHeader::dress);
}

void LessonHeader::dress() { setFixedHeight(Theme::get().px(34)); }

void LessonHeader::setTexts(const QString& number, const QString& title, const QString& summary)
{
    m_number->setText(number);
    m_number->setVisible(!number.isEmpty());
    m_title->setText(title);
    m_summary->setText(summary);
    m_summary->setToolTip(summary);
}

void LessonHeader::addRight(QWidget* widget) { m_row->addWidget(widget); }

} // namespace lockdesk

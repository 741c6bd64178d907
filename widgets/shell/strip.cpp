// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/shell/strip.h"

#include "widgets/common/chrome.h"
#include "widgets/theme/proxy_style.h"
#include "widgets/theme/theme.h"

#include <QHBoxLayout>
#include <QLocale>
#include <QMenu>
#include <QPainter>

#include <algorithm>

namespace lockdesk {

namespace {

/// A flat part of the strip with an icon or text: `+`, `3 more`.
class FlatPart final : public QAbstractButton
{
public:
    explicit FlatPart(const QString& iconName)
    {
        setIcon(lockdesk::icon(iconName));
        setFocusPolicy(Qt::TabFocus);
        setAttribute(Qt::WA_Hover);
        setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    }

    [[nodiscard]] QSize sizeHint() const override
    {
        const Theme& theme = Theme::get();
        const int text =
            this->text().isEmpty() ? 0 : QFontMetrics(theme.body()).horizontalAdvance(this->text()) + theme.px(16);
        return {theme.px(34) + text, theme.px(50)};
    }

protected:
    void paintEvent(QPaintEvent*) override
    {
        QPainter painter(this);
        const Theme& theme = Theme::get();
        const Tokens& t = theme.tokens();
        painter.fillRect(rect(), underMouse() ? t.raised : t.window);
        painter.fillRect(0, 0, width(), 1, t.line);
        painter.fillRect(0, height() - 1, width(), 1, t.line);
        painter.fillRect(width() - 1, 0, 1, height(), t.line);
        const int size = theme.px(16);
        const bool alone = text().isEmpty();
        const int x = alone ? (width() - size) / 2 : theme.px(14);
        if (!icon().isNull())
            icon().paint(&painter, QRect(x, (height() - size) / 2, size, size));
        painter.setPen(t.text);
        const int left = icon().isNull() ? theme.px(14) : x + size + theme.px(7);
        painter.drawText(QRect(left, 0, width(), height()), Qt::AlignVCenter | Qt::AlignLeft, text());
        if (hasFocus())
            paintFocusOutline(&painter, rect());
    }
};

int severity(const StripSegment& s)
{
    if (s.health == QLatin1String("live"))
        return 0;
    return s.health == QLatin1String("connecting") ? 1 : 2;
}

QString grouped(std::int64_t value) { return QLocale(QLocale::English).toString(qlonglong(value)); }

} // namespace

Strip::Strip(QWidget* parent)
    : QWidget(parent), m_row(new QHBoxLayout(this)), m_rest(new FlatPart({})), m_add(new FlatPart(QStringLiteral("plus"))),
      m_held(new NumberButton(tr("held"), Glyph::none, Tone::text)),
      m_closing(new NumberButton(tr("closing"), Glyph::quarter, Tone::closing)),
      m_expired(new NumberButton(tr("expired and held"), Glyph::diamond, Tone::expired)),
      m_oldest(new NumberButton(tr("oldest in outbox"), Glyph::triangle, Tone::closing))
{
    m_row->setContentsMargins(0, 0, 0, 0);
    m_row->setSpacing(0);
    m_row->addWidget(m_rest);
    m_row->addWidget(m_add);
    m_row->addStretch(1);
    for (NumberButton* number : {m_held, m_closing, m_expired, m_oldest})
        m_row->addWidget(number);
    m_add->setAccessibleName(tr("Connect to a store"));
    m_add->setToolTip(tr("Connect to a store…"));
    connect(m_add, &QAbstractButton::clicked, this, &Strip::addRequested);
    connect(m_rest, &QAbstractButton::clicked, this, &Strip::showRest);
    const auto link = [this](NumberButton* button, const QString& page, const QString& filter) {
        connect(button, &QAbstractButton::clicked, this, [this, page, filter] { emit numberClicked(page, filter); });
    };
    link(m_held, QStringLiteral("locks"), QStringLiteral("-state:free"));
    link(m_closing, QStringLiteral("locks"), QStringLiteral("state:closing"));
    link(m_expired, QStringLiteral("locks"), QStringLiteral("state:expired"));
    link(m_oldest, QStringLiteral("outbox"), QString());
    setFixedHeight(Theme::get().px(50));
    connect(&Theme::get(), &Theme::changed, this, [this] { setFixedHeight(Theme::get().px(50)); });
    place();
}

bool Strip::isRecording(const QString& id) const
{
    return std::any_of(m_segments.begin(), m_segments.end(),
                       [&](const StripSegment& s) { return s.id == id && s.recording; });
}

void Strip::setSegments(const std::vector<StripSegment>& segments)
{
    if (segments == m_segments)
        return;
    const auto sameIds = std::equal(segments.begin(), segments.end(), m_segments.begin(), m_segments.end(),
                                    [](const auto& a, const auto& b) { return a.id == b.id; });
    m_segments = segments;
    while (m_buttons.size() < segments.size()) {
        auto* button = new SegmentButton(this);
        const std::size_t index = m_buttons.size();
        m_row->insertWidget(int(index), button);
        connect(button, &QAbstractButton::clicked, this, [this, button] {
            const QString id = button->segment().id;
            setChosen(m_chosen == id ? QString() : id);
            emit chosenChanged(m_chosen);
        });
        connect(button, &QWidget::customContextMenuRequested, this, [this, button](const QPoint& at) {
            emit segmentMenuRequested(button->segment().id, button->mapToGlobal(at));
        });
        m_buttons.push_back(button);
    }
    while (m_buttons.size() > segments.size()) {
        m_buttons.back()->deleteLater();
        m_row->removeWidget(m_buttons.back());
        m_buttons.pop_back();
    }
    if (!sameIds && !m_chosen.isEmpty()
        && std::none_of(segments.begin(), segments.end(), [this](const auto& s) { return s.id == m_chosen; })) {
        m_chosen.clear();
        emit chosenChanged(m_chosen);
    }
    place();
}

void Strip::place()
{
    const Theme& theme = Theme::get();
    // A single connection leaves room for the text of the plus button.
    m_add->setText(m_segments.size() < 2 ? tr("Connect to a store…") : QString());
    m_add->updateGeometry();
    int numbers = 0;
    for (NumberButton* number : {m_held, m_closing, m_expired, m_oldest})
        numbers += number->sizeHint().width();
    const int one = theme.px(182);
    const int room = width() - numbers - m_add->sizeHint().width();
    std::size_t fit = room > 0 ? std::size_t(room / one) : 0;
    const bool rest = fit < m_segments.size();
    if (rest)
        fit = std::max(0, (room - theme.px(90)) / one);
    // If there are too many, the worst health comes first.
    std::vector<StripSegment> order = m_segments;
    if (rest)
        std::stable_sort(order.begin(), order.end(), [](const auto& a, const auto& b) { return severity(a) > severity(b); });
    for (std::size_t i = 0; i < m_buttons.size(); ++i) {
        m_buttons[i]->setSegment(order[i]);
        m_buttons[i]->setChecked(order[i].id == m_chosen);
        m_buttons[i]->setVisible(i < fit);
    }
    m_rest->setVisible(rest);
    if (rest)
        m_rest->setText(tr("%Ln more", nullptr, int(m_segments.size() - fit)));
    m_rest->updateGeometry();
}

void Strip::showRest()
{
    QMenu menu(this);
    for (const SegmentButton* button : m_buttons) {
        if (button->isVisible())
            continue;
        const StripSegment& s = button->segment();
        menu.addAction(QStringLiteral("%1  %2").arg(s.name, s.healthText), this, [this, id = s.id] {
            setChosen(id);
            emit chosenChanged(m_chosen);
        });
    }
    menu.exec(m_rest->mapToGlobal(QPoint(0, m_rest->height())));
}

void Strip::setChosen(const QString& id)
{
    m_chosen = id;
    for (SegmentButton* button : m_buttons)
        button->setChecked(!id.isEmpty() && button->segment().id == id);
}

void Strip::setNumbers(const StripNumbers& numbers)
{
    if (!numbers.known) {
        for (NumberButton* number : {m_held, m_closing, m_expired, m_oldest})
            number->setPieces({QStringLiteral("–")}, true, false);
        place();
        return;
    }
    const auto counted = [&](std::int64_t n) {
        return numbers.more ? QStringList{grouped(n), QStringLiteral("+")} : QStringList{grouped(n)};
    };
    m_held->setPieces(counted(numbers.held), numbers.held == 0, false);
    m_closing->setPieces(counted(numbers.closing), numbers.closing == 0, numbers.closing > 0);
    m_expired->setPieces(counted(numbers.expired), numbers.expired == 0, numbers.expired > 0);
    const std::int64_t s = numbers.oldestUs / 1'000'000;
    QStringList pieces;
    if (numbers.oldestUs < 0)
        pieces = {QStringLiteral("0")};
    else if (s < 1)
        pieces = {tr("< 1"), tr(" s")};
    else if (s < 60)
        pieces = {QString::number(s), tr(" s")};
    else if (s < 3600)
        pieces = {QString::number(s / 60), tr(" min "), QString::number(s % 60), tr(" s")};
    else if (s < 2 * 86400)
        pieces = {QString::number(s / 3600), tr(" h "), QString::number(s % 3600 / 60), tr(" min")};
    else
        pieces = {QString::number(s / 86400), tr(" days")};
    m_oldest->setPieces(pieces, numbers.oldestUs < 0, numbers.oldestAlarms);
    place();
}

void Strip::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const Tokens& t = Theme::get().tokens();
    painter.fillRect(rect(), t.window);
    painter.fillRect(0, 0, width(), 1, t.line);
    painter.fillRect(0, height() - 1, width(), 1, t.line);
}

void Strip::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    place();
}

} // namespace lockdesk

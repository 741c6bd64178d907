// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/chrome.h"

#include "widgets/theme/glyphs.h"
#include "widgets/theme/theme.h"

#include <QBoxLayout>
#include <QButtonGroup>
#include <QPainter>
#include <QSpacerItem>

#include <algorithm>

namespace lockdesk {

ThemeLabel::ThemeLabel(const QString& text, Type type, Tone tone, QWidget* parent)
    : QLabel(text, parent), m_type(type), m_tone(tone)
{
    setTextFormat(Qt::PlainText);
    dress();
    connect(&Theme::get(), &Theme::changed, this, &ThemeLabel::dress);
}

void ThemeLabel::setTone(Tone tone)
{
    if (tone == m_tone)
        return;
    m_tone = tone;
    dress();
}

void ThemeLabel::setType(Type type)
{
    m_type = type;
    dress();
}

void ThemeLabel::dress()
{
    const Theme& theme = Theme::get();
    switch (m_type) {
    case Type::body: setFont(theme.body()); break;
    case Type::caption: setFont(theme.caption()); break;
    case Type::small: setFont(theme.small()); break;
    case Type::title: setFont(theme.title()); break;
    case Type::sheetTitle: setFont(theme.sheetTitle()); break;
    case Type::fixed: setFont(theme.fixed()); break;
    case Type::fixedTitle: setFont(theme.fixedTitle()); break;
    }
    QPalette p = theme.palette();
    p.setColor(QPalette::WindowText, theme.ink(m_tone));
    p.setColor(QPalette::Text, theme.ink(m_tone));
    setPalette(p);
}

GlyphLabel::GlyphLabel(Glyph glyph, Tone tone, QWidget* parent) : QWidget(parent), m_glyph(glyph), m_tone(tone)
{
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    connect(&Theme::get(), &Theme::changed, this, &QWidget::updateGeometry);
}

void GlyphLabel::setLook(Glyph glyph, Tone tone)
{
    m_glyph = glyph;
    m_tone = tone;
    update();
}

void GlyphLabel::setSize(int size)
{
    m_size = size;
    updateGeometry();
}

void GlyphLabel::alignToLine()
{
    m_line = true;
    updateGeometry();
}

QSize GlyphLabel::sizeHint() const
{
    const int size = Theme::get().px(m_size);
    return {size, m_line ? QFontMetrics(Theme::get().body()).height() : size};
}

void GlyphLabel::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const Theme& theme = Theme::get();
    const int size = theme.px(m_size);
    paintGlyph(&painter, QRectF((width() - size) / 2, (height() - size) / 2, size, size), m_glyph, theme.ink(m_tone),
               theme.tokens().window);
}

Line::Line(Qt::Orientation orientation, QWidget* parent) : QWidget(parent)
{
    if (orientation == Qt::Horizontal)
        setFixedHeight(1);
    else
        setFixedWidth(1);
}

void Line::paintEvent(QPaintEvent*) { QPainter(this).fillRect(rect(), Theme::get().tokens().line); }

Surface::Surface(Ground ground, Qt::Edges lines, QWidget* parent) : QWidget(parent), m_ground(ground), m_lines(lines)
{
    setAttribute(Qt::WA_OpaquePaintEvent);
    QMargins margins;
    margins.setTop(lines & Qt::TopEdge ? 1 : 0);
    margins.setBottom(lines & Qt::BottomEdge ? 1 : 0);
    margins.setLeft(lines & Qt::LeftEdge ? 1 : 0);
    margins.setRight(lines & Qt::RightEdge ? 1 : 0);
    setContentsMargins(margins);
}

void Surface::setGround(Ground ground)
{
    m_ground = ground;
    update();
}

void Surface::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const Tokens& t = Theme::get().tokens();
    painter.fillRect(rect(), m_ground == Ground::base ? t.base : m_ground == Ground::raised ? t.raised : t.window);
    const QRect r = rect();
    if (m_lines & Qt::TopEdge)
        painter.fillRect(r.x(), r.y(), r.width(), 1, t.line);
    if (m_lines & Qt::BottomEdge)
        painter.fillRect(r.x(), r.bottom(), r.width(), 1, t.line);
    if (m_lines & Qt::LeftEdge)
        painter.fillRect(r.x(), r.y(), 1, r.height(), t.line);
    if (m_lines & Qt::RightEdge)
        painter.fillRect(r.right(), r.y(), 1, r.height(), t.line);
}

SectionTitle::SectionTitle(const QString& title, QWidget* parent)
    : Surface(Ground::window, Qt::BottomEdge, parent), m_title(new ThemeLabel(title, ThemeLabel::Type::title)),
      m_caption(new ThemeLabel({}, ThemeLabel::Type::body, Tone::text2)), m_row(new QHBoxLayout(this))
{
    const Theme& theme = Theme::get();
    setFixedHeight(theme.px(30));
    connect(&theme, &Theme::changed, this, [this] { setFixedHeight(Theme::get().px(30)); });
    m_row->setContentsMargins(10, 0, 8, 0);
    m_row->setSpacing(8);
    m_row->addWidget(m_title);
    m_row->addWidget(m_caption, 1);
    m_row->addItem(new QSpacerItem(0, 0, QSizePolicy::Expanding)); // in place of an empty caption, which is hidden
    m_caption->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_caption->hide();
}

void SectionTitle::setTitle(const QString& title) { m_title->setText(title); }

void SectionTitle::setCaption(const QString& caption)
{
    m_caption->setText(caption);
    m_caption->setVisible(!caption.isEmpty());
}

void SectionTitle::addLeft(QWidget* widget) { m_row->insertWidget(0, widget); }

void SectionTitle::addRight(QWidget* widget) { m_row->addWidget(widget); }

QPushButton* SectionTitle::addLink(const QString& text)
{
    QPushButton* link = makeButton(text, {}, QStringLiteral("link"));
    m_row->addWidget(link);
    m_row->addSpacing(8);
    return link;
}

Banner::Banner(QWidget* parent)
    : Surface(Ground::raised, Qt::BottomEdge, parent), m_glyph(new GlyphLabel),
      m_lead(new ThemeLabel({}, ThemeLabel::Type::title)), m_text(new ThemeLabel), m_button(makeButton({})),
      m_close(makeButton({}, QStringLiteral("close"), QStringLiteral("flat")))
{
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(10, 3, 8, 3);
    row->setSpacing(4);
    row->addWidget(m_glyph);
    row->addSpacing(6);
    row->addWidget(m_lead);
    row->addWidget(m_text, 1);
    row->addWidget(m_button);
    row->addWidget(m_close);
    // Warnings are read in full, so they get all the lines they need.
    m_text->setWordWrap(true);
    QSizePolicy narrow(QSizePolicy::Ignored, QSizePolicy::Preferred);
    narrow.setHeightForWidth(true);
    m_text->setSizePolicy(narrow);
    m_close->setAccessibleName(tr("Close"));
    m_close->setToolTip(tr("Close"));
    m_close->hide();
    connect(m_button, &QPushButton::clicked, this, &Banner::buttonClicked);
    connect(m_close, &QPushButton::clicked, this, [this] {
        hide();
        emit closed();
    });
    setMinimumHeight(Theme::get().px(34));
    hide();
}

void Banner::showMessage(Glyph glyph, Tone tone, const QString& lead, const QString& text, const QString& button)
{
    m_glyph->setLook(glyph, tone);
    m_lead->setText(lead);
    m_lead->setVisible(!lead.isEmpty());
    m_whole = text;
    setBreakable(m_text, text);
    m_text->setToolTip(text);
    m_button->setText(button);
    m_button->setVisible(!button.isEmpty());
    setAccessibleName(lead + QLatin1Char(' ') + text);
    show();
}

QString Banner::text() const { return m_lead->text() + QLatin1Char(' ') + m_whole; }

void Banner::setClosable(bool closable) { m_close->setVisible(closable); }

EmptyState::EmptyState(Glyph glyph, Tone tone, const QString& sentence, const QString& whatAppears, QWidget* parent)
    : Surface(Ground::base, {}, parent), m_glyph(new GlyphLabel(glyph, tone)), m_sentence(new ThemeLabel(sentence)),
      m_what(new ThemeLabel(whatAppears, ThemeLabel::Type::caption, Tone::text2))
{
    m_glyph->setSize(18);
    m_what->setWordWrap(true);
    setCompact(false);
}

void EmptyState::setLook(Glyph glyph, Tone tone) { m_glyph->setLook(glyph, tone); }

void EmptyState::setTexts(const QString& sentence, const QString& whatAppears)
{
    m_sentence->setText(sentence);
    m_what->setText(whatAppears);
}

void EmptyState::setCompact(bool compact)
{
    delete layout();
    auto* row = new QHBoxLayout(this);
    auto* column = new QVBoxLayout;
    row->setContentsMargins(14, 6, 14, 6);
    row->setSpacing(12);
    column->setSpacing(1);
    column->addStretch(1);
    column->addWidget(m_sentence);
    column->addWidget(m_what);
    column->addStretch(1);
    if (compact) {
        row->addWidget(m_glyph, 0, Qt::AlignVCenter);
        row->addLayout(column, 1);
        return;
    }
    const auto dress = [this] { m_what->setMinimumWidth(Theme::get().px(420)); };
    dress();
    connect(&Theme::get(), &Theme::changed, m_what, dress);
    row->addStretch(1);
    row->addWidget(m_glyph, 0, Qt::AlignVCenter);
    row->addLayout(column);
    row->addStretch(1);
}

Segmented::Segmented(const QStringList& texts, QWidget* parent) : QWidget(parent), m_group(new QButtonGroup(this))
{
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(0);
    m_group->setExclusive(true);
    for (const QString& text : texts) {
        QPushButton* button = makeButton(text);
        button->setCheckable(true);
        m_group->addButton(button, int(m_group->buttons().size()));
        row->addWidget(button);
    }
    if (!texts.isEmpty())
        m_group->button(0)->setChecked(true);
    connect(m_group, &QButtonGroup::idToggled, this, [this](int id, bool on) {
        if (on)
            emit currentChanged(id);
    });
}

int Segmented::current() const { return m_group->checkedId(); }

void Segmented::setCurrent(int index)
{
    if (auto* button = m_group->button(index))
        button->setChecked(true);
}

QString breakable(const QString& text)
{
    constexpr int longest = 36;
    QString out;
    int run = 0;
    for (const QChar c : text) {
        run = c.isSpace() ? 0 : run + 1;
        out += c;
        if (run >= longest && !c.isHighSurrogate()) {
            out += QChar(0x200B);
            run = 0;
        }
    }
    return out;
}

void setBreakable(QLabel* label, const QString& text)
{
    label->setText(breakable(text));
    label->setAccessibleName(text);
}

void reserveWidth(QWidget* widget, const QStringList& texts)
{
    const QFontMetrics metrics(widget->font());
    const auto* button = qobject_cast<QPushButton*>(widget);
    const auto* label = qobject_cast<QLabel*>(widget);
    const QString now = button != nullptr ? button->text() : label != nullptr ? label->text() : QString();
    const int around = std::max(0, widget->sizeHint().width() - metrics.horizontalAdvance(now));
    int widest = 0;
    for (const QString& text : texts)
        widest = std::max(widest, metrics.horizontalAdvance(text));
    widget->setMinimumWidth(std::max(widget->minimumWidth(), widest + around));
}

QPushButton* makeButton(const QString& text, const QString& iconName, const QString& kind)
{
    auto* button = new QPushButton(text);
    button->setProperty("kind", kind);
    button->setAttribute(Qt::WA_Hover);
    button->setAutoDefault(true); // Enter presses the focused button, in sheets as in dialogs
    button->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    if (!iconName.isEmpty())
        button->setIcon(icon(iconName, kind == QLatin1String("primary")  ? Tone::onPrimary
                                       : kind == QLatin1String("danger") ? Tone::onDanger
                                                                         : Tone::text));
    return button;
}

} // namespace lockdesk

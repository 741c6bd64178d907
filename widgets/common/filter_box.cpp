// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/filter_box.h"

#include "widgets/common/chrome.h"
#include "widgets/common/filter_completer.h"
#include "widgets/theme/theme.h"

#include <QAbstractButton>
#include <QEvent>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPainter>
#include <QStyle>
#include <QTimer>

#include <utility>

namespace lockdesk {

namespace {

constexpr int least_width = 120; ///< in a tool row that is too narrow

/// A line edit with room for the funnel at the left; at the right end the key cap while it is empty.
class FilterField final : public QLineEdit
{
public:
    using QLineEdit::QLineEdit;

protected:
    void paintEvent(QPaintEvent* event) override
    {
        QLineEdit::paintEvent(event);
        if (!text().isEmpty())
            return; // the cross is there
        const Theme& theme = Theme::get();
        const Tokens& t = theme.tokens();
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        const QRectF cap(width() - theme.px(22), (height() - theme.px(15)) / 2.0, theme.px(13), theme.px(15));
        painter.setPen(QPen(t.inputEdge, 1));
        painter.drawRoundedRect(cap.adjusted(0.5, 0.5, -0.5, -0.5), 2, 2);
        painter.setFont(theme.small());
        painter.setPen(t.text2);
        painter.drawText(cap, Qt::AlignCenter, QStringLiteral("/"));
    }
};

/// An icon in the field that can be clicked; the keyboard has keys for both.
class FieldButton final : public QAbstractButton
{
public:
    FieldButton(QString iconName, int size, QWidget* parent)
        : QAbstractButton(parent), m_icon(std::move(iconName)), m_size(size)
    {
        setFocusPolicy(Qt::NoFocus);
        setCursor(Qt::ArrowCursor);
    }
    [[nodiscard]] QSize sizeHint() const override { return {Theme::get().px(24), Theme::get().px(20)}; }

protected:
    void paintEvent(QPaintEvent*) override
    {
        const Theme& theme = Theme::get();
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        if (isEnabled() && underMouse()) {
            painter.setPen(Qt::NoPen);
            painter.setBrush(theme.tokens().selected);
            painter.drawRoundedRect(rect().adjusted(1, 0, -1, 0), 3, 3);
        }
        const int size = theme.px(m_size);
        lockdesk::icon(m_icon).paint(&painter, QRect((width() - size) / 2, (height() - size) / 2, size, size));
    }

private:
    QString m_icon;
    int m_size;
};

} // namespace

FilterBox::FilterBox(QWidget* parent)
    : QWidget(parent), m_field(new FilterField), m_funnel(new FieldButton(QStringLiteral("filter"), 16, m_field)),
      m_clear(new FieldButton(QStringLiteral("close"), 14, m_field)), m_delay(new QTimer(this))
{
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(m_field);
    m_funnel->setAccessibleName(tr("Menu of the filter"));
    m_funnel->setEnabled(false); // until there are words
    m_clear->setAccessibleName(tr("Clear filter"));
    m_clear->setToolTip(tr("Clear filter (Esc)"));
    m_clear->hide();
    connect(m_funnel, &QAbstractButton::clicked, this, &FilterBox::showMenu);
    connect(m_clear, &QAbstractButton::clicked, this, [this] {
        setText({});
        m_field->setFocus();
    });
    connect(m_field, &QLineEdit::textChanged, m_clear, [this](const QString& text) { m_clear->setVisible(!text.isEmpty()); });
    dress();
    connect(&Theme::get(), &Theme::changed, this, &FilterBox::dress);
    m_field->setPlaceholderText(tr("filter"));
    m_field->setAccessibleName(tr("Filter"));
    m_field->installEventFilter(this);
    m_delay->setSingleShot(true);
    m_delay->setInterval(120);
    connect(m_delay, &QTimer::timeout, this, &FilterBox::tell);
    connect(m_field, &QLineEdit::textEdited, m_delay, qOverload<>(&QTimer::start));
    connect(m_field, &QLineEdit::returnPressed, this, &FilterBox::tell);
}

void FilterBox::dress()
{
    const Theme& theme = Theme::get();
    setFixedWidth(theme.px(m_width));
    setProperty("shrinksTo", theme.px(least_width));
    m_field->setFont(theme.fixed());
    m_field->setTextMargins(theme.px(21), 0, theme.px(18), 0);
    placeButtons();
}

void FilterBox::placeButtons()
{
    const auto place = [this](QAbstractButton* button, int x) {
        const QSize size = button->sizeHint();
        button->setGeometry(x, (m_field->height() - size.height()) / 2, size.width(), size.height());
    };
    place(m_funnel, Theme::get().px(4));
    place(m_clear, m_field->width() - m_clear->sizeHint().width() - Theme::get().px(3));
}

void FilterBox::setWidth(int width)
{
    m_width = width;
    dress();
}

QString FilterBox::text() const { return m_field->text(); }

void FilterBox::setText(const QString& text)
{
    if (m_completer != nullptr)
        m_completer->close();
    m_field->setText(text);
    tell();
}

void FilterBox::setPlaceholder(const QString& text) { m_field->setPlaceholderText(text); }

void FilterBox::focusField()
{
    m_field->setFocus(Qt::ShortcutFocusReason);
    m_field->selectAll();
}

void FilterBox::tell()
{
    m_delay->stop();
    if (m_reported == m_field->text())
        return;
    m_reported = m_field->text();
    emit edited(m_reported);
}

void FilterBox::setError(const QString& message)
{
    m_error = message;
    m_field->setProperty("invalid", !message.isEmpty());
    m_field->style()->unpolish(m_field);
    m_field->style()->polish(m_field);
    m_field->setAccessibleDescription(message);
    placeError();
}

void FilterBox::placeError()
{
    if (m_error.isEmpty() || !isVisible()) {
        if (m_errorLabel != nullptr)
            m_errorLabel->hide();
        return;
    }
    // Overlays what is below the box: showing it must not move the table under the mouse.
    QWidget* page = parentWidget();
    while (page != nullptr && page->parentWidget() != nullptr && page->height() < 120)
        page = page->parentWidget();
    if (page == nullptr)
        return;
    if (m_errorLabel == nullptr || m_errorLabel->parentWidget() != page) {
        delete m_errorLabel;
        m_errorLabel = new ThemeLabel({}, ThemeLabel::Type::caption, Tone::expired, page);
        m_errorLabel->setAutoFillBackground(true);
        m_errorLabel->setMargin(4);
        m_errorLabel->setFrameShape(QFrame::Box);
    }
    m_errorLabel->setText(m_error);
    m_errorLabel->adjustSize();
    m_errorLabel->move(mapTo(page, QPoint(0, height() + 2)));
    m_errorLabel->raise();
    m_errorLabel->show();
    if (m_completer != nullptr)
        m_completer->raise();
}

bool FilterBox::eventFilter(QObject* watched, QEvent* event)
{
    if (watched != m_field)
        return QWidget::eventFilter(watched, event);
    const bool isOpen = m_completer != nullptr && m_completer->isOpen();
    if (event->type() == QEvent::Resize)
        placeButtons();
    else if (isOpen && event->type() == QEvent::FocusOut)
        m_completer->close();
    else if (isOpen && event->type() == QEvent::ShortcutOverride
             && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape) { // not yet the window's
        event->accept();
        return true;
    } else if (event->type() == QEvent::KeyPress && keyPressed(*static_cast<QKeyEvent*>(event)))
        return true;
    return QWidget::eventFilter(watched, event);
}

bool FilterBox::keyPressed(const QKeyEvent& key)
{
    if (key.key() == Qt::Key_Down && (key.modifiers() & Qt::AltModifier) != 0) {
        showMenu();
        return true;
    }
    if (m_completer != nullptr && m_completer->pressed(key))
        return true;
    if (key.key() == Qt::Key_Escape && !m_field->text().isEmpty()) {
        setText({});
        return true;
    }
    if (key.key() == Qt::Key_Down) {
        tell();
        emit left();
        return true;
    }
    return false;
}

void FilterBox::moveEvent(QMoveEvent* event)
{
    QWidget::moveEvent(event);
    placeError();
}

void FilterBox::hideEvent(QHideEvent* event)
{
    QWidget::hideEvent(event);
    if (m_errorLabel != nullptr)
        m_errorLabel->hide();
    if (m_completer != nullptr)
        m_completer->close();
}

} // namespace lockdesk

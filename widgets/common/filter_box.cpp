// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/filter_box.h"

#include "widgets/common/chrome.h"
#include "widgets/theme/theme.h"

#include <QAction>
#include <QEvent>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPainter>
#include <QStyle>
#include <QTimer>

namespace lockdesk {

namespace {

/// A line edit with the funnel at the left and the key cap at the right end.
class FilterField final : public QLineEdit
{
public:
    using QLineEdit::QLineEdit;

protected:
    void paintEvent(QPaintEvent* event) override
    {
        QLineEdit::paintEvent(event);
        const Theme& theme = Theme::get();
        const Tokens& t = theme.tokens();
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        const int size = theme.px(16);
        icon(QStringLiteral("filter")).paint(&painter, QRect(theme.px(8), (height() - size) / 2, size, size));
        const QRectF cap(width() - theme.px(22), (height() - theme.px(15)) / 2.0, theme.px(13), theme.px(15));
        painter.setPen(QPen(t.inputEdge, 1));
        painter.drawRoundedRect(cap.adjusted(0.5, 0.5, -0.5, -0.5), 2, 2);
        painter.setFont(theme.small());
        painter.setPen(t.text2);
        painter.drawText(cap, Qt::AlignCenter, QStringLiteral("/"));
    }
};

} // namespace

FilterBox::FilterBox(QWidget* parent) : QWidget(parent), m_field(new FilterField), m_delay(new QTimer(this))
{
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(m_field);
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
    m_field->setFont(theme.fixed());
    m_field->setTextMargins(theme.px(21), 0, theme.px(18), 0);
}

void FilterBox::setWidth(int width)
{
    m_width = width;
    dress();
}

QString FilterBox::text() const { return m_field->text(); }

void FilterBox::setText(const QString& text)
{
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
    if (m_told == m_field->text())
        return;
    m_told = m_field->text();
    emit edited(m_told);
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
}

bool FilterBox::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_field && event->type() == QEvent::KeyPress) {
        const auto* key = static_cast<QKeyEvent*>(event);
        if (key->key() == Qt::Key_Escape && !m_field->text().isEmpty()) {
            setText({});
            return true;
        }
        if (key->key() == Qt::Key_Down) {
            tell();
            emit left();
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
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
}

} // namespace lockdesk

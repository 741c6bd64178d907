// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/sheets/sheet.h"

#include "models/format/format.h"
#include "widgets/common/focus_order.h"
#include "widgets/shell/page.h"
#include "widgets/theme/glyphs.h"
#include "widgets/theme/theme.h"

#include <QAccessibleWidget>
#include <QApplication>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QPainter>
#include <QScrollArea>
#include <QVBoxLayout>

#include <algorithm>

namespace lockdesk {

namespace {

// A screen reader announces a dialog; a plain widget would be a frame without a word.
QAccessibleInterface* sheetRole(const QString&, QObject* object)
{
    auto* sheet = qobject_cast<Sheet*>(object);
    return sheet != nullptr ? new QAccessibleWidget(sheet, QAccessible::Dialog) : nullptr;
}

} // namespace

Chip::Chip(QWidget* parent) : QWidget(parent) { setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed); }

void Chip::setEnvironment(const QString& environment)
{
    m_environment = environment;
    updateGeometry();
    update();
}

QSize Chip::sizeHint() const
{
    const auto look = environmentLook(m_environment, Theme::get().tokens());
    return {chipWidth(format::environment(m_environment), look), Theme::get().px(20)};
}

void Chip::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    paintChip(&painter, rect(), format::environment(m_environment), environmentLook(m_environment, Theme::get().tokens()),
              false);
}

Sheet::Sheet(QWidget* host)
    : QWidget(host), m_panel(new Surface(Surface::Ground::window, {}, this)),
      m_header(new Surface(Surface::Ground::window, Qt::BottomEdge, m_panel)),
      m_title(new ThemeLabel({}, ThemeLabel::Type::sheetTitle, Tone::text, m_header)),
      m_subtitle(new ThemeLabel({}, ThemeLabel::Type::body, Tone::text2, m_header)), m_chip(new Chip(m_header)),
      m_scroll(new QScrollArea(m_panel)), m_body(new QVBoxLayout), m_foot(new QVBoxLayout),
      m_footer(new Surface(Surface::Ground::window, Qt::TopEdge, m_panel))
{
    [[maybe_unused]] static const bool known = (QAccessible::installFactory(sheetRole), true);
    setFocusPolicy(Qt::ClickFocus); // a click beside the fields must not focus the covered page
    assembleHeader();
    auto* content = new Surface(Surface::Ground::window);
    m_body->setContentsMargins(0, 0, 0, 0);
    m_body->setSpacing(0);
    content->setLayout(m_body);
    m_scroll->setWidget(content);
    keepFocusInView(m_scroll);
    m_scroll->setWidgetResizable(true);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_scroll->setFocusPolicy(Qt::NoFocus);

    auto* column = new QVBoxLayout(m_panel);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_header);
    column->addWidget(m_scroll, 1);
    m_foot->setSpacing(0);
    column->addLayout(m_foot);
    column->addWidget(m_footer);
    hide(); // until `open`, also if its page is shown meanwhile
    host->installEventFilter(this);
    connect(qApp, &QApplication::focusChanged, this, &Sheet::keepFocus);
}

// Whatever gives the focus to the page below (a page's key, a row that is shown): keys must not reach what is covered.
void Sheet::keepFocus(const QWidget*, QWidget* now)
{
    if (now == nullptr || !isVisible())
        return;
    if (isAncestorOf(now)) {
        m_last = now;
        return;
    }
    const QWidget* above = now;
    while (above != nullptr && above != parentWidget() && qobject_cast<const Sheet*>(above) == nullptr)
        above = above->parentWidget();
    if (above == parentWidget())
        (m_last != nullptr && m_last->isVisibleTo(this) && m_last->isEnabled() ? m_last.data() : this)->setFocus(Qt::OtherFocusReason);
}

Sheet::~Sheet() = default;

void Sheet::assembleHeader()
{
    auto* row = new QHBoxLayout(m_header);
    row->setContentsMargins(14, 8, 8, 8);
    row->setSpacing(10);
    row->addWidget(m_title);
    row->addWidget(m_chip);
    row->addWidget(m_subtitle, 1);
    auto* cross = makeButton({}, QStringLiteral("close"), QStringLiteral("flat"));
    cross->setAccessibleName(tr("Close"));
    cross->setToolTip(tr("Close (Esc)"));
    row->addWidget(cross);
    connect(cross, &QPushButton::clicked, this, &Sheet::close);
}

void Sheet::setHeader(const QString& title, const QString& environment, const QString& subtitle)
{
    m_environment = environment;
    m_title->setText(QFontMetrics(Theme::get().sheetTitle()).elidedText(title, Qt::ElideMiddle, Theme::get().px(400)));
    m_title->setToolTip(title);
    m_chip->setEnvironment(environment);
    m_subtitle->setText(subtitle);
    setAccessibleName(title);
}

QString Sheet::title() const { return m_title->text(); }

void Sheet::open(QWidget* first)
{
    // By the palette or a menu of another page: a sheet that nobody sees must not take the keys.
    if (auto* page = qobject_cast<ConsolePage*>(parentWidget()); page != nullptr && !page->isVisible())
        emit page->pageRequested(page->key(), {});
    m_before = QApplication::focusWidget();
    setGeometry(parentWidget()->rect());
    show();
    raise();
    if (first != nullptr)
        first->setFocus(Qt::OtherFocusReason);
}

void Sheet::close()
{
    if (isHidden())
        return;
    hide();
    if (m_before != nullptr)
        m_before->setFocus(Qt::OtherFocusReason);
    emit closed();
    deleteLater();
}

int Sheet::spareHeight() const
{
    // The layouts do not have the newest heights yet.
    for (QLayout* layout : {static_cast<QLayout*>(m_body), static_cast<QLayout*>(m_foot), m_panel->layout()}) {
        layout->invalidate();
        layout->activate();
    }
    return m_scroll->viewport()->height() - m_body->minimumSize().height();
}

bool Sheet::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == parentWidget() && event->type() == QEvent::Resize)
        setGeometry(parentWidget()->rect());
    return QWidget::eventFilter(watched, event);
}

QRect Sheet::panelRect() const
{
    const int wide = std::min(Theme::get().px(716), width());
    return {width() - wide, 0, wide, height()};
}

void Sheet::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    QColor dim = Theme::get().scheme() == Scheme::dark ? QColor(0, 0, 0) : QColor(25, 29, 34);
    dim.setAlphaF(Theme::get().scheme() == Scheme::dark ? 0.55F : 0.35F);
    painter.fillRect(rect(), dim);
    const QRect panel = panelRect();
    painter.fillRect(panel, Theme::get().tokens().window);
    painter.fillRect(QRect(panel.left(), 0, 1, height()), Theme::get().tokens().line);
    paintEnvironmentLine(&painter, QRect(panel.left(), 0, panel.width(), 3),
                         environmentLook(m_environment, Theme::get().tokens()));
}

void Sheet::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    // Below the environment line, which the overlay paints.
    m_panel->setGeometry(panelRect().adjusted(1, 3, 0, 0));
}

void Sheet::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape) {
        close();
        return;
    }
    QWidget::keyPressEvent(event);
}

// The page below is covered: a click there must not reach it.
void Sheet::mousePressEvent(QMouseEvent* event) { event->accept(); }

bool Sheet::focusNextPrevChild(bool next)
{
    // The keyboard stays in the sheet: from the last field back to the first.
    const auto inside = findChildren<QWidget*>();
    QWidget* from = QApplication::focusWidget();
    if (from == nullptr)
        return false;
    for (QWidget* w = next ? from->nextInFocusChain() : from->previousInFocusChain(); w != nullptr && w != from;
         w = next ? w->nextInFocusChain() : w->previousInFocusChain())
        // The field in a box returns the focus to its box: from there Tab would never advance.
        if (inside.contains(w) && w->isVisible() && w->isEnabled() && w->focusProxy() == nullptr
            && (w->focusPolicy() & Qt::TabFocus) != 0) {
            w->setFocus(next ? Qt::TabFocusReason : Qt::BacktabFocusReason);
            if (m_scroll->widget()->isAncestorOf(w))
                m_scroll->ensureWidgetVisible(w, 0, 8);
            return true;
        }
    return false;
}

} // namespace lockdesk

// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/theme/proxy_style.h"

#include "widgets/theme/theme.h"

#include <QAbstractButton>
#include <QAbstractSpinBox>
#include <QComboBox>
#include <QLabel>
#include <QPainter>
#include <QPainterPath>
#include <QStyleFactory>
#include <QStyleOption>

namespace lockdesk {

namespace {

QString kindOf(const QWidget* widget) { return widget != nullptr ? widget->property("kind").toString() : QString(); }

struct Dress
{
    QColor ground, edge, ink;
    bool bold = false;
};

Dress dressOf(const QString& kind, QStyle::State state)
{
    const Tokens& t = Theme::get().tokens();
    const bool enabled = state & QStyle::State_Enabled;
    const bool hover = enabled && (state & QStyle::State_MouseOver);
    const bool down = state & (QStyle::State_Sunken | QStyle::State_On);
    const auto shade = [&](const QColor& c) {
        return Theme::get().scheme() == Scheme::dark ? c.lighter(115) : c.darker(104);
    };
    Dress d{t.button, t.buttonEdge, enabled ? t.text : t.text3, false};
    if (kind == QLatin1String("flat") || kind == QLatin1String("link")) {
        d.ground = hover || down ? t.raised : QColor(Qt::transparent);
        d.edge = hover ? t.line : QColor(Qt::transparent);
        if (kind == QLatin1String("link"))
            d = {QColor(Qt::transparent), QColor(Qt::transparent), enabled ? t.primary : t.text3, false};
    } else if (kind == QLatin1String("primary") && enabled) {
        d = {hover ? shade(t.primary) : t.primary, t.primary, t.onPrimary, true};
    } else if (kind == QLatin1String("danger") && enabled) {
        d = {hover ? shade(t.danger) : t.danger, t.danger, t.onDanger, true};
    } else if (down && enabled) {
        d.ground = t.selected, d.edge = t.primary;
    } else if (!enabled) {
        d.ground = t.window, d.edge = t.line;
    } else if (hover) {
        d.ground = shade(t.button);
    }
    return d;
}

void paintPanel(QPainter* painter, const QRect& rect, const Dress& dress)
{
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(dress.edge.alpha() == 0 ? QPen(Qt::NoPen) : QPen(dress.edge, 1));
    painter->setBrush(dress.ground);
    painter->drawRoundedRect(QRectF(rect).adjusted(0.5, 0.5, -0.5, -0.5), 3, 3);
    painter->restore();
}

void paintChevron(QPainter* painter, const QPointF& center, const QColor& ink, bool down = true)
{
    const qreal s = Theme::get().scale();
    const qreal sign = down ? 1 : -1;
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(QPen(ink, 1.3 * s, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    const QPointF points[] = {center + QPointF(-3.5 * s, -1.75 * s * sign), center + QPointF(0, 1.75 * s * sign),
                              center + QPointF(3.5 * s, -1.75 * s * sign)};
    painter->drawPolyline(points, 3);
    painter->restore();
}

void paintCheckBox(QPainter* painter, const QRect& rect, QStyle::State state, bool round)
{
    const Tokens& t = Theme::get().tokens();
    const bool enabled = state & QStyle::State_Enabled;
    const qreal s = Theme::get().scale();
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    const QRectF box = QRectF(rect).adjusted(0.5, 0.5, -0.5, -0.5);
    painter->setPen(QPen(state & QStyle::State_HasFocus ? t.primary : t.inputEdge, 1));
    painter->setBrush(enabled ? t.base : t.window);
    const QColor ink = enabled ? t.text : t.text3;
    if (round) {
        painter->drawEllipse(box);
        if (state & QStyle::State_On) {
            painter->setPen(Qt::NoPen);
            painter->setBrush(ink);
            painter->drawEllipse(box.center(), 3 * s, 3 * s);
        }
    } else {
        painter->drawRoundedRect(box, 2, 2);
        painter->setPen(QPen(ink, 1.5 * s, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
        const QPointF c = box.center();
        if (state & QStyle::State_On) {
            const QPointF points[] = {c + QPointF(-3.2, 0.2) * s, c + QPointF(-0.8, 2.6) * s, c + QPointF(3.4, -2.6) * s};
            painter->drawPolyline(points, 3);
        } else if (state & QStyle::State_NoChange) {
            painter->drawLine(c + QPointF(-3, 0) * s, c + QPointF(3, 0) * s);
        }
    }
    painter->restore();
}

void paintOutline(QPainter* painter, const QRectF& rect, const QColor& ink, qreal width)
{
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setBrush(Qt::NoBrush);
    painter->setPen(QPen(ink, width));
    painter->drawRoundedRect(rect, 3, 3);
    painter->restore();
}

} // namespace

void paintFocusOutline(QPainter* painter, const QRect& rect)
{
    paintOutline(painter, QRectF(rect).adjusted(1, 1, -1, -1), Theme::get().tokens().primary, 2);
}

ProxyStyle::ProxyStyle() : QProxyStyle(QStyleFactory::create(QStringLiteral("Fusion"))) {}

void ProxyStyle::polish(QWidget* widget)
{
    if (auto* label = qobject_cast<QLabel*>(widget); label != nullptr && label->textFormat() == Qt::AutoText)
        label->setTextFormat(Qt::PlainText);
    QProxyStyle::polish(widget);
}

void ProxyStyle::drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                               const QWidget* widget) const
{
    const Tokens& t = Theme::get().tokens();
    switch (element) {
    case PE_FrameFocusRect: paintFocusOutline(painter, option->rect); return;
    case PE_IndicatorCheckBox:
    case PE_IndicatorItemViewItemCheck: paintCheckBox(painter, option->rect, option->state, false); return;
    case PE_IndicatorRadioButton: paintCheckBox(painter, option->rect, option->state, true); return;
    case PE_PanelMenu: // a menu lies over panels of the same ground
        QProxyStyle::drawPrimitive(element, option, painter, widget);
        painter->save();
        painter->setPen(t.buttonEdge);
        painter->setBrush(Qt::NoBrush);
        painter->drawRect(option->rect.adjusted(0, 0, -1, -1));
        painter->restore();
        return;
    case PE_Frame:
    case PE_FrameMenu:
    case PE_FrameGroupBox:
    case PE_PanelTipLabel:
        painter->save();
        painter->setPen(t.line);
        painter->setBrush(element == PE_PanelTipLabel ? QBrush(t.raised) : QBrush(Qt::NoBrush));
        painter->drawRect(option->rect.adjusted(0, 0, -1, -1));
        painter->restore();
        return;
    case PE_FrameStatusBarItem:
    case PE_PanelItemViewRow:
    case PE_IndicatorHeaderArrow: return;
    case PE_FrameTabBarBase:
        painter->fillRect(option->rect.x(), option->rect.bottom(), option->rect.width(), 1, t.line);
        return;
    case PE_FrameTabWidget: return;
    default: QProxyStyle::drawPrimitive(element, option, painter, widget);
    }
}

void ProxyStyle::drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                             const QWidget* widget) const
{
    const Tokens& t = Theme::get().tokens();
    switch (element) {
    case CE_PushButton:
        if (const auto* button = qstyleoption_cast<const QStyleOptionButton*>(option))
            return drawPushButton(*button, painter, widget);
        break;
    // With a style sheet Qt splits a header before it calls the style: the section includes the label.
    case CE_HeaderLabel: return;
    case CE_Header:
    case CE_HeaderSection:
        if (const auto* header = qstyleoption_cast<const QStyleOptionHeader*>(option))
            return drawHeader(*header, painter, widget);
        break;
    case CE_HeaderEmptyArea:
        painter->fillRect(option->rect, t.raised);
        painter->fillRect(option->rect.x(), option->rect.bottom(), option->rect.width(), 1, t.line);
        return;
    case CE_TabBarTab:
        if (const auto* tab = qstyleoption_cast<const QStyleOptionTab*>(option))
            return drawTab(*tab, painter);
        break;
    case CE_MenuBarEmptyArea: painter->fillRect(option->rect, t.window); return;
    case CE_MenuBarItem:
        if (const auto* item = qstyleoption_cast<const QStyleOptionMenuItem*>(option)) {
            painter->fillRect(item->rect, item->state & (State_Selected | State_Sunken) ? t.selected : t.window);
            proxy()->drawItemText(painter, item->rect, Qt::AlignCenter | Qt::TextShowMnemonic, item->palette,
                                  item->state & State_Enabled, item->text, QPalette::WindowText);
            return;
        }
        break;
    case CE_Splitter: {
        painter->fillRect(option->rect, t.window);
        const QRect r = option->rect;
        if (option->state & State_Horizontal) {
            painter->fillRect(r.x(), r.y(), 1, r.height(), t.line);
            painter->fillRect(r.right(), r.y(), 1, r.height(), t.line);
        } else {
            painter->fillRect(r.x(), r.y(), r.width(), 1, t.line);
            painter->fillRect(r.x(), r.bottom(), r.width(), 1, t.line);
        }
        return;
    }
    case CE_ProgressBar:
        if (const auto* bar = qstyleoption_cast<const QStyleOptionProgressBar*>(option)) {
            painter->fillRect(bar->rect, t.barTrack);
            const double span = std::max(1, bar->maximum - bar->minimum);
            const int width = qRound(bar->rect.width() * ((bar->progress - bar->minimum) / span));
            painter->fillRect(bar->rect.x(), bar->rect.y(), width, bar->rect.height(), t.heldFill);
            return;
        }
        break;
    default: break;
    }
    QProxyStyle::drawControl(element, option, painter, widget);
}

void ProxyStyle::drawComplexControl(ComplexControl control, const QStyleOptionComplex* option, QPainter* painter,
                                    const QWidget* widget) const
{
    if (control == CC_ToolButton) {
        if (const auto* button = qstyleoption_cast<const QStyleOptionToolButton*>(option))
            return drawToolButton(*button, painter, widget);
    } else if (control == CC_ComboBox) {
        if (const auto* box = qstyleoption_cast<const QStyleOptionComboBox*>(option); box != nullptr)
            return drawComboBox(*box, painter, widget);
    } else if (control == CC_SpinBox) {
        if (const auto* box = qstyleoption_cast<const QStyleOptionSpinBox*>(option); box != nullptr)
            return drawSpinBox(*box, painter, widget);
    }
    QProxyStyle::drawComplexControl(control, option, painter, widget);
}

void ProxyStyle::drawPushButton(const QStyleOptionButton& option, QPainter* painter, const QWidget* widget) const
{
    const Theme& theme = Theme::get();
    const QString kind = kindOf(widget);
    const Dress dress = dressOf(kind, option.state);
    paintPanel(painter, option.rect, dress);
    painter->save();
    QFont font = painter->font();
    if (dress.bold)
        font.setWeight(QFont::DemiBold);
    painter->setFont(font);
    painter->setPen(dress.ink);
    const QFontMetrics metrics(font);
    const int textWidth = metrics.size(Qt::TextShowMnemonic, option.text).width();
    const bool hasIcon = !option.icon.isNull();
    const int iconSize = hasIcon ? theme.px(16) : 0;
    const int gap = hasIcon && !option.text.isEmpty() ? theme.px(8) : 0;
    const int arrow = option.features & QStyleOptionButton::HasMenu ? theme.px(16) : 0;
    int x = option.rect.x() + (option.rect.width() - textWidth - iconSize - gap - arrow) / 2;
    if (hasIcon) {
        const QRect box(x, option.rect.y() + (option.rect.height() - iconSize) / 2, iconSize, iconSize);
        option.icon.paint(painter, box, Qt::AlignCenter, option.state & State_Enabled ? QIcon::Normal : QIcon::Disabled);
        x += iconSize + gap;
    }
    painter->drawText(QRect(x, option.rect.y(), textWidth + 2, option.rect.height()),
                      Qt::AlignVCenter | Qt::AlignLeft | Qt::TextShowMnemonic, option.text);
    if (arrow > 0)
        paintChevron(painter, QPointF(x + textWidth + theme.px(10), option.rect.center().y() + 0.5), dress.ink);
    painter->restore();
    if (!(option.state & State_HasFocus && option.state & State_KeyboardFocusChange))
        return;
    paintFocusOutline(painter, option.rect);
    if (kind == QLatin1String("primary") || kind == QLatin1String("danger"))
        paintOutline(painter, QRectF(option.rect).adjusted(3, 3, -3, -3), dress.ink, 1); // the outline has its ink
}

void ProxyStyle::drawToolButton(const QStyleOptionToolButton& option, QPainter* painter, const QWidget* widget) const
{
    const Theme& theme = Theme::get();
    QString kind = kindOf(widget);
    if (kind.isEmpty() && option.state & State_AutoRaise)
        kind = QStringLiteral("flat");
    const Dress dress = dressOf(kind, option.state);
    paintPanel(painter, option.rect, dress);
    const bool text = option.toolButtonStyle != Qt::ToolButtonIconOnly && !option.text.isEmpty();
    const bool hasIcon = !option.icon.isNull() && option.toolButtonStyle != Qt::ToolButtonTextOnly;
    const int iconSize = hasIcon ? theme.px(16) : 0;
    const int gap = hasIcon && text ? theme.px(8) : 0;
    const bool menu = option.features & QStyleOptionToolButton::HasMenu;
    const int arrow = menu ? theme.px(16) : 0;
    painter->save();
    painter->setPen(dress.ink);
    const int width = text ? option.fontMetrics.size(Qt::TextShowMnemonic, option.text).width() : 0;
    int x = option.rect.x() + (option.rect.width() - width - iconSize - gap - arrow) / 2;
    if (hasIcon) {
        const QRect box(x, option.rect.y() + (option.rect.height() - iconSize) / 2, iconSize, iconSize);
        option.icon.paint(painter, box, Qt::AlignCenter, option.state & State_Enabled ? QIcon::Normal : QIcon::Disabled);
        x += iconSize + gap;
    }
    if (text)
        painter->drawText(QRect(x, option.rect.y(), width + 2, option.rect.height()),
                          Qt::AlignVCenter | Qt::AlignLeft | Qt::TextShowMnemonic, option.text);
    if (menu)
        paintChevron(painter, QPointF(x + width + theme.px(8), option.rect.center().y() + 0.5), dress.ink);
    painter->restore();
    if (option.state & State_HasFocus && option.state & State_KeyboardFocusChange)
        paintFocusOutline(painter, option.rect);
}

void ProxyStyle::drawComboBox(const QStyleOptionComboBox& option, QPainter* painter, const QWidget* widget) const
{
    const Theme& theme = Theme::get();
    QStyle::State state = option.state & ~State_On & ~State_Sunken;
    Dress dress = dressOf(kindOf(widget), state);
    if (option.editable) {
        dress.ground = state & State_Enabled ? theme.tokens().base : theme.tokens().window;
        dress.edge = state & State_Enabled ? theme.tokens().inputEdge : theme.tokens().line;
    }
    if (widget != nullptr && widget->property("invalid").toBool())
        dress.edge = theme.tokens().expiredInk;
    paintPanel(painter, option.rect, dress);
    paintChevron(painter, QPointF(option.rect.right() - theme.px(13), option.rect.center().y() + 0.5), theme.tokens().text2);
    if (option.state & State_HasFocus && (option.editable || option.state & State_KeyboardFocusChange))
        paintFocusOutline(painter, option.rect);
}

// Field and arrows share one frame, which becomes the focus ring.
void ProxyStyle::drawSpinBox(const QStyleOptionSpinBox& option, QPainter* painter, const QWidget* widget) const
{
    const Theme& theme = Theme::get();
    const Tokens& t = theme.tokens();
    const bool enabled = option.state & State_Enabled;
    const bool invalid = widget != nullptr && widget->property("invalid").toBool();
    paintPanel(painter, option.rect,
               {enabled ? t.base : t.window,
                invalid   ? t.expiredInk
                : enabled ? t.inputEdge
                          : t.line,
                t.text, false});
    const QRect up = proxy()->subControlRect(CC_SpinBox, &option, SC_SpinBoxUp, widget);
    painter->fillRect(up.x() - 1, option.rect.y() + 4, 1, option.rect.height() - 8, t.line);
    for (const SubControl part : {SC_SpinBoxUp, SC_SpinBoxDown}) {
        const QRect button = proxy()->subControlRect(CC_SpinBox, &option, part, widget);
        const bool can = enabled
                         && (option.stepEnabled
                             & (part == SC_SpinBoxUp ? QAbstractSpinBox::StepUpEnabled : QAbstractSpinBox::StepDownEnabled));
        if (can && (option.activeSubControls & part))
            painter->fillRect(button, option.state & State_Sunken ? t.selected : t.raised);
        paintChevron(painter, QRectF(button).center(), can ? t.text2 : t.text3, part == SC_SpinBoxDown);
    }
    if (option.state & State_HasFocus)
        paintFocusOutline(painter, option.rect);
}

void ProxyStyle::drawHeader(const QStyleOptionHeader& option, QPainter* painter, const QWidget*) const
{
    const Theme& theme = Theme::get();
    const Tokens& t = theme.tokens();
    const QRect r = option.rect;
    painter->fillRect(r, t.raised);
    painter->fillRect(r.x(), r.bottom(), r.width(), 1, t.line);
    if (option.position != QStyleOptionHeader::End && option.position != QStyleOptionHeader::OnlyOneSection)
        painter->fillRect(r.right(), r.y(), 1, r.height(), t.line);
    painter->save();
    const QFont font = theme.caption();
    const QFontMetrics metrics(font);
    painter->setFont(font);
    const bool sorted = option.sortIndicator != QStyleOptionHeader::None;
    painter->setPen(sorted ? t.text : t.text2);
    const int pad = theme.px(8);
    const QRect inner = r.adjusted(pad, 0, -pad, -1);
    QStringList lines = option.text.split(QLatin1Char('\n'));
    int width = 0;
    for (QString& line : lines) {
        line = metrics.elidedText(line, Qt::ElideRight, inner.width());
        width = std::max(width, metrics.horizontalAdvance(line));
    }
    const bool right = option.textAlignment & Qt::AlignRight;
    const int x = right ? inner.right() + 1 - width : inner.x();
    painter->drawText(QRect(x, inner.y(), width + 2, inner.height()),
                      Qt::AlignVCenter | (right && lines.size() > 1 ? Qt::AlignRight : Qt::AlignLeft),
                      lines.join(QLatin1Char('\n')));
    // Qt's "down" arrow means ascending; ours points the way the values run.
    if (sorted) {
        // Words take precedence: without room beside them the arrow is in the padding.
        const int away = inner.width() - width < theme.px(9) ? theme.px(5) : theme.px(9);
        const qreal cx = right ? x - away : x + width + away;
        paintChevron(painter, QPointF(cx, inner.center().y() + 1), t.text2,
                     option.sortIndicator == QStyleOptionHeader::SortDown);
    }
    painter->restore();
}

void ProxyStyle::drawTab(const QStyleOptionTab& option, QPainter* painter) const
{
    const Theme& theme = Theme::get();
    const Tokens& t = theme.tokens();
    const bool selected = option.state & State_Selected;
    painter->save();
    painter->setPen(selected ? t.text : t.text2);
    painter->drawText(option.rect, Qt::AlignCenter | Qt::TextShowMnemonic, option.text);
    painter->restore();
    painter->fillRect(option.rect.x(), option.rect.bottom(), option.rect.width(), 1, t.line);
    if (selected)
        painter->fillRect(option.rect.x(), option.rect.bottom() - 1, option.rect.width(), 2, t.primary);
    if (option.state & State_HasFocus && option.state & State_KeyboardFocusChange)
        paintFocusOutline(painter, option.rect.adjusted(1, 2, -1, -3));
}

QRect ProxyStyle::subControlRect(ComplexControl control, const QStyleOptionComplex* option, SubControl part,
                                 const QWidget* widget) const
{
    const Theme& theme = Theme::get();
    if (control == CC_ComboBox && part == SC_ComboBoxEditField)
        return option->rect.adjusted(theme.px(9), 1, -theme.px(24), -1);
    if (control == CC_ComboBox && part == SC_ComboBoxArrow)
        return {option->rect.right() - theme.px(24), option->rect.y(), theme.px(24), option->rect.height()};
    if (control == CC_SpinBox) {
        const QRect r = option->rect;
        const int wide = theme.px(22), half = r.height() / 2;
        switch (part) {
        case SC_SpinBoxFrame: return r;
        case SC_SpinBoxEditField: return r.adjusted(theme.px(8), 2, -wide - theme.px(2), -2);
        case SC_SpinBoxUp: return {r.right() - wide, r.y() + 2, wide - 1, half - 2};
        case SC_SpinBoxDown: return {r.right() - wide, r.y() + half, wide - 1, r.height() - half - 2};
        default: break;
        }
    }
    return QProxyStyle::subControlRect(control, option, part, widget);
}

int ProxyStyle::pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const
{
    const Theme& theme = Theme::get();
    switch (metric) {
    case PM_ScrollBarExtent: return 10;
    case PM_ScrollView_ScrollBarSpacing: return 0;
    case PM_DefaultFrameWidth: return 1;
    case PM_SplitterWidth: return 6;
    case PM_ButtonShiftHorizontal:
    case PM_ButtonShiftVertical:
    case PM_MenuBarPanelWidth:
    case PM_MenuBarVMargin:
    case PM_MenuBarItemSpacing:
    case PM_TabBarTabShiftVertical:
    case PM_TabBarTabOverlap: return 0;
    case PM_MenuBarHMargin: return theme.px(5);
    case PM_IndicatorWidth:
    case PM_IndicatorHeight:
    case PM_ExclusiveIndicatorWidth:
    case PM_ExclusiveIndicatorHeight: return theme.px(13);
    case PM_CheckBoxLabelSpacing: return theme.px(8);
    case PM_SmallIconSize:
    case PM_ButtonIconSize:
    case PM_ToolBarIconSize: return theme.px(16);
    case PM_FocusFrameHMargin: return 2;
    case PM_TabBarTabHSpace: return theme.px(20);
    case PM_TabBarTabVSpace: return theme.px(10);
    default: return QProxyStyle::pixelMetric(metric, option, widget);
    }
}

int ProxyStyle::styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget, QStyleHintReturn* data) const
{
    switch (hint) {
    case SH_Widget_Animation_Duration:
    case SH_EtchDisabledText:
    case SH_DialogButtonBox_ButtonsHaveIcons:
    case SH_ItemView_ActivateItemOnSingleClick:
    case SH_ComboBox_Popup: return 0;
    case SH_UnderlineShortcut: return 1;
    default: return QProxyStyle::styleHint(hint, option, widget, data);
    }
}

QSize ProxyStyle::sizeFromContents(ContentsType type, const QStyleOption* option, const QSize& size,
                                   const QWidget* widget) const
{
    const Theme& theme = Theme::get();
    switch (type) {
    case CT_PushButton: {
        const auto* button = qstyleoption_cast<const QStyleOptionButton*>(option);
        if (button == nullptr)
            break;
        QFont font = widget != nullptr ? widget->font() : theme.body();
        if (const QString kind = kindOf(widget); kind == QLatin1String("primary") || kind == QLatin1String("danger"))
            font.setWeight(QFont::DemiBold);
        const int text = QFontMetrics(font).size(Qt::TextShowMnemonic, button->text).width();
        const int picture = button->icon.isNull() ? 0 : theme.px(16) + (button->text.isEmpty() ? 0 : theme.px(8));
        const int arrow = button->features & QStyleOptionButton::HasMenu ? theme.px(16) : 0;
        return {text + picture + arrow + theme.px(kindOf(widget) == QLatin1String("link") ? 4 : 22), theme.px(25)};
    }
    case CT_ToolButton: {
        const auto* button = qstyleoption_cast<const QStyleOptionToolButton*>(option);
        if (button == nullptr)
            break;
        const bool words = button->toolButtonStyle != Qt::ToolButtonIconOnly && !button->text.isEmpty();
        const int text = words ? button->fontMetrics.size(Qt::TextShowMnemonic, button->text).width() : 0;
        const bool picture = !button->icon.isNull() && button->toolButtonStyle != Qt::ToolButtonTextOnly;
        const int arrow = button->features & QStyleOptionToolButton::HasMenu ? theme.px(16) : 0;
        return {text + (picture ? theme.px(16) + (words ? theme.px(8) : 0) : 0) + arrow + theme.px(words ? 22 : 10),
                theme.px(25)};
    }
    case CT_ComboBox: {
        // Same as `subControlRect`: field and arrow.
        return {size.width() + theme.px(9 + 24) + 2, theme.px(25)};
    }
    case CT_SpinBox: return {size.width() + theme.px(34), theme.px(25)};
    case CT_HeaderSection: {
        const QSize inner = QProxyStyle::sizeFromContents(type, option, size, widget);
        return {inner.width(), theme.px(26)};
    }
    case CT_MenuBarItem: return {size.width() + theme.px(20), theme.px(26)};
    default: break;
    }
    return QProxyStyle::sizeFromContents(type, option, size, widget);
}

} // namespace lockdesk

// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QProxyStyle>

class QStyleOptionButton;
class QStyleOptionComboBox;
class QStyleOptionHeader;
class QStyleOptionSpinBox;
class QStyleOptionTab;
class QStyleOptionToolButton;

namespace lockdesk {

/// Fusion with flat controls: 1 px lines, 3 px radii, a 2 px focus outline, no animation. A button's dynamic property
/// `kind` selects its style: `primary` (filled), `danger` (filled red, only for the forced action of a sheet), `flat` (no
/// frame), `link` (text in link ink); none: framed.
class ProxyStyle final : public QProxyStyle
{
    Q_OBJECT

public:
    ProxyStyle();

    /// Makes every label without an explicit format show plain text, also in tool tips and message boxes: Qt would guess,
    /// and render a name that looks like HTML.
    void polish(QWidget* widget) override;
    using QProxyStyle::polish;
    void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                       const QWidget* widget) const override;
    void drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                     const QWidget* widget) const override;
    void drawComplexControl(ComplexControl control, const QStyleOptionComplex* option, QPainter* painter,
                            const QWidget* widget) const override;
    [[nodiscard]] QRect subControlRect(ComplexControl control, const QStyleOptionComplex* option, SubControl part,
                                       const QWidget* widget) const override;
    [[nodiscard]] int pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const override;
    [[nodiscard]] int styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                                QStyleHintReturn* data) const override;
    [[nodiscard]] QSize sizeFromContents(ContentsType type, const QStyleOption* option, const QSize& size,
                                         const QWidget* widget) const override;

private:
    void drawPushButton(const QStyleOptionButton& option, QPainter* painter, const QWidget* widget) const;
    void drawToolButton(const QStyleOptionToolButton& option, QPainter* painter, const QWidget* widget) const;
    void drawComboBox(const QStyleOptionComboBox& option, QPainter* painter, const QWidget* widget) const;
    void drawSpinBox(const QStyleOptionSpinBox& option, QPainter* painter, const QWidget* widget) const;
    void drawHeader(const QStyleOptionHeader& option, QPainter* painter, const QWidget* widget) const;
    void drawTab(const QStyleOptionTab& option, QPainter* painter) const;
};

/// Paints the 2 px outline of the focused widget.
void paintFocusOutline(QPainter* painter, const QRect& rect);

} // namespace lockdesk

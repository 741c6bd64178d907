// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/theme/theme.h"

#include "widgets/theme/proxy_style.h"

#include <QApplication>
#include <QEvent>
#include <QFile>
#include <QFontDatabase>
#include <QFontInfo>
#include <QMetaObject>
#include <QPalette>
#include <QToolTip>

// Outside the namespace: the macro declares a global function.
static void initResources() { Q_INIT_RESOURCE(lockdesk); }

namespace lockdesk {

namespace {

void setRole(QPalette& p, QPalette::ColorRole role, const QColor& color, const QColor& disabled)
{
    p.setColor(QPalette::All, role, color);
    p.setColor(QPalette::Disabled, role, disabled);
}

} // namespace

Theme& Theme::get()
{
    static Theme theme;
    return theme;
}

Theme::Theme() { initResources(); }

void Theme::install(QApplication& app)
{
    m_app = &app;
    m_systemFont = QFontDatabase::systemFont(QFontDatabase::GeneralFont);
    m_systemFixed = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    const int systemSize = QFontInfo(m_systemFont).pixelSize();
    m_base = systemSize > 13 ? systemSize / 13.0 : 1.0;
    m_scheme = desktopScheme();
    app.setStyle(new ProxyStyle);
    app.installEventFilter(this);
    apply();
}

// Qt 6.4 has no colorScheme(): a window darker than its text means a dark desktop. Without a palette of its own the
// application has that of the desktop.
Scheme Theme::desktopScheme() const
{
    if (m_desktop)
        return m_desktop();
    QApplication::setPalette(QPalette());
    const QPalette desktop = QApplication::palette();
    return desktop.color(QPalette::Window).lightness() < desktop.color(QPalette::WindowText).lightness() ? Scheme::dark
                                                                                                         : Scheme::light;
}

void Theme::followDesktop()
{
    m_follows = true;
    m_applying = true;
    m_scheme = desktopScheme();
    m_applying = false;
    apply();
}

// Windows are sent ThemeChange when the desktop changes its own.
bool Theme::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::ThemeChange && watched->isWindowType() && m_follows && !m_applying)
        QMetaObject::invokeMethod(
            this,
            [this] {
                if (m_follows)
                    followDesktop();
            },
            Qt::QueuedConnection);
    return QObject::eventFilter(watched, event);
}

void Theme::setScheme(Scheme scheme)
{
    m_follows = false;
    if (scheme == m_scheme)
        return;
    m_scheme = scheme;
    apply();
}

void Theme::setScale(qreal scale)
{
    if (qFuzzyCompare(scale, m_scale))
        return;
    m_scale = scale;
    apply();
}

void Theme::setZoom(int percent)
{
    const qreal zoom = percent / 100.0;
    if (qFuzzyCompare(zoom, m_zoom))
        return;
    m_zoom = zoom;
    apply();
}

QFont Theme::font(int size, QFont::Weight weight) const
{
    QFont f = m_systemFont;
    f.setPixelSize(qRound(size * m_base * scale()));
    f.setWeight(weight);
    return f;
}

QFont Theme::fixedFont(int size, QFont::Weight weight) const
{
    QFont f = m_systemFixed;
    f.setPixelSize(qRound(size * m_base * scale()));
    f.setWeight(weight);
    return f;
}

QPalette Theme::palette() const
{
    const Tokens& t = tokens();
    QPalette p;
    setRole(p, QPalette::Window, t.window, t.window);
    setRole(p, QPalette::WindowText, t.text, t.text3);
    setRole(p, QPalette::Base, t.base, t.window);
    setRole(p, QPalette::AlternateBase, t.base, t.window);
    setRole(p, QPalette::Text, t.text, t.text3);
    setRole(p, QPalette::PlaceholderText, t.text3, t.text3);
    setRole(p, QPalette::Button, t.button, t.window);
    setRole(p, QPalette::ButtonText, t.text, t.text3);
    setRole(p, QPalette::BrightText, t.text, t.text3);
    // State inks keep their contrast on a selected row: the highlight is a tint and the text colour stays.
    setRole(p, QPalette::Highlight, t.selected, t.selectedUnfocused);
    setRole(p, QPalette::HighlightedText, t.text, t.text3);
    setRole(p, QPalette::Link, t.primary, t.text3);
    setRole(p, QPalette::LinkVisited, t.primary, t.text3);
    setRole(p, QPalette::ToolTipBase, t.raised, t.raised);
    setRole(p, QPalette::ToolTipText, t.text, t.text);
    setRole(p, QPalette::Light, t.raised, t.raised);
    setRole(p, QPalette::Midlight, t.raised, t.raised);
    setRole(p, QPalette::Mid, t.line, t.line);
    setRole(p, QPalette::Dark, t.line, t.line);
    setRole(p, QPalette::Shadow, t.line, t.line);
    return p;
}

QString Theme::styleSheet() const
{
    QFile file(QStringLiteral(":/lockdesk/style/lockdesk.qss"));
    if (!file.open(QIODevice::ReadOnly))
        return {};
    QString text = QString::fromUtf8(file.readAll());
    const Tokens& t = tokens();
    const QColor handle = m_scheme == Scheme::dark ? QColor(0x4A, 0x51, 0x5A) : QColor(0xA9, 0xB1, 0xBA);
    const std::pair<const char*, QColor> names[] = {
        {"@window", t.window},  {"@base", t.base},         {"@raised", t.raised}, {"@line", t.line},
        {"@text2", t.text2},    {"@text3", t.text3},       {"@text", t.text},     {"@primary", t.primary},
        {"@edge", t.inputEdge}, {"@selected", t.selected}, {"@handle", handle},   {"@error", t.expiredInk},
    };
    for (const auto& [name, color] : names)
        text.replace(QLatin1String(name), color.name());
    text.replace(QLatin1String("@caption"), QStringLiteral("%1px").arg(caption().pixelSize()));
    text.replace(QLatin1String("@inputHeight"), QStringLiteral("%1px").arg(px(23)));
    return text;
}

void Theme::apply()
{
    if (m_app == nullptr)
        return;
    m_app->setFont(body());
    m_app->setPalette(palette());
    QToolTip::setFont(caption());
    QToolTip::setPalette(palette());
    m_app->setStyleSheet(styleSheet());
    emit changed();
}

} // namespace lockdesk

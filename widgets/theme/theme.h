// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/theme/tokens.h"

#include <QFont>
#include <QIcon>
#include <QObject>
#include <QPalette>

#include <functional>
#include <utility>

class QApplication;

namespace lockdesk {

/// All tokens of the look: colours, fonts, sizes. One per program, created on first use; GUI thread only.
/// Delegates and painters read it at paint time, so a change of scheme or scale needs only a repaint.
class Theme final : public QObject
{
    Q_OBJECT

public:
    static Theme& get();

    /// Sets up the application: style, palette, style sheet and fonts. Derives the first scheme from the system palette.
    void install(QApplication& app);

    [[nodiscard]] Scheme scheme() const { return m_scheme; }
    void setScheme(Scheme scheme); ///< does not follow the desktop any more
    /// The desktop's scheme from now on, also after it changes.
    void followDesktop();
    [[nodiscard]] bool followsDesktop() const { return m_follows; }
    /// What tells the desktop's scheme; without it, its palette does.
    void setDesktopScheme(std::function<Scheme()> probe) { m_desktop = std::move(probe); }
    /// 1.0, or 1.4 for a projector; times the zoom.
    [[nodiscard]] qreal scale() const { return m_scale * m_zoom; }
    void setScale(qreal scale);
    void setZoom(int percent);

    [[nodiscard]] const Tokens& tokens() const { return tokensOf(m_scheme); }
    [[nodiscard]] QColor ink(Tone tone) const { return tokens().ink(tone); }
    [[nodiscard]] QColor fill(Tone tone) const { return tokens().fill(tone); }

    /// Scales a length of the 1.0 grid.
    [[nodiscard]] int px(int length) const { return qRound(length * scale()); }

    [[nodiscard]] QFont body() const { return font(13); }    ///< tables, labels
    [[nodiscard]] QFont caption() const { return font(12); } ///< headers, captions
    [[nodiscard]] QFont small() const { return font(11); }   ///< axes, chips
    [[nodiscard]] QFont title() const { return font(13, QFont::DemiBold); }
    [[nodiscard]] QFont sheetTitle() const { return font(16, QFont::DemiBold); }
    [[nodiscard]] QFont headline() const { return font(21, QFont::DemiBold); } ///< the four numbers
    [[nodiscard]] QFont fixed() const { return fixedFont(12); }                ///< names, owners, tokens, SQL, clocks
    [[nodiscard]] QFont fixedTitle() const { return fixedFont(15, QFont::DemiBold); }

    [[nodiscard]] QPalette palette() const;

signals:
    /// Scheme or scale changed; palette and style sheet are already updated.
    void changed();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    Theme();
    [[nodiscard]] Scheme desktopScheme() const;
    [[nodiscard]] QFont font(int size, QFont::Weight weight = QFont::Normal) const;
    [[nodiscard]] QFont fixedFont(int size, QFont::Weight weight = QFont::Normal) const;
    [[nodiscard]] QString styleSheet() const;
    void apply();

    QApplication* m_app = nullptr;
    Scheme m_scheme = Scheme::light;
    bool m_follows = true;
    bool m_applying = false;
    std::function<Scheme()> m_desktop;
    qreal m_scale = 1.0;
    qreal m_zoom = 1.0;
    qreal m_base = 1.0; ///< system font size / 13, at least 1
    QFont m_systemFont;
    QFont m_systemFixed;
};

/// An icon of resources/icons in text ink, which follows theme changes. Empty for an unknown name.
QIcon icon(const QString& name, Tone tone = Tone::text);

} // namespace lockdesk

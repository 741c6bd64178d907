// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/theme/tokens.h"

#include <QFont>
#include <QIcon>
#include <QObject>
#include <QPalette>

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
    void setScheme(Scheme scheme);
    /// 1.0, or 1.4 for a projector.
    [[nodiscard]] qreal scale() const { return m_scale; }
    void setScale(qreal scale);

    [[nodiscard]] const Tokens& tokens() const { return tokensOf(m_scheme); }
    [[nodiscard]] QColor ink(Tone tone) const { return tokens().ink(tone); }
    [[nodiscard]] QColor fill(Tone tone) const { return tokens().fill(tone); }

    /// Scales a length of the 1.0 grid.
    [[nodiscard]] int px(int length) const { return qRound(length * m_scale); }

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

private:
    Theme();
    [[nodiscard]] QFont font(int size, QFont::Weight weight = QFont::Normal) const;
    [[nodiscard]] QFont fixedFont(int size, QFont::Weight weight = QFont::Normal) const;
    [[nodiscard]] QString styleSheet() const;
    void apply();

    QApplication* m_app = nullptr;
    Scheme m_scheme = Scheme::light;
    qreal m_scale = 1.0;
    qreal m_base = 1.0; ///< system font size / 13, at least 1
    QFont m_systemFont;
    QFont m_systemFixed;
};

/// An icon of resources/icons in text ink, which follows theme changes. Empty for an unknown name.
QIcon icon(const QString& name, Tone tone = Tone::text);

} // namespace lockdesk

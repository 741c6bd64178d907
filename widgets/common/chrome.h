// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/theme/tokens.h"

#include <QLabel>
#include <QPushButton>
#include <QWidget>

class QButtonGroup;
class QHBoxLayout;

namespace lockdesk {

/// A label in one of the theme's fonts and inks, which follows scheme and scale. Ignores the palette of its parents.
class ThemeLabel : public QLabel
{
    Q_OBJECT

public:
    enum class Type { body, caption, small, title, sheetTitle, fixed, fixedTitle };
    explicit ThemeLabel(const QString& text = {}, Type type = Type::body, Tone tone = Tone::text, QWidget* parent = nullptr);
    void setTone(Tone tone);
    void setType(Type type);

private:
    void dress();
    Type m_type;
    Tone m_tone;
};

/// A state glyph as a widget.
class GlyphLabel final : public QWidget
{
    Q_OBJECT

public:
    explicit GlyphLabel(Glyph glyph = Glyph::none, Tone tone = Tone::text, QWidget* parent = nullptr);
    void setLook(Glyph glyph, Tone tone);
    void setSize(int size); ///< 12 by default
    /// As high as a line of text, to align with the first of several lines.
    void alignToLine();
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    Glyph m_glyph;
    Tone m_tone;
    int m_size = 12;
    bool m_line = false;
};

/// A 1 px line between panels.
class Line final : public QWidget
{
    Q_OBJECT

public:
    explicit Line(Qt::Orientation orientation = Qt::Horizontal, QWidget* parent = nullptr);

protected:
    void paintEvent(QPaintEvent* event) override;
};

/// A widget with one of the surface colours as its ground and, if wanted, 1 px lines at its edges.
class Surface : public QWidget
{
    Q_OBJECT

public:
    enum class Ground { window, base, raised };
    explicit Surface(Ground ground = Ground::window, Qt::Edges lines = {}, QWidget* parent = nullptr);
    void setGround(Ground ground);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    Ground m_ground;
    Qt::Edges m_lines;
};

/// Section title, 30 px: a semibold title, a caption in text2, widgets at the right.
class SectionTitle final : public Surface
{
    Q_OBJECT

public:
    explicit SectionTitle(const QString& title, QWidget* parent = nullptr);
    void setTitle(const QString& title);
    void setCaption(const QString& caption);
    /// Inserts a widget before the title. Takes ownership.
    void addLeft(QWidget* widget);
    /// Appends a widget at the right. Takes ownership.
    void addRight(QWidget* widget);
    /// A link at the right end.
    QPushButton* addLink(const QString& text);

private:
    ThemeLabel* m_title;
    ThemeLabel* m_caption;
    QHBoxLayout* m_row;
};

/// The row of buttons above a table, 36 px high. Widgets are added left to right; those after `addStretch` or
/// `addElastic` are right-aligned.
class ToolRow final : public Surface
{
    Q_OBJECT

public:
    explicit ToolRow(QWidget* parent = nullptr);
    void add(QWidget* widget);
    QPushButton* addButton(const QString& text, const QString& iconName = {});
    ThemeLabel* addText(const QString& text = {});
    void addSeparator();
    void addStretch();
    /// Adds a widget that takes the remaining width, so that what follows stays at the right.
    void addElastic(QWidget* widget);
    void insertAt(int index, QWidget* widget);

private:
    QHBoxLayout* m_row;
};

/// Cause, age and next try of a store that does not answer, or another message above a table. Hidden at first.
class Banner final : public Surface
{
    Q_OBJECT

public:
    explicit Banner(QWidget* parent = nullptr);
    /// `lead` is bold; both are plain text.
    void showMessage(Glyph glyph, Tone tone, const QString& lead, const QString& text, const QString& button = {});
    [[nodiscard]] QPushButton* button() const { return m_button; }
    [[nodiscard]] QString text() const;
    void setClosable(bool closable);

signals:
    void buttonClicked();
    void closed();

private:
    GlyphLabel* m_glyph;
    ThemeLabel* m_lead;
    ThemeLabel* m_text;
    QString m_whole; ///< the original text: the label's copy has line break opportunities
    QPushButton* m_button;
    QPushButton* m_close;
};

/// Glyph, one sentence, and what will appear here.
class EmptyState final : public Surface
{
    Q_OBJECT

public:
    EmptyState(Glyph glyph, Tone tone, const QString& sentence, const QString& whatAppears, QWidget* parent = nullptr);
    void setTexts(const QString& sentence, const QString& whatAppears);
    void setLook(Glyph glyph, Tone tone);
    /// In one line at the top left instead of the middle of the area.
    void setCompact(bool compact);

private:
    GlyphLabel* m_glyph;
    ThemeLabel* m_sentence;
    ThemeLabel* m_what;
};

/// Two or three choices in one frame (`Board | Table`).
class Segmented final : public QWidget
{
    Q_OBJECT

public:
    explicit Segmented(const QStringList& texts, QWidget* parent = nullptr);
    [[nodiscard]] int current() const;
    void setCurrent(int index);

signals:
    void currentChanged(int index);

private:
    QButtonGroup* m_group;
};

/// Adds line break opportunities to words longer than any line: names may have 200 characters and no space.
QString breakable(const QString& text);
/// Shows a text so; screen readers get it whole.
void setBreakable(QLabel* label, const QString& text);

/// Makes a button or label as wide as the widest of these texts, so that its neighbours stay in place whichever it shows.
void reserveWidth(QWidget* widget, const QStringList& texts);

/// A push button in the style `kind` (primary, danger, flat, link; empty: framed) with one of our icons. Icons of filled
/// buttons use the ink of their text.
QPushButton* makeButton(const QString& text, const QString& iconName = {}, const QString& kind = {});

} // namespace lockdesk

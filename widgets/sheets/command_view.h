// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPlainTextEdit>

class QSyntaxHighlighter;

namespace lockdesk {

/// SQL, Redis commands or command lines, read-only, in the fixed font, with coloured keywords, strings and numbers.
/// As high as its text up to `maxLines`; beyond, it scrolls. Or a fixed number of lines high, so that nothing below moves.
class CommandView final : public QPlainTextEdit
{
    Q_OBJECT

public:
    enum class Language { commands, plain };
    explicit CommandView(Language language, QWidget* parent = nullptr);
    void setText(const QString& text);
    /// Shows a sentence in place of commands, such as why there are none: without their colours.
    void setSentence(const QString& text);
    void setMaxLines(int lines);
    void setFixedLines(int lines);
    /// Number of whole lines that a view of this height shows.
    [[nodiscard]] int linesIn(int height) const;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void showText(const QString& text, bool sentence);
    void dress();
    void fit();
    [[nodiscard]] int heightOf(int lines) const;
    QSyntaxHighlighter* m_highlighter = nullptr;
    int m_maxLines = 8;
    bool m_fixed = false;
};

} // namespace lockdesk

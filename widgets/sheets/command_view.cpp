// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/sheets/command_view.h"

#include "widgets/theme/theme.h"

#include <QRegularExpression>
#include <QResizeEvent>
#include <QScrollBar>
#include <QSyntaxHighlighter>
#include <QTextDocument>

#include <algorithm>

namespace lockdesk {

namespace {

class CommandHighlighter final : public QSyntaxHighlighter
{
public:
    using QSyntaxHighlighter::QSyntaxHighlighter;
    bool sentence = false; ///< there is no command to highlight

protected:
    void highlightBlock(const QString& text) override
    {
        if (sentence)
            return;
        static const QRegularExpression keywords(
            QStringLiteral("\\b(WITH|UPDATE|INSERT|INTO|DELETE|FROM|SELECT|SET|WHERE|AND|OR|AS|VALUES|ON|CONFLICT|DO|NULL|"
                           "RETURNING|CASE|WHEN|THEN|ELSE|END|BEGIN|COMMIT|LEFT|JOIN|MATERIALIZED|LIMIT|DECLARE|IF|START|"
                           "TRANSACTION|KILL|CONNECTION|GREATEST|"
                           "IS|NOT|EXISTS|IMMEDIATE|EVALSHA|EVAL|HSET|DEL|PUBLISH)\\b"));
        static const QRegularExpression numbers(QStringLiteral("(?<![\\w'\"])-?\\d+(?![\\w])"));
        static const QRegularExpression texts(QStringLiteral("'(?:[^']|'')*'|\"(?:[^\"\\\\]|\\\\.)*\""));
        static const QRegularExpression comments(QStringLiteral("^\\s*--.*$"));
        paint(text, keywords, Tone::primary);
        paint(text, numbers, Tone::closing);
        paint(text, texts, Tone::cooling);
        paint(text, comments, Tone::text3);
    }

private:
    void paint(const QString& text, const QRegularExpression& what, Tone tone)
    {
        auto found = what.globalMatch(text);
        while (found.hasNext()) {
            const auto match = found.next();
            setFormat(int(match.capturedStart()), int(match.capturedLength()), Theme::get().ink(tone));
        }
    }
};

} // namespace

CommandView::CommandView(Language language, QWidget* parent) : QPlainTextEdit(parent)
{
    setReadOnly(true);
    setFrameShape(QFrame::NoFrame);
    setTabChangesFocus(true);
    setWordWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    setVerticalScrollBarPolicy(Qt::ScrollBarAsNeeded);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setProperty("surface", QStringLiteral("code"));
    document()->setDocumentMargin(2); // less than what is empty at the top of a line
    if (language == Language::commands)
        m_highlighter = new CommandHighlighter(document());
    dress();
    connect(&Theme::get(), &Theme::changed, this, &CommandView::dress);
}

void CommandView::setSentence(const QString& text) { showText(text, true); }

void CommandView::setText(const QString& text) { showText(text, false); }

void CommandView::showText(const QString& text, bool sentence)
{
    auto* highlighter = static_cast<CommandHighlighter*>(m_highlighter);
    if (text == toPlainText() && (highlighter == nullptr || highlighter->sentence == sentence))
        return;
    if (highlighter != nullptr)
        highlighter->sentence = sentence;
    // The same commands with another number: keeps the scroll position.
    const int scrolled = blockCount() == text.count(u'\n') + 1 ? verticalScrollBar()->value() : 0;
    setPlainText(text);
    fit();
    verticalScrollBar()->setValue(scrolled);
}

void CommandView::resizeEvent(QResizeEvent* event)
{
    QPlainTextEdit::resizeEvent(event);
    // Another width changes the wrapping.
    if (event->size().width() != event->oldSize().width())
        fit();
    if (!hasFocus() && event->size().width() != event->oldSize().width())
        verticalScrollBar()->setValue(0);
}

int CommandView::linesIn(int height) const
{
    return (height - heightOf(0)) / fontMetrics().lineSpacing();
}

void CommandView::setMaxLines(int lines)
{
    m_maxLines = lines;
    fit();
}

void CommandView::setFixedLines(int lines)
{
    m_fixed = true;
    setMaxLines(lines);
}

// Height of whole lines: no part of the next one shows at the lower edge.
int CommandView::heightOf(int lines) const
{
    // The margin is above and below; a view scrolls unless one more pixel is left.
    const QMargins frame = contentsMargins();
    return lines * fontMetrics().lineSpacing() + 2 * int(document()->documentMargin()) + 1 + frame.top() + frame.bottom();
}

QSize CommandView::sizeHint() const
{
    if (m_fixed)
        return {200, heightOf(m_maxLines)};
    // The layout of a QPlainTextEdit counts wrapped lines, not pixels.
    int lines = 0;
    for (auto block = document()->begin(); block.isValid(); block = block.next())
        lines += std::max(1, block.layout() ? block.layout()->lineCount() : 1);
    return {200, heightOf(std::clamp(lines, 1, m_maxLines))};
}

QSize CommandView::minimumSizeHint() const { return {80, sizeHint().height()}; }

void CommandView::dress()
{
    setFont(Theme::get().fixed());
    QPalette colours = palette();
    colours.setColor(QPalette::Base, Theme::get().tokens().base);
    colours.setColor(QPalette::Text, Theme::get().tokens().text);
    setPalette(colours);
    fit();
}

void CommandView::fit()
{
    setFixedHeight(sizeHint().height());
    updateGeometry();
}

} // namespace lockdesk

// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/filter_completer.h"

#include "backends/engine/text/filter.h"
#include "widgets/theme/theme.h"

#include <QKeyEvent>
#include <QLineEdit>
#include <QListWidget>

#include <algorithm>
#include <utility>

namespace lockdesk {

namespace {

/// Where the word at the cursor begins and ends; spaces in quotes do not end it.
std::pair<int, int> wordAt(const QString& text, int cursor)
{
    int begin = 0;
    bool quoted = false;
    for (int i = 0; i < int(text.size()); ++i) {
        if (text[i] == u'\\' && quoted)
            ++i;
        else if (text[i] == u'"')
            quoted = !quoted;
        else if (text[i] == u' ' && !quoted) {
            if (i >= cursor)
                return {begin, i};
            begin = i + 1;
        }
    }
    return {begin, int(text.size())};
}

QString termOf(const QString& key, const QString& value)
{
    const Filter filter({{key.toStdString(), FilterTerm::Op::equals, value.toStdString(), false}});
    return QString::fromStdString(filter.text());
}

bool hasOperator(const QString& word)
{
    return std::any_of(word.begin(), word.end(), [](QChar c) { return c == u'~' || c == u'<' || c == u'>' || c == u'"'; });
}

} // namespace

FilterCompleter::FilterCompleter(QLineEdit* field, QStringList keys, Values values)
    : QObject(field), m_field(field), m_keys(std::move(keys)), m_values(std::move(values))
{
    connect(field, &QLineEdit::textEdited, this, &FilterCompleter::offer);
}

FilterCompleter::~FilterCompleter() { delete m_list; }

const QStringList& FilterCompleter::valuesOf(const QString& key)
{
    if (m_valuesKey != key) {
        m_valuesKey = key;
        m_known = m_values ? m_values(key) : QStringList();
    }
    return m_known;
}

QStringList FilterCompleter::candidates(const QString& text, int cursor)
{
    const int begin = wordAt(text, cursor).first;
    QString word = text.mid(begin, cursor - begin);
    const QString sign = word.startsWith(u'-') ? QStringLiteral("-") : QString();
    word = word.mid(sign.size());
    QStringList out;
    const qsizetype colon = word.indexOf(u':');
    if (colon < 0) {
        m_valuesKey.clear();
        if (!word.isEmpty() && !hasOperator(word))
            for (const QString& key : std::as_const(m_keys))
                if (key.startsWith(word, Qt::CaseInsensitive))
                    out << sign + key + u':';
        if (!word.isEmpty() && m_keys.isEmpty() && m_values) // names alone
            out = m_values({}).filter(word, Qt::CaseInsensitive);
        return out.size() == 1 && out.front() == word ? QStringList() : out;
    }
    const QString key = word.left(colon);
    const QString typed = word.mid(colon + 1).remove(u'"');
    const QStringList& values = valuesOf(key); // also by another name of a key
    if (values.contains(typed))
        return out; // it is whole
    for (const QString& value : values)
        if (value.startsWith(typed, Qt::CaseInsensitive))
            out << sign + termOf(key, value);
    return out;
}

bool FilterCompleter::isOpen() const { return m_list != nullptr && m_list->isVisible(); }

void FilterCompleter::close()
{
    if (m_list != nullptr)
        m_list->hide();
}

void FilterCompleter::raise()
{
    if (m_list != nullptr)
        m_list->raise();
}

void FilterCompleter::offer()
{
    const QStringList words = candidates(m_field->text(), m_field->cursorPosition());
    if (words.isEmpty())
        close();
    else
        open(words);
}

// A part of the window, not a window: the keys stay with the field whatever the window manager does.
void FilterCompleter::open(const QStringList& words)
{
    QWidget* window = m_field->window();
    if (m_list == nullptr || m_list->parentWidget() != window) {
        delete m_list;
        m_list = new QListWidget(window);
        m_list->setFocusPolicy(Qt::NoFocus);
        m_list->setAccessibleName(tr("Words for the filter"));
        m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
        m_list->setTextElideMode(Qt::ElideMiddle);
        connect(m_list, &QListWidget::itemClicked, this, [this](const QListWidgetItem* item) { insert(item->text()); });
    }
    const Theme& theme = Theme::get();
    m_list->setFont(theme.fixed());
    m_list->clear();
    m_list->addItems(words);
    m_list->setCurrentRow(-1);
    constexpr int most = 9;
    const int row = std::max(m_list->sizeHintForRow(0), theme.px(16));
    const int high = row * std::min(int(words.size()), most) + 2 * m_list->frameWidth() + 2;
    const int wide = std::max(m_field->width(), m_list->sizeHintForColumn(0) + theme.px(28));
    const QPoint at = m_field->mapTo(window, QPoint(0, m_field->height() + 2));
    m_list->setGeometry(at.x(), at.y(), std::min(wide, std::max(m_field->width(), window->width() - at.x() - 8)), high);
    m_list->raise();
    m_list->show();
}

bool FilterCompleter::pressed(const QKeyEvent& key)
{
    if (!isOpen())
        return false;
    const int row = m_list->currentRow();
    switch (key.key()) {
    case Qt::Key_Down:
        m_list->setCurrentRow(std::min(row + 1, m_list->count() - 1));
        return true;
    case Qt::Key_Up:
        m_list->setCurrentRow(row - 1);
        if (row <= 0)
            m_list->clearSelection();
        return true;
    case Qt::Key_Tab:
        insert(m_list->item(std::max(row, 0))->text());
        return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (row >= 0)
            insert(m_list->item(row)->text());
        else
            close();
        return row >= 0;
    case Qt::Key_Escape:
        close();
        return true;
    default:
        return false;
    }
}

void FilterCompleter::insert(const QString& word)
{
    const QString text = m_field->text();
    const auto [begin, end] = wordAt(text, m_field->cursorPosition());
    close();
    m_field->setText(text.left(begin) + word + text.mid(end));
    m_field->setCursorPosition(begin + int(word.size()));
    emit inserted();
    if (word.endsWith(u':'))
        offer(); // its values
}

} // namespace lockdesk

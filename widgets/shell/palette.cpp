// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/shell/palette.h"

#include "models/tables/fuzzy.h"
#include "widgets/theme/theme.h"

#include <QAbstractListModel>
#include <QApplication>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListView>
#include <QPainter>
#include <QStyledItemDelegate>
#include <QVBoxLayout>

#include <algorithm>

namespace lockdesk {

namespace {

constexpr std::size_t mostShown = 60;
constexpr int rowsShown = 12;

/// Text at the left; keys and group in quieter ink at the right.
class EntryDelegate final : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        const Theme& theme = Theme::get();
        const Tokens& t = theme.tokens();
        const bool chosen = (option.state & QStyle::State_Selected) != 0;
        painter->fillRect(option.rect, chosen ? t.selected : t.base);
        if (chosen)
            painter->fillRect(QRect(option.rect.topLeft(), QSize(3, option.rect.height())), t.primary);
        const QRect inside = option.rect.adjusted(theme.px(10), 0, -theme.px(10), 0);
        const QString right = index.data(Qt::UserRole).toString();
        const QFontMetrics small(theme.caption());
        // Advances are rounded: exactly that much room cuts some texts.
        const int reserved = std::min(small.horizontalAdvance(right) + theme.px(4), inside.width() / 2);
        painter->setFont(theme.caption());
        painter->setPen(t.text2);
        painter->drawText(inside, int(Qt::AlignRight | Qt::AlignVCenter), small.elidedText(right, Qt::ElideMiddle, reserved));
        painter->setFont(theme.body());
        painter->setPen(index.data(Qt::UserRole + 1).toBool() ? t.text : t.text3);
        const int width = inside.width() - reserved - theme.px(12);
        painter->drawText(inside, int(Qt::AlignLeft | Qt::AlignVCenter),
                          QFontMetrics(theme.body()).elidedText(index.data().toString(), Qt::ElideMiddle, width));
    }
    QSize sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const override
    {
        return {Theme::get().px(100), Theme::get().px(26)};
    }
};

} // namespace

class Palette::Model final : public QAbstractListModel
{
public:
    using QAbstractListModel::QAbstractListModel;
    std::vector<PaletteEntry> rows;
    int rowCount(const QModelIndex& parent) const override { return parent.isValid() ? 0 : int(rows.size()); }
    QVariant data(const QModelIndex& index, int role) const override
    {
        const PaletteEntry& entry = rows[std::size_t(index.row())];
        switch (role) {
        case Qt::DisplayRole: return entry.text;
        case Qt::AccessibleTextRole:
            return QStringList{entry.text, entry.group, entry.keys, entry.problem}.join(QStringLiteral(", "));
        case Qt::ToolTipRole: return entry.problem;
        case Qt::UserRole: return entry.keys.isEmpty() ? entry.group : entry.group + QStringLiteral("   ") + entry.keys;
        case Qt::UserRole + 1: return entry.problem.isEmpty();
        default: return {};
        }
    }
    void set(std::vector<PaletteEntry> found)
    {
        beginResetModel();
        rows = std::move(found);
        endResetModel();
    }
};

Palette::Palette(std::vector<PaletteEntry> entries, Search search, QWidget* window)
    : Surface(Ground::raised, Qt::TopEdge | Qt::BottomEdge | Qt::LeftEdge | Qt::RightEdge, window),
      m_entries(std::move(entries)), m_search(std::move(search)), m_field(new QLineEdit), m_list(new QListView),
      m_nothing(new ThemeLabel(tr("Nothing has this name."), ThemeLabel::Type::body, Tone::text2)), m_model(new Model(this))
{
    setAccessibleName(tr("Everything by name"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(8, 8, 8, 8);
    column->setSpacing(6);
    column->addWidget(m_field);
    column->addWidget(m_list);
    column->addWidget(m_nothing);
    m_field->setPlaceholderText(tr("action, page, store or lock"));
    m_field->setAccessibleName(tr("Name of an action, page, store or lock"));
    m_list->setModel(m_model);
    m_list->setItemDelegate(new EntryDelegate(m_list));
    m_list->setAccessibleName(tr("What has this name"));
    m_list->setFocusPolicy(Qt::NoFocus);
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setUniformItemSizes(true);
    connect(m_field, &QLineEdit::textChanged, this, &Palette::find);
    connect(m_list, &QListView::clicked, this, &Palette::runCurrent);
    m_field->installEventFilter(this);
    window->installEventFilter(this);
}

void Palette::open()
{
    m_before = QApplication::focusWidget();
    find();
    show();
    raise();
    m_field->setFocus(Qt::ShortcutFocusReason);
}

void Palette::close()
{
    if (isHidden())
        return;
    const bool focused = isAncestorOf(QApplication::focusWidget());
    hide();
    if (focused && m_before != nullptr)
        m_before->setFocus(Qt::OtherFocusReason);
    deleteLater();
}

QStringList Palette::found() const
{
    QStringList texts;
    for (const PaletteEntry& entry : m_model->rows)
        texts << entry.text;
    return texts;
}

void Palette::find()
{
    const FuzzyQuery query(m_field->text().toCaseFolded().toStdString());
    std::vector<PaletteEntry> rows;
    for (const PaletteEntry& entry : m_entries) {
        // The menu's name may be typed, too; what can be done now goes first.
        const auto own = query.score(entry.text.toCaseFolded().toStdString());
        const auto whole = query.score((entry.group + u' ' + entry.text).toCaseFolded().toStdString());
        if (!own && !whole)
            continue;
        rows.push_back(entry);
        rows.back().score = std::max(own.value_or(0), whole.value_or(0) / 2) - (entry.problem.isEmpty() ? 0 : 200);
    }
    if (!query.empty() && m_search)
        m_search(m_field->text().toStdString(), rows);
    std::stable_sort(rows.begin(), rows.end(), [](const auto& a, const auto& b) { return a.score > b.score; });
    if (rows.size() > mostShown)
        rows.resize(mostShown);
    m_model->set(std::move(rows));
    m_list->setCurrentIndex(m_model->index(0));
    m_list->setVisible(!m_model->rows.empty());
    m_nothing->setVisible(m_model->rows.empty());
    place();
}

void Palette::place()
{
    const Theme& theme = Theme::get();
    const QWidget* window = parentWidget();
    const int width = std::min(theme.px(620), window->width() - theme.px(40));
    const int rows = std::min(rowsShown, int(m_model->rows.size()));
    m_list->setFixedHeight(theme.px(26) * std::max(1, rows));
    setFixedWidth(width);
    layout()->activate();
    setFixedHeight(layout()->sizeHint().height());
    move(QPoint((window->width() - width) / 2, theme.px(84)));
}

void Palette::step(int by)
{
    const int last = int(m_model->rows.size()) - 1;
    if (last < 0)
        return;
    const int at = std::clamp(m_list->currentIndex().row() + by, 0, last);
    m_list->setCurrentIndex(m_model->index(at));
    m_list->scrollTo(m_model->index(at));
}

void Palette::runCurrent()
{
    const QModelIndex index = m_list->currentIndex();
    if (!index.isValid())
        return;
    const PaletteEntry entry = m_model->rows[std::size_t(index.row())];
    close(); // first: what runs may move the focus
    if (!entry.problem.isEmpty())
        emit refused(entry.problem);
    else
        entry.run();
}

bool Palette::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == parentWidget()) {
        if (event->type() == QEvent::Resize)
            place();
        return false;
    }
    // Keys of the window (Esc) must not go to the page below.
    if (event->type() == QEvent::ShortcutOverride) {
        event->accept();
        return false;
    }
    if (event->type() == QEvent::FocusOut) {
        const auto reason = static_cast<QFocusEvent*>(event)->reason();
        if (reason != Qt::ActiveWindowFocusReason && reason != Qt::PopupFocusReason)
            close();
        return false;
    }
    if (event->type() != QEvent::KeyPress)
        return false;
    switch (static_cast<QKeyEvent*>(event)->key()) {
    case Qt::Key_Escape: close(); return true;
    case Qt::Key_Up: step(-1); return true;
    case Qt::Key_Down: step(1); return true;
    case Qt::Key_PageUp: step(-rowsShown); return true;
    case Qt::Key_PageDown: step(rowsShown); return true;
    case Qt::Key_Return:
    case Qt::Key_Enter: runCurrent(); return true;
    case Qt::Key_Tab:
    case Qt::Key_Backtab: return true;
    case Qt::Key_K:
        if ((static_cast<QKeyEvent*>(event)->modifiers() & Qt::ControlModifier) == 0)
            return false;
        close();
        return true;
    default: return false;
    }
}

} // namespace lockdesk

// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/table_view.h"

#include "widgets/theme/glyphs.h"
#include "widgets/theme/theme.h"

#include <QHeaderView>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QMenu>
#include <QPaintEvent>
#include <QPainter>
#include <QScrollBar>
#include <QSettings>
#include <QTimer>

#include <algorithm>

namespace lockdesk {

namespace {

constexpr int askAgainMs = 200; ///< an empty table about what is passing
constexpr int stillMs = 5000;

} // namespace

TableView::TableView(const QString& settingsKey, QWidget* parent)
    : QTableView(parent), m_settingsKey(settingsKey), m_still(new QTimer(this))
{
    viewport()->setMouseTracking(true);
    m_still->setInterval(stillMs);
    connect(m_still, &QTimer::timeout, this, &TableView::stillForAWhile);
    setFrameShape(QFrame::NoFrame);
    setShowGrid(false);
    setWordWrap(false);
    setSelectionBehavior(QAbstractItemView::SelectRows);
    setSelectionMode(QAbstractItemView::ExtendedSelection);
    setEditTriggers(QAbstractItemView::NoEditTriggers);
    setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    setTabKeyNavigation(false);
    setCornerButtonEnabled(false);
    verticalHeader()->hide();
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    horizontalHeader()->setSectionsMovable(true);
    horizontalHeader()->setHighlightSections(false);
    horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    horizontalHeader()->setMinimumSectionSize(32);
    horizontalHeader()->setContextMenuPolicy(Qt::CustomContextMenu);
    setSortingEnabled(true);
    connect(horizontalHeader(), &QWidget::customContextMenuRequested, this,
            [this](const QPoint& at) { showColumnMenu(horizontalHeader()->mapToGlobal(at)); });
    connect(this, &QAbstractItemView::doubleClicked, this, &TableView::rowActivated);
    connect(this, &QAbstractItemView::clicked, this, &TableView::linkClicked);
    connect(&Theme::get(), &Theme::changed, this, &TableView::dress);
    dress();
}

TableView::~TableView() { saveColumns(); }

void TableView::dress()
{
    const Theme& theme = Theme::get();
    verticalHeader()->setDefaultSectionSize(theme.px(26));
    verticalHeader()->setMinimumSectionSize(theme.px(26));
    horizontalHeader()->setFixedHeight(theme.px(26));
    QPalette p = theme.palette();
    setPalette(p);
    viewport()->update();
    updateGeometry();
}

void TableView::setColumns(std::vector<TableColumn> columns)
{
    m_columns = std::move(columns);
    m_yielded.assign(m_columns.size(), false);
    for (int i = 0; i < int(m_columns.size()); ++i) {
        TableColumn& column = m_columns[std::size_t(i)];
        if (column.delegate == nullptr)
            column.delegate = new TextDelegate;
        column.delegate->setParent(this);
        column.delegate->setRowLook(m_look);
        setItemDelegateForColumn(i, column.delegate);
        setColumnWidth(i, Theme::get().px(column.width));
        setColumnHidden(i, column.hidden);
    }
    restoreColumns();
    fitColumns();
}

void TableView::setRowLook(RowLookOf look)
{
    m_look = std::move(look);
    for (const TableColumn& column : m_columns)
        column.delegate->setRowLook(m_look);
}

void TableView::setInitialSort(int column, Qt::SortOrder order) { horizontalHeader()->setSortIndicator(column, order); }

void TableView::setPlain(int mostRows)
{
    m_plain = true;
    m_mostRows = mostRows;
    setSortingEnabled(false);
    horizontalHeader()->setSectionsClickable(false);
    if (mostRows > 0) {
        setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
        setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
        if (model() != nullptr) {
            const auto resize = [this] { updateGeometry(); };
            connect(model(), &QAbstractItemModel::rowsInserted, this, resize);
            connect(model(), &QAbstractItemModel::rowsRemoved, this, resize);
            connect(model(), &QAbstractItemModel::modelReset, this, resize);
        }
    }
}

QSize TableView::sizeHint() const
{
    if (m_mostRows <= 0 || model() == nullptr)
        return QTableView::sizeHint();
    const int rows = std::clamp(model()->rowCount(), 1, m_mostRows);
    return {QTableView::sizeHint().width(), Theme::get().px(26) * (rows + 1)};
}

std::vector<int> TableView::selectedRows() const
{
    std::vector<int> rows;
    if (selectionModel() == nullptr)
        return rows;
    for (const QModelIndex& index : selectionModel()->selectedRows())
        rows.push_back(index.row());
    std::sort(rows.begin(), rows.end());
    return rows;
}

void TableView::showColumnMenu(const QPoint& global)
{
    QMenu menu(this);
    for (int i = 0; i < int(m_columns.size()); ++i) {
        QAction* action = menu.addAction(model()->headerData(i, Qt::Horizontal).toString());
        action->setCheckable(true);
        action->setChecked(!isColumnHidden(i));
        connect(action, &QAction::toggled, this, [this, i](bool on) {
            m_columns[std::size_t(i)].spare = false; // somebody wants it, or not, whatever the room
            m_yielded[std::size_t(i)] = false;
            setColumnHidden(i, !on);
            fitColumns();
            saveColumns();
        });
    }
    menu.exec(global);
}

void TableView::saveColumns()
{
    if (m_settingsKey.isEmpty() || m_columns.empty())
        return;
    QJsonArray list;
    const QHeaderView* header = horizontalHeader();
    for (int visual = 0; visual < header->count(); ++visual) {
        const int i = header->logicalIndex(visual);
        if (i < 0 || i >= int(m_columns.size()))
            continue;
        QJsonObject o;
        o[QStringLiteral("column")] = m_columns[std::size_t(i)].key;
        o[QStringLiteral("hidden")] = isColumnHidden(i) && !m_yielded[std::size_t(i)];
        o[QStringLiteral("width")] = qRound(header->sectionSize(i) / Theme::get().scale());
        list.append(o);
    }
    QSettings().setValue(m_settingsKey, QString::fromUtf8(QJsonDocument(list).toJson(QJsonDocument::Compact)));
}

void TableView::restoreColumns()
{
    if (m_settingsKey.isEmpty())
        return;
    const QByteArray text = QSettings().value(m_settingsKey).toString().toUtf8();
    const QJsonArray list = QJsonDocument::fromJson(text).array();
    QHeaderView* header = horizontalHeader();
    int to = 0;
    for (const QJsonValue& value : list) {
        const QJsonObject o = value.toObject();
        const auto it = std::find_if(m_columns.begin(), m_columns.end(),
                                     [&](const TableColumn& c) { return c.key == o[QStringLiteral("column")].toString(); });
        if (it == m_columns.end())
            continue;
        const int i = int(it - m_columns.begin());
        header->moveSection(header->visualIndex(i), to++);
        setColumnHidden(i, o[QStringLiteral("hidden")].toBool());
        if (const int width = o[QStringLiteral("width")].toInt(); width >= 32 && !isColumnHidden(i))
            setColumnWidth(i, Theme::get().px(width));
    }
}

void TableView::yieldSpares()
{
    const QHeaderView* header = horizontalHeader();
    int wanted = 0;
    for (int i = 0; i < int(m_columns.size()); ++i) {
        TableColumn& column = m_columns[std::size_t(i)];
        if (m_yielded[std::size_t(i)])
            setColumnHidden(i, false);
        m_yielded[std::size_t(i)] = false;
        if (!isColumnHidden(i))
            wanted += Theme::get().px(column.width);
    }
    for (int visual = header->count() - 1; visual >= 0 && wanted > viewport()->width(); --visual) {
        const int i = header->logicalIndex(visual);
        if (i >= int(m_columns.size()) || !m_columns[std::size_t(i)].spare || isColumnHidden(i))
            continue;
        wanted -= Theme::get().px(m_columns[std::size_t(i)].width);
        m_yielded[std::size_t(i)] = true;
        setColumnHidden(i, true);
    }
}

void TableView::widen(int column, int width)
{
    if (column >= int(m_columns.size()) || columnWidth(column) >= width)
        return;
    TableColumn& look = m_columns[std::size_t(column)];
    look.width = std::max(look.width, qRound(width / Theme::get().scale()));
    setColumnWidth(column, width);
    fitColumns();
}

void TableView::fitColumns()
{
    constexpr int leastWidth = 90;
    if (viewport()->width() >= leastWidth)
        yieldSpares();
    int flexible = -1;
    int others = 0;
    for (int i = 0; i < int(m_columns.size()); ++i) {
        if (isColumnHidden(i))
            continue;
        others += columnWidth(i);
        if (flexible < 0 || m_columns[std::size_t(i)].width > m_columns[std::size_t(flexible)].width)
            flexible = i;
    }
    if (flexible < 0 || viewport()->width() < leastWidth)
        return;
    others -= columnWidth(flexible);
    const int least = Theme::get().px(std::min(leastWidth, m_columns[std::size_t(flexible)].width));
    setColumnWidth(flexible, std::max(least, viewport()->width() - others));
}

void TableView::resizeEvent(QResizeEvent* event)
{
    QTableView::resizeEvent(event);
    fitColumns();
}

void TableView::paintEvent(QPaintEvent* event)
{
    // Below the last row the ground is the theme's, whatever palette a style sheet has left behind.
    QPainter(viewport()).fillRect(event->rect(), Theme::get().tokens().base);
    QTableView::paintEvent(event);
    if (m_emptyTexts && model() != nullptr && model()->rowCount() == 0) {
        QPainter painter(viewport());
        paintEmpty(painter);
    }
}

void TableView::paintEmpty(QPainter& painter) const
{
    const Theme& theme = Theme::get();
    const Tokens& t = theme.tokens();
    const EmptyTexts texts = m_emptyTexts();
    if (texts.passing)
        QTimer::singleShot(askAgainMs, viewport(), qOverload<>(&QWidget::update));
    const int wide = std::min(theme.px(430), viewport()->width() - theme.px(70));
    if (wide < theme.px(120) || viewport()->height() < theme.px(70))
        return;
    const int line = QFontMetrics(theme.body()).height();
    const int flags = Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap;
    const QRect what = QFontMetrics(theme.caption()).boundingRect(QRect(0, 0, wide, 400), flags, texts.what);
    const int x = (viewport()->width() - wide) / 2 + theme.px(16);
    const int y = (viewport()->height() - line - what.height()) / 2;
    const int box = theme.px(18);
    paintGlyph(&painter, QRectF(x - theme.px(32), y + (line + what.height() - box) / 2, box, box), texts.glyph, t.text2,
               t.base);
    painter.setFont(theme.body());
    painter.setPen(t.text);
    painter.drawText(QRect(x, y, wide, line), int(Qt::AlignLeft | Qt::AlignVCenter), texts.sentence);
    painter.setFont(theme.caption());
    painter.setPen(t.text2);
    painter.drawText(QRect(x, y + line + 1, wide, what.height()), flags, texts.what);
}

void TableView::updateHold()
{
    const bool selected = selectionModel() != nullptr && selectionModel()->hasSelection();
    const bool hold = !m_plain && (m_mouseOver || selected);
    if (hold == m_holds)
        return;
    m_holds = hold;
    if (hold)
        m_still->start();
    else
        m_still->stop();
    emit holdChanged(hold);
}

void TableView::setStillTime(int milliseconds) { m_still->setInterval(milliseconds); }

bool TableView::viewportEvent(QEvent* event)
{
    switch (event->type()) {
    case QEvent::MouseMove:
    case QEvent::MouseButtonPress:
    case QEvent::Wheel:
        if (m_holds)
            m_still->start();
        break;
    default: break;
    }
    return QTableView::viewportEvent(event);
}

void TableView::enterEvent(QEnterEvent* event)
{
    QTableView::enterEvent(event);
    m_mouseOver = true;
    updateHold();
}

void TableView::leaveEvent(QEvent* event)
{
    QTableView::leaveEvent(event);
    m_mouseOver = false;
    updateHold();
}

void TableView::selectionChanged(const QItemSelection& selected, const QItemSelection& deselected)
{
    QTableView::selectionChanged(selected, deselected);
    updateHold();
    viewport()->update();
    emit selectionMoved();
}

void TableView::currentChanged(const QModelIndex& current, const QModelIndex& previous)
{
    QTableView::currentChanged(current, previous);
    viewport()->update();
}

void TableView::focusInEvent(QFocusEvent* event)
{
    QTableView::focusInEvent(event);
    // Tabbing in shows where one is; it selects nothing.
    if (!currentIndex().isValid() && model() != nullptr && model()->rowCount() > 0
        && event->reason() != Qt::MouseFocusReason)
        selectionModel()->setCurrentIndex(model()->index(0, 0), QItemSelectionModel::NoUpdate);
    viewport()->update();
}

void TableView::focusOutEvent(QFocusEvent* event)
{
    QTableView::focusOutEvent(event);
    viewport()->update();
}

} // namespace lockdesk

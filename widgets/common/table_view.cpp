// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/table_view.h"

#include "widgets/theme/glyphs.h"
#include "widgets/theme/theme.h"

#include <QHeaderView>
#include <QPaintEvent>
#include <QPainter>
#include <QScrollBar>
#include <QTimer>

#include <algorithm>
#include <utility>

namespace lockdesk {

namespace {

constexpr int askAgainMs = 1000, askAgainSoonMs = 200; ///< for the text of an empty table; for a passing one
constexpr int stillMs = 5000;

} // namespace

TableView::TableView(const QString& settingsKey, QWidget* parent)
    : QTableView(parent), m_settingsKey(settingsKey), m_still(new QTimer(this)), m_askAgain(new QTimer(this))
{
    viewport()->setMouseTracking(true);
    m_still->setInterval(stillMs);
    connect(m_still, &QTimer::timeout, this, &TableView::stillForAWhile);
    m_askAgain->setSingleShot(true);
    connect(m_askAgain, &QTimer::timeout, viewport(), qOverload<>(&QWidget::update));
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
    connect(horizontalHeader(), &QHeaderView::sectionResized, this, &TableView::noteWish);
    connect(horizontalHeader(), &QHeaderView::sectionMoved, this, &TableView::noteTouch);
    connect(horizontalHeader(), &QHeaderView::sortIndicatorChanged, this, &TableView::noteTouch);
    connect(this, &QAbstractItemView::doubleClicked, this, &TableView::rowActivated);
    connect(this, &QAbstractItemView::clicked, this, &TableView::linkClicked);
    connect(&Theme::get(), &Theme::changed, this, &TableView::dress);
    dress();
}

TableView::~TableView() { saveIfTouched(); }

void TableView::dress()
{
    const Theme& theme = Theme::get();
    verticalHeader()->setMinimumSectionSize(theme.px(26)); // first: the default must not be below it
    verticalHeader()->setDefaultSectionSize(lineHeight());
    horizontalHeader()->setFixedHeight(theme.px(26));
    QPalette p = theme.palette();
    setPalette(p);
    layOutColumns();
    viewport()->update();
    updateGeometry();
}

void TableView::setRowLook(RowLookOf look)
{
    m_look = std::move(look);
    for (const TableColumn& column : m_columns)
        column.delegate->setRowLook(m_look);
}

void TableView::setInitialSort(int column, Qt::SortOrder order)
{
    m_initialSort = column;
    m_initialSortOrder = order;
    if (m_savedSort >= 0)
        return;
    m_layingOut = true;
    horizontalHeader()->setSortIndicator(column, order);
    m_layingOut = false;
}

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

void TableView::setRowLines(int lines)
{
    if (std::exchange(m_rowLines, lines) != lines)
        dress();
}

int TableView::lineHeight() const { return Theme::get().px(26 + 18 * (m_rowLines - 1)); }

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

void TableView::resizeEvent(QResizeEvent* event)
{
    QTableView::resizeEvent(event);
    fitColumns();
}

void TableView::paintEvent(QPaintEvent* event)
{
    // Below the last row the background is the theme's, whatever palette a style sheet has left.
    QPainter(viewport()).fillRect(event->rect(), Theme::get().tokens().base);
    QTableView::paintEvent(event);
    if (m_emptyTexts && model() != nullptr && model()->rowCount() == 0) {
        const EmptyTexts texts = m_emptyTexts();
        if (!m_askAgain->isActive()) // what the text counts changes without the rows
            m_askAgain->start(texts.passing ? askAgainSoonMs : askAgainMs);
        QPainter painter(viewport());
        paintEmptyTexts(painter, *viewport(), texts);
    }
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
    // Tabbing in sets the current row but selects nothing.
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

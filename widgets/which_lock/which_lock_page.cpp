// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/which_lock/which_lock_page.h"

#include "models/classroom/lesson_catalog.h"
#include "models/format.h"
#include "widgets/theme/theme.h"
#include "widgets/which_lock/way_texts.h"

#include <QComboBox>
#include <QHeaderView>
#include <QLocale>
#include <QPainter>
#include <QProgressBar>
#include <QStandardItemModel>
#include <QStyledItemDelegate>
#include <QTableWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace lockdesk {

namespace {

constexpr int firstNumber = 4; ///< columns of text before
constexpr int recommendedRole = Qt::UserRole + 1;
constexpr int groupRole = Qt::UserRole + 2; ///< first column of a store

QString measuredOn(const StoreMeasurement& one, const std::string& store)
{
    return WhichLockPage::tr("measured %1 on %2")
        .arg(QLocale().toString(one.date, QStringLiteral("d MMM")), format::foreign(store));
}

/// Wrapped texts on hairlines; the recommended rows have a bar and a tint.
class WayDelegate final : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        const Tokens& t = Theme::get().tokens();
        const bool recommended = index.siblingAtColumn(0).data(recommendedRole).toBool();
        painter->fillRect(option.rect, recommended ? t.selected : t.base);
        painter->fillRect(QRect(option.rect.left(), option.rect.bottom(), option.rect.width(), 1), t.hairline);
        if (index.data(groupRole).toBool())
            painter->fillRect(QRect(option.rect.left(), option.rect.top(), 1, option.rect.height()), t.line);
        if (index.column() == 0 && recommended)
            painter->fillRect(QRect(option.rect.left(), option.rect.top(), 3, option.rect.height()), t.primary);
        if (option.state.testFlag(QStyle::State_HasFocus)) {
            painter->setPen(t.primary);
            painter->drawRect(option.rect.adjusted(0, 0, -1, -1));
        }
        painter->setPen(qvariant_cast<QColor>(index.data(Qt::ForegroundRole)));
        painter->setFont(Theme::get().body());
        painter->drawText(option.rect.adjusted(8, 4, -8, -4), index.data(Qt::TextAlignmentRole).toInt() | Qt::TextWordWrap,
                          index.data().toString());
    }
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        const auto* table = qobject_cast<const QTableView*>(option.widget);
        const int width = table != nullptr ? table->columnWidth(index.column()) - 16 : 100;
        const QFontMetrics metrics(Theme::get().body());
        const QRect room(0, 0, std::max(width, 10), 1000);
        const QRect text = metrics.boundingRect(room, Qt::TextWordWrap, index.data().toString());
        return {text.width() + 16, text.height() + 9};
    }
};

} // namespace

WhichLockPage::WhichLockPage(ClassStores* stores, MeasureDesk::Library lessons, QWidget* parent)
    : Surface(Ground::window, {}, parent), m_desk(new MeasureDesk(stores, lessons, this)), m_lessons(std::move(lessons)),
      m_why(new ThemeLabel), m_store(new QComboBox), m_measure(nullptr), m_cancel(nullptr), m_bar(new QProgressBar),
      m_state(new ThemeLabel({}, ThemeLabel::Type::caption, Tone::text2)), m_table(new QTableWidget)
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(new SectionTitle(tr("Which lock?")));
    assembleQuestions(column);
    assembleTools(column);
    assembleTable(column);
    connect(stores, &ClassStores::changed, this, &WhichLockPage::fillStores);
    connect(m_desk, &MeasureDesk::busyChanged, this, &WhichLockPage::refreshTools);
    connect(m_desk, &MeasureDesk::measuredChanged, this, &WhichLockPage::fillNumbers);
    connect(m_desk, &MeasureDesk::progress, this, [this](int done, int total, scenarios::Way way) {
        m_bar->setRange(0, total);
        m_bar->setValue(done);
        m_state->setText(textsOf(way).name);
    });
    connect(m_desk, &MeasureDesk::problem, this, [this](const QString& text) { m_state->setText(text); });
    connect(&Theme::get(), &Theme::changed, this, &WhichLockPage::fillTable);
    fillStores();
    fillTable();
    refreshTools();
}

void WhichLockPage::assembleQuestions(QVBoxLayout* column)
{
    const std::pair<QString, QStringList> asked[] = {
        {tr("How often do two want the same row?"), {tr("Rarely"), tr("Often")}},
        {tr("Can the work be one statement or one transaction?"), {tr("Statement"), tr("Transaction"), tr("Neither")}},
        {tr("May it run twice?"), {tr("Harmless"), tr("Never")}},
        {tr("Longer than a lease?"), {tr("No"), tr("Yes")}},
    };
    auto* row = new QHBoxLayout;
    row->setContentsMargins(12, 8, 12, 8);
    row->setSpacing(24);
    for (const auto& [question, choices] : asked) {
        auto* cell = new QVBoxLayout;
        cell->setSpacing(4);
        auto* segments = new Segmented(choices);
        segments->setAccessibleName(question);
        cell->addWidget(new ThemeLabel(question, ThemeLabel::Type::caption, Tone::text2));
        cell->addWidget(segments, 0, Qt::AlignLeft);
        row->addLayout(cell);
        m_questions.push_back(segments);
        connect(segments, &Segmented::currentChanged, this, &WhichLockPage::recommendNow);
    }
    row->addStretch();
    column->addLayout(row);
    m_why->setWordWrap(true);
    m_why->setContentsMargins(12, 0, 12, 8);
    column->addWidget(m_why);
}

void WhichLockPage::assembleTools(QVBoxLayout* column)
{
    auto* tools = new ToolRow;
    m_store->setAccessibleName(tr("Store to measure on"));
    tools->add(m_store);
    m_measure = tools->addButton(tr("Measure here"));
    m_measure->setToolTip(tr("In a sandbox of the store that is dropped afterwards"));
    m_cancel = tools->addButton(tr("Cancel"));
    m_bar->setTextVisible(false);
    m_bar->setFixedSize(Theme::get().px(120), Theme::get().px(8));
    tools->add(m_bar);
    tools->add(m_state);
    tools->addStretch();
    column->addWidget(tools);
    connect(m_measure, &QPushButton::clicked, this, [this] { m_desk->measure(m_store->currentData().toString()); });
    connect(m_cancel, &QPushButton::clicked, m_desk, &MeasureDesk::cancel);
}

void WhichLockPage::assembleTable(QVBoxLayout* column)
{
    m_table->setItemDelegate(new WayDelegate(m_table));
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_table->setSelectionMode(QAbstractItemView::NoSelection);
    m_table->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_table->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_table->setShowGrid(false);
    m_table->setFrameShape(QFrame::NoFrame);
    m_table->setTabKeyNavigation(false);
    m_table->setAccessibleName(tr("The ways side by side"));
    m_table->verticalHeader()->hide();
    m_table->horizontalHeader()->setSectionsClickable(false);
    m_table->horizontalHeader()->setTextElideMode(Qt::ElideNone); // it would cut the second line off
    m_table->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    connect(m_table, &QTableWidget::itemActivated, this, [this](QTableWidgetItem* item) { openLesson(item->row()); });
    column->addWidget(m_table, 1);
}

void WhichLockPage::fillStores()
{
    const QString before = m_store->currentData().toString();
    m_store->clear();
    for (const ClassStore& store : m_desk->stores()->stores()) {
        m_store->addItem(store.name, store.id);
        const int last = m_store->count() - 1;
        m_store->setItemData(last, store.why, Qt::ToolTipRole);
        if (auto* model = qobject_cast<QStandardItemModel*>(m_store->model()))
            model->item(last)->setEnabled(store.why.isEmpty());
    }
    m_store->setCurrentIndex(std::max(0, m_store->findData(before)));
    refreshTools();
}

QWidget* WhichLockPage::nameCell(int row)
{
    const scenarios::Way way = scenarios::all_ways()[std::size_t(row)];
    const scenarios::Lesson* lesson = m_lessons->find(scenarios::lesson_of(way).lesson);
    auto* cell = new QWidget;
    auto* column = new QVBoxLayout(cell);
    column->setContentsMargins(8, 4, 4, 4);
    column->setSpacing(0);
    column->addWidget(new ThemeLabel(textsOf(way).name, ThemeLabel::Type::title));
    if (lesson != nullptr) {
        QPushButton* link = makeButton(tr("Lesson %1").arg(lesson->number), {}, QStringLiteral("link"));
        link->setToolTip(lessonText(lesson->title));
        link->setFocusPolicy(Qt::NoFocus); // Enter on the row does the same
        connect(link, &QPushButton::clicked, this, [this, row] { openLesson(row); });
        column->addWidget(link, 0, Qt::AlignLeft);
    }
    column->addStretch();
    return cell;
}

void WhichLockPage::fillTable()
{
    const auto& ways = scenarios::all_ways();
    m_table->setRowCount(int(ways.size()));
    m_table->setColumnCount(firstNumber);
    m_table->setHorizontalHeaderLabels({tr("Way"), tr("Protects from"), tr("Costs"), tr("Fails when")});
    m_table->horizontalHeader()->setFixedHeight(Theme::get().px(42));
    for (int row = 0; row < int(ways.size()); ++row) {
        const WayTexts texts = textsOf(ways[std::size_t(row)]);
        const QString cells[] = {QString(), texts.protects, texts.costs, texts.fails};
        for (int i = 0; i < firstNumber; ++i) {
            auto* item = new QTableWidgetItem(cells[i]);
            item->setTextAlignment(Qt::AlignLeft | Qt::AlignTop);
            item->setForeground(Theme::get().ink(Tone::text));
            m_table->setItem(row, i, item);
        }
        m_table->item(row, 0)->setData(Qt::AccessibleTextRole, texts.name);
        m_table->setCellWidget(row, 0, nameCell(row));
    }
    fillNumbers();
    recommendNow();
}

void WhichLockPage::fillNumbers()
{
    const std::vector<StoreMeasurement> measured = m_desk->measured();
    const auto& ways = scenarios::all_ways();
    const int groups = std::max(1, int(measured.size()));
    m_table->setColumnCount(firstNumber);
    m_table->setColumnCount(firstNumber + groups * wayColumns);
    for (int i = 0; i < groups * wayColumns; ++i) {
        const auto column = WayColumn(i % wayColumns);
        const StoreMeasurement* store = measured.empty() ? nullptr : &measured[std::size_t(i / wayColumns)];
        const QString group = i % wayColumns == 0 ? store != nullptr ? store->name : tr("This machine") : QString();
        auto* header = new QTableWidgetItem(group + QLatin1Char('\n') + headerOf(column));
        header->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
        if (store != nullptr)
            header->setToolTip(measuredOn(*store, store->numbers.store + " " + store->numbers.version));
        m_table->setHorizontalHeaderItem(firstNumber + i, header);
        for (int row = 0; row < int(ways.size()); ++row) {
            const WayCell cell = cellOf(ways[std::size_t(row)], column, store);
            auto* item = new QTableWidgetItem(cell.text);
            item->setToolTip(cell.toolTip);
            item->setTextAlignment(Qt::AlignRight | Qt::AlignTop);
            item->setForeground(Theme::get().ink(cell.known ? Tone::text : Tone::text3));
            item->setData(groupRole, i % wayColumns == 0);
            m_table->setItem(row, firstNumber + i, item);
        }
    }
    fitColumns();
    refreshTools();
}

void WhichLockPage::fitColumns()
{
    const QFontMetrics metrics(Theme::get().body());
    int numbers = 0;
    for (int i = firstNumber; i < m_table->columnCount(); ++i) {
        // As wide as its longest word: "not measured" goes into two lines.
        int widest = 0;
        const auto measure = [&](const QTableWidgetItem* item) {
            const bool lines = item->text().contains(QLatin1Char('\n'));
            for (const QString& part : item->text().split(QLatin1Char(lines ? '\n' : ' ')))
                widest = std::max(widest, metrics.horizontalAdvance(part));
        };
        measure(m_table->horizontalHeaderItem(i));
        for (int row = 0; row < m_table->rowCount(); ++row)
            measure(m_table->item(row, i));
        m_table->setColumnWidth(i, widest + 18);
        numbers += i < firstNumber + wayColumns ? widest + 18 : 0;
    }
    int name = 0;
    for (const scenarios::Way way : scenarios::all_ways())
        name = std::max(name, QFontMetrics(Theme::get().title()).horizontalAdvance(textsOf(way).name) + 20);
    m_table->setColumnWidth(0, name);
    // The texts share what the first store leaves; further stores are scrolled to.
    const int room = m_table->viewport()->width() - name - numbers;
    for (int i = 1; i < firstNumber; ++i)
        m_table->setColumnWidth(i, std::max(Theme::get().px(140), room / (firstNumber - 1)));
    m_table->resizeRowsToContents();
}

void WhichLockPage::resizeEvent(QResizeEvent* event)
{
    Surface::resizeEvent(event);
    fitColumns();
}

void WhichLockPage::recommendNow()
{
    LockNeeds needs;
    needs.conflicts = LockNeeds::Conflicts(m_questions[0]->current());
    needs.fits = LockNeeds::Fits(m_questions[1]->current());
    needs.twice = LockNeeds::Twice(m_questions[2]->current());
    needs.length = LockNeeds::Length(m_questions[3]->current());
    m_recommended = recommend(needs);
    QStringList names;
    for (const scenarios::Way way : m_recommended.ways)
        names << textsOf(way).name;
    m_why->setText(QStringLiteral("%1. %2").arg(names.join(QStringLiteral(" + ")), m_recommended.why));
    const auto& ways = scenarios::all_ways();
    for (int row = 0; row < m_table->rowCount(); ++row) {
        const auto found = std::find(m_recommended.ways.begin(), m_recommended.ways.end(), ways[std::size_t(row)]);
        m_table->item(row, 0)->setData(recommendedRole, found != m_recommended.ways.end());
    }
    m_table->viewport()->update();
}

void WhichLockPage::refreshTools()
{
    const bool busy = m_desk->isBusy();
    m_measure->setVisible(!busy);
    m_measure->setEnabled(m_store->count() > 0);
    m_store->setEnabled(!busy);
    m_cancel->setVisible(busy);
    m_bar->setVisible(busy);
    if (busy)
        return;
    QStringList when;
    for (const StoreMeasurement& one : m_desk->measured())
        when << measuredOn(one, one.numbers.store);
    m_state->setText(when.isEmpty() ? tr("not measured") : when.join(QStringLiteral(" · ")));
}

void WhichLockPage::openLesson(int row)
{
    const scenarios::WayLesson& lesson = scenarios::lesson_of(scenarios::all_ways()[std::size_t(row)]);
    emit lessonWanted(format::exact(lesson.lesson), format::exact(lesson.variant));
}

} // namespace lockdesk

// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/which_lock/which_lock_page.h"

#include "models/classroom/lesson_catalog.h"
#include "models/format/format.h"
#include "widgets/common/named_box.h"
#include "widgets/theme/theme.h"
#include "widgets/which_lock/told_tables.h"
#include "widgets/which_lock/way_table.h"
#include "widgets/which_lock/way_texts.h"

#include <QComboBox>
#include <QGridLayout>
#include <QHeaderView>
#include <QLocale>
#include <QProgressBar>
#include <QStackedWidget>
#include <QStandardItemModel>
#include <QVBoxLayout>

#include <algorithm>

namespace lockdesk {

namespace {

QString measuredOn(const StoreMeasurement& one, const std::string& store)
{
    const QString text = one.numbers.unoptimised ? WhichLockPage::tr("measured %1 on %2, %3, by a build that is not optimised")
                                                 : WhichLockPage::tr("measured %1 on %2, %3");
    return text.arg(QLocale().toString(one.date, QLocale::ShortFormat), format::foreign(one.machine.toStdString()),
                    format::foreign(store));
}

const std::vector<scenarios::Way>& ways() { return scenarios::all_ways(); }

} // namespace

WhichLockPage::WhichLockPage(ClassStores* stores, Library lessons, QWidget* parent)
    : Surface(Ground::window, {}, parent), m_desk(new MeasureDesk(stores, this)), m_lessons(std::move(lessons)),
      m_why(new ThemeLabel), m_store(new QComboBox), m_measure(nullptr), m_cancel(nullptr), m_bar(new QProgressBar),
      m_state(new ThemeLabel({}, ThemeLabel::Type::caption, Tone::text2)), m_views(nullptr), m_stack(new QStackedWidget),
      m_table(new WayTable(tr("The ways side by side"))), m_numbers(new WayTable(tr("What was measured here"))),
      m_situations(new WayTable(tr("Six situations"))), m_stages(new WayTable(tr("Three stages")))
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(new SectionTitle(tr("Which lock?")));
    assembleQuestions(column);
    assembleTools(column);
    assembleViews(column);
    connect(stores, &ClassStores::changed, this, &WhichLockPage::fillStores);
    connect(m_desk, &MeasureDesk::busyChanged, this, &WhichLockPage::refreshTools);
    connect(m_desk, &MeasureDesk::measuredChanged, this, &WhichLockPage::fillNumbers);
    connect(m_desk, &MeasureDesk::progress, this, [this](int done, int total, scenarios::Way way) {
        m_bar->setRange(0, total);
        m_bar->setValue(done);
        m_state->setText(textsOf(way).name);
    });
    connect(m_desk, &MeasureDesk::problem, this, [this](const QString& text) {
        m_state->setText(text);
        m_state->setToolTip(text);
    });
    connect(&Theme::get(), &Theme::changed, this, &WhichLockPage::fillTables);
    fillStores();
    fillTables();
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
    m_grid = new QGridLayout;
    m_grid->setContentsMargins(12, 8, 12, 8);
    m_grid->setHorizontalSpacing(20);
    m_grid->setVerticalSpacing(6);
    for (const auto& [question, choices] : asked) {
        auto* cell = new QWidget;
        auto* inside = new QVBoxLayout(cell);
        inside->setContentsMargins(0, 0, 0, 0);
        inside->setSpacing(4);
        auto* segments = new Segmented(choices);
        segments->setAccessibleName(question);
        inside->addWidget(new ThemeLabel(question, ThemeLabel::Type::caption, Tone::text2));
        inside->addWidget(segments, 0, Qt::AlignLeft);
        m_questions.push_back(segments);
        m_cells.push_back(cell);
        connect(segments, &Segmented::currentChanged, this, &WhichLockPage::recommendNow);
    }
    column->addLayout(m_grid);
    placeQuestions();
    m_why->setWordWrap(true);
    m_why->setContentsMargins(12, 0, 12, 8);
    column->addWidget(m_why);
}

// All in one row if they fit, else two a row. Never widens the window.
void WhichLockPage::placeQuestions()
{
    int wanted = 24;
    for (const QWidget* cell : m_cells)
        wanted += cell->sizeHint().width() + 20;
    const int across = wanted <= width() ? 4 : 2;
    if (std::exchange(m_across, across) == across)
        return;
    for (int i = 0; i < int(m_cells.size()); ++i)
        m_grid->addWidget(m_cells[std::size_t(i)], i / across, i % across, Qt::AlignLeft);
    for (int i = 0; i <= 4; ++i)
        m_grid->setColumnStretch(i, i == across - 1 ? 1 : 0);
}

void WhichLockPage::assembleTools(QVBoxLayout* column)
{
    auto* tools = new ToolRow;
    m_views = new Segmented({tr("The ways"), tr("Measured here"), tr("Six situations"), tr("Three stages")});
    m_views->setAccessibleName(tr("What is compared"));
    tools->add(m_views);
    nameBox(m_store, tr("Store to measure on"));
    m_store->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_store->setMinimumContentsLength(12);
    tools->add(m_store);
    m_measure = tools->addButton(tr("Measure here"));
    m_measure->setToolTip(
        tr("With 1, 8 and 64 clients, and with processes that are killed, frozen and hang, in a sandbox of the store "
           "that is dropped afterwards. It takes some minutes."));
    m_cancel = tools->addButton(tr("Cancel"));
    m_bar->setTextVisible(false);
    m_bar->setFixedSize(Theme::get().px(90), Theme::get().px(8));
    tools->add(m_bar);
    m_state->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    tools->add(m_state);
    static_cast<QHBoxLayout*>(tools->layout())->setStretchFactor(m_state, 1);
    column->addWidget(tools);
    connect(m_measure, &QPushButton::clicked, this, [this] {
        m_views->setCurrent(1);
        showView(1);
        m_desk->measure(m_store->currentData().toString());
    });
    connect(m_cancel, &QPushButton::clicked, m_desk, &MeasureDesk::cancel);
    connect(m_views, &Segmented::currentChanged, this, &WhichLockPage::showView);
}

void WhichLockPage::assembleViews(QVBoxLayout* column)
{
    for (WayTable* table : {m_table, m_numbers})
        connect(table, &QTableWidget::itemActivated, this, [this](QTableWidgetItem* item) { openLesson(item->row()); });
    for (WayTable* table : {m_table, m_numbers, m_situations, m_stages}) {
        auto* page = new QWidget;
        auto* inside = new QVBoxLayout(page);
        inside->setContentsMargins(0, 0, 0, 0);
        inside->setSpacing(0);
        if (table == m_situations || table == m_stages) {
            auto* caption = new ThemeLabel(table == m_situations ? sixSituations().caption : threeStages().caption,
                                           ThemeLabel::Type::body, Tone::text2);
            caption->setWordWrap(true);
            caption->setContentsMargins(12, 8, 12, 8);
            inside->addWidget(caption);
        }
        inside->addWidget(table, 1);
        m_stack->addWidget(page);
    }
    column->addWidget(m_stack, 1);
}

void WhichLockPage::showView(int index)
{
    m_stack->setCurrentIndex(index);
    fitColumns();
}

void WhichLockPage::fillStores()
{
    const QString before = m_store->currentData().toString();
    m_store->clear();
    for (const ClassStore& store : m_desk->stores()->stores()) {
        m_store->addItem(store.name, store.id);
        const int last = m_store->count() - 1;
        const QString why = MeasureDesk::whyNot(store);
        m_store->setItemData(last, why, Qt::ToolTipRole);
        if (auto* model = qobject_cast<QStandardItemModel*>(m_store->model()))
            model->item(last)->setEnabled(why.isEmpty());
    }
    m_store->setCurrentIndex(std::max(0, m_store->findData(before)));
    refreshTools();
}

QWidget* WhichLockPage::nameCell(int row)
{
    const scenarios::Way way = ways()[std::size_t(row)];
    const scenarios::WayLesson& shown = scenarios::lesson_of(way);
    const scenarios::Lesson* lesson = m_lessons->find(shown.lesson);
    auto* cell = new QWidget;
    auto* column = new QVBoxLayout(cell);
    column->setContentsMargins(8, 4, 4, 4);
    column->setSpacing(0);
    column->addWidget(new ThemeLabel(textsOf(way).name, ThemeLabel::Type::title));
    if (lesson != nullptr) {
        QPushButton* link = makeButton(tr("Lesson %1").arg(lesson->number), {}, QStringLiteral("link"));
        const scenarios::Variant* variant = lesson->variant(shown.variant);
        const QString title = lessonText(lesson->title);
        QString there = variant != nullptr ? tr("%1: %2").arg(title, lessonText(variant->title)) : title;
        if (way == scenarios::Way::redlock)
            there += QLatin1Char('\n')
                     + tr("It takes several Redis servers beside the lesson's store: "
                          "an open redlock:// connection that is not production.");
        link->setToolTip(there);
        link->setFocusPolicy(Qt::NoFocus); // Enter on the row does the same
        connect(link, &QPushButton::clicked, this, [this, row] { openLesson(row); });
        column->addWidget(link, 0, Qt::AlignLeft);
    }
    column->addStretch();
    return cell;
}

void WhichLockPage::fillTables()
{
    const int count = int(ways().size());
    m_table->setRowCount(count + 1);
    m_table->setColumnCount(4);
    m_table->setHorizontalHeaderLabels({tr("Way"), tr("Protects from"), tr("Costs"), tr("Fails when")});
    for (int row = 0; row <= count; ++row) {
        const WayTexts texts = row < count ? textsOf(ways()[std::size_t(row)]) : zooKeeperTexts();
        m_table->put(row, 0, row < count ? QString() : texts.name)->setData(Qt::AccessibleTextRole, texts.name);
        m_table->put(row, 1, texts.protects);
        m_table->put(row, 2, texts.costs);
        m_table->put(row, 3, texts.fails);
        if (row < count)
            m_table->setCellWidget(row, 0, nameCell(row));
    }
    for (const auto& [table, answer] : {std::pair(m_situations, sixSituations()), std::pair(m_stages, threeStages())}) {
        table->setRowCount(int(answer.rows.size()));
        table->setColumnCount(int(answer.headers.size()));
        table->setHorizontalHeaderLabels(answer.headers);
        for (int row = 0; row < int(answer.rows.size()); ++row)
            for (int column = 0; column < int(answer.headers.size()); ++column)
                table->put(row, column, answer.rows[std::size_t(row)][column]);
    }
    fillNumbers();
    recommendNow();
}

void WhichLockPage::fillNumbers()
{
    const std::vector<StoreMeasurement> measured = m_desk->measured();
    const int groups = std::max(1, int(measured.size())), count = int(ways().size());
    m_numbers->clear();
    m_numbers->clearSpans();
    m_numbers->setRowCount(count + 1);
    m_numbers->setColumnCount(1 + groups * wayColumns);
    m_numbers->setHorizontalHeaderItem(0, new QTableWidgetItem(tr("Way")));
    m_numbers->horizontalHeader()->setFixedHeight(Theme::get().px(42));
    for (int row = 0; row <= count; ++row) {
        const QString name = row < count ? textsOf(ways()[std::size_t(row)]).name : zooKeeperTexts().name;
        m_numbers->put(row, 0, name)->setToolTip(row < count ? textsOf(ways()[std::size_t(row)]).round : QString());
    }
    for (int i = 0; i < groups * wayColumns; ++i) {
        const auto column = WayColumn(i % wayColumns);
        const StoreMeasurement* store = measured.empty() ? nullptr : &measured[std::size_t(i / wayColumns)];
        const QString group = i % wayColumns == 0 ? store != nullptr ? store->name : tr("This machine") : QString();
        auto* header = new QTableWidgetItem(group + QLatin1Char('\n') + headerOf(column));
        header->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
        if (store != nullptr)
            header->setToolTip(measuredOn(*store, store->numbers.store + " " + store->numbers.version));
        m_numbers->setHorizontalHeaderItem(1 + i, header);
        for (int row = 0; row < count; ++row) {
            const WayCell cell = cellOf(ways()[std::size_t(row)], column, store);
            QTableWidgetItem* item = m_numbers->put(row, 1 + i, cell.text, cell.known, Qt::AlignRight);
            item->setToolTip(cell.toolTip);
            item->setData(WayTable::groupRole, i % wayColumns == 0);
        }
    }
    m_numbers->put(count, 1, zooKeeperNumbers(), false);
    m_numbers->setSpan(count, 1, 1, groups * wayColumns);
    recommendNow();
    fitColumns();
    refreshTools();
}

void WhichLockPage::fitColumns()
{
    m_table->fit(4);
    m_numbers->fit(1);
    m_situations->fit(4);
    m_stages->fit(4);
}

void WhichLockPage::resizeEvent(QResizeEvent* event)
{
    Surface::resizeEvent(event);
    placeQuestions();
    // The tables get their new sizes only after this event.
    QMetaObject::invokeMethod(this, &WhichLockPage::fitColumns, Qt::QueuedConnection);
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
    std::vector<int> rows;
    for (const scenarios::Way way : m_recommended.ways) {
        names << textsOf(way).name;
        rows.push_back(int(std::find(ways().begin(), ways().end(), way) - ways().begin()));
    }
    m_why->setText(QStringLiteral("%1. %2").arg(names.join(QStringLiteral(" + ")), m_recommended.why));
    for (WayTable* table : {m_table, m_numbers})
        table->setRecommended(rows);
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
    m_state->setToolTip(when.join(QLatin1Char('\n')));
}

void WhichLockPage::openLesson(int row)
{
    if (row >= int(ways().size()))
        return;
    const scenarios::WayLesson& lesson = scenarios::lesson_of(ways()[std::size_t(row)]);
    emit lessonWanted(format::exact(lesson.lesson), format::exact(lesson.variant));
}

} // namespace lockdesk

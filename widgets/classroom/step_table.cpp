// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/classroom/step_table.h"

#include "models/format/format.h"
#include "widgets/classroom/event_look.h"
#include "widgets/theme/glyphs.h"
#include "widgets/theme/theme.h"

#include <QHeaderView>
#include <QPainter>
#include <QScopedValueRollback>
#include <QScrollBar>
#include <QVBoxLayout>

namespace lockdesk {

namespace {

/// Room left of a sentence in its cell, at scale 1.
constexpr int glyphRoom = 18;

/// Glyph and sentence of an event.
class WhatDelegate final : public CellDelegate
{
public:
    using CellDelegate::CellDelegate;

protected:
    void paintContent(QPainter* painter, const Cell& cell, const QModelIndex& index) const override
    {
        const Theme& theme = Theme::get();
        const Tokens& t = theme.tokens();
        const EventLook look = eventLook(index.data(StepsModel::WordRole).toString().toStdString(),
                                         scenarios::Tone(index.data(StepsModel::ToneRole).toInt()));
        const int box = theme.px(12);
        paintGlyph(painter, QRectF(cell.rect.x(), cell.rect.center().y() - box / 2.0 + 0.5, box, box), look.glyph,
                   cell.look.stale ? t.text3 : t.ink(look.tone), cell.ground);
        painter->setFont(look.bold ? theme.title() : theme.body());
        paintText(painter, cell, cell.rect.adjusted(theme.px(glyphRoom), 0, 0, 0), index.data().toString(), Qt::AlignLeft,
                  look.bold ? t.ink(look.tone) : t.text);
    }
};

} // namespace

StepTable::StepTable(Classroom* room, QWidget* parent)
    : QWidget(parent), m_room(room), m_model(new StepsModel(room, this)), m_view(new TableView({})),
      m_sentence(new ThemeLabel)
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_view, 1);
    column->addWidget(m_sentence);
    m_sentence->setWordWrap(true);
    m_sentence->setContentsMargins(CellDelegate::padding, 5, CellDelegate::padding, 6);
    m_sentence->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_sentence->hide();
    m_view->setModel(m_model);
    m_view->setColumns({{QStringLiteral("at"), 58, new NumberDelegate(nullptr, Tone::text2, true)},
                        {QStringLiteral("who"), 64, new MonoDelegate},
                        {QStringLiteral("what happens"), 252, new WhatDelegate}});
    m_view->setRowLook([](const QModelIndex& index) { return RowLook{false, index.data(StepsModel::AheadRole).toBool()}; });
    m_view->setSortingEnabled(false);
    m_view->setSelectionMode(QAbstractItemView::SingleSelection);
    m_view->horizontalHeader()->setSectionsMovable(false);
    m_view->setAccessibleName(tr("Steps"));
    m_view->setEmptyTexts([this] {
        if (m_room->problem().kind() == ClassProblem::Kind::unsupported)
            return EmptyTexts{Glyph::ring, tr("This way cannot be shown on this store."),
                              tr("Choose another store, or another way.")};
        return m_room->isPreparing()
                   ? EmptyTexts{Glyph::clockHands, tr("The sandbox is being made."), tr("Workers start.")}
                   : EmptyTexts{Glyph::play, tr("Nothing has happened yet."), tr("Step or Run: each step appears here.")};
    });
    connect(m_view, &TableView::selectionMoved, this, [this] {
        const auto rows = m_view->selectedRows();
        if (m_following || rows.empty() || rows.front() == m_room->player().currentStep())
            return;
        m_room->player().goTo(m_room->track().visible()[std::size_t(rows.front())] + 1);
    });
    connect(m_view->horizontalHeader(), &QHeaderView::sectionResized, this, &StepTable::showSentence);
    // Lanes, sentence and banners shrink the table after it has scrolled.
    connect(m_view->verticalScrollBar(), &QScrollBar::rangeChanged, this, [this] {
        if (m_room->player().currentStep() >= 0 && m_room->player().currentStep() < m_model->rowCount())
            m_view->scrollTo(m_model->index(m_room->player().currentStep(), StepsModel::What));
    });
    connect(room, &Classroom::changed, this, &StepTable::follow);
    connect(m_model, &QAbstractItemModel::modelReset, this, &StepTable::follow);
    dress();
    connect(&Theme::get(), &Theme::changed, this, &StepTable::dress);
    connect(room, &Classroom::lessonChanged, this, &StepTable::dress);
}

void StepTable::dress()
{
    m_view->setMinimumHeight(Theme::get().px(40)); // one row; the lanes above keep their room when the sentence is shown
    // The longest of the actors' names; instants up to 9,999.9 s.
    int widest = QFontMetrics(Theme::get().fixed()).horizontalAdvance(QStringLiteral("pod-a0"));
    if (m_room->player().isReady())
        for (const scenarios::ActorInfo& actor : m_room->track().playback()->file().header.actors)
            widest = std::max(widest, QFontMetrics(Theme::get().fixed()).horizontalAdvance(format::foreign(actor.name)));
    for (const int column : {int(StepsModel::At), int(StepsModel::Who)})
        m_view->widen(column,
                      QFontMetrics(Theme::get().caption())
                              .horizontalAdvance(m_model->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString())
                          + Theme::get().px(22));
    m_view->widen(StepsModel::Who, widest + Theme::get().px(18));
}

void StepTable::showSentence()
{
    const int current = m_room->player().currentStep();
    const QModelIndex index = m_model->index(current, StepsModel::What);
    const QString text = index.isValid() ? index.data().toString() : QString();
    const EventLook look = eventLook(index.data(StepsModel::WordRole).toString().toStdString(),
                                     scenarios::Tone(index.data(StepsModel::ToneRole).toInt()));
    const QFontMetrics metrics(look.bold ? Theme::get().title() : Theme::get().body());
    const int room = m_view->columnWidth(StepsModel::What) - 2 * CellDelegate::padding - Theme::get().px(glyphRoom);
    m_sentence->setText(text);
    m_sentence->setVisible(metrics.horizontalAdvance(text) > room);
}

void StepTable::follow()
{
    const QScopedValueRollback following(m_following, true);
    showSentence();
    const int current = m_room->player().currentStep();
    if (current < 0) {
        m_view->clearSelection();
        m_view->setCurrentIndex({});
        return;
    }
    if (current >= m_model->rowCount())
        return;
    const QModelIndex index = m_model->index(current, StepsModel::What);
    if (m_view->currentIndex().row() == current && m_view->selectionModel()->isRowSelected(current, {}))
        return;
    m_view->selectionModel()->setCurrentIndex(index, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    m_view->scrollTo(index);
}

} // namespace lockdesk

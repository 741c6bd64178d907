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

#include <algorithm>

namespace lockdesk {

namespace {

/// Room left of a sentence in its cell, at scale 1.
constexpr int glyphRoom = 18;

/// Breaks a sentence between words, or within one that is wider than the cell.
int sentenceFlags(const QFontMetrics& metrics, const QString& text, int room)
{
    const QStringList words = text.split(u' ');
    const bool fit = std::all_of(words.begin(), words.end(),
                                 [&](const QString& word) { return metrics.horizontalAdvance(word) <= room; });
    return int(Qt::AlignLeft) | int(fit ? Qt::TextWordWrap : Qt::TextWrapAnywhere);
}

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
        painter->setPen(cell.look.stale ? t.text3 : look.bold ? t.ink(look.tone) : t.text);
        const QRect room = cell.rect.adjusted(theme.px(glyphRoom), 0, 0, 0);
        const QString text = index.data().toString();
        painter->drawText(room, sentenceFlags(painter->fontMetrics(), text, room.width()) | Qt::AlignVCenter, text);
    }
};

} // namespace

StepTable::StepTable(Classroom* room, QWidget* parent)
    : QWidget(parent), m_room(room), m_model(new StepsModel(room, this)), m_view(new TableView({}))
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_view, 1);
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
    connect(m_view->horizontalHeader(), &QHeaderView::sectionResized, this, &StepTable::fitAll);
    connect(m_model, &QAbstractItemModel::rowsInserted, this,
            [this](const QModelIndex&, int first, int last) {
                if (first == 0) // the actors are known now
                    dress();
                fitRows(first, last);
            });
    connect(m_model, &QAbstractItemModel::modelReset, this, &StepTable::fitAll);
    // Lanes and banners shrink the table after it has scrolled.
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
    // The longest of the actors' names or titles; instants up to 9,999.9 s.
    const QFontMetrics fixed(Theme::get().fixed());
    int widest = fixed.horizontalAdvance(QStringLiteral("pod-a0"));
    const auto measure = [&](const std::string& actor) {
        widest = std::max(widest, fixed.horizontalAdvance(StepsModel::nameOf(*m_room, actor)));
    };
    if (m_room->player().isReady()) {
        for (const scenarios::ActorInfo& actor : m_room->track().playback()->file().header.actors)
            measure(actor.name);
        for (const scenarios::LaneSpec& lane : m_room->track().playback()->file().header.lanes)
            if (lane.kind == "actor")
                measure(lane.key);
    }
    for (const int column : {int(StepsModel::At), int(StepsModel::Who)})
        m_view->widen(column,
                      QFontMetrics(Theme::get().caption())
                              .horizontalAdvance(m_model->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString())
                          + Theme::get().px(22));
    m_view->widen(StepsModel::Who, widest + Theme::get().px(18));
    fitAll();
}

void StepTable::fitRows(int first, int last)
{
    const Theme& theme = Theme::get();
    const int usual = theme.px(26);
    const int room = m_view->columnWidth(StepsModel::What) - 2 * CellDelegate::padding - theme.px(glyphRoom);
    const QFontMetrics body(theme.body()), bold(theme.title());
    for (int row = first; row <= last; ++row) {
        const QModelIndex index = m_model->index(row, StepsModel::What);
        const EventLook look = eventLook(index.data(StepsModel::WordRole).toString().toStdString(),
                                         scenarios::Tone(index.data(StepsModel::ToneRole).toInt()));
        const QFontMetrics& metrics = look.bold ? bold : body;
        const QString text = index.data().toString();
        const bool fits = room <= 0 || metrics.horizontalAdvance(text) <= room;
        const QRect high(0, 0, room, QWIDGETSIZE_MAX);
        const int lines = fits ? 0 : metrics.boundingRect(high, sentenceFlags(metrics, text, room), text).height();
        m_view->setRowHeight(row, std::max(usual, lines + usual - metrics.height()));
    }
    keepRoom();
}

void StepTable::keepRoom()
{
    const int current = m_room->player().currentStep();
    const int row = current >= 0 && current < m_model->rowCount() ? m_view->rowHeight(current) : 0;
    m_view->setMinimumHeight(std::max(Theme::get().px(40), m_view->horizontalHeader()->height() + row));
}

void StepTable::follow()
{
    const QScopedValueRollback following(m_following, true);
    keepRoom();
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

// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/common/lease_bar.h"
#include "widgets/theme/tokens.h"

#include <QStringList>
#include <QStyledItemDelegate>

#include <functional>

namespace lockdesk {

/// The look of a whole row, independent of its columns.
struct RowLook
{
    bool actNow = false; ///< tinted: expired, silent, dead, failed
    bool stale = false;  ///< its store does not answer: text3
};
using RowLookOf = std::function<RowLook(const QModelIndex&)>;

/// Base of every cell: ground (tint, selection), hairline, bar and outline of the current row. Subclasses paint the
/// content. Functions or roles provide the data, so that delegates work with any model.
class CellDelegate : public QStyledItemDelegate
{
    Q_OBJECT

public:
    explicit CellDelegate(QObject* parent = nullptr) : QStyledItemDelegate(parent) {}
    static constexpr int padding = 8; ///< left and right of the content
    void setRowLook(RowLookOf look) { m_look = std::move(look); }
    /// Width of words that are always painted in full, in pixels at the current font.
    [[nodiscard]] virtual int leastContentWidth() const { return 0; }

    /// The lines in which a text is painted, broken at spaces; the last of `most` has the rest.
    [[nodiscard]] static QStringList linesOf(const QString& text, const QFontMetrics& metrics, int width, int most);

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const final;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

protected:
    struct Cell
    {
        QRect rect;    ///< without the padding of 8
        QColor ground; ///< background of the row
        RowLook look;
    };
    virtual void paintContent(QPainter* painter, const Cell& cell, const QModelIndex& index) const = 0;
    /// Paints text in an ink, greyed in a stale row, elided unless `whole`.
    static void paintText(QPainter* painter, const Cell& cell, const QRect& rect, const QString& text, Qt::Alignment align,
                          const QColor& ink, bool whole = false);
    /// Widens the column for content that is never cut.
    void askForRoom(const Cell& cell, const QModelIndex& index, double width) const;

private:
    RowLookOf m_look;
};

/// Plain text in one of the inks; optionally the fixed font (names, owners, tokens, SQL, clocks).
class TextDelegate : public CellDelegate
{
    Q_OBJECT

public:
    explicit TextDelegate(Tone tone = Tone::text, bool fixed = false, QObject* parent = nullptr);
    /// Sets the ink of a cell, if it differs from the default.
    void setToneOf(std::function<Tone(const QModelIndex&)> tone) { m_toneOf = std::move(tone); }
    /// Never cuts the text: the column is widened instead.
    void setWhole(bool whole) { m_whole = whole; }
    /// Paints what the display role abbreviates (WholeTextRole) where it fits.
    void setUsesRoom(bool uses) { m_usesRoom = uses; }

protected:
    void paintContent(QPainter* painter, const Cell& cell, const QModelIndex& index) const override;
    [[nodiscard]] QColor inkOf(const QModelIndex& index) const;

    Tone m_tone;
    bool m_fixed;
    bool m_whole = false, m_usesRoom = false;
    std::function<Tone(const QModelIndex&)> m_toneOf;
};

/// The fixed font in text ink.
class MonoDelegate final : public TextDelegate
{
    Q_OBJECT

public:
    explicit MonoDelegate(QObject* parent = nullptr, Tone tone = Tone::text) : TextDelegate(tone, true, parent) {}
};

/// Right-aligned, digits in cells. Zero and `–` are light. Never elided.
class NumberDelegate final : public TextDelegate
{
    Q_OBJECT

public:
    explicit NumberDelegate(QObject* parent = nullptr, Tone tone = Tone::text, bool fixed = false)
        : TextDelegate(tone, fixed, parent)
    {
    }
    /// Paints alarming numbers like a state: returns its word, or an empty string for none.
    void setStateOf(std::function<QString(const QModelIndex&)> word, bool withGlyph = false)
    {
        m_stateOf = std::move(word);
        m_glyph = withGlyph;
    }

protected:
    void paintContent(QPainter* painter, const Cell& cell, const QModelIndex& index) const override;

private:
    std::function<QString(const QModelIndex&)> m_stateOf;
    bool m_glyph = false;
};

/// Glyph and word of a state.
class StateDelegate final : public CellDelegate
{
    Q_OBJECT

public:
    /// `word` gives the English state word of a row (`stateLook`); the text shown is the display role.
    explicit StateDelegate(std::function<QString(const QModelIndex&)> word, QObject* parent = nullptr);
    /// Sets the state words, in English, for which the column reserves room.
    void setWords(const QStringList& words) { m_words = words; }
    [[nodiscard]] int leastContentWidth() const override;

protected:
    void paintContent(QPainter* painter, const Cell& cell, const QModelIndex& index) const override;

private:
    QStringList m_words;
    std::function<QString(const QModelIndex&)> m_word;
};

/// Content of a lease cell: bar and countdown.
struct LeaseCell
{
    LeaseBar bar;
    QStringList texts; ///< longest first: the longest that fits is painted, the last one always in full
    Tone tone = Tone::text;
    bool bold = false;
};

/// Bar of 10 px and a countdown right of it.
class LeaseBarDelegate final : public CellDelegate
{
    Q_OBJECT

public:
    explicit LeaseBarDelegate(std::function<LeaseCell(const QModelIndex&)> cell, QObject* parent = nullptr);

protected:
    void paintContent(QPainter* painter, const Cell& cell, const QModelIndex& index) const override;

private:
    std::function<LeaseCell(const QModelIndex&)> m_cell;
};

/// Environment bar of 3 x 14 and the store's name.
class StoreDelegate final : public CellDelegate
{
    Q_OBJECT

public:
    explicit StoreDelegate(std::function<QString(const QModelIndex&)> environment, QObject* parent = nullptr);

protected:
    void paintContent(QPainter* painter, const Cell& cell, const QModelIndex& index) const override;

private:
    std::function<QString(const QModelIndex&)> m_environment;
};

/// The environment chip.
class ChipDelegate final : public CellDelegate
{
    Q_OBJECT

public:
    using CellDelegate::CellDelegate;
    [[nodiscard]] int leastContentWidth() const override;

protected:
    void paintContent(QPainter* painter, const Cell& cell, const QModelIndex& index) const override;
};

} // namespace lockdesk

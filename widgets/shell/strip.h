// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/theme/tokens.h"

#include <QAbstractButton>
#include <QWidget>

#include <cstdint>
#include <vector>

class QHBoxLayout;

namespace lockdesk {

/// Texts of a connection's segment in the strip.
struct StripSegment
{
    QString id;
    QString name;
    QString environment;
    QString health;     ///< state word: live, connecting, no answer
    QString healthText; ///< as shown
    QString since;      ///< `for 38 s`, instead of offset and share
    QString offset;     ///< `+12 ms ±3`
    QString share;      ///< `0.4 %`
    QString toolTip;
    bool readOnly = false;
    bool recording = false; ///< there is no store to edit
    friend bool operator==(const StripSegment&, const StripSegment&) = default;
};

/// The four numbers.
struct StripNumbers
{
    bool known = true; ///< false: no store has reported numbers yet
    std::int64_t held = 0;
    std::int64_t closing = 0;
    std::int64_t expired = 0;
    std::int64_t oldestUs = -1; ///< age of the oldest message; -1: none
    bool oldestAlarms = false;  ///< over its threshold
    bool more = false;          ///< a store has more locks than are counted
    friend bool operator==(const StripNumbers&, const StripNumbers&) = default;
};

/// A connection in the strip: environment line, name, chip; health, offset, share.
class SegmentButton final : public QAbstractButton
{
    Q_OBJECT

public:
    explicit SegmentButton(QWidget* parent = nullptr);
    void setSegment(const StripSegment& segment);
    [[nodiscard]] const StripSegment& segment() const { return m_segment; }
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    StripSegment m_segment;
};

/// One of the four numbers: headline and caption. Zero is grey and light.
class NumberButton final : public QAbstractButton
{
    Q_OBJECT

public:
    NumberButton(const QString& caption, Glyph glyph, Tone tone, QWidget* parent = nullptr);
    /// Sets pieces that alternate between headline and small: `4`, ` min `, `12`, ` s`.
    void setPieces(const QStringList& pieces, bool zero, bool alarms);
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    [[nodiscard]] double piecesWidth() const;
    QString m_caption;
    Glyph m_glyph;
    Tone m_tone;
    QStringList m_pieces;
    bool m_zero = true;
    bool m_alarms = false;
};

/// The strip under the menu: connections, `+`, the four numbers.
class Strip final : public QWidget
{
    Q_OBJECT

public:
    explicit Strip(QWidget* parent = nullptr);

    void setSegments(const std::vector<StripSegment>& segments);
    void setNumbers(const StripNumbers& numbers);
    /// Shows only this connection; empty: all.
    void setChosen(const QString& id);
    [[nodiscard]] QString chosen() const { return m_chosen; }
    [[nodiscard]] bool isRecording(const QString& id) const;

signals:
    void chosenChanged(const QString& id);
    void addRequested();
    /// Page and filter text of a number.
    void numberClicked(const QString& page, const QString& filter);
    void segmentMenuRequested(const QString& id, const QPoint& global);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void place();
    void showRest();

    QHBoxLayout* m_row;
    std::vector<StripSegment> m_segments;
    std::vector<SegmentButton*> m_buttons;
    QAbstractButton* m_rest;
    QAbstractButton* m_add;
    NumberButton* m_held;
    NumberButton* m_closing;
    NumberButton* m_expired;
    NumberButton* m_oldest;
    QString m_chosen;
};

} // namespace lockdesk

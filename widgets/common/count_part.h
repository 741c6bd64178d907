// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/common/chrome.h"

#include <QStringList>

namespace lockdesk {

class LiveTableModel;

/// A label that shows the longest of several texts that fits, and the first one as its tool tip. Requests no width.
class FittingLabel final : public ThemeLabel
{
    Q_OBJECT

public:
    explicit FittingLabel(Type type, Tone tone, QWidget* parent = nullptr);
    /// Longest first.
    void setTexts(const QStringList& texts);
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void choose();

    QStringList m_texts;
};

/// The part of a tool row that takes the remaining width: the number of rows and, while changes wait, the link to them.
/// Its text never moves its neighbours.
class CountPart final : public QWidget
{
    Q_OBJECT

public:
    /// `model` reports waiting changes; null: none.
    explicit CountPart(LiveTableModel* model, QWidget* parent = nullptr);
    void setTexts(const QStringList& texts) { m_label->setTexts(texts); }

private:
    void dress();

    FittingLabel* m_label;
    bool m_links;
};

} // namespace lockdesk

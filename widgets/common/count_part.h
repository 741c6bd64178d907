// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/common/chrome.h"

#include <QStringList>

namespace lockdesk {

class LiveTableModel;

/// A label that says the longest of several texts for which it has the room, and in its tool tip the first one. It asks for no room.
class FittingLabel final : public ThemeLabel
{
    Q_OBJECT

public:
    explicit FittingLabel(Type type, Tone tone, QWidget* parent = nullptr);
    /// The longest first.
    void setTexts(const QStringList& texts);
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void choose();

    QStringList m_texts;
};

/// The part of a row of tools that has what room is left: how many rows there are and, while some wait, the link to them. What it
/// says changes the place of nothing.
class CountPart final : public QWidget
{
    Q_OBJECT

public:
    /// `model` is asked for changes that wait; null: there are none.
    explicit CountPart(LiveTableModel* model, QWidget* parent = nullptr);
    void setTexts(const QStringList& texts) { m_label->setTexts(texts); }

private:
    void dress();

    FittingLabel* m_label;
    bool m_links;
};

} // namespace lockdesk

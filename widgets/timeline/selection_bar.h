// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/common/chrome.h"

namespace lockdesk {

class Timeline;

/// A bar above every page that states that only the rows of a selected span of time are shown, and can end that. Hidden
/// without a selection.
class SelectionBar final : public Surface
{
    Q_OBJECT

public:
    explicit SelectionBar(Timeline* timeline, QWidget* parent = nullptr);
    [[nodiscard]] QPushButton* clearButton() const { return m_clear; }
    [[nodiscard]] QString text() const;

private:
    void refresh();

    Timeline* m_timeline;
    ThemeLabel* m_text;
    QPushButton* m_clear;
};

} // namespace lockdesk

// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QScrollArea;
class QWidget;

namespace lockdesk {

/// Sets the Tab order of `root` to its layout order, left to right and down, regardless of creation order. Call once built.
void orderFocusByLayout(QWidget* root);

/// When the view becomes lower, scrolls so that what has the focus stays in view, if it was in view before.
void keepFocusInView(QScrollArea* area);

} // namespace lockdesk

// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QWidget;

namespace lockdesk {

/// Tab goes through `root` as its layouts lay it out, left to right and down, whatever was made first. To be called when its parts are
/// there.
void orderFocusByLayout(QWidget* root);

} // namespace lockdesk

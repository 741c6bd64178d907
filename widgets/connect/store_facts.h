// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

namespace lockdesk {

class Feed;

/// Shows what the store of a connection, or of a bundle, reports of itself. Not modal; deletes itself when it is closed.
/// Null: nothing was read yet, or a recording has none.
QDialog* showStoreFacts(const Feed& feed, QWidget* parent);

} // namespace lockdesk

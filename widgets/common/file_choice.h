// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <functional>

class QWidget;

namespace lockdesk {

/// Asks where to save, starting in the last folder. Returns at once: `then` is called with the name and its suffix, or
/// never if the dialog is cancelled or `host` is gone.
void chooseSaveFile(QWidget* host, const QString& title, const QString& proposed, const QString& filter,
                    const QString& suffix, const std::function<void(const QString& file)>& then);

/// The same for an existing file.
void chooseOpenFile(QWidget* host, const QString& title, const QString& filter,
                    const std::function<void(const QString& file)>& then);

} // namespace lockdesk

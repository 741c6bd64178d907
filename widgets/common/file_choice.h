// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <functional>

class QWidget;

namespace lockdesk {

/// Asks where to save, in the folder of the last time. Does not wait: `then` is called with the name, its ending added; never
/// when the person thinks better of it or `host` is gone.
void chooseSaveFile(QWidget* host, const QString& title, const QString& proposed, const QString& filter,
                    const QString& suffix, const std::function<void(const QString& file)>& then);

/// The same for a file that is there.
void chooseOpenFile(QWidget* host, const QString& title, const QString& filter,
                    const std::function<void(const QString& file)>& then);

} // namespace lockdesk

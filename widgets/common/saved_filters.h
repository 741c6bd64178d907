// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <vector>

namespace lockdesk {

/// Filters that the user has saved under names, per page, in the settings.
struct SavedFilter
{
    QString name;
    QString text;
};
std::vector<SavedFilter> savedFilters(const QString& page); ///< by name
/// Replaces one of the same name.
void saveFilter(const QString& page, const SavedFilter& filter);
void removeFilter(const QString& page, const QString& name);

} // namespace lockdesk

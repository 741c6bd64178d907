// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/which_lock/measurement_book.h"

namespace lockdesk {

/// Texts about a way.
struct WayTexts
{
    QString name, round; ///< what one measured round does
    QString protects, costs, fails;
};
WayTexts textsOf(scenarios::Way way);
/// Texts of ZooKeeper, which is compared but is not a store here.
WayTexts zooKeeperTexts();
QString zooKeeperNumbers(); ///< with their source

enum class WayColumn { one, eight, many, killed, frozen, hung, commands, connections };
inline constexpr int wayColumns = 8;
QString headerOf(WayColumn column);

/// One cell: the measured value, or a text that nothing was measured.
struct WayCell
{
    QString text, toolTip;
    bool known = false;
};
/// `measured` null: that store was never measured.
WayCell cellOf(scenarios::Way way, WayColumn column, const StoreMeasurement* measured);

} // namespace lockdesk

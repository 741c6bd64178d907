// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QMetaType>
#include <QRectF>

class QPainter;

namespace lockdesk {

/// What a lease bar shows, as fractions of one whole lease (1 = the full width).
struct LeaseBar
{
    enum class Kind {
        none,     ///< free or unknown: empty
        running,  ///< drains left
        expired,  ///< hatched and outlined
        noExpiry, ///< thin line with end stops
        cooling,  ///< striped
    };
    Kind kind = Kind::none;
    double left = 0;          ///< remaining part of the lease
    double uncertainty = 0;   ///< of the store's clock: the bar's end fades over it, at least 3 px
    double margin = 0;        ///< part at the end during which the holder no longer relies on the lease: hatched left end
    bool renewalTick = false; ///< a watchdog renews it: tick at 2/3; a healthy bar stays right of it
    bool closing = false;
    bool stale = false;
    friend bool operator==(const LeaseBar&, const LeaseBar&) = default;
};

/// Paints the bar over all of `rect` (10 px high in tables).
void paintLeaseBar(QPainter* painter, const QRectF& rect, const LeaseBar& bar);

} // namespace lockdesk

Q_DECLARE_METATYPE(lockdesk::LeaseBar)

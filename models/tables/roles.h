// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <Qt>

namespace lockdesk {

/// Roles of every table model, in addition to Qt's. Sorting, filtering, delegates and export use raw values, not text.
enum Role {
    RawRole =
        Qt::UserRole + 1, ///< the value behind the text: qlonglong (durations and times in microseconds), double or QString
    KeyRole,              ///< QString: the row's key in its store (lock name, task id, ...)
    RowRole,              ///< QVariant of RowPtr<Row>: the engine's row (see the model's `rowAt`)
    StateRole,            ///< QString: state word of the row (held, expired, dead, silent, ...) for glyph, ink and tint
    StoreRole,            ///< int: index of the connection in FeedSet
    AbsoluteTimeRole,     ///< QString: date and time on the store's clock, for tool tips; empty where the column has no time
    ShortTextRole,        ///< QString: short form of the text, painted when the long one does not fit
    LeaseRole,            ///< QVariant of LeaseInfo: only in lease columns
    StaleRole,            ///< bool: its store does not answer; the row is the last known
    AlarmRole,            ///< bool: act-now tint
    EnvironmentRole,      ///< QString: development, staging, production
    WholeTextRole,        ///< QString: the full text of a shortened cell (owners): tool tip
    InstantRole,   ///< qlonglong: the instant of a time column, in microseconds since 1970; invalid: the cell has none
    ExportRole,    ///< the value for programs: double or qlonglong, else the text, words as lockdeskctl has them
    ColumnNameRole, ///< of headers: QString, the column's name in settings and exported files
    ExactTextRole, ///< QString: text from outside, exactly, for copying as data; invalid: the cell shows none
};

} // namespace lockdesk

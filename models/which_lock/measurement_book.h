// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backends/scenarios/measure.h"

#include <QDate>
#include <QString>

namespace lockdesk {

/// What was measured on one store from one machine.
struct StoreMeasurement
{
    QString name; ///< of the store as the window calls it
    QString machine;
    QDate date;
    scenarios::Measurement numbers;
};

/// The last measurement of every store, kept as plain JSON. No addresses in it.
class MeasurementBook
{
public:
    /// A file that is missing or not ours: an empty book.
    explicit MeasurementBook(QString file);

    [[nodiscard]] const std::vector<StoreMeasurement>& all() const { return m_all; }
    /// Replaces the one of the same store and machine. What is wrong with the file, or nothing.
    QString put(StoreMeasurement measurement);

private:
    void read();

    QString m_file;
    std::vector<StoreMeasurement> m_all;
};

} // namespace lockdesk

// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backends/scenarios/measure.h"

#include <QDate>
#include <QString>

namespace lockdesk {

/// The measurement of one store from one machine.
struct StoreMeasurement
{
    QString name; ///< the store's name in the window
    QString machine;
    QDate date;
    scenarios::Measurement numbers;
};

/// The last measurement of every store, stored as plain JSON. Contains no addresses.
class MeasurementBook
{
public:
    /// A missing or foreign file, and one that is no plain file or larger than 4 MiB, gives an empty book.
    explicit MeasurementBook(QString file);

    [[nodiscard]] const std::vector<StoreMeasurement>& all() const { return m_all; }
    /// Replaces the measurement of the same store and machine. Returns what is wrong with the file, or an empty string.
    QString put(StoreMeasurement measurement);

private:
    void read();

    QString m_file;
    std::vector<StoreMeasurement> m_all;
};

} // namespace lockdesk

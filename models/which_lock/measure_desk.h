// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/classroom/class_stores.h"
#include "models/which_lock/measurement_book.h"

#include <QObject>

#include <thread>

namespace lockdesk {

/// Measures the ways on one store after another, on its own thread, and stores the results. GUI thread.
class MeasureDesk final : public QObject
{
    Q_OBJECT

public:
    explicit MeasureDesk(ClassStores* stores, QObject* parent = nullptr);
    /// Cancels and waits until the sandbox is gone.
    ~MeasureDesk() override;

    [[nodiscard]] ClassStores* stores() const { return m_stores; }
    /// Measurements of this machine.
    [[nodiscard]] std::vector<StoreMeasurement> measured() const;
    [[nodiscard]] bool isBusy() const { return m_measuring != nullptr; }
    void measure(const QString& storeId);
    void cancel();
    /// Sets how long each way is repeated, with how many clients, and whether holders are also stopped in the middle.
    void setThoroughness(Duration each, std::vector<int> clients, bool outages);
    /// Returns why a store cannot be measured, or an empty string. A store without sandboxes can be: its objects get
    /// unique names and are removed afterwards.
    [[nodiscard]] static QString whyNot(const ClassStore& store);

signals:
    void busyChanged();
    void progress(int done, int total, lockdesk::scenarios::Way way);
    void measuredChanged();
    void problem(const QString& text);

private:
    void ended(const QString& store, const Answer<scenarios::Measurement>& answer);

    ClassStores* m_stores;
    MeasurementBook m_book;
    Duration m_each = std::chrono::seconds{1};
    std::vector<int> m_clients{1, 8, 64};
    bool m_outages = true;
    std::shared_ptr<scenarios::Measuring> m_measuring; ///< null: nothing runs
    bool m_cancelled = false;
    std::thread m_thread;
};

} // namespace lockdesk

// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/actions/action.h"

#include <QObject>

namespace lockdesk {

/// A write that the fence refused after a force release.
struct LateWrite
{
    int connection = -1;
    QString key;
    QString who;
    FencingToken token;
    TimePoint at{};
    QString text; ///< `Late write from bill-2 with token 4181 refused at 14:33:07.`
};

/// Carries out what pages ask for, never behind the observer and never in the GUI thread. Answers come as signals, in the GUI
/// thread, in order. Every request has a number; answers to numbers that nobody waits for any more are to be ignored.
class ActionRunner : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;
    /// Asks the store what it would do. Changes nothing.
    virtual quint64 preview(const ActionRequest& request) = 0;
    /// Does it, target by target. After a force release it watches for late writes (60 s).
    virtual quint64 run(const ActionRequest& request) = 0;
    /// Targets that were not begun are left alone. What runs is finished.
    virtual void cancel(quint64 number) = 0;

signals:
    void previewReady(const lockdesk::ActionPreview& preview);
    void resultReady(const lockdesk::ActionResult& result);
    void finished(quint64 number, int done, int changed, int failed);
    void lateWrite(const lockdesk::LateWrite& write);
    void watchEnded(quint64 number, int lateWrites);
};

} // namespace lockdesk

Q_DECLARE_METATYPE(lockdesk::LateWrite)

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

/// Runs the pages' requests, never queued behind the observer and never in the GUI thread. Emits answers as signals in the
/// GUI thread, in order. Every request has a number; receivers ignore answers to numbers they no longer wait for.
class ActionRunner : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;
    /// Queries the store for the effects. Changes nothing.
    virtual quint64 preview(const ActionRequest& request) = 0;
    /// Runs it, target by target. After a force release, watches for late writes (60 s).
    virtual quint64 run(const ActionRequest& request) = 0;
    /// Skips targets not yet begun; the running one finishes.
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

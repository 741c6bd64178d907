// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/common/chrome.h"

class QLineEdit;
class QVBoxLayout;

namespace lockdesk {

/// Suggestions for the demo: crash a worker, free a lock, a lesson, an own store.
class TryPanel final : public Surface
{
    Q_OBJECT

public:
    explicit TryPanel(QWidget* parent = nullptr);

    /// Empty label: no worker can be crashed now.
    void setVictim(const QString& label, const QString& lock);
    void setLock(const QString& lock);

signals:
    void crashRequested(const QString& label);
    void forceReleaseRequested(const QString& lock);
    void lessonRequested();
    void connectRequested(const QString& url);

private:
    QVBoxLayout* addStep(int number, const QString& title, ThemeLabel** text);
    void buildCrash();
    void buildForceRelease();
    void buildLesson();
    void buildConnect();

    QVBoxLayout* m_column;
    ThemeLabel* m_crashText = nullptr;
    QPushButton* m_crash = nullptr;
    QPushButton* m_forceRelease = nullptr;
    QLineEdit* m_url = nullptr;
    QString m_label;
    QString m_lock;
};

} // namespace lockdesk

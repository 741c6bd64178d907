// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/shell/page_context.h"

#include <QObject>
#include <QSet>
#include <QString>
#include <QTimer>

namespace lockdesk {

class Feed;
class MainWindow;

/// Fills strip, four numbers, sources and status line from the feeds, and maps clicks on them to the shown connections.
class ShellPresenter final : public QObject
{
    Q_OBJECT

public:
    ShellPresenter(const PageContext& context, MainWindow* window);

private:
    void soon();
    void refresh();
    void refreshStrip();
    void refreshSources();
    void refreshStatus();
    void applyShown();
    [[nodiscard]] QString layoutName() const;
    [[nodiscard]] QString toolTip(const Feed& feed) const;

    PageContext m_context;
    MainWindow* m_window;
    QSet<QString> m_hiddenSources;
    QString m_chosen;
    QTimer m_soon;
    QTimer m_second;
};

} // namespace lockdesk

// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/shell/page.h"

#include <QAbstractButton>
#include <QScrollArea>

class QVBoxLayout;

namespace lockdesk {

/// One entry: check mark, number, text.
class SidebarEntryButton final : public QAbstractButton
{
    Q_OBJECT

public:
    explicit SidebarEntryButton(QWidget* parent = nullptr);
    void setEntry(const SidebarEntry& entry);
    [[nodiscard]] const SidebarEntry& entry() const { return m_entry; }
    /// Returns the text as it is painted, cut if no font makes it fit.
    [[nodiscard]] QString shownTitle() const;
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    [[nodiscard]] QRect titleRect() const;
    [[nodiscard]] QFont titleFont() const;

    SidebarEntry m_entry;
};

/// Entries of the current page. Up and Down move through them.
class SidebarList final : public QScrollArea
{
    Q_OBJECT

public:
    explicit SidebarList(QWidget* parent = nullptr);
    void setEntries(const QString& caption, const std::vector<SidebarEntry>& entries);
    [[nodiscard]] bool isEmpty() const { return m_entries.empty(); }
    [[nodiscard]] QString caption() const { return m_caption; }
    [[nodiscard]] const std::vector<SidebarEntryButton*>& buttons() const { return m_buttons; }
    [[nodiscard]] QSize sizeHint() const override;

signals:
    void chosen(const QString& id);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QString m_caption;
    std::vector<SidebarEntry> m_entries;
    std::vector<SidebarEntryButton*> m_buttons;
    QVBoxLayout* m_column;
};

} // namespace lockdesk

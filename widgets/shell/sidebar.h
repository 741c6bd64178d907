// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/theme/tokens.h"

#include <QAbstractButton>
#include <QWidget>

#include <vector>

class QVBoxLayout;

namespace lockdesk {

class ConsolePage;
class SidebarList;
class ThemeLabel;
struct SidebarEntry;

/// One source under the pages: `orders · lockdesk`.
struct SidebarSource
{
    QString id;
    QString name;
    QString environment;
    QString count;
    bool shown = true;
    bool stale = false;
    friend bool operator==(const SidebarSource&, const SidebarSource&) = default;
};

/// A page in the sidebar: icon, title, count.
class PageButton final : public QAbstractButton
{
    Q_OBJECT

public:
    explicit PageButton(const QString& iconName, const QString& title, QWidget* parent = nullptr);
    /// `tone` is Tone::expired for an alarm, Tone::closing for a warning, else Tone::text2.
    void setCount(const QString& count, Tone tone);
    void setNarrow(bool narrow);
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QString m_count;
    Tone m_tone = Tone::text2;
    bool m_narrow = false;
};

/// A source with its check box: environment bar, name, count.
class SourceButton final : public QAbstractButton
{
    Q_OBJECT

public:
    explicit SourceButton(QWidget* parent = nullptr);
    void setSource(const SidebarSource& source);
    [[nodiscard]] const SidebarSource& source() const { return m_source; }
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    SidebarSource m_source;
};

/// Pages with counts, then sources. 180 px; 44 px with icons only.
class Sidebar final : public QWidget
{
    Q_OBJECT

public:
    explicit Sidebar(QWidget* parent = nullptr);

    void setPages(const std::vector<ConsolePage*>& pages);
    void setCurrent(int index);
    void setSources(const std::vector<SidebarSource>& sources);
    /// Replace the sources; empty: show the sources.
    void setEntries(const QString& caption, const std::vector<SidebarEntry>& entries);
    [[nodiscard]] SidebarList* list() const { return m_list; }
    void setNarrow(bool narrow);
    [[nodiscard]] const std::vector<PageButton*>& buttons() const { return m_pages; }

signals:
    void pageChosen(int index);
    void sourceToggled(const QString& id, bool shown);
    void entryChosen(const QString& id);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void dress();
    void arrange();

    std::vector<PageButton*> m_pages;
    std::vector<SourceButton*> m_sources;
    ThemeLabel* m_caption;
    SidebarList* m_list;
    QVBoxLayout* m_column;
    bool m_narrow = false;
};

} // namespace lockdesk

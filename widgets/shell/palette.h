// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/common/chrome.h"

#include <QPointer>

#include <functional>
#include <string>
#include <vector>

class QLineEdit;
class QListView;

namespace lockdesk {

/// Something to go to or to do.
struct PaletteEntry
{
    QString text;
    QString group; ///< where it is: the menu, `Store`, `Lock in orders`
    QString keys;  ///< its shortcut, as shown
    std::function<void()> run;
    QString problem{}; ///< why not now; empty: it can be run
    int score = 0;     ///< of FuzzyQuery
};

/// Everything by name (Ctrl+K): a field over the page, and what fits below it, best first. Arrows choose, Enter runs, Esc or
/// a click beside it closes. Deletes itself then.
class Palette final : public Surface
{
    Q_OBJECT

public:
    /// Finds more than can be listed (locks): appends those that fit best, with their scores.
    using Search = std::function<void(const std::string& typed, std::vector<PaletteEntry>& found)>;

    Palette(std::vector<PaletteEntry> entries, Search search, QWidget* window);
    void open();
    void close();
    [[nodiscard]] QLineEdit* field() const { return m_field; }
    [[nodiscard]] QListView* list() const { return m_list; }
    /// Texts of what fits, best first.
    [[nodiscard]] QStringList found() const;

signals:
    /// What was chosen cannot be run now.
    void refused(const QString& why);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    class Model;
    void find();
    void step(int by);
    void runCurrent();
    void place();

    std::vector<PaletteEntry> m_entries;
    Search m_search;
    QLineEdit* m_field;
    QListView* m_list;
    ThemeLabel* m_nothing;
    Model* m_model;
    QPointer<QWidget> m_before; ///< had the focus
};

} // namespace lockdesk

// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The sheet of all keys. It is made from the window's actions, so that no key can be missing or wrong.
#include "models/format/format.h"
#include "widgets/common/help_dialog.h"
#include "widgets/shell/main_window.h"
#include "widgets/shell/page.h"

#include <QAction>
#include <QMenu>
#include <QMenuBar>
#include <QShortcut>

#include <algorithm>
#include <utility>
#include <vector>

namespace lockdesk {

namespace {

QString keysOf(const QList<QKeySequence>& all)
{
    QStringList out;
    for (const QKeySequence& one : all)
        if (const QString text = one.toString(QKeySequence::NativeText); !text.isEmpty() && !out.contains(text))
            out << text;
    return out.join(QStringLiteral(", "));
}

/// Collects keys by section; what is in two places is said once.
class KeyList
{
public:
    void begin(const QString& title) { m_sections.push_back({title, {}}); }
    void add(const QString& keys, const QString& meaning)
    {
        if (keys.isEmpty() || meaning.isEmpty())
            return;
        for (const HelpDialog::Section& section : m_sections)
            for (const HelpDialog::Row& row : section.rows)
                if (row.typed == keys && row.meaning == meaning)
                    return;
        m_sections.back().rows.push_back({keys, meaning});
    }
    void add(const QAction& action) { add(keysOf(action.shortcuts()), format::plainAction(action.text())); }
    // As the menu is when it opens: many fill themselves then.
    void add(QMenu* menu)
    {
        emit menu->aboutToShow();
        for (const QAction* action : menu->actions()) {
            if (action->menu() != nullptr)
                add(action->menu());
            else
                add(*action);
        }
        emit menu->aboutToHide();
    }
    [[nodiscard]] const std::vector<HelpDialog::Section>& sections() const { return m_sections; }

private:
    std::vector<HelpDialog::Section> m_sections;
};

} // namespace

void MainWindow::showKeys()
{
    KeyList keys;
    keys.begin(tr("Everywhere"));
    for (const QShortcut* shortcut : findChildren<QShortcut*>())
        keys.add(shortcut->key().toString(QKeySequence::NativeText), shortcut->whatsThis());
    for (QAction* top : menuBar()->actions())
        if (top->menu() != nullptr) {
            keys.begin(format::plainAction(top->text()));
            keys.add(top->menu());
        }
    for (const ConsolePage* page : m_pages) {
        keys.begin(page->title());
        for (const QAction* action : page->findChildren<QAction*>())
            keys.add(*action);
    }
    keys.begin(tr("Tables and filters")); // of the widgets that have the focus
    keys.add(QKeySequence(Qt::Key_Return).toString(QKeySequence::NativeText), tr("Detail of the row"));
    keys.add(QKeySequence(Qt::Key_Menu).toString(QKeySequence::NativeText), tr("Menu of the row"));
    keys.add(QKeySequence(Qt::Key_Down).toString(QKeySequence::NativeText), tr("From the filter into the table"));
    keys.add(QKeySequence(Qt::ALT | Qt::Key_Down).toString(QKeySequence::NativeText), tr("In the filter: saved filters and help"));
    auto* sheet = new HelpDialog(tr("Keys"), keys.sections(), this);
    sheet->show();
}

} // namespace lockdesk

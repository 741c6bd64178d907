// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The menu of a filter's funnel: saved filters, saving, deleting, help.
#include "models/format/format.h"
#include "widgets/common/chrome.h"
#include "widgets/common/filter_box.h"
#include "widgets/common/filter_completer.h"
#include "widgets/common/help_dialog.h"
#include "widgets/common/saved_filters.h"
#include "widgets/theme/theme.h"

#include <QAbstractButton>
#include <QDialog>
#include <QDialogButtonBox>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace lockdesk {

void FilterBox::setWords(Words words)
{
    m_words = std::move(words);
    delete m_completer;
    m_completer = new FilterCompleter(m_field, m_words.keys, m_words.values);
    connect(m_completer, &FilterCompleter::inserted, m_delay, qOverload<>(&QTimer::start));
    m_funnel->setEnabled(true);
    m_funnel->setToolTip(tr("Saved filters and help"));
}

void FilterBox::showMenu()
{
    if (m_words.page.isEmpty())
        return;
    if (m_completer != nullptr)
        m_completer->close();
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->setToolTipsVisible(true);
    menu->setAccessibleName(m_funnel->accessibleName());
    const auto saved = savedFilters(m_words.page);
    const auto nameOf = [](const SavedFilter& one) { return format::buttonText(format::foreign(one.name)); };
    for (const SavedFilter& one : saved) {
        QAction* use = menu->addAction(nameOf(one), this, [this, text = one.text] { setText(text); });
        use->setCheckable(true);
        use->setChecked(one.text == m_field->text());
        use->setToolTip(format::foreign(one.text).toHtmlEscaped());
    }
    menu->addSeparator();
    menu->addAction(tr("&Save This Filter…"), this, &FilterBox::askName)->setEnabled(!m_field->text().trimmed().isEmpty());
    QMenu* gone = menu->addMenu(tr("&Delete Saved Filter"));
    for (const SavedFilter& one : saved)
        gone->addAction(nameOf(one), this, [page = m_words.page, name = one.name] { removeFilter(page, name); });
    gone->menuAction()->setEnabled(!saved.empty());
    menu->addAction(tr("&Clear Filter"), this, [this] { setText({}); })->setEnabled(!m_field->text().isEmpty());
    menu->addSeparator();
    menu->addAction(tr("&Help on Filters"), this, &FilterBox::showHelp);
    menu->popup(mapToGlobal(QPoint(0, height() + 2)));
    menu->setActiveAction(menu->actions().constFirst());
}

void FilterBox::askName()
{
    auto* dialog = new QDialog(this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("Save Filter"));
    auto* column = new QVBoxLayout(dialog);
    auto* label = new ThemeLabel(tr("&Name of the filter:"));
    auto* name = new QLineEdit;
    name->setMaxLength(80);
    label->setBuddy(name);
    auto* problem = new ThemeLabel({}, ThemeLabel::Type::caption, Tone::expired);
    problem->setTextFormat(Qt::PlainText);
    problem->setWordWrap(true);
    problem->setMinimumHeight(Theme::get().px(34)); // two lines, so that nothing jumps
    problem->setMinimumWidth(Theme::get().px(320));
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Save | QDialogButtonBox::Cancel);
    for (QWidget* part : std::initializer_list<QWidget*>{label, name, problem, buttons})
        column->addWidget(part);
    QPushButton* save = buttons->button(QDialogButtonBox::Save);
    const QString text = m_field->text().trimmed();
    const auto check = [this, name, problem, save] {
        const QString typed = name->text().trimmed();
        const auto saved = savedFilters(m_words.page);
        const bool taken = std::any_of(saved.begin(), saved.end(), [&](const SavedFilter& one) { return one.name == typed; });
        problem->setText(taken ? tr("This name is taken. Choose another one, or delete that filter first.") : QString());
        name->setAccessibleDescription(problem->text());
        save->setEnabled(!typed.isEmpty() && !taken);
    };
    connect(name, &QLineEdit::textChanged, dialog, check);
    connect(buttons, &QDialogButtonBox::rejected, dialog, &QDialog::reject);
    connect(buttons, &QDialogButtonBox::accepted, dialog, [this, dialog, name, text] {
        saveFilter(m_words.page, {name->text().trimmed(), text});
        dialog->accept();
    });
    check();
    dialog->open();
}

void FilterBox::showHelp()
{
    using Rows = std::vector<HelpDialog::Row>;
    const Rows names{{QStringLiteral("order"), tr("names with this part")}};
    const Rows forms{{QStringLiteral("order"), tr("rows with this word in any text")},
                     {QStringLiteral("state:held"), tr("exactly this value")},
                     {QStringLiteral("name~order"), tr("a part of it")},
                     {QStringLiteral("-state:free"), tr("all but these")},
                     {QStringLiteral("age>5m"), tr("more or (with <) less: numbers and spans of time")},
                     {QStringLiteral("name:\"a b\""), tr("a value with spaces")}};
    const Rows keys{{QStringLiteral("Tab"), tr("completes the word")},
                    {QStringLiteral("Down, Enter"), tr("chooses another word and inserts it")},
                    {QStringLiteral("Esc"), tr("closes the list, then clears the filter")},
                    {QStringLiteral("Alt+Down"), tr("saved filters")}};
    Rows words;
    for (const QString& key : std::as_const(m_words.keys)) {
        QStringList some = m_words.values ? m_words.values(key) : QStringList();
        constexpr int most = 8;
        const bool more = some.size() > most;
        some = some.mid(0, most);
        for (QString& value : some)
            value = format::foreign(value);
        if (more)
            some << QStringLiteral("…");
        words.push_back({key, some.isEmpty() ? format::dash() : some.join(QStringLiteral(", "))});
    }
    std::vector<HelpDialog::Section> parts;
    if (m_words.keys.isEmpty())
        parts.push_back({tr("Words"), names});
    else
        parts = {{tr("Words; all of them must hold"), forms}, {tr("Keys of this table, and values in it"), words}};
    parts.push_back({tr("Keys of the keyboard"), keys});
    auto* help = new HelpDialog(tr("Filters"), parts, this);
    help->show();
}

} // namespace lockdesk

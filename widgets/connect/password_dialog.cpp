// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/connect/password_dialog.h"

#include "models/format/format.h"
#include "widgets/common/chrome.h"
#include "widgets/theme/theme.h"

#include <QApplication>
#include <QCheckBox>
#include <QEvent>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace lockdesk {

namespace {

constexpr int calmMs = 500;

ThemeLabel* wrapped(const QString& text, ThemeLabel::Type type, Tone tone)
{
    auto* label = new ThemeLabel({}, type, tone);
    setBreakable(label, text);
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    return label;
}

// What a tick keeps; empty: nothing can be kept.
QString rememberText(const PasswordDialog::Facts& facts)
{
    const bool user = facts.user != PasswordDialog::Facts::User::named;
    switch (facts.keep) {
    case PasswordDialog::Keep::offered:
        return user ? PasswordDialog::tr("Remember the user in the saved address, the password in the keyring")
                    : PasswordDialog::tr("Remember the password in the keyring");
    case PasswordDialog::Keep::noKeyring: return user ? PasswordDialog::tr("Remember the user in the saved address") : QString();
    case PasswordDialog::Keep::notSaved: break;
    }
    return {};
}

bool isInput(QEvent::Type type)
{
    switch (type) {
    case QEvent::KeyPress:
    case QEvent::KeyRelease:
    case QEvent::ShortcutOverride:
    case QEvent::Shortcut:
    case QEvent::InputMethod:
    case QEvent::MouseButtonPress:
    case QEvent::MouseButtonRelease:
    case QEvent::MouseButtonDblClick: return true;
    default: return false;
    }
}

} // namespace

PasswordDialog::PasswordDialog(const Facts& facts, QWidget* parent)
    : QDialog(parent), m_userWanted(facts.user), m_user(new QLineEdit), m_password(new QLineEdit),
      m_remember(new QCheckBox(rememberText(facts), this)),
      m_why(wrapped(facts.why, ThemeLabel::Type::body, Tone::expired)),
      m_waits(wrapped({}, ThemeLabel::Type::caption, Tone::text2)),
      m_connect(makeButton(tr("Connect"), QStringLiteral("plug"), QStringLiteral("primary")))
{
    const QString name = format::foreign(facts.connection);
    setWindowTitle(facts.user == Facts::User::named ? tr("Password of %1").arg(name) : tr("Login of %1").arg(name));
    build(facts);
    m_calm.setSingleShot(true);
    m_calm.setInterval(calmMs);
    connect(&m_calm, &QTimer::timeout, this, [this] { qApp->removeEventFilter(this); });
    connect(m_password, &QLineEdit::textChanged, this, &PasswordDialog::nameButton);
    connect(m_user, &QLineEdit::textChanged, this, &PasswordDialog::nameButton);
    connect(m_connect, &QPushButton::clicked, this, &PasswordDialog::give);
    setTrying(false);
}

void PasswordDialog::build(const Facts& facts)
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    auto* form = new QVBoxLayout;
    form->setContentsMargins(16, 14, 16, 14);
    form->setSpacing(8);
    form->addWidget(wrapped(format::foreign(facts.url), ThemeLabel::Type::fixed, Tone::text));
    m_why->setTextInteractionFlags(Qt::TextSelectableByMouse);
    form->addWidget(m_why);
    auto* grid = new QGridLayout;
    grid->setHorizontalSpacing(8);
    grid->setVerticalSpacing(8);
    if (facts.user != Facts::User::named) {
        addField(grid, tr("User"), m_user);
        m_user->setText(facts.userBefore);
        m_user->setPlaceholderText(facts.user == Facts::User::needed ? tr("required")
                                   : facts.usualUser.isEmpty()       ? QString()
                                                                     : tr("%1, if empty").arg(format::foreign(facts.usualUser)));
    } else {
        m_user->setParent(this);
        m_user->hide();
    }
    m_password->setEchoMode(QLineEdit::Password);
    addField(grid, tr("Password"), m_password);
    m_password->setAccessibleDescription(facts.why);
    form->addLayout(grid);
    m_remember->setVisible(!m_remember->text().isEmpty());
    form->addWidget(m_remember);
    if (facts.keep == Keep::noKeyring)
        form->addWidget(wrapped(tr("No keyring runs on this computer: the password is kept until Lockdesk ends."),
                                ThemeLabel::Type::caption, Tone::text2));
    if (facts.workers > 0)
        form->addWidget(wrapped(tr("%Ln worker(s) of this window run on, with the password that they were started with.",
                                   nullptr, facts.workers),
                                ThemeLabel::Type::caption, Tone::text2));
    form->addWidget(m_waits);
    column->addLayout(form);
    column->addStretch(1);
    column->addWidget(buildFooter());
    setMinimumWidth(Theme::get().px(460));
    (facts.user == Facts::User::needed && facts.userBefore.isEmpty() ? m_user : m_password)->setFocus();
}

void PasswordDialog::addField(QGridLayout* grid, const QString& name, QLineEdit* field)
{
    auto* label = new ThemeLabel(name, ThemeLabel::Type::body, Tone::text2);
    label->setBuddy(field);
    field->setAccessibleName(name);
    const int row = grid->rowCount();
    grid->addWidget(label, row, 0);
    grid->addWidget(field, row, 1);
}

QWidget* PasswordDialog::buildFooter()
{
    auto* footer = new Surface(Surface::Ground::window, Qt::TopEdge);
    auto* buttons = new QHBoxLayout(footer);
    buttons->setContentsMargins(16, 12, 16, 12);
    buttons->setSpacing(8);
    auto* cancel = makeButton(tr("Not now"));
    cancel->setAutoDefault(false);
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    m_connect->setDefault(true);
    reserveWidth(m_connect, {tr("Connect"), tr("Try again")});
    buttons->addStretch(1);
    buttons->addWidget(cancel);
    buttons->addWidget(m_connect);
    return footer;
}

QString PasswordDialog::reason() const { return m_password->accessibleDescription(); }

void PasswordDialog::openUnasked()
{
    qApp->installEventFilter(this);
    m_calm.start();
    open();
}

bool PasswordDialog::eventFilter(QObject* watched, QEvent* event)
{
    if (!m_calm.isActive() || !isInput(event->type()))
        return QDialog::eventFilter(watched, event);
    const auto* widget = qobject_cast<QWidget*>(watched);
    if (widget == nullptr || widget->window() != this)
        return QDialog::eventFilter(watched, event);
    m_calm.start(); // somebody who types on has not seen it yet
    return true;
}

void PasswordDialog::give()
{
    const QString password = m_password->text();
    const bool any = !password.isEmpty() || !user().isEmpty();
    const bool remember = m_remember->isVisibleTo(this) && m_remember->isChecked() && any;
    setTrying(true);
    emit given(user(), password, remember);
}

void PasswordDialog::refuse(const QString& why)
{
    setBreakable(m_why, why);
    m_password->setAccessibleDescription(why);
    setTrying(false);
    m_password->setFocus();
    m_password->selectAll();
    adjustSize();
}

void PasswordDialog::setTrying(bool trying)
{
    m_trying = trying;
    m_user->setReadOnly(trying);
    m_password->setReadOnly(trying); // keeps the focus, as a disabled field does not
    m_remember->setEnabled(!trying);
    m_waits->setText(trying ? tr("Asking the store…")
                            : tr("Nothing is tried before you answer, so that no account is locked."));
    nameButton();
}

QString PasswordDialog::user() const { return m_user->text(); }

void PasswordDialog::nameButton()
{
    m_connect->setText(m_password->text().isEmpty() ? tr("Try again") : tr("Connect"));
    // A password whose user is missing is half a login.
    const bool half = m_userWanted == Facts::User::needed && user().isEmpty() && !m_password->text().isEmpty();
    m_connect->setEnabled(!m_trying && !half);
}

} // namespace lockdesk

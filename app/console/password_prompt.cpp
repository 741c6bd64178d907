// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/console/password_prompt.h"

#include "app/console/connections_controller.h"
#include "app/console/keyring.h"
#include "models/connect/address_parts.h"
#include "models/feed/feed.h"
#include "models/feed/feed_set.h"
#include "models/format/format.h"
#include "widgets/connect/password_dialog.h"

#include <QApplication>
#include <QEvent>
#include <QWindow>

#include <utility>

namespace lockdesk::app {

namespace {

constexpr qint64 typingMs = 2000; ///< somebody whose last key is younger is typing

QString whyRefused(const Feed& feed) { return format::engineSentence(feed.health().cause); }

// The user is asked for as well where the address names none: MongoDB has no login without one, others take their own.
void wantUser(PasswordDialog::Facts& facts)
{
    using User = PasswordDialog::Facts::User;
    const AddressParts parts(facts.url);
    if (parts.isLocal() || !parts.user().isEmpty())
        return;
    const QString kind = parts.kind();
    facts.user = kind == QLatin1String("mongodb") ? User::needed : User::assumed;
    if (kind == QLatin1String("redis") || kind == QLatin1String("redlock"))
        facts.usualUser = QStringLiteral("default");
    else if (facts.user == User::assumed)
        facts.usualUser = PasswordPrompt::tr("the account of this computer");
}

} // namespace

PasswordPrompt::PasswordPrompt(ConnectionsController* connections, FeedSet* feeds,
                               std::function<int(const QString& id)> workers, QWidget* window, QObject* parent)
    : QObject(parent), m_connections(connections), m_feeds(feeds), m_workers(std::move(workers)), m_window(window)
{
    connect(feeds, &FeedSet::healthChanged, this, &PasswordPrompt::note);
    connect(feeds, &FeedSet::passwordWanted, this, [this](const Feed* feed) { ask(feed, false); });
    connect(connections, &ConnectionsController::closed, this, &PasswordPrompt::forget);
    // Keys before it, as in the palette, led to this connection.
    connect(connections, &ConnectionsController::opened, this, [this](const QString& id) {
        m_typed.invalidate();
        if (m_handled.isValid() && m_handled.elapsed() < typingMs)
            m_openedByHand = id;
    });
    connect(qApp, &QGuiApplication::focusWindowChanged, this, &PasswordPrompt::askNext, Qt::QueuedConnection);
    qApp->installEventFilter(this);
}

bool PasswordPrompt::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::KeyPress || event->type() == QEvent::MouseButtonRelease)
        m_handled.start();
    if (event->type() == QEvent::KeyPress || event->type() == QEvent::InputMethod) {
        const auto* widget = qobject_cast<QWidget*>(watched);
        if (widget != nullptr && widget->window() == m_window)
            m_typed.start();
    }
    return QObject::eventFilter(watched, event);
}

bool PasswordPrompt::isTyping() const { return m_typed.isValid() && m_typed.elapsed() < typingMs; }

void PasswordPrompt::note(const Feed* feed)
{
    const QString& id = feed->info().id;
    const bool open = m_dialog && m_asked == id;
    if (feed->health().state == HealthState::live) {
        keep(id, m_unproved.take(id));
        m_refused.removeAll(id);
        if (open)
            m_dialog->accept();
        return;
    }
    if (!feed->waitsForPassword()) {
        // It does not answer any more, which the pages say: the password may be right.
        if (open && m_dialog->isTrying() && feed->isStale())
            m_dialog->accept();
        return;
    }
    if (m_noted.value(id) == feed->health().refused_logins)
        return;
    m_noted[id] = feed->health().refused_logins;
    m_unproved.remove(id);
    if (open) {
        m_dialog->refuse(whyRefused(*feed));
        return;
    }
    if (!m_refused.contains(id))
        m_refused << id;
    askNext();
}

void PasswordPrompt::forget(const QString& id)
{
    m_refused.removeAll(id);
    m_unproved.remove(id);
    m_noted.remove(id);
    if (m_dialog && m_asked == id)
        m_dialog->reject();
}

void PasswordPrompt::askNext()
{
    // A dialog, or another program, has the keyboard: the end of it calls this again.
    if (m_dialog || QApplication::activeModalWidget() != nullptr || !m_window->isActiveWindow())
        return;
    if (isTyping() || QApplication::activePopupWidget() != nullptr) {
        for (const QString& id : std::exchange(m_refused, {}))
            if (const Feed* feed = m_feeds->find(id))
                emit notice(tr("%1 waits for a password.").arg(feed->info().name));
        return;
    }
    while (!m_refused.isEmpty() && !m_dialog)
        if (const Feed* feed = m_feeds->find(m_refused.takeFirst()))
            ask(feed, feed->info().id != std::exchange(m_openedByHand, {}));
}

void PasswordPrompt::ask(const Feed* feed, bool unasked)
{
    const QString id = feed->info().id;
    const auto profile = m_connections->openOne(id);
    if (m_dialog || !feed->waitsForPassword() || !profile)
        return;
    m_refused.removeAll(id);
    PasswordDialog::Facts facts;
    facts.connection = feed->info().name;
    facts.url = profile->url;
    facts.userBefore = profile->user;
    facts.why = whyRefused(*feed);
    if (m_connections->savedOne(id) != nullptr)
        facts.keep = Keyring::available() ? PasswordDialog::Keep::offered : PasswordDialog::Keep::noKeyring;
    facts.workers = m_workers(id);
    wantUser(facts);
    m_asked = id;
    m_dialog = new PasswordDialog(facts, m_window);
    connect(m_dialog, &PasswordDialog::given, this,
            [this, id](const QString& user, const QString& password, bool remember) { give(id, {user, password}, remember); });
    connect(m_dialog, &QDialog::finished, this, [this] { finish(); });
    if (unasked)
        m_dialog->openUnasked();
    else
        m_dialog->open();
}

void PasswordPrompt::keep(const QString& id, const Login& login)
{
    if (!login.user.isEmpty())
        if (const QString wrong = m_connections->keepUser(id, login.user); !wrong.isEmpty())
            emit notice(wrong);
    if (!login.password.isEmpty() && Keyring::available())
        m_connections->keyring().write(id, login.password);
}

void PasswordPrompt::give(const QString& id, const Login& login, bool remember)
{
    const auto profile = m_connections->openOne(id);
    if (!profile)
        return;
    m_unproved.remove(id);
    if (remember)
        m_unproved.insert(id, login);
    const QString wrong =
        m_connections->giveLogin(id, login.user, login.password.isEmpty() ? profile->password : login.password);
    if (!wrong.isEmpty() && m_dialog)
        m_dialog->refuse(wrong);
}

void PasswordPrompt::finish()
{
    m_dialog->deleteLater();
    m_dialog = nullptr;
    m_asked.clear();
    QMetaObject::invokeMethod(this, &PasswordPrompt::askNext, Qt::QueuedConnection);
}

} // namespace lockdesk::app

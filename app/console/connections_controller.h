// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/common/connections.h"
#include "app/console/keyring.h"
#include "backends/engine/contracts/store.h"
#include "models/feed/feed_set.h"
#include "widgets/connect/connection_backend.h"

#include <QMap>
#include <QSet>

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>

namespace lockdesk::app {

/// The window's connections: open and saved ones, with access to their stores. GUI thread, except
/// `openSession`, which action threads call.
class ConnectionsController final : public QObject
{
    Q_OBJECT

public:
    struct Profile
    {
        QString id; ///< stable: the name under which it was saved
        QString name;
        QString url;      ///< without password
        QString user{};   ///< of an address that names none; for this run only
        QString password; ///< for this run only
        QString environment = QStringLiteral("development");
        bool readOnly = false;
        QStringList sources; ///< the first is the observed session's own; empty: `lockdesk`
        QString group;       ///< in the manager
        QString retention;   ///< passed to its workers; empty: their default
        FindingLimits limits{};
        [[nodiscard]] QString address() const; ///< the URL with its user, without password
    };

    ConnectionsController(FeedSet* feeds, QObject* parent = nullptr);

    /// Limits of findings of saved connections that have others than the usual ones, by id.
    [[nodiscard]] QMap<QString, FindingLimits> limits() const;
    /// Keeps them, for those open later and for the command line. Returns an error, or an empty text.
    QString keepLimits(const QMap<QString, FindingLimits>& limits);
    /// How often stores that are opened from now on are polled.
    void setInterval(Duration interval) { m_interval = interval; }

    /// Loads the saved connections. Returns an error, or an empty text.
    QString loadSaved();
    [[nodiscard]] const std::vector<Profile>& saved() const { return m_saved; }
    [[nodiscard]] const Profile* savedOne(const QString& id) const;
    /// Saved connections that are not open: id and name.
    [[nodiscard]] std::vector<std::pair<QString, QString>> closedOnes() const;
    /// Ids of the connections that were open last time.
    [[nodiscard]] static QStringList lastOpen();

    /// Opens it (its observer connects in the background); returns an error or an empty text. `place`: reserved feed index.
    QString open(const Profile& profile, std::optional<int> place = std::nullopt);
    /// Opens a saved connection with its password from the keyring.
    void openSaved(const QString& id);
    /// Uses this login on an open connection from now on, for this run only, and tries it at once. Its rows stay; its own
    /// workers run on, with the login that they were started with. Returns an error or an empty text.
    /// An address that names no user gets this one; empty: the client's usual one.
    QString giveLogin(const QString& id, const QString& user, const QString& password);
    /// Writes this user into the saved address of a connection that names none. Returns an error or an empty text.
    QString keepUser(const QString& id, const QString& user);
    /// Calls `then` once the keyring has answered for all connections being opened, so that the strip keeps their order.
    void whenOpened(std::function<void()> then);
    void close(const QString& id);
    /// Saves the profile and opens it in place of the one it replaces.
    QString saveAndOpen(const ConnectionDraft& draft);
    /// Deletes a saved connection; an open one stays open. Its password stays in the keyring until the deletion is final.
    QString remove(const QString& id);
    /// Brings the one deleted last back to its place. Returns its id; empty: there is none.
    QString undoRemove();
    /// The deletion is final: its password goes, too.
    void forgetRemoved();
    /// Saves order and groups; connections that another program has added meanwhile come last.
    QString arrange(const std::vector<std::pair<QString, QString>>& idsAndGroups);
    /// A name that is free: `orders 2`.
    [[nodiscard]] QString freeName(const QString& like) const;
    /// Returns why the connection `id` (empty: a new one) cannot have this name, or an empty text.
    [[nodiscard]] QString nameProblem(const QString& name, const QString& id) const;
    [[nodiscard]] std::optional<Profile> openOne(const QString& id) const;
    /// Returns the store of an open connection, for another observer; null: not open.
    [[nodiscard]] std::shared_ptr<Store> storeOf(const QString& id) const;
    [[nodiscard]] ObserverOptions observing(const QString& id) const;

    /// Opens a session for actions on an open connection. Thread-safe.
    Answer<std::unique_ptr<Session>> openSession(int index, const std::string& source = "lockdesk") const;
    [[nodiscard]] StoreRegistry& registry() { return m_registry; }
    [[nodiscard]] Keyring& keyring() { return m_keyring; }

signals:
    void opened(const QString& id);
    void closed(const QString& id);
    void passwordGiven(const QString& id);
    void problem(const QString& text);

private:
    struct Open
    {
        Profile profile;
        std::shared_ptr<Store> store;
        ObserverOptions observing = {};
    };
    using Change = std::function<std::optional<Failure>(std::vector<SavedConnection>& all)>;
    QString change(const Change& change);
    void take(const std::vector<SavedConnection>& all);
    void movePassword(const QString& from, const QString& to);
    void rememberOpen() const;

    FeedSet* m_feeds;
    Duration m_interval = ObserverOptions{}.interval;
    int m_asking = 0;        ///< keyring requests that the start waits for
    QSet<QString> m_waiting; ///< ids that wait for the keyring's answer
    std::vector<std::function<void()>> m_whenOpened;
    StoreRegistry m_registry;
    Keyring m_keyring;
    std::vector<Profile> m_saved;
    std::optional<SavedConnection> m_removed;
    std::ptrdiff_t m_removedFrom = 0;
    mutable std::mutex m_mutex; ///< guards m_open
    std::map<int, Open> m_open; ///< by feed index
};

/// The address with this user; one that names a user, a file or an empty user: unchanged.
QString withUser(const QString& url, const QString& user);
/// Parses an address, with this password if it is not empty.
Answer<StoreUrl> parseUrl(const QString& url, const QString& password);
/// Returns the whole address with its password, for the environment of a child; an invalid one unchanged.
QString withPassword(const QString& url, const QString& password);

} // namespace lockdesk::app

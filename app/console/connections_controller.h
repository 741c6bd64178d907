// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/common/connections.h"
#include "app/console/keyring.h"
#include "backends/engine/contracts/store.h"
#include "models/feed/feed.h"
#include "widgets/connect/connection_backend.h"

#include <QSet>

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>

namespace lockdesk::app {

/// Connections of the window: which are open, which are saved, and how to reach their stores. GUI thread, except
/// `openSession`, which action threads call.
class ConnectionsController final : public QObject
{
    Q_OBJECT

public:
    struct Profile
    {
        QString id; ///< stable: the name it was saved under
        QString name;
        QString url;      ///< without password
        QString password; ///< of this run only
        QString environment = QStringLiteral("development");
        bool readOnly = false;
        QStringList sources; ///< the first is the observed session's own; none: `lockdesk`
        QString retention;   ///< what its workers are started with; empty: their own default
    };

    ConnectionsController(FeedSet* feeds, QObject* parent = nullptr);

    /// What is wrong with the saved ones, or nothing.
    QString loadSaved();
    [[nodiscard]] const std::vector<Profile>& saved() const { return m_saved; }
    [[nodiscard]] const Profile* savedOne(const QString& id) const;
    /// Saved ones that are not open: id and name.
    [[nodiscard]] std::vector<std::pair<QString, QString>> closedOnes() const;
    /// Ids that were open last time.
    [[nodiscard]] static QStringList lastOpen();

    /// Opens it (its observer connects in the background) or reports what is wrong. `place`: an index of the feeds that was reserved.
    QString open(const Profile& profile, std::optional<int> place = std::nullopt);
    /// By its saved id, with the password of the keyring.
    void openSaved(const QString& id);
    /// Once the keyring has answered for all that are being opened: so that the strip keeps their order.
    void whenOpened(std::function<void()> then);
    void close(const QString& id);
    /// Saves the profile and opens it, in place of the one it replaces.
    QString saveAndOpen(const ConnectionDraft& draft);
    [[nodiscard]] std::optional<Profile> openOne(const QString& id) const;
    /// Of an open connection; null: there is none. For another observer of it.
    [[nodiscard]] std::shared_ptr<Store> storeOf(const QString& id) const;
    [[nodiscard]] ObserverOptions observing(const QString& id) const;

    /// A session for actions on an open connection. From any thread.
    Answer<std::unique_ptr<Session>> openSession(int index, const std::string& source = "lockdesk") const;
    [[nodiscard]] StoreRegistry& registry() { return m_registry; }
    [[nodiscard]] Keyring& keyring() { return m_keyring; }

signals:
    void opened(const QString& id);
    void closed(const QString& id);
    void problem(const QString& text);

private:
    struct Open
    {
        Profile profile;
        std::shared_ptr<Store> store;
        ObserverOptions observing = {};
    };
    QString store(std::vector<Profile> all);
    void rememberOpen() const;

    FeedSet* m_feeds;
    int m_asking = 0;        ///< of the keyring, as long as the start waits for it
    QSet<QString> m_waiting; ///< for the keyring's answer, ids
    std::vector<std::function<void()>> m_whenOpened;
    StoreRegistry m_registry;
    Keyring m_keyring;
    std::vector<Profile> m_saved;
    mutable std::mutex m_mutex; ///< of m_open
    std::map<int, Open> m_open; ///< by feed index
};

/// Whether something is wrong with an address; with this password, if any.
Answer<StoreUrl> parseUrl(const QString& url, const QString& password);
/// The whole address with its password, for the environment of a child; as it is when it is none.
QString withPassword(const QString& url, const QString& password);

} // namespace lockdesk::app

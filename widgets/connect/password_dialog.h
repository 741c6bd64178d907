// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QString>
#include <QTimer>

class QCheckBox;
class QGridLayout;
class QLineEdit;
class QPushButton;

namespace lockdesk {

class ThemeLabel;

/// Asks for the password of a connection whose login was refused, and for the user if its address names none. Stays open while a password is tried, until it is refused,
/// with the store's reason, or the caller closes it.
class PasswordDialog final : public QDialog
{
    Q_OBJECT

public:
    enum class Keep
    {
        offered,
        noKeyring,
        notSaved ///< the connection itself is not saved
    };
    struct Facts
    {
        QString connection;
        QString url;    ///< without password
        QString why;    ///< why the login was refused
        Keep keep = Keep::notSaved;
        int workers = 0; ///< own workers on it, which keep their password
        enum class User
        {
            named,   ///< by the address
            assumed, ///< the store's client takes `usualUser`
            needed   ///< there is no login without one
        };
        User user = User::named;
        QString usualUser{};  ///< `default`; empty: unknown
        QString userBefore{}; ///< that was tried
    };
    explicit PasswordDialog(const Facts& facts, QWidget* parent = nullptr);
    /// Shows it without being asked to: keys and clicks that were meant for another window are dropped, until there were none
    /// for half a second.
    void openUnasked();
    /// The password that was given is refused as well.
    void refuse(const QString& why);
    [[nodiscard]] bool isTrying() const { return m_trying; }

    // For tests.
    [[nodiscard]] bool takesInput() const { return !m_calm.isActive(); }
    [[nodiscard]] QLineEdit* userField() const { return m_user; } ///< hidden if the address names the user
    [[nodiscard]] QLineEdit* passwordField() const { return m_password; }
    [[nodiscard]] QCheckBox* rememberBox() const { return m_remember; }
    [[nodiscard]] QPushButton* connectButton() const { return m_connect; }
    [[nodiscard]] QString reason() const;

signals:
    /// An empty password: the one before once more, as its account may have been mended. An empty user: the usual one.
    void given(const QString& user, const QString& password, bool remember);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void build(const Facts& facts);
    [[nodiscard]] QWidget* buildFooter();
    void give();
    void setTrying(bool trying);
    void nameButton();
    void addField(QGridLayout* grid, const QString& name, QLineEdit* field);
    [[nodiscard]] QString user() const;

    const Facts::User m_userWanted;
    QLineEdit* m_user;
    QLineEdit* m_password;
    QCheckBox* m_remember;
    ThemeLabel* m_why;
    ThemeLabel* m_waits;
    QPushButton* m_connect;
    QTimer m_calm; ///< while it runs, input is dropped
    bool m_trying = false;
};

} // namespace lockdesk

// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/connect/address_parts.h"

#include <QLineEdit>
#include <QList>
#include <QStringList>
#include <QWidget>

class QComboBox;
class QGridLayout;
class QLabel;
class QPushButton;

namespace lockdesk {

/// An address in fields: kind of store, server, port, database or file, user, TLS, other options. The address itself is
/// beside them, and each follows the other.
class AddressFields final : public QWidget
{
    Q_OBJECT

public:
    /// `kinds`: the canonical schemes of the stores. `password` stands beside the user. Takes ownership.
    AddressFields(const QStringList& kinds, QWidget* password, QWidget* parent = nullptr);
    /// Fills the fields, without a signal.
    void setAddress(const QString& url);
    /// Width of the labels in the first column, at scale 1.
    static constexpr int labelWidth = 110;

    // For tests.
    [[nodiscard]] QComboBox* kindBox() const { return m_kind; }
    [[nodiscard]] QLineEdit* hostField() const { return m_host; }
    [[nodiscard]] QLineEdit* portField() const { return m_port; }
    [[nodiscard]] QLineEdit* databaseField() const { return m_database; }
    [[nodiscard]] QLineEdit* userField() const { return m_user; }
    [[nodiscard]] QLineEdit* optionsField() const { return m_options; }
    [[nodiscard]] QComboBox* tlsBox() const { return m_tls; }
    [[nodiscard]] QLineEdit* authoritiesField() const { return m_authorities; }
    [[nodiscard]] QLineEdit* certificateField() const { return m_certificate; }
    [[nodiscard]] QLineEdit* keyField() const { return m_key; }
    [[nodiscard]] QLineEdit* nameField() const { return m_name; }

signals:
    /// The user has changed a field: this is the address now.
    void edited(const QString& url);
    /// Fields have appeared or gone.
    void resized();

private:
    void assemble(QWidget* password);
    QLabel* addPair(QGridLayout* grid, int row, int column, const QString& label, QWidget* field, int columns = 1);
    void follow();
    void showParts(const QWidget* except = nullptr);
    void showTls();
    void fit();
    void take();
    void chooseFile(QLineEdit* field, const QString& title, bool mayBeNew);

    AddressParts m_parts;
    QComboBox* m_kind;
    QLineEdit* m_host;
    QLineEdit* m_port;
    QLineEdit* m_database;
    QLineEdit* m_user;
    QLineEdit* m_options;
    QPushButton* m_browse;
    QComboBox* m_tls;
    QLineEdit* m_authorities;
    QPushButton* m_browseAuthorities;
    QLineEdit* m_certificate;
    QLineEdit* m_key;
    QLineEdit* m_name;
    QLabel* m_databaseLabel = nullptr;
    QList<QWidget*> m_ofServers, m_ofTls, m_ofVerified;
};

} // namespace lockdesk

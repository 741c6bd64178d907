// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/connect/address_fields.h"

#include "widgets/common/chrome.h"
#include "widgets/theme/theme.h"

#include <QComboBox>
#include <QFileDialog>
#include <QGridLayout>
#include <QHash>
#include <QPushButton>
#include <QSignalBlocker>

namespace lockdesk {

namespace {

const QString verify = QStringLiteral("verify"), require = QStringLiteral("require"), off = QStringLiteral("off");
const QString authorities = QStringLiteral("tls-ca"), certificate = QStringLiteral("tls-cert"), key = QStringLiteral("tls-key"),
              serverName = QStringLiteral("tls-name");

QString storeName(const QString& kind)
{
    static const QHash<QString, QString> names{{QStringLiteral("sqlite"), QStringLiteral("SQLite")},
                                               {QStringLiteral("postgresql"), QStringLiteral("PostgreSQL")},
                                               {QStringLiteral("redis"), QStringLiteral("Redis")},
                                               {QStringLiteral("mariadb"), QStringLiteral("MariaDB, MySQL")},
                                               {QStringLiteral("mongodb"), QStringLiteral("MongoDB")},
                                               {QStringLiteral("redlock"), QStringLiteral("Redlock")}};
    return names.value(kind, kind);
}

} // namespace

AddressFields::AddressFields(const QStringList& kinds, QWidget* password, QWidget* parent)
    : QWidget(parent), m_kind(new QComboBox), m_host(new QLineEdit), m_port(new QLineEdit), m_database(new QLineEdit),
      m_user(new QLineEdit), m_options(new QLineEdit), m_browse(makeButton(tr("Choose…"))), m_tls(new QComboBox),
      m_authorities(new QLineEdit), m_browseAuthorities(makeButton(tr("Choose…"))), m_certificate(new QLineEdit),
      m_key(new QLineEdit), m_name(new QLineEdit)
{
    for (const QString& kind : kinds)
        m_kind->addItem(storeName(kind), kind);
    m_kind->setPlaceholderText(tr("choose"));
    assemble(password);
    follow();
    setAddress({});
}

QLabel* AddressFields::addPair(QGridLayout* grid, int row, int column, const QString& label, QWidget* field, int columns)
{
    auto* text = new ThemeLabel(label, ThemeLabel::Type::body, Tone::text2);
    if (column == 0)
        text->setFixedWidth(Theme::get().px(labelWidth));
    text->setBuddy(field);
    field->setAccessibleName(label);
    grid->addWidget(text, row, column);
    grid->addWidget(field, row, column + 1, 1, columns);
    return text;
}

void AddressFields::assemble(QWidget* password)
{
    const Theme& theme = Theme::get();
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(6);
    grid->setVerticalSpacing(8);
    grid->setColumnStretch(1, 3);
    grid->setColumnStretch(3, 3);
    const auto ofServers = [this](QLabel* label) { m_ofServers << label << label->buddy(); };
    addPair(grid, 0, 0, tr("Store"), m_kind);
    m_databaseLabel = addPair(grid, 0, 2, tr("Database"), m_database, 2);
    grid->addWidget(m_browse, 0, 5);
    ofServers(addPair(grid, 1, 0, tr("Server"), m_host, 3));
    ofServers(addPair(grid, 1, 4, tr("Port"), m_port));
    m_port->setFixedWidth(theme.px(84));
    ofServers(addPair(grid, 2, 0, tr("User"), m_user));
    ofServers(addPair(grid, 2, 2, tr("Password"), password, 3));
    ofServers(addPair(grid, 3, 0, tr("TLS"), m_tls));
    const auto ofVerified = [this](QLabel* label) { m_ofVerified << label << label->buddy(); };
    ofVerified(addPair(grid, 3, 2, tr("Its name"), m_name, 3));
    ofVerified(addPair(grid, 4, 0, tr("Authorities"), m_authorities, 4));
    grid->addWidget(m_browseAuthorities, 4, 5);
    m_ofVerified << m_browseAuthorities;
    const auto ofTls = [this](QLabel* label) { m_ofTls << label << label->buddy(); };
    ofTls(addPair(grid, 5, 0, tr("Certificate"), m_certificate));
    ofTls(addPair(grid, 5, 2, tr("Its key"), m_key, 3));
    addPair(grid, 6, 0, tr("Options"), m_options, 5);
    m_authorities->setPlaceholderText(tr("those of the system"));
    m_name->setPlaceholderText(tr("the server's address"));
    m_certificate->setPlaceholderText(tr("none"));
    m_key->setPlaceholderText(tr("in that file"));
    m_name->setToolTip(tr("The name that the server's certificate must have"));
    m_authorities->setToolTip(tr("File of the certificates that sign the server's"));
    m_options->setToolTip(tr("Further options of the store's client, as in the address: name=value&name=value"));
}

void AddressFields::follow()
{
    for (QLineEdit* field : findChildren<QLineEdit*>()) {
        if (field->echoMode() == QLineEdit::Password)
            continue;
        field->setFont(Theme::get().fixed());
        connect(field, &QLineEdit::textEdited, this, &AddressFields::take);
        // `host:port` is one field's text while it is typed, and then two.
        connect(field, &QLineEdit::editingFinished, this, [this] { showParts(); });
    }
    for (QComboBox* box : {m_kind, m_tls})
        connect(box, &QComboBox::activated, this, &AddressFields::take);
    for (QPushButton* button : {m_browse, m_browseAuthorities})
        button->setAutoDefault(false);
    m_browse->setAccessibleName(tr("Choose the SQLite file"));
    m_browseAuthorities->setAccessibleName(tr("Choose the file of authorities"));
    connect(m_browse, &QPushButton::clicked, this, [this] { chooseFile(m_database, tr("SQLite file"), true); });
    connect(m_browseAuthorities, &QPushButton::clicked, this,
            [this] { chooseFile(m_authorities, tr("Authorities"), false); });
}

void AddressFields::chooseFile(QLineEdit* field, const QString& title, bool mayBeNew)
{
    const QString file = mayBeNew ? QFileDialog::getSaveFileName(this, title, field->text(), {}, nullptr,
                                                                 QFileDialog::DontConfirmOverwrite)
                                  : QFileDialog::getOpenFileName(this, title, field->text());
    if (file.isEmpty())
        return;
    field->setText(file);
    take();
}

void AddressFields::setAddress(const QString& url)
{
    m_parts = AddressParts(url);
    showParts();
}

void AddressFields::showParts(const QWidget* except)
{
    const auto set = [except](QLineEdit* field, const QString& text) {
        if (field != except && field->text() != text)
            field->setText(text);
    };
    m_kind->setCurrentIndex(m_kind->findData(m_parts.kind()));
    set(m_host, m_parts.host());
    set(m_port, m_parts.port());
    set(m_database, m_parts.database());
    set(m_user, m_parts.user());
    set(m_options, m_parts.otherOptions());
    set(m_authorities, m_parts.option(authorities));
    set(m_certificate, m_parts.option(certificate));
    set(m_key, m_parts.option(key));
    set(m_name, m_parts.option(serverName));
    showTls();
    fit();
}

void AddressFields::showTls()
{
    const QSignalBlocker quiet(m_tls);
    const QString mode = m_parts.tls();
    m_tls->clear();
    m_tls->addItem(m_parts.isSecure() ? tr("verified, by rediss://") : tr("the client's own way"), QString());
    m_tls->addItem(tr("verified"), verify);
    m_tls->addItem(tr("any server"), require);
    m_tls->addItem(tr("off"), off);
    if (m_tls->findData(mode) < 0) // the address check says what is wrong with it
        m_tls->addItem(mode, mode);
    m_tls->setCurrentIndex(m_tls->findData(mode));
}

void AddressFields::fit()
{
    const int before = sizeHint().height();
    const bool local = m_parts.isLocal();
    const QString mode = m_parts.tls();
    const bool named = !m_parts.option(authorities).isEmpty() || !m_parts.option(serverName).isEmpty();
    const bool wanted = !local && mode != off
                        && (!mode.isEmpty() || m_parts.isSecure() || named || !m_parts.option(certificate).isEmpty()
                            || !m_parts.option(key).isEmpty());
    for (QWidget* one : std::as_const(m_ofServers)) // in their place, so that nothing moves while an address is typed
        one->setEnabled(!local);
    for (QWidget* one : std::as_const(m_ofTls))
        one->setVisible(wanted);
    for (QWidget* one : std::as_const(m_ofVerified))
        one->setVisible(wanted && (mode != require || named));
    const bool file = m_parts.kind() == QLatin1String("sqlite");
    m_browse->setVisible(file);
    m_databaseLabel->setText(file ? tr("File") : local ? tr("Name") : tr("Database"));
    m_database->setAccessibleName(m_databaseLabel->text());
    const int port = usualPort(m_parts.kind());
    m_port->setPlaceholderText(port > 0 ? QString::number(port) : QString());
    m_port->setEnabled(!local && !m_parts.isList());
    m_port->setToolTip(m_parts.isList() ? tr("Each server of the list has its own") : QString());
    m_host->setPlaceholderText(m_parts.isList() ? QStringLiteral("h1:6379,h2:6379,h3:6379") : QStringLiteral("localhost"));
    if (sizeHint().height() != before)
        emit resized();
}

void AddressFields::take()
{
    const QString chosen = m_kind->currentData().toString();
    if (chosen.isEmpty() && m_parts.kind().isEmpty())
        m_parts.setKind(m_kind->findData(QStringLiteral("postgresql")) >= 0 ? QStringLiteral("postgresql")
                                                                           : m_kind->itemData(0).toString());
    else if (!chosen.isEmpty() && chosen != m_parts.kind()) {
        m_parts.setKind(chosen);
        showParts();
    }
    m_parts.setHost(m_host->text());
    if (sender() == m_port)
        m_parts.setPort(m_port->text().trimmed());
    m_parts.setDatabase(m_database->text());
    m_parts.setUser(m_user->text());
    m_parts.setOtherOptions(m_options->text());
    for (const auto& [name, field] : {std::pair{authorities, m_authorities}, std::pair{certificate, m_certificate},
                                      std::pair{key, m_key}, std::pair{serverName, m_name}})
        m_parts.setOption(name, field->text().trimmed());
    if (sender() == m_tls)
        m_parts.setTls(m_tls->currentData().toString());
    showParts(qobject_cast<QWidget*>(sender()));
    emit edited(m_parts.text());
}

} // namespace lockdesk

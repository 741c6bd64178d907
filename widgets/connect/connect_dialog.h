// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/common/chrome.h"
#include "widgets/connect/connection_backend.h"

#include <QDialog>
#include <QString>

#include <functional>
#include <utility>

class QCheckBox;
class QComboBox;
class QLineEdit;
class QPlainTextEdit;
class QScrollArea;
class QVBoxLayout;

namespace lockdesk {

class AddressFields;

/// Derives a name from an address: its database, file or host.
QString connectionNameFor(const QString& url);

/// A new or existing connection: address and its fields, name, environment, read-only; a test with a clear result; schema
/// creation that shows the DDL first. Errors are shown below their field. Scrolls where the screen is low.
class ConnectDialog final : public QDialog
{
    Q_OBJECT

public:
    ConnectDialog(ConnectionBackend* backend, const ConnectionDraft& draft, QWidget* parent = nullptr);
    ~ConnectDialog() override;

    [[nodiscard]] ConnectionDraft draft() const;

    // For tests and screen readers: every field has a name.
    [[nodiscard]] QLineEdit* urlField() const { return m_url; }
    [[nodiscard]] QLineEdit* nameField() const { return m_name; }
    [[nodiscard]] AddressFields* fields() const { return m_fields; }
    [[nodiscard]] QLineEdit* groupField() const { return m_group; }
    [[nodiscard]] QLineEdit* sourcesField() const { return m_sources; }
    [[nodiscard]] QLineEdit* retentionField() const { return m_retention; }
    [[nodiscard]] QCheckBox* readOnlyBox() const { return m_readOnly; }
    [[nodiscard]] QPushButton* testButton() const { return m_test; }
    [[nodiscard]] QPushButton* connectButton() const { return m_connect; }
    [[nodiscard]] QPushButton* schemaButton() const { return m_createSchema; }
    [[nodiscard]] ThemeLabel* resultLabel() const { return m_result; }
    [[nodiscard]] QString resultText() const { return m_result->accessibleName(); }
    [[nodiscard]] bool isBusy() const { return m_busy; } ///< a test or the schema's creation runs

    /// Returns what is wrong with a name (another connection has it), or an empty text: asked before the dialog closes.
    void setNameCheck(std::function<QString(const QString& name)> check) { m_nameCheck = std::move(check); }
    /// Names of the groups there are, for completion.
    void setGroups(const QStringList& groups);
    /// Saves and opens the connection. Returns what is wrong, or an empty text: the dialog then closes.
    void setSave(std::function<QString(const ConnectionDraft&)> save) { m_save = std::move(save); }
    void accept() override;
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void showEvent(QShowEvent* event) override;

private:
    void assemble();
    void follow();
    void buildForm(QVBoxLayout* form);
    void addHelp(QVBoxLayout* column, const QString& text);
    /// `named`: the one that the label is about, if it is only a part of `field`.
    void addField(QVBoxLayout* column, const QString& label, QWidget* field, ThemeLabel* error = nullptr, QWidget* named = nullptr);
    QWidget* buildTestRow();
    QWidget* buildSchemaPart();
    void describeSchema(bool older);
    QWidget* buildFooter();
    bool checkAddress();
    bool checkName();
    bool checkRetention();
    void showRetention();
    void startTest();
    void showTest(const ConnectionTest& result);
    void startSchema();
    void showSchema(const QString& error);
    void setBusy(bool busy, const QString& text);
    void say(Glyph glyph, Tone tone, const QString& text);
    void takeAddress(const QString& text);
    void forgetResult();
    void refresh();
    void fit();

    ConnectionBackend* m_backend;
    ConnectionDraft m_draft;
    QLineEdit* m_url;
    QLineEdit* m_password;
    AddressFields* m_fields = nullptr;
    QScrollArea* m_area = nullptr;
    QLineEdit* m_name;
    QLineEdit* m_group;
    QLineEdit* m_sources;
    QLineEdit* m_retention;
    QString m_keep; ///< the text of that field, or its text before it became read-only
    QComboBox* m_environment;
    QCheckBox* m_readOnly;
    QCheckBox* m_remember;
    ThemeLabel* m_urlError;
    ThemeLabel* m_nameError;
    ThemeLabel* m_retentionError;
    QPushButton* m_test;
    GlyphLabel* m_resultGlyph;
    ThemeLabel* m_result;
    QWidget* m_schemaPart = nullptr;
    SectionTitle* m_schemaTitle = nullptr;
    QPlainTextEdit* m_ddl;
    QPushButton* m_createSchema;
    QPushButton* m_connect;
    std::function<QString(const QString& name)> m_nameCheck;
    std::function<QString(const ConnectionDraft&)> m_save;
    bool m_nameTouched = false;
    bool m_busy = false;
    bool m_fromFields = false; ///< the address changes because a field has
};

} // namespace lockdesk

// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/connect/connect_dialog.h"

#include "widgets/connect/address_fields.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QScrollArea>
#include <QUrl>

namespace lockdesk {

QString connectionNameFor(const QString& url)
{
    const QUrl parsed(url);
    QString name = parsed.path().section(QLatin1Char('/'), -1);
    name = name.section(QLatin1Char('.'), 0, 0);
    bool number = false;
    name.toInt(&number);
    if (!name.isEmpty() && !number)
        return name;
    return parsed.host().isEmpty() ? parsed.scheme() : parsed.host();
}

namespace {

ThemeLabel* errorLabel()
{
    auto* label = new ThemeLabel({}, ThemeLabel::Type::caption, Tone::expired);
    label->setWordWrap(true);
    label->hide();
    return label;
}

void setError(ThemeLabel* label, QLineEdit* field, const QString& text)
{
    label->setText(text);
    label->setVisible(!text.isEmpty());
    field->setAccessibleDescription(text);
}

} // namespace

ConnectDialog::ConnectDialog(ConnectionBackend* backend, const ConnectionDraft& draft, QWidget* parent)
    : QDialog(parent), m_backend(backend), m_draft(draft), m_url(new QLineEdit(draft.url)), m_password(new QLineEdit),
      m_name(new QLineEdit(draft.name)), m_group(new QLineEdit(draft.group)), m_sources(new QLineEdit(draft.sources.join(QLatin1Char(' ')))),
      m_retention(new QLineEdit), m_keep(draft.retention), m_environment(new QComboBox),
      m_readOnly(new QCheckBox(tr("Read-only: the session itself cannot write"))),
      m_remember(new QCheckBox(tr("Remember the password in the keyring"), this)), m_urlError(errorLabel()),
      m_nameError(errorLabel()), m_retentionError(errorLabel()),
      m_test(makeButton(tr("Test connection"), QStringLiteral("plug"))), m_resultGlyph(new GlyphLabel),
      m_result(new ThemeLabel), m_ddl(new QPlainTextEdit),
      m_createSchema(makeButton(tr("Create the schema"), QStringLiteral("store"))),
      m_connect(makeButton(draft.id.isEmpty() ? tr("Connect") : tr("Save and connect"), QStringLiteral("plug"),
                           QStringLiteral("primary")))
{
    setWindowTitle(draft.id.isEmpty() ? tr("Connect to a store") : tr("Edit connection"));
    assemble();
    follow();
    m_fields->setAddress(draft.url);
    if (draft.name.isEmpty() && !draft.url.isEmpty())
        m_name->setText(connectionNameFor(draft.url));
    refresh();
    m_url->setFocus();
}

ConnectDialog::~ConnectDialog() { m_backend->cancel(); }

void ConnectDialog::follow()
{
    connect(m_backend, &ConnectionBackend::tested, this, &ConnectDialog::showTest);
    connect(m_backend, &ConnectionBackend::schemaCreated, this, &ConnectDialog::showSchema);
    connect(m_test, &QPushButton::clicked, this, &ConnectDialog::startTest);
    connect(m_createSchema, &QPushButton::clicked, this, &ConnectDialog::startSchema);
    connect(m_connect, &QPushButton::clicked, this, &ConnectDialog::accept);
    connect(m_readOnly, &QCheckBox::toggled, this, [this] {
        showRetention();
        refresh();
    });
    connect(m_retention, &QLineEdit::textEdited, this, [this](const QString& text) {
        m_keep = text.trimmed();
        setError(m_retentionError, m_retention, {});
    });
    connect(m_name, &QLineEdit::textEdited, this, [this] {
        m_nameTouched = true;
        setError(m_nameError, m_name, {});
    });
    connect(m_url, &QLineEdit::textChanged, this, &ConnectDialog::takeAddress);
    connect(m_fields, &AddressFields::resized, this, &ConnectDialog::fit);
    connect(m_fields, &AddressFields::edited, this, [this](const QString& url) {
        m_fromFields = true;
        m_url->setText(url);
        m_fromFields = false;
    });
    // What was found out is about other sources, or another login.
    for (QLineEdit* field : {m_sources, m_password})
        connect(field, &QLineEdit::textEdited, this, &ConnectDialog::forgetResult);
}

void ConnectDialog::takeAddress(const QString& text)
{
    if (!m_nameTouched && m_draft.name.isEmpty())
        m_name->setText(connectionNameFor(text));
    setError(m_urlError, m_url, {});
    if (!m_fromFields)
        m_fields->setAddress(text.trimmed());
    forgetResult();
}

void ConnectDialog::forgetResult()
{
    m_backend->cancel();
    m_schemaPart->hide();
    setBusy(false, {});
}

ConnectionDraft ConnectDialog::draft() const
{
    ConnectionDraft draft = m_draft;
    draft.name = m_name->text().trimmed();
    draft.group = m_group->text().trimmed();
    draft.url = m_url->text().trimmed();
    draft.password = m_password->text();
    draft.environment = m_environment->currentData().toString();
    draft.readOnly = m_readOnly->isChecked();
    draft.sources.clear();
    for (const QString& source : m_sources->text().split(QLatin1Char(' '), Qt::SkipEmptyParts))
        if (const QString name = source.trimmed(); !name.isEmpty() && !draft.sources.contains(name))
            draft.sources += name;
    if (draft.sources == QStringList{QStringLiteral("lockdesk")})
        draft.sources.clear();
    draft.retention = m_keep;
    draft.rememberPassword = m_remember->isChecked() && m_backend->hasKeyring();
    return draft;
}

bool ConnectDialog::checkAddress()
{
    QString url;
    QString password;
    const QString wrong = m_backend->splitPassword(m_url->text().trimmed(), url, password);
    setError(m_urlError, m_url, wrong);
    // A password pasted with the address moves to the password field, where it is hidden.
    if (wrong.isEmpty() && !password.isEmpty()) {
        m_password->setText(password);
        m_url->setText(url);
    }
    return wrong.isEmpty();
}

bool ConnectDialog::checkName()
{
    const QString name = m_name->text().trimmed();
    const QString wrong = name.isEmpty() ? tr("A name is needed: the strip and the command line (@name) use it.")
                          : m_nameCheck  ? m_nameCheck(name)
                                         : QString();
    setError(m_nameError, m_name, wrong);
    return wrong.isEmpty();
}

// A read-only connection removes nothing; the user's text returns when it becomes writable.
void ConnectDialog::showRetention()
{
    m_retention->setEnabled(!m_readOnly->isChecked());
    m_retention->setText(m_readOnly->isChecked() ? QStringLiteral("off") : m_keep);
    m_retention->setToolTip(m_readOnly->isChecked() ? tr("A read-only connection removes nothing.") : QString());
    setError(m_retentionError, m_retention, {});
}

bool ConnectDialog::checkRetention()
{
    const QString wrong = m_keep.isEmpty() ? QString() : m_backend->retentionProblem(m_keep);
    setError(m_retentionError, m_retention, wrong);
    return wrong.isEmpty();
}

// The button stays enabled, as it has the focus: it stops the test.
void ConnectDialog::startTest()
{
    if (m_busy) {
        forgetResult();
        return;
    }
    if (!checkAddress())
        return;
    m_schemaPart->hide();
    setBusy(true, tr("Asking %1").arg(m_url->text().section(QLatin1String("://"), 0, 0)));
    m_backend->test(draft());
}

void ConnectDialog::showTest(const ConnectionTest& result)
{
    setBusy(false, {});
    const bool doubtful = result.schemaMissing || !result.sourceProblems.isEmpty();
    if (!result.reached)
        say(Glyph::diamond, Tone::expired, result.error);
    else
        say(doubtful ? Glyph::triangle : Glyph::check, doubtful ? Tone::closing : Tone::live,
            (QStringList{result.summary} + result.sourceProblems).join(QLatin1Char('\n')));
    m_ddl->setPlainText(result.ddl);
    describeSchema(result.schemaOlder);
    m_schemaPart->setVisible(result.reached && result.schemaMissing);
    refresh();
    fit();
}

void ConnectDialog::say(Glyph glyph, Tone tone, const QString& text)
{
    m_resultGlyph->setLook(glyph, tone);
    m_result->setTone(glyph == Glyph::diamond ? Tone::expired : Tone::text);
    setBreakable(m_result, text);
    fit();
    m_area->ensureWidgetVisible(m_result);
}

void ConnectDialog::startSchema()
{
    if (!checkAddress())
        return;
    // Its button goes, and the focus with it.
    m_test->setFocus();
    setBusy(true, tr("Bringing the schema to the present version"));
    m_backend->createSchema(draft());
}

void ConnectDialog::showSchema(const QString& error)
{
    if (error.isEmpty()) {
        m_schemaPart->hide();
        m_busy = false;
        startTest();
        return;
    }
    setBusy(false, {});
    say(Glyph::diamond, Tone::expired, error);
}

void ConnectDialog::setBusy(bool busy, const QString& text)
{
    m_busy = busy;
    m_result->setText(text);
    m_result->setAccessibleName(text);
    m_result->setTone(Tone::text2);
    m_resultGlyph->setLook(busy ? Glyph::clockHands : Glyph::none, Tone::text2);
    refresh();
}

void ConnectDialog::refresh()
{
    const bool address = !m_url->text().trimmed().isEmpty();
    m_test->setEnabled(address);
    m_test->setText(m_busy ? tr("Stop") : tr("Test connection"));
    m_connect->setEnabled(address);
    m_createSchema->setEnabled(!m_busy && !m_readOnly->isChecked());
    m_createSchema->setToolTip(
        m_readOnly->isChecked() ? tr("A read-only connection changes nothing: take the check mark away first.") : QString());
}

// The first field with an error gets the focus; what was typed stays.
void ConnectDialog::accept()
{
    const bool address = checkAddress();
    const bool name = checkName();
    const bool retention = checkRetention();
    fit();
    if (!address || !name || !retention) {
        QLineEdit* wrong = !address ? m_url : !name ? m_name : m_retention;
        wrong->setFocus();
        m_area->ensureWidgetVisible(wrong);
        return;
    }
    if (m_save) {
        m_backend->cancel();
        if (const QString problem = m_save(draft()); !problem.isEmpty()) {
            setBusy(false, {});
            say(Glyph::diamond, Tone::expired, problem);
            return;
        }
    }
    QDialog::accept();
}

} // namespace lockdesk

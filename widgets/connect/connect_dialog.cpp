// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/connect/connect_dialog.h"

#include "models/format/format.h"
#include "widgets/theme/theme.h"

#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QUrl>
#include <QVBoxLayout>

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
      m_name(new QLineEdit(draft.name)), m_sources(new QLineEdit(draft.sources.join(QLatin1Char(' ')))),
      m_retention(new QLineEdit), m_keep(draft.retention), m_environment(new QComboBox),
      m_readOnly(new QCheckBox(tr("Read-only: the session itself cannot write"))),
      m_remember(new QCheckBox(tr("Remember the password in the keyring"))), m_urlError(errorLabel()),
      m_nameError(errorLabel()), m_retentionError(errorLabel()),
      m_test(makeButton(tr("Test connection"), QStringLiteral("plug"))), m_resultGlyph(new GlyphLabel),
      m_result(new ThemeLabel), m_ddl(new QPlainTextEdit),
      m_createSchema(makeButton(tr("Create the schema"), QStringLiteral("store"))),
      m_connect(makeButton(draft.id.isEmpty() ? tr("Connect") : tr("Save and connect"), QStringLiteral("plug"),
                           QStringLiteral("primary")))
{
    setWindowTitle(draft.id.isEmpty() ? tr("Connect to a store") : tr("Edit connection"));
    assemble();
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
    connect(m_name, &QLineEdit::textEdited, this, [this] { m_nameTouched = true; });
    connect(m_url, &QLineEdit::textChanged, this, [this](const QString& text) {
        if (!m_nameTouched && m_draft.name.isEmpty())
            m_name->setText(connectionNameFor(text));
        setError(m_urlError, m_url, {});
        // What was found out is about another address.
        m_backend->cancel();
        m_schemaPart->hide();
        setBusy(false, {});
    });
    if (draft.name.isEmpty() && !draft.url.isEmpty())
        m_name->setText(connectionNameFor(draft.url));
    refresh();
    m_url->setFocus();
}

ConnectDialog::~ConnectDialog() { m_backend->cancel(); }

void ConnectDialog::addField(QVBoxLayout* column, const QString& label, QWidget* field, ThemeLabel* error)
{
    auto* row = new QHBoxLayout;
    auto* text = new ThemeLabel(label, ThemeLabel::Type::body, Tone::text2);
    text->setFixedWidth(Theme::get().px(110));
    text->setBuddy(field);
    field->setAccessibleName(label);
    row->addWidget(text);
    row->addWidget(field, 1);
    column->addLayout(row);
    if (error != nullptr) {
        error->setContentsMargins(Theme::get().px(116), 0, 0, 0);
        column->addWidget(error);
    }
}

void ConnectDialog::assemble()
{
    const Theme& theme = Theme::get();
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    auto* form = new QVBoxLayout;
    form->setContentsMargins(16, 14, 16, 14);
    form->setSpacing(8);
    m_url->setFont(theme.fixed());
    m_url->setPlaceholderText(QStringLiteral("postgresql://user@host/db"));
    m_password->setEchoMode(QLineEdit::Password);
    m_password->setText(m_draft.password);
    m_password->setPlaceholderText(tr("if the store asks for one; never saved in the settings"));
    for (const auto& name : {QStringLiteral("development"), QStringLiteral("staging"), QStringLiteral("production")})
        m_environment->addItem(format::environment(name), name);
    m_environment->setCurrentIndex(std::max(0, m_environment->findData(m_draft.environment)));
    m_readOnly->setChecked(m_draft.readOnly);
    m_remember->setVisible(m_backend->hasKeyring());
    m_remember->setChecked(m_draft.rememberPassword);
    auto* help = new ThemeLabel(
        tr("Built in: %1. A SQLite file is sqlite:///path/to/file.").arg(m_backend->schemes().join(QLatin1String(", "))),
        ThemeLabel::Type::caption, Tone::text2);
    help->setWordWrap(true);
    help->setContentsMargins(theme.px(116), 0, 0, 4);
    addField(form, tr("Address"), m_url, m_urlError);
    form->addWidget(help);
    addField(form, tr("Password"), m_password);
    addField(form, {}, m_remember);
    if (!m_backend->hasKeyring()) {
        auto* none = new ThemeLabel(tr("No keyring runs on this computer: the password is kept until Lockdesk ends."),
                                    ThemeLabel::Type::caption, Tone::text2);
        none->setWordWrap(true);
        none->setContentsMargins(theme.px(116), 0, 0, 4);
        form->addWidget(none);
    }
    addField(form, tr("Name"), m_name, m_nameError);
    m_sources->setPlaceholderText(QStringLiteral("lockdesk"));
    m_sources->setFont(theme.fixed());
    auto* sourcesHelp =
        new ThemeLabel(tr("Whose locks are shown, with spaces: lockdesk dist_lock shedlock:table=jobs redisson string"),
                       ThemeLabel::Type::caption, Tone::text2);
    sourcesHelp->setWordWrap(true);
    sourcesHelp->setContentsMargins(theme.px(116), 0, 0, 4);
    addField(form, tr("Environment"), m_environment);
    addField(form, tr("Sources"), m_sources);
    form->addWidget(sourcesHelp);
    addField(form, {}, m_readOnly);
    m_retention->setPlaceholderText(QStringLiteral("7d"));
    m_retention->setFont(theme.fixed());
    auto* retentionHelp =
        new ThemeLabel(tr("Workers and relays remove sent messages, done tasks, silent workers and free locks that are "
                          "older: 30d, 12h, or off to keep all of them."),
                       ThemeLabel::Type::caption, Tone::text2);
    retentionHelp->setWordWrap(true);
    retentionHelp->setContentsMargins(theme.px(116), 0, 0, 4);
    addField(form, tr("Retention"), m_retention, m_retentionError);
    form->addWidget(retentionHelp);
    showRetention();
    form->addSpacing(4);
    form->addWidget(buildTestRow());
    column->addLayout(form);
    column->addWidget(m_schemaPart = buildSchemaPart());
    column->addStretch(1);
    column->addWidget(buildFooter());
    m_schemaPart->hide();
    setMinimumWidth(theme.px(620));
}

QWidget* ConnectDialog::buildTestRow()
{
    auto* part = new QWidget;
    auto* row = new QHBoxLayout(part);
    row->setContentsMargins(Theme::get().px(116), 0, 0, 0);
    row->setSpacing(8);
    row->addWidget(m_test, 0, Qt::AlignTop);
    row->addSpacing(4);
    row->addWidget(m_resultGlyph, 0, Qt::AlignVCenter);
    row->addWidget(m_result, 1);
    m_result->setWordWrap(true);
    m_result->setMinimumHeight(Theme::get().px(40)); // two lines, so that the result does not move what is below
    return part;
}

QWidget* ConnectDialog::buildSchemaPart()
{
    auto* part = new QWidget;
    auto* column = new QVBoxLayout(part);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    m_schemaTitle = new SectionTitle({});
    describeSchema(false);
    m_ddl->setReadOnly(true);
    m_ddl->setFont(Theme::get().fixed());
    m_ddl->setProperty("surface", QStringLiteral("code"));
    m_ddl->setMinimumHeight(Theme::get().px(180));
    m_ddl->setLineWrapMode(QPlainTextEdit::NoWrap);
    auto* row = new QHBoxLayout;
    row->setContentsMargins(16, 8, 16, 8);
    row->addWidget(m_createSchema);
    row->addStretch(1);
    column->addWidget(new Line);
    column->addWidget(m_schemaTitle);
    column->addWidget(m_ddl, 1);
    column->addWidget(new Line);
    column->addLayout(row);
    return part;
}

void ConnectDialog::describeSchema(bool older)
{
    m_schemaTitle->setTitle(older ? tr("The schema is of an older version") : tr("The schema is missing"));
    m_schemaTitle->setCaption(older ? tr("This is what will run. Older programs can only read it afterwards.")
                                    : tr("This is what will run. Nothing is created without asking."));
    m_createSchema->setText(older ? tr("Bring it up to date") : tr("Create the schema"));
    m_ddl->setAccessibleName(older ? tr("Statements that bring the schema up to date")
                                   : tr("Statements that create the schema"));
}

QWidget* ConnectDialog::buildFooter()
{
    auto* footer = new Surface(Surface::Ground::window, Qt::TopEdge);
    auto* row = new QHBoxLayout(footer);
    row->setContentsMargins(16, 12, 16, 12);
    row->setSpacing(8);
    auto* cancel = makeButton(tr("Cancel"));
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    row->addStretch(1);
    row->addWidget(cancel);
    row->addWidget(m_connect);
    m_connect->setDefault(true);
    m_test->setAutoDefault(false);
    m_createSchema->setAutoDefault(false);
    cancel->setAutoDefault(false);
    return footer;
}

ConnectionDraft ConnectDialog::draft() const
{
    ConnectionDraft draft = m_draft;
    draft.name = m_name->text().trimmed();
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

void ConnectDialog::startTest()
{
    if (!checkAddress())
        return;
    m_schemaPart->hide();
    setBusy(true, tr("Asking %1").arg(m_url->text().section(QLatin1String("://"), 0, 0)));
    m_backend->test(draft());
}

void ConnectDialog::showTest(const ConnectionTest& result)
{
    setBusy(false, result.reached ? result.summary : result.error);
    m_resultGlyph->setLook(result.reached ? (result.schemaMissing ? Glyph::triangle : Glyph::check) : Glyph::diamond,
                           result.reached ? (result.schemaMissing ? Tone::closing : Tone::live) : Tone::expired);
    m_result->setTone(result.reached ? Tone::text : Tone::expired);
    m_ddl->setPlainText(result.ddl);
    describeSchema(result.schemaOlder);
    m_schemaPart->setVisible(result.reached && result.schemaMissing);
    refresh();
    adjustSize();
}

void ConnectDialog::startSchema()
{
    if (!checkAddress())
        return;
    setBusy(true, tr("Bringing the schema to the present version"));
    m_backend->createSchema(draft());
}

void ConnectDialog::showSchema(const QString& error)
{
    if (error.isEmpty()) {
        m_schemaPart->hide();
        startTest();
        return;
    }
    setBusy(false, error);
    m_resultGlyph->setLook(Glyph::diamond, Tone::expired);
    m_result->setTone(Tone::expired);
}

void ConnectDialog::setBusy(bool busy, const QString& text)
{
    m_busy = busy;
    m_result->setText(text);
    m_result->setTone(Tone::text2);
    m_resultGlyph->setLook(busy ? Glyph::clockHands : Glyph::none, Tone::text2);
    refresh();
}

void ConnectDialog::refresh()
{
    const bool address = !m_url->text().trimmed().isEmpty();
    m_test->setEnabled(address && !m_busy);
    m_connect->setEnabled(address);
    m_createSchema->setEnabled(!m_busy && !m_readOnly->isChecked());
    m_createSchema->setToolTip(
        m_readOnly->isChecked() ? tr("A read-only connection changes nothing: take the check mark away first.") : QString());
}

void ConnectDialog::accept()
{
    const bool address = checkAddress();
    const bool retention = checkRetention();
    if (checkName() && address && retention)
        QDialog::accept();
}

} // namespace lockdesk

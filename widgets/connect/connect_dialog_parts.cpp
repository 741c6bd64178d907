// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// How the connection dialog is laid out.
#include "widgets/connect/connect_dialog.h"

#include "models/format/format.h"
#include "widgets/common/focus_order.h"
#include "widgets/common/named_box.h"
#include "widgets/connect/address_fields.h"
#include "widgets/theme/theme.h"

#include <QCheckBox>
#include <QComboBox>
#include <QCompleter>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QScreen>
#include <QScrollArea>
#include <QScrollBar>
#include <QShowEvent>
#include <QVBoxLayout>

#include <algorithm>

namespace lockdesk {

namespace {

constexpr int formWidth = 660, frame = 40; ///< of the window's title and border, at most

// The widget's whole height for the width that it gets.
int heightOf(const QWidget* widget, int wide)
{
    const QLayout* layout = widget->layout();
    return layout->hasHeightForWidth() ? layout->totalHeightForWidth(wide) : layout->totalSizeHint().height();
}

} // namespace

void ConnectDialog::addField(QVBoxLayout* column, const QString& label, QWidget* field, ThemeLabel* error, QWidget* named)
{
    auto* row = new QHBoxLayout;
    auto* text = new ThemeLabel(label, ThemeLabel::Type::body, Tone::text2);
    text->setFixedWidth(Theme::get().px(AddressFields::labelWidth));
    if (named == nullptr)
        named = field;
    text->setBuddy(named);
    if (!label.isEmpty())
        named->setAccessibleName(label);
    row->addWidget(text);
    row->addWidget(field, 1);
    column->addLayout(row);
    if (error != nullptr) {
        error->setContentsMargins(Theme::get().px(AddressFields::labelWidth + 6), 0, 0, 0);
        column->addWidget(error);
    }
}

void ConnectDialog::addHelp(QVBoxLayout* column, const QString& text)
{
    auto* help = new ThemeLabel(text, ThemeLabel::Type::caption, Tone::text2);
    help->setWordWrap(true);
    help->setContentsMargins(Theme::get().px(AddressFields::labelWidth + 6), 0, 0, 2);
    column->addWidget(help);
}

void ConnectDialog::assemble()
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    auto* inside = new QWidget;
    auto* all = new QVBoxLayout(inside);
    all->setContentsMargins(0, 0, 0, 0);
    all->setSpacing(0);
    auto* form = new QVBoxLayout;
    form->setContentsMargins(16, 14, 16, 12);
    form->setSpacing(7);
    buildForm(form);
    all->addLayout(form);
    all->addWidget(m_schemaPart = buildSchemaPart());
    all->addStretch(1);
    m_area = new QScrollArea;
    m_area->setFrameShape(QFrame::NoFrame);
    m_area->setWidgetResizable(true);
    m_area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_area->setFocusPolicy(Qt::NoFocus);
    m_area->setWidget(inside);
    keepFocusInView(m_area);
    column->addWidget(m_area, 1);
    column->addWidget(buildFooter());
    m_schemaPart->hide();
    setMinimumWidth(Theme::get().px(formWidth));
    orderFocusByLayout(this);
}

void ConnectDialog::buildForm(QVBoxLayout* form)
{
    const Theme& theme = Theme::get();
    m_url->setFont(theme.fixed());
    m_url->setPlaceholderText(QStringLiteral("postgresql://user@host/db"));
    m_password->setEchoMode(QLineEdit::Password);
    m_password->setText(m_draft.password);
    m_password->setPlaceholderText(tr("never saved in the settings"));
    for (const auto& name : {QStringLiteral("development"), QStringLiteral("staging"), QStringLiteral("production")})
        m_environment->addItem(format::environment(name), name);
    m_environment->setCurrentIndex(std::max(0, m_environment->findData(m_draft.environment)));
    m_readOnly->setChecked(m_draft.readOnly);
    m_remember->setChecked(m_draft.rememberPassword);
    m_fields = new AddressFields(m_backend->schemes(), m_password);
    addField(form, tr("Address"), m_url, m_urlError);
    form->addWidget(m_fields);
    m_remember->setVisible(m_backend->hasKeyring());
    if (m_backend->hasKeyring())
        addField(form, {}, m_remember);
    else
        addHelp(form, tr("No keyring runs on this computer: the password is kept until Lockdesk ends."));
    form->addWidget(new Line);
    addField(form, tr("Name"), m_name, m_nameError);
    auto* row = new QWidget; // two short fields
    auto* both = new QHBoxLayout(row);
    both->setContentsMargins(0, 0, 0, 0);
    auto* group = new ThemeLabel(tr("Group"), ThemeLabel::Type::body, Tone::text2);
    group->setBuddy(m_group);
    m_group->setAccessibleName(tr("Group"));
    m_group->setPlaceholderText(tr("none"));
    both->addWidget(m_environment, 1);
    both->addWidget(group);
    both->addWidget(m_group, 1);
    addField(form, tr("Environment"), row, nullptr, m_environment);
    nameBox(m_environment, tr("Environment"));
    addField(form, {}, m_readOnly);
    m_sources->setPlaceholderText(QStringLiteral("lockdesk"));
    m_sources->setFont(theme.fixed());
    addField(form, tr("Sources"), m_sources);
    addHelp(form, tr("Whose locks are shown, with spaces: lockdesk dist_lock shedlock:table=jobs redisson string"));
    m_retention->setPlaceholderText(QStringLiteral("7d"));
    m_retention->setFont(theme.fixed());
    addField(form, tr("Retention"), m_retention, m_retentionError);
    addHelp(form, tr("Workers and relays remove sent messages, done tasks, silent workers and free locks that are older: 30d, "
                     "12h, or off to keep all of them."));
    showRetention();
    form->addWidget(buildTestRow());
}

void ConnectDialog::setGroups(const QStringList& groups)
{
    auto* completer = new QCompleter(groups, m_group);
    completer->setCaseSensitivity(Qt::CaseInsensitive);
    m_group->setCompleter(completer);
}

// The whole form, as far as the screen has room for it.
QSize ConnectDialog::sizeHint() const
{
    const int wide = std::max(QDialog::width(), minimumWidth());
    // Beside a scroll bar sentences take another line, for which the bar would stay: there is room for either.
    const int bar = m_area->verticalScrollBar()->sizeHint().width();
    const int form = std::max(heightOf(m_area->widget(), wide), heightOf(m_area->widget(), wide - bar));
    int high = form + layout()->itemAt(1)->sizeHint().height();
    if (const QScreen* one = screen())
        high = std::min(high, one->availableGeometry().height() - frame);
    return {wide, high};
}

// Grows with what it shows, and does not jump back.
void ConnectDialog::fit()
{
    if (!isVisible())
        return;
    m_area->widget()->layout()->activate();
    resize(sizeHint().expandedTo(size()));
    if (const QScreen* one = screen()) {
        const int below = frameGeometry().bottom() - one->availableGeometry().bottom();
        if (below > 0)
            move(x(), std::max(one->availableGeometry().top(), y() - below));
    }
}

void ConnectDialog::showEvent(QShowEvent* event)
{
    QDialog::showEvent(event);
    if (event->spontaneous())
        return;
    fit();
    m_url->setFocus();
}

QWidget* ConnectDialog::buildTestRow()
{
    auto* part = new QWidget;
    auto* row = new QHBoxLayout(part);
    row->setContentsMargins(Theme::get().px(116), 0, 0, 0);
    row->setSpacing(8);
    row->addWidget(m_test, 0, Qt::AlignTop);
    row->addSpacing(4);
    m_resultGlyph->alignToLine();
    row->addWidget(m_resultGlyph, 0, Qt::AlignTop);
    row->addWidget(m_result, 1);
    reserveWidth(m_test, {tr("Test connection"), tr("Stop")});
    m_result->setTextFormat(Qt::PlainText);
    m_result->setWordWrap(true);
    m_result->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_result->setAlignment(Qt::AlignTop | Qt::AlignLeft);
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
    m_ddl->setMinimumHeight(Theme::get().px(120));
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

} // namespace lockdesk

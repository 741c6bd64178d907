// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/workers/start_workers_sheet.h"

#include "models/actions/actions.h"
#include "models/format/format.h"
#include "widgets/common/chrome.h"
#include "widgets/common/number_field.h"
#include "widgets/theme/theme.h"

#include <QComboBox>
#include <QFormLayout>
#include <QLineEdit>
#include <QRegularExpression>
#include <QVBoxLayout>

#include <set>

namespace lockdesk {

StartWorkersSheet::StartWorkersSheet(FeedSet* feeds, OwnWorkers* control, QWidget* host)
    : Sheet(host), m_feeds(feeds), m_control(control)
{
    assembleFields();
    assembleFooter();
    fillKinds();
    judgeFriction();
}

void StartWorkersSheet::assembleFields()
{
    m_store = new QComboBox;
    for (const Feed* feed : m_feeds->feeds())
        if (!feed->info().readOnly)
            m_store->addItem(feed->info().name, feed->info().id);
    m_count = new NumberField;
    m_count->setRange(1, 32);
    m_count->setValue(2);
    m_role = new QComboBox;
    m_role->addItem(tr("worker: handles tasks"), QStringLiteral("worker"));
    m_role->addItem(tr("relay: delivers the outbox"), QStringLiteral("relay"));
    m_kind = new QComboBox;
    m_kind->setEditable(true);
    m_phases = new QLineEdit;
    m_phases->setPlaceholderText(tr("all phases of the kind"));
    m_advances = new QLineEdit;
    m_advances->setPlaceholderText(tr("Creating=Starting, Starting=Created"));
    m_receiver = new QLineEdit(QStringLiteral("exec:cat > /dev/null"));
    m_work = new NumberField;
    m_work->setRange(0, 600'000);
    m_work->setValue(1000);
    m_work->setSuffix(tr(" ms"));
    m_reason = new QLineEdit;
    m_reason->setPlaceholderText(tr("why, for the audit"));
    m_typed = new QLineEdit;
    m_error = new ThemeLabel({}, ThemeLabel::Type::body, Tone::expired);
    m_error->setWordWrap(true);

    auto* box = new QWidget;
    auto* form = m_form = new QFormLayout(box);
    form->setContentsMargins(14, 14, 14, 14);
    form->setHorizontalSpacing(12);
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    form->addRow(tr("Store"), m_store);
    form->addRow(tr("How many"), m_count);
    form->addRow(tr("Role"), m_role);
    form->addRow(tr("Kind of task"), m_kind);
    m_kind->lineEdit()->setAccessibleName(tr("Kind of task"));
    form->addRow(tr("Phases"), m_phases);
    form->addRow(tr("Next phases"), m_advances);
    form->addRow(tr("Works for"), m_work);
    form->addRow(tr("Receiver"), m_receiver);
    form->addRow(tr("Reason"), m_reason);
    form->addRow(tr("Name of the store"), m_typed);
    form->addRow(m_error);
    body()->addWidget(box);
    body()->addStretch(1);
    const auto judge = [this, form] {
        const bool relay = m_role->currentData().toString() == QLatin1String("relay");
        for (QWidget* field : {static_cast<QWidget*>(m_kind), static_cast<QWidget*>(m_phases),
                               static_cast<QWidget*>(m_advances), static_cast<QWidget*>(m_work)}) {
            field->setVisible(!relay);
            form->labelForField(field)->setVisible(!relay);
        }
        m_receiver->setVisible(relay);
        form->labelForField(m_receiver)->setVisible(relay);
    };
    connect(m_role, &QComboBox::currentIndexChanged, this, judge);
    connect(m_store, &QComboBox::currentIndexChanged, this, [this] {
        fillKinds();
        m_typed->clear();
        judgeFriction();
    });
    for (QLineEdit* field : {m_reason, m_typed})
        connect(field, &QLineEdit::textChanged, this, &StartWorkersSheet::judgeFriction);
    for (NumberField* field : {m_count, m_work})
        connect(field, &NumberField::judged, this, &StartWorkersSheet::judgeFriction);
    judge();
}

void StartWorkersSheet::assembleFooter()
{
    auto* row = new QHBoxLayout(footer());
    row->setContentsMargins(14, 12, 14, 12);
    auto* note = new ThemeLabel(tr("Real processes on this computer. Only these can be crashed or frozen from here."),
                                ThemeLabel::Type::caption, Tone::text2);
    note->setWordWrap(true);
    auto* cancel = makeButton(tr("Cancel"));
    m_start = makeButton(tr("Start workers"), QStringLiteral("plus"), QStringLiteral("primary"));
    row->addWidget(note, 1);
    row->addWidget(cancel);
    row->addWidget(m_start);
    connect(cancel, &QPushButton::clicked, this, &Sheet::close);
    connect(m_start, &QPushButton::clicked, this, &StartWorkersSheet::submit);
}

void StartWorkersSheet::fillKinds()
{
    const Feed* feed = m_feeds->find(m_store->currentData().toString());
    m_kind->clear();
    if (feed == nullptr)
        return;
    std::set<QString> kinds;
    for (const PhaseSummary& phase : feed->facts().phases())
        kinds.insert(format::exact(phase.kind));
    for (const QString& name : kinds)
        m_kind->addItem(format::foreign(name), name);
    setHeader(tr("Start workers"), feed->info().environment, feed->info().name);
}

// As for locks in production: the name must be typed and a reason given.
void StartWorkersSheet::judgeFriction()
{
    const Feed* feed = m_feeds->find(m_store->currentData().toString());
    m_friction = feed != nullptr && feed->info().environment == QLatin1String("production");
    const QString name = m_store->currentText();
    for (QLineEdit* field : {m_reason, m_typed}) {
        field->setVisible(m_friction);
        m_form->labelForField(field)->setVisible(m_friction);
    }
    m_typed->setPlaceholderText(name);
    m_typed->setAccessibleName(tr("Type %1").arg(name));
    if (feed == nullptr)
        return;
    const QString number = !m_count->problem().isEmpty() ? m_count->problem()
                           : m_work->isVisibleTo(this)   ? m_work->problem()
                                                         : QString();
    const QString why = !number.isEmpty()                     ? number
                        : !m_friction                            ? QString()
                        : m_reason->text().trimmed().isEmpty() ? tr("Give a reason.")
                        : !confirms(m_typed->text(), name)     ? tr("Type %1.").arg(name)
                                                               : QString();
    m_start->setEnabled(why.isEmpty());
    m_start->setToolTip(why);
    m_error->setTone(number.isEmpty() ? Tone::text2 : Tone::expired);
    setBreakable(m_error, why);
}

void StartWorkersSheet::refuse(const QString& why)
{
    m_error->setTone(Tone::expired);
    setBreakable(m_error, why);
}

void StartWorkersSheet::choose(const QString& connection)
{
    if (const int at = m_store->findData(connection); at >= 0)
        m_store->setCurrentIndex(at);
}

void StartWorkersSheet::choose(const QString& connection, const QString& role)
{
    choose(connection);
    if (const int at = m_role->findData(role); at >= 0)
        m_role->setCurrentIndex(at);
    m_count->setValue(1);
}

void StartWorkersSheet::start()
{
    if (m_store->count() == 0) {
        refuse(tr("No connection that can write is open."));
        m_start->setEnabled(false);
    }
    open(m_count);
}

WorkerStart StartWorkersSheet::request() const
{
    static const QRegularExpression separators(QStringLiteral("[,\\s]+"));
    WorkerStart what;
    what.connection = m_store->currentData().toString();
    what.count = m_count->value();
    what.role = m_role->currentData().toString();
    const int known = m_kind->findText(m_kind->currentText(), Qt::MatchFixedString | Qt::MatchCaseSensitive);
    what.kind = known >= 0 ? m_kind->itemData(known).toString() : m_kind->currentText().trimmed();
    what.phases = m_phases->text().split(separators, Qt::SkipEmptyParts);
    what.advances = m_advances->text().split(separators, Qt::SkipEmptyParts);
    what.workMs = m_work->value();
    what.receiver = what.role == QLatin1String("relay") ? m_receiver->text().trimmed() : QString();
    what.reason = m_friction ? m_reason->text().trimmed() : QString();
    return what;
}

void StartWorkersSheet::submit()
{
    const WorkerStart what = request();
    if (what.role == QLatin1String("worker") && what.kind.isEmpty()) {
        refuse(tr("Name the kind of task that they handle."));
        m_kind->setFocus();
        return;
    }
    static const QRegularExpression move(QStringLiteral("^[^=]+=[^=]+$"));
    for (const QString& advance : what.role == QLatin1String("worker") ? what.advances : QStringList{})
        if (!move.match(advance).hasMatch()) {
            refuse(tr("%1 is no move to a next phase: write it as Creating=Starting.").arg(advance));
            m_advances->setFocus();
            return;
        }
    if (const QString wrong = m_control->start(what); !wrong.isEmpty())
        return refuse(wrong);
    close();
}

} // namespace lockdesk

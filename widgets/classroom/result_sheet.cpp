// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/classroom/result_sheet.h"

#include "models/classroom/result_paper.h"
#include "widgets/common/file_choice.h"
#include "widgets/theme/theme.h"

#include <QHBoxLayout>
#include <QPageSize>
#include <QPdfWriter>
#include <QPrintDialog>
#include <QPrinter>
#include <QSaveFile>
#include <QScrollBar>
#include <QTextBrowser>
#include <QVBoxLayout>

namespace lockdesk {

namespace {

/// Paper is white in both schemes.
void dressAsPaper(QTextDocument& document, const QString& html)
{
    QFont font = Theme::get().body();
    font.setPixelSize(13);
    document.setDefaultFont(font);
    document.setDefaultStyleSheet(
        QStringLiteral("body{color:#191d22} h2,h3{color:#191d22} td,th{color:#191d22} code{color:#191d22}"));
    document.setHtml(html);
}

} // namespace

ResultSheet::ResultSheet(const Classroom* room, QWidget* host)
    : Sheet(host), m_room(room), m_preview(new QTextBrowser),
      m_wrong(new ThemeLabel({}, ThemeLabel::Type::body, Tone::expired)),
      m_pdf(makeButton(tr("Save as PDF…"), QStringLiteral("export"), QStringLiteral("primary")))
{
    setHeader(tr("Result sheet"), {},
              room->player().atEnd() ? QString() : tr("The lesson is not over: this is how far it is."));
    m_preview->setAccessibleName(tr("Result sheet"));
    m_preview->setTabChangesFocus(true);
    m_preview->setMinimumHeight(Theme::get().px(360));
    QPalette paper = m_preview->palette();
    paper.setColor(QPalette::Base, Qt::white);
    paper.setColor(QPalette::Text, QColor(0x19, 0x1D, 0x22));
    m_preview->setPalette(paper);
    m_preview->setStyleSheet(QStringLiteral("QTextBrowser { background: white; color: #191d22; }"));
    dressAsPaper(*m_preview->document(), ResultPaper::html(*room, false));
    body()->addWidget(m_preview, 1);
    // The new layout for the sheet's width would leave it scrolled to the end.
    QMetaObject::invokeMethod(
        m_preview, [this] { m_preview->verticalScrollBar()->setValue(0); }, Qt::QueuedConnection);
    m_wrong->setWordWrap(true);
    m_wrong->hide();
    body()->addWidget(m_wrong);
    auto* row = new QHBoxLayout(footer());
    auto* html = makeButton(tr("Save as HTML…"));
    auto* paperButton = makeButton(tr("Print…"));
    auto* close = makeButton(tr("Close"));
    row->addStretch(1);
    for (QWidget* button : {m_pdf, html, paperButton, close})
        row->addWidget(button);
    connect(m_pdf, &QPushButton::clicked, this, [this] { choose(QStringLiteral("pdf"), tr("PDF (*.pdf)")); });
    connect(html, &QPushButton::clicked, this,
            [this] { choose(QStringLiteral("html"), tr("HTML, which can be opened again (*.html)")); });
    connect(paperButton, &QPushButton::clicked, this, &ResultSheet::print);
    connect(close, &QPushButton::clicked, this, &Sheet::close);
}

QWidget* ResultSheet::firstField() const { return m_pdf; }

void ResultSheet::choose(const QString& suffix, const QString& filter)
{
    const QString proposed = QStringLiteral("%1-%2.%3").arg(m_room->choice().lessonId(), m_room->choice().variant(), suffix);
    chooseSaveFile(this, tr("Save result"), proposed, filter, suffix, [this](const QString& file) {
        const QString wrong = saveAs(file);
        m_wrong->setText(wrong);
        m_wrong->setVisible(!wrong.isEmpty());
        if (!wrong.isEmpty())
            return;
        emit saved(file);
        close();
    });
}

QString ResultSheet::saveAs(const QString& file)
{
    QSaveFile out(file);
    if (!out.open(QIODevice::WriteOnly))
        return tr("%1 cannot be written: %2").arg(file, out.errorString());
    if (file.endsWith(QLatin1String(".pdf"), Qt::CaseInsensitive)) {
        QPdfWriter writer(&out);
        writer.setPageSize(QPageSize(QPageSize::A4));
        writer.setPageMargins(QMarginsF(16, 16, 16, 16), QPageLayout::Millimeter);
        writer.setResolution(96);
        writer.setTitle(m_room->choice().lessonId());
        writer.setCreator(QStringLiteral("Lockdesk"));
        QTextDocument document;
        dressAsPaper(document, ResultPaper::html(*m_room, false));
        document.print(&writer);
    } else {
        out.write(ResultPaper::html(*m_room, true).toUtf8());
    }
    return out.commit() ? QString() : tr("%1 cannot be written: %2").arg(file, out.errorString());
}

void ResultSheet::print()
{
    QPrinter printer;
    printer.setDocName(m_room->choice().lessonId());
    QPrintDialog dialog(&printer, this);
    if (dialog.exec() != QDialog::Accepted)
        return;
    QTextDocument document;
    dressAsPaper(document, ResultPaper::html(*m_room, false));
    document.print(&printer);
}

} // namespace lockdesk

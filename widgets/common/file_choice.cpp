// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/file_choice.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QRegularExpression>
#include <QSettings>
#include <QStandardPaths>

namespace lockdesk {

namespace {

const QString folderKey = QStringLiteral("files/folder");

void ask(QWidget* host, const QString& title, QFileDialog::AcceptMode mode, const QString& proposed, const QString& filter,
         const QString& suffix, const std::function<void(const QString&)>& then)
{
    const QString home = QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation);
    const QString last = QSettings().value(folderKey, home).toString();
    auto* dialog = new QFileDialog(host, title, QFileInfo(last).isDir() ? last : home, filter);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(mode);
    dialog->setFileMode(mode == QFileDialog::AcceptSave ? QFileDialog::AnyFile : QFileDialog::ExistingFile);
    dialog->setDefaultSuffix(suffix);
    if (!proposed.isEmpty())
        dialog->selectFile(proposed);
    // Of several kinds of file the chosen one decides the suffix: `CSV (*.csv);;JSON (*.json)`.
    QObject::connect(dialog, &QFileDialog::filterSelected, dialog, [dialog, mode](const QString& chosen) {
        static const QRegularExpression suffixOf(QStringLiteral("\\*\\.(\\w+)"));
        const auto found = suffixOf.match(chosen);
        if (mode != QFileDialog::AcceptSave || !found.hasMatch())
            return;
        dialog->setDefaultSuffix(found.captured(1));
        const QString file = dialog->selectedFiles().value(0);
        if (!QFileInfo(file).suffix().isEmpty())
            dialog->selectFile(QFileInfo(file).completeBaseName() + u'.' + found.captured(1));
    });
    QObject::connect(dialog, &QFileDialog::fileSelected, host, [then](const QString& file) {
        QSettings().setValue(folderKey, QFileInfo(file).absolutePath());
        then(file);
    });
    // A nested event loop would block a running lesson's timers and outlive the page that opened it.
    dialog->open();
}

} // namespace

void chooseSaveFile(QWidget* host, const QString& title, const QString& proposed, const QString& filter,
                    const QString& suffix, const std::function<void(const QString& file)>& then)
{
    ask(host, title, QFileDialog::AcceptSave, proposed, filter, suffix, then);
}

void chooseOpenFile(QWidget* host, const QString& title, const QString& filter,
                    const std::function<void(const QString& file)>& then)
{
    ask(host, title, QFileDialog::AcceptOpen, {}, filter, {}, then);
}

} // namespace lockdesk

// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/export_table.h"

#include "models/format/format.h"
#include "models/tables/table_export.h"
#include "widgets/common/file_choice.h"
#include "widgets/common/table_view.h"

#include <QCoreApplication>
#include <QDate>
#include <QFileInfo>
#include <QSaveFile>

namespace lockdesk {

namespace {

struct ExportTexts
{
    Q_DECLARE_TR_FUNCTIONS(Export)
};

} // namespace

void exportTable(TableView* table, const QString& name, const std::function<void(const QString& text)>& say)
{
    const QString proposed = name + QDate::currentDate().toString(QStringLiteral("-yyyy-MM-dd")) + QStringLiteral(".csv");
    chooseSaveFile(table, ExportTexts::tr("Export table"), proposed,
                   ExportTexts::tr("CSV (*.csv)") + QStringLiteral(";;") + ExportTexts::tr("JSON (*.json)"),
                   QStringLiteral("csv"), [table, say](const QString& file) { say(writeTable(*table, file)); });
}

QString writeTable(const TableView& table, const QString& file)
{
    const TableExtract all = table.shown();
    const bool json = QFileInfo(file).suffix().compare(QLatin1String("json"), Qt::CaseInsensitive) == 0;
    QSaveFile out(file);
    // The mark makes spreadsheets read UTF-8 whatever their system's encoding.
    const QByteArray text = json ? jsonText(all) : QByteArrayLiteral("\xef\xbb\xbf") + csvText(all);
    if (!out.open(QIODevice::WriteOnly) || out.write(text) != text.size() || !out.commit())
        return ExportTexts::tr("%1 was not written: %2").arg(format::foreign(file), format::foreign(out.errorString()));
    return ExportTexts::tr("Exported %Ln row(s) to %1.", nullptr, int(all.rows.size())).arg(format::foreign(file));
}

} // namespace lockdesk

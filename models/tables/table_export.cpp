// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tables/table_export.h"

#include "models/format/format.h"
#include "models/tables/roles.h"

#include <QAbstractItemModel>
#include <QDateTime>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTimeZone>

namespace lockdesk {

namespace {

// `2026-11-21T05:32:07.208123Z`. QDateTime ends at milliseconds.
QString isoTime(qlonglong us)
{
    constexpr qlonglong second = 1'000'000;
    const qlonglong rest = ((us % second) + second) % second;
    const QDateTime whole = QDateTime::fromSecsSinceEpoch((us - rest) / second, Qt::UTC);
    return whole.toString(QStringLiteral("yyyy-MM-ddTHH:mm:ss")) + QStringLiteral(".%1Z").arg(rest, 6, 10, QLatin1Char('0'));
}

// Our own words as shown, in full where the cell is cut.
QString shownInFull(const QModelIndex& index)
{
    const QString shown = index.data().toString();
    if (shown == format::dash())
        return {};
    const QString whole = index.data(Qt::ToolTipRole).toString();
    return shown.endsWith(QChar(u'…')) && !whole.isEmpty() ? whole : shown;
}

bool isNumber(const QVariant& value) { return value.typeId() == QMetaType::LongLong || value.typeId() == QMetaType::Double; }

QString number(const QVariant& value)
{
    return value.typeId() == QMetaType::Double ? QString::number(value.toDouble(), 'g', 15)
                                               : QString::number(value.toLongLong());
}

QString quoted(QString text) { return u'"' + text.replace(QLatin1Char('"'), QLatin1String("\"\"")) + u'"'; }

QString csvCell(const QModelIndex& index)
{
    if (const QVariant at = index.data(InstantRole); at.isValid())
        return isoTime(at.toLongLong());
    if (const QVariant value = index.data(ExportRole); isNumber(value))
        return number(value);
    const QVariant exact = index.data(ExactTextRole);
    const QString text = withoutFormula(exact.isValid() ? exact.toString() : shownInFull(index));
    return text.isEmpty() ? text : quoted(text);
}

QJsonValue jsonCell(const QModelIndex& index)
{
    if (const QVariant at = index.data(InstantRole); at.isValid())
        return isoTime(at.toLongLong());
    const QVariant value = index.data(ExportRole);
    if (isNumber(value))
        return value.typeId() == QMetaType::Double ? QJsonValue(value.toDouble()) : QJsonValue(value.toLongLong());
    const QVariant exact = index.data(ExactTextRole);
    const QString text = exact.isValid() ? exact.toString() : value.isValid() ? value.toString() : shownInFull(index);
    return text.isEmpty() ? QJsonValue() : QJsonValue(text);
}

QString columnKey(const QAbstractItemModel& model, int column)
{
    const QString name = model.headerData(column, Qt::Horizontal, ColumnNameRole).toString();
    return name.isEmpty() ? model.headerData(column, Qt::Horizontal).toString() : name;
}

} // namespace

QString withoutFormula(const QString& text)
{
    // A tab or line end at the front is skipped by some spreadsheets before they read the sign behind it.
    static const QString first = QStringLiteral("=+-@\t\r\n＝＋－＠");
    return !text.isEmpty() && first.contains(text.front()) ? u'\'' + text : text;
}

QString copiedCell(const QModelIndex& index)
{
    const QVariant exact = index.data(ExactTextRole);
    if (exact.isValid())
        return exact.toString();
    const QString whole = index.data(Qt::ToolTipRole).toString();
    const QString shown = index.data().toString();
    return shown.endsWith(QChar(u'…')) && !whole.isEmpty() ? whole : shown;
}

QString tabbedText(const TableExtract& extract)
{
    QString text;
    for (const int row : extract.rows) {
        QStringList cells;
        for (const int column : extract.columns)
            cells << format::tableField(copiedCell(extract.model->index(row, column)));
        text += cells.join(QLatin1Char('\t')) + QLatin1Char('\n');
    }
    return text;
}

QByteArray csvText(const TableExtract& extract)
{
    const auto line = [](const QStringList& cells) { return cells.join(QLatin1Char(',')) + QStringLiteral("\r\n"); };
    QStringList titles;
    for (const int column : extract.columns)
        titles << quoted(extract.model->headerData(column, Qt::Horizontal).toString().replace(QLatin1Char('\n'), u' '));
    QString text = line(titles);
    for (const int row : extract.rows) {
        QStringList cells;
        for (const int column : extract.columns)
            cells << csvCell(extract.model->index(row, column));
        text += line(cells);
    }
    return text.toUtf8();
}

QByteArray jsonText(const TableExtract& extract)
{
    QJsonArray all;
    for (const int row : extract.rows) {
        QJsonObject one;
        for (const int column : extract.columns)
            one.insert(columnKey(*extract.model, column), jsonCell(extract.model->index(row, column)));
        all.append(one);
    }
    return format::foreignJson(QString::fromUtf8(QJsonDocument(all).toJson())).toUtf8();
}

} // namespace lockdesk

// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tables/cell_term.h"

#include "backends/engine/text/filter.h"
#include "models/format/format.h"
#include "models/tables/live_table_model.h"
#include "models/tables/roles.h"

#include <QHash>

namespace lockdesk {

namespace {

// Columns that are named for people; the others have the name of their filter key.
QString keyOf(const LiveTableModel& model, const QString& column)
{
    static const QHash<QString, QString> other{{QStringLiteral("task"), QStringLiteral("id")},
                                               {QStringLiteral("claimed"), QStringLiteral("owner")},
                                               {QStringLiteral("actor"), QStringLiteral("owner")},
                                               {QStringLiteral("what"), QStringLiteral("name")},
                                               {QStringLiteral("finding"), QStringLiteral("kind")},
                                               {QStringLiteral("environment"), QStringLiteral("env")}};
    const QString key = other.value(column, column);
    return model.isOwnKey(key) ? key : QString();
}

} // namespace

QString termOfCell(const LiveTableModel& model, const QModelIndex& index)
{
    const QString column = model.columnName(index.column());
    const QString key = keyOf(model, column);
    if (key.isEmpty() || index.data(InstantRole).isValid())
        return {};
    QVariant value = index.data(ExactTextRole);
    if (!value.isValid())
        value = column == QLatin1String("store") ? index.data() : index.data(ExportRole);
    const QString text = value.toString();
    return text.isEmpty() ? QString()
                          : format::exact(Filter({{key.toStdString(), FilterTerm::Op::equals, text.toStdString(), false}}).text());
}

QString withTerm(const QString& filter, const QString& term)
{
    const QString opposite = term.startsWith(u'-') ? term.mid(1) : u'-' + term;
    // Text in quotes is kept as it is: only a whole term is replaced.
    QString rest = u' ' + filter + u' ';
    rest.replace(u' ' + opposite + u' ', QStringLiteral(" "));
    if (!rest.contains(u' ' + term + u' '))
        rest += term;
    return rest.trimmed();
}

} // namespace lockdesk

// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/layout_settings.h"

#include <QDateTime>
#include <QSettings>
#include <QStringList>

namespace lockdesk::layout {

namespace {

constexpr int mostScopes = 40;

QString place(const QString& scope, const QString& key) { return QStringLiteral("layouts/%1/%2").arg(scope, key); }

void forgetOldest(QSettings& settings)
{
    settings.beginGroup(QStringLiteral("layouts"));
    const QStringList scopes = settings.childGroups();
    QString oldest;
    qint64 since = 0;
    for (const QString& scope : scopes) {
        const qint64 used = settings.value(scope + QStringLiteral("/used")).toLongLong();
        if (oldest.isEmpty() || used < since) {
            oldest = scope;
            since = used;
        }
    }
    if (scopes.size() > mostScopes)
        settings.remove(oldest);
    settings.endGroup();
}

} // namespace

QVariant saved(const QString& scope, const QString& key)
{
    const QSettings settings;
    if (!scope.isEmpty() && settings.contains(place(scope, key)))
        return settings.value(place(scope, key));
    return settings.value(key);
}

void save(const QString& scope, const QString& key, const QVariant& value)
{
    QSettings settings;
    settings.setValue(key, value);
    if (scope.isEmpty())
        return;
    settings.setValue(place(scope, key), value);
    settings.setValue(place(scope, QStringLiteral("used")), QDateTime::currentMSecsSinceEpoch());
    forgetOldest(settings);
}

void forget(const QString& scope, const QString& key)
{
    QSettings settings;
    settings.remove(key);
    if (!scope.isEmpty())
        settings.remove(place(scope, key));
}

} // namespace lockdesk::layout

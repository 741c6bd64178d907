// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/findings/alert_settings.h"

#include "models/format/format.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QProcess>
#include <QSettings>
#include <QStandardPaths>
#include <QUrl>

namespace lockdesk {

namespace {

struct Alerts
{
    Q_DECLARE_TR_FUNCTIONS(Alerts)
};

constexpr std::array severities{Severity::notice, Severity::warning, Severity::act};

QString keyOf(Severity severity, const char* what)
{
    return QStringLiteral("alerts/%1-%2").arg(QLatin1String(word(severity)), QLatin1String(what));
}

} // namespace

AlertSettings AlertSettings::load()
{
    const QSettings kept;
    AlertSettings out;
    out.desktop = kept.value(QStringLiteral("alerts/desktop"), true).toBool();
    const QString from = kept.value(QStringLiteral("alerts/desktop-from")).toString();
    for (const Severity severity : severities) {
        if (from == QLatin1String(word(severity)))
            out.desktopFrom = severity;
        out.of(severity) = {kept.value(keyOf(severity, "command")).toString(), kept.value(keyOf(severity, "webhook")).toString()};
    }
    return out;
}

void AlertSettings::save() const
{
    QSettings kept;
    kept.setValue(QStringLiteral("alerts/desktop"), desktop);
    kept.setValue(QStringLiteral("alerts/desktop-from"), QLatin1String(word(desktopFrom)));
    for (const Severity severity : severities) {
        kept.setValue(keyOf(severity, "command"), of(severity).command);
        kept.setValue(keyOf(severity, "webhook"), of(severity).webhook);
    }
}

QString commandProblem(const QString& command)
{
    const QStringList words = QProcess::splitCommand(command);
    if (words.isEmpty())
        return {};
    if (QStandardPaths::findExecutable(words.front()).isEmpty())
        return Alerts::tr("There is no program %1 that can be run.").arg(format::foreign(words.front()));
    return {};
}

QString webhookProblem(const QString& address)
{
    if (address.isEmpty())
        return {};
    if (address.startsWith(QLatin1Char('@'))) {
        const QFileInfo file(address.mid(1));
        if (!file.isFile() || !file.isReadable())
            return Alerts::tr("The file %1 cannot be read.").arg(format::foreign(address.mid(1)));
        if (file.permissions() & (QFile::ReadGroup | QFile::ReadOther))
            return Alerts::tr("Others can read the file %1: run chmod 600 on it.").arg(format::foreign(address.mid(1)));
        return {};
    }
    const QUrl url(address, QUrl::StrictMode);
    if (!url.isValid() || url.host().isEmpty()
        || (url.scheme() != QLatin1String("http") && url.scheme() != QLatin1String("https")))
        return Alerts::tr("Write http://HOST/PATH, https://HOST/PATH, or @FILE.");
    if (!url.userInfo().isEmpty())
        return Alerts::tr("The address holds a password, which is not saved: write it into a file of yours, and @FILE here.");
    return {};
}

} // namespace lockdesk

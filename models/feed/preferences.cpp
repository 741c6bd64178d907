// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/feed/preferences.h"

#include "backends/engine/runners/retention.h"
#include "models/feed/feed_set.h"
#include "models/findings/alert_settings.h"
#include "models/format/format.h"

#include <QSettings>
#include <QStringList>

namespace lockdesk {

namespace {

QString key(const char* name) { return QStringLiteral("preferences/") + QLatin1String(name); }

const QString& themeKey()
{
    static const QString key = QStringLiteral("window/theme");
    return key;
}

QString oneOf(const QString& value, const QStringList& can) { return can.contains(value) ? value : QString(); }

} // namespace

Preferences Preferences::load()
{
    const QSettings settings;
    Preferences out;
    const std::chrono::milliseconds interval{settings.value(key("interval")).toLongLong()};
    if (interval >= shortestInterval && interval <= longestInterval)
        out.interval = interval;
    out.utc = settings.value(key("utc"), out.utc).toBool();
    out.language = oneOf(settings.value(key("language")).toString(), {QStringLiteral("en"), QStringLiteral("ko")});
    out.theme = oneOf(settings.value(themeKey()).toString(), {QStringLiteral("dark"), QStringLiteral("light")});
    const int zoom = settings.value(key("zoom")).toInt();
    if (zoom >= smallestZoom && zoom <= largestZoom)
        out.zoom = zoom;
    const QString retention = settings.value(key("retention")).toString();
    if (!retention.isEmpty() && parse_retention(retention.toStdString()))
        out.retention = retention;
    out.notifications = AlertSettings::load().desktop;
    return out;
}

void Preferences::save() const
{
    QSettings settings;
    settings.setValue(key("interval"), qlonglong(interval.count()));
    settings.setValue(key("utc"), utc);
    settings.setValue(key("language"), language);
    settings.setValue(themeKey(), theme);
    settings.setValue(key("zoom"), zoom);
    settings.setValue(key("retention"), retention);
    AlertSettings alerts = AlertSettings::load();
    alerts.desktop = notifications;
    alerts.save();
}

void Preferences::apply(const FeedSet& feeds) const
{
    format::setUtc(utc);
    for (const Feed* feed : feeds.feeds()) {
        Observer* observer = feed->observer();
        if (observer == nullptr)
            continue;
        observer->set_interval(interval);
        observer->set_limits(limitsFor(feed->info().id));
    }
}

} // namespace lockdesk

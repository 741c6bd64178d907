// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/saved_filters.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSettings>

#include <algorithm>

namespace lockdesk {

namespace {

QString keyOf(const QString& page) { return QStringLiteral("filters/") + page; }

void write(const QString& page, const std::vector<SavedFilter>& filters)
{
    QJsonArray all;
    for (const SavedFilter& one : filters)
        all.append(QJsonObject{{QStringLiteral("name"), one.name}, {QStringLiteral("text"), one.text}});
    QSettings().setValue(keyOf(page), QString::fromUtf8(QJsonDocument(all).toJson(QJsonDocument::Compact)));
}

} // namespace

// The file may have been edited: what is no name or no text is left out.
std::vector<SavedFilter> savedFilters(const QString& page)
{
    std::vector<SavedFilter> out;
    const QByteArray json = QSettings().value(keyOf(page)).toString().toUtf8();
    for (const QJsonValue& value : QJsonDocument::fromJson(json).array()) {
        const SavedFilter one{value[QStringLiteral("name")].toString(), value[QStringLiteral("text")].toString()};
        if (!one.name.isEmpty() && !one.text.isEmpty())
            out.push_back(one);
    }
    std::stable_sort(out.begin(), out.end(),
                     [](const auto& a, const auto& b) { return QString::localeAwareCompare(a.name, b.name) < 0; });
    return out;
}

void saveFilter(const QString& page, const SavedFilter& filter)
{
    auto all = savedFilters(page);
    std::erase_if(all, [&](const SavedFilter& one) { return one.name == filter.name; });
    all.push_back(filter);
    write(page, all);
}

void removeFilter(const QString& page, const QString& name)
{
    auto all = savedFilters(page);
    std::erase_if(all, [&](const SavedFilter& one) { return one.name == name; });
    write(page, all);
}

} // namespace lockdesk

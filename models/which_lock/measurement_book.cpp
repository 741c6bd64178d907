// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/which_lock/measurement_book.h"

#include "models/format.h"

#include <QDir>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSaveFile>

namespace lockdesk {

namespace {

constexpr auto bookType = "lockdesk measurements";

template <class T> void put(QJsonObject& to, const char* key, const std::optional<T>& value)
{
    if (value)
        to.insert(QLatin1String(key), double(*value));
}

void put(QJsonObject& to, const char* key, const std::optional<Duration>& value)
{
    if (value)
        to.insert(QLatin1String(key), double(to_us(*value)));
}

std::optional<double> number(const QJsonObject& from, const char* key)
{
    const QJsonValue value = from.value(QLatin1String(key));
    return value.isDouble() ? std::optional(value.toDouble()) : std::nullopt;
}

std::optional<std::int64_t> whole(const QJsonObject& from, const char* key)
{
    const auto value = number(from, key);
    return value ? std::optional(std::int64_t(*value)) : std::nullopt;
}

std::optional<Duration> duration(const QJsonObject& from, const char* key)
{
    const auto value = whole(from, key);
    return value ? std::optional(Duration{*value}) : std::nullopt;
}

QJsonObject toJson(const scenarios::WayNumbers& way)
{
    QJsonObject out{{QStringLiteral("way"), QLatin1String(word(way.way))}};
    put(out, "rounds_per_second", way.rounds_per_second);
    put(out, "p50_us", way.p50);
    put(out, "counted", way.counted);
    put(out, "doubled", way.doubled);
    put(out, "stall_us", way.stall);
    put(out, "recovery_us", way.recovery);
    if (!way.why_not.empty())
        out.insert(QStringLiteral("why_not"), format::exact(way.why_not));
    return out;
}

std::optional<scenarios::WayNumbers> wayFrom(const QJsonObject& in)
{
    const auto way = scenarios::parse_way(in.value(QLatin1String("way")).toString().toStdString());
    if (!way)
        return std::nullopt;
    return scenarios::WayNumbers{*way,
                                 number(in, "rounds_per_second"),
                                 duration(in, "p50_us"),
                                 whole(in, "counted"),
                                 whole(in, "doubled"),
                                 duration(in, "stall_us"),
                                 duration(in, "recovery_us"),
                                 in.value(QLatin1String("why_not")).toString().toStdString()};
}

QJsonObject toJson(const StoreMeasurement& one)
{
    QJsonArray ways;
    for (const scenarios::WayNumbers& way : one.numbers.ways)
        ways.append(toJson(way));
    return {{QStringLiteral("name"), one.name},
            {QStringLiteral("machine"), one.machine},
            {QStringLiteral("date"), one.date.toString(Qt::ISODate)},
            {QStringLiteral("store"), format::exact(one.numbers.store)},
            {QStringLiteral("version"), format::exact(one.numbers.version)},
            {QStringLiteral("ways"), ways}};
}

StoreMeasurement measurementFrom(const QJsonObject& in)
{
    StoreMeasurement out;
    out.name = in.value(QLatin1String("name")).toString();
    out.machine = in.value(QLatin1String("machine")).toString();
    out.date = QDate::fromString(in.value(QLatin1String("date")).toString(), Qt::ISODate);
    out.numbers.store = in.value(QLatin1String("store")).toString().toStdString();
    out.numbers.version = in.value(QLatin1String("version")).toString().toStdString();
    for (const QJsonValue way : in.value(QLatin1String("ways")).toArray())
        if (auto numbers = wayFrom(way.toObject()))
            out.numbers.ways.push_back(std::move(*numbers));
    return out;
}

} // namespace

MeasurementBook::MeasurementBook(QString file) : m_file(std::move(file)) { read(); }

void MeasurementBook::read()
{
    QFile file(m_file);
    if (!file.open(QIODevice::ReadOnly))
        return;
    const QJsonObject book = QJsonDocument::fromJson(file.readAll()).object();
    if (book.value(QLatin1String("type")).toString() != QLatin1String(bookType))
        return;
    for (const QJsonValue one : book.value(QLatin1String("measured")).toArray())
        m_all.push_back(measurementFrom(one.toObject()));
}

QString MeasurementBook::put(StoreMeasurement measurement)
{
    std::erase_if(m_all, [&](const StoreMeasurement& one) {
        return one.name == measurement.name && one.machine == measurement.machine;
    });
    m_all.push_back(std::move(measurement));
    QJsonArray measured;
    for (const StoreMeasurement& one : m_all)
        measured.append(toJson(one));
    QDir().mkpath(QFileInfo(m_file).path());
    QSaveFile file(m_file);
    const QJsonObject book{{QStringLiteral("type"), QLatin1String(bookType)}, {QStringLiteral("measured"), measured}};
    if (!file.open(QIODevice::WriteOnly) || file.write(QJsonDocument(book).toJson()) < 0 || !file.commit())
        return file.errorString();
    return {};
}

} // namespace lockdesk
